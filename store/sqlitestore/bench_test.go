package sqlitestore_test

import (
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/sqlitestore"
)

// The benchmarks work on a store of this many pages of about 700 bytes, what a
// dataset of two million granules takes.
const loadPages = 22_000

// A commit in them is what one granule added to such a dataset writes: 5 pages
// of about 400 bytes and an entry of 600.
const (
	commitPages = 5
	commitPage  = 400
	commitEntry = 600
)

// source makes pages of random bytes.
type source struct{ random *rand.ChaCha8 }

func newSource() source { return source{rand.NewChaCha8([32]byte{1})} }

func (s source) bytes(n int) []byte {
	data := make([]byte, n)
	_, _ = io.ReadFull(s.random, data)
	return data
}

func (s source) pages(n, size int) []store.Page {
	pages := make([]store.Page, n)
	for i := range pages {
		pages[i].Data = s.bytes(size - 50 + int(s.random.Uint64()%101))
		pages[i].Hash = sha256.Sum256(pages[i].Data)
	}
	return pages
}

// load opens a store in the file and fills it with pages.
func load(b *testing.B, path string, from source) (*sqlitestore.Store, []store.Page) {
	b.Helper()
	s, err := sqlitestore.Open(b.Context(), path, sqlitestore.Create)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	all := from.pages(loadPages, 700)
	for rest := all; len(rest) > 0; {
		n := min(500, len(rest))
		if err := s.PutAll(b.Context(), rest[:n]); err != nil {
			b.Fatal(err)
		}
		rest = rest[n:]
	}
	return s, all
}

func size(b *testing.B, path string) float64 {
	b.Helper()
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	return float64(info.Size())
}

// BenchmarkCommit reports, besides the time, by how many bytes a commit makes the
// file grow (2,600 of them are the caller's).
func BenchmarkCommit(b *testing.B) {
	from, path := newSource(), filepath.Join(b.TempDir(), "store.db")
	s, _ := load(b, path, from)
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	before := size(b, path)
	s, err := sqlitestore.Open(b.Context(), path, sqlitestore.Existing)
	if err != nil {
		b.Fatal(err)
	}
	pages, entry := from.pages(commitPages, commitPage), from.bytes(commitEntry)
	n := uint64(0)
	for b.Loop() {
		for i := range pages {
			pages[i].Hash = next(pages[i].Hash)
		}
		if err := s.Commit(b.Context(), store.Batch{Pages: pages, Log: "log", Seq: n, Entries: [][]byte{entry}}); err != nil {
			b.Fatal(err)
		}
		n++
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric((size(b, path)-before)/float64(n), "B/commit")
}

// next returns another hash, cheaply.
func next(hash [32]byte) [32]byte {
	x := binary.BigEndian.Uint64(hash[:])
	for i := range 4 {
		x = x*6364136223846793005 + 1442695040888963407
		binary.BigEndian.PutUint64(hash[8*i:], x^x>>29)
	}
	return hash
}

// BenchmarkBareCommit is what BenchmarkCommit is measured against: a row with as
// many bytes, in a transaction of its own, in a SQLite file with the same
// settings.
func BenchmarkBareCommit(b *testing.B) {
	path := filepath.Join(b.TempDir(), "bare.db")
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(wal)&_pragma=synchronous(full)")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("CREATE TABLE rows (id INTEGER PRIMARY KEY, data BLOB)"); err != nil {
		b.Fatal(err)
	}
	insert, err := db.Prepare("INSERT INTO rows (data) VALUES (?)")
	if err != nil {
		b.Fatal(err)
	}
	before := size(b, path)
	data := newSource().bytes(commitPages*(commitPage+32) + commitEntry)
	n := 0
	for b.Loop() {
		if _, err := insert.Exec(data); err != nil {
			b.Fatal(err)
		}
		n++
	}
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric((size(b, path)-before)/float64(n), "B/commit")
}

// BenchmarkPutAll stores 500 pages in each call.
func BenchmarkPutAll(b *testing.B) {
	from, path := newSource(), filepath.Join(b.TempDir(), "store.db")
	s, pages := load(b, path, from)
	pages = pages[:500]
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		for i := range pages {
			pages[i].Hash = next(pages[i].Hash)
		}
		if err := s.PutAll(b.Context(), pages); err != nil {
			b.Fatal(err)
		}
		n += len(pages)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/page")
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(size(b, path)/float64(n+loadPages), "B/page")
}

func BenchmarkGet(b *testing.B) {
	from, path := newSource(), filepath.Join(b.TempDir(), "store.db")
	s, pages := load(b, path, from)
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Get(b.Context(), pages[i*7919%len(pages)].Hash); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

// BenchmarkFirstMiss is the check of the pages at the first page that is not
// found.
func BenchmarkFirstMiss(b *testing.B) {
	from, path := newSource(), filepath.Join(b.TempDir(), "store.db")
	_, _ = load(b, path, from)
	for b.Loop() {
		b.StopTimer()
		s, err := sqlitestore.Open(b.Context(), path, sqlitestore.Existing)
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		if _, err := s.Get(b.Context(), [32]byte{}); err == nil {
			b.Fatal("found a page that is not there")
		}
		b.StopTimer()
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "store.db")
	s, _ := load(b, path, newSource())
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s, err := sqlitestore.Open(b.Context(), path, sqlitestore.Existing)
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
