package storetest

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"

	"github.com/seed-05176fc3/idem/store"
)

// fill returns n bytes that depend on the seed.
func fill(n int, seed uint64) []byte {
	var key [32]byte
	copy(key[:], fmt.Sprint(seed))
	data := make([]byte, n)
	rand.NewChaCha8(key).Read(data)
	return data
}

// newPage returns a page of n bytes; its hash is that of its bytes.
func newPage(n int, seed uint64) store.Page {
	data := fill(n, seed)
	return store.Page{Hash: sha256.Sum256(data), Data: data}
}

// newPages returns n small pages that differ from those of other seeds.
func newPages(n int, seed uint64) []store.Page {
	pages := make([]store.Page, n)
	for i := range pages {
		pages[i] = newPage(40+i%200, seed<<32|uint64(i))
	}
	return pages
}

// wantPages checks that the store has the pages.
func (f *fixture) wantPages(s store.Store, pages ...store.Page) {
	f.Helper()
	for _, p := range pages {
		got, err := s.Get(f.Context(), p.Hash)
		if err != nil {
			f.Errorf("Get(%x): %v", p.Hash[:4], err)
		} else if !bytes.Equal(got, p.Data) {
			f.Errorf("Get(%x): got %d bytes %.20x…, want %d bytes %.20x…", p.Hash[:4], len(got), got, len(p.Data), p.Data)
		}
	}
}

// wantNoPages checks that the store has none of the pages.
func (f *fixture) wantNoPages(s store.Store, pages ...store.Page) {
	f.Helper()
	for _, p := range pages {
		got, err := s.Get(f.Context(), p.Hash)
		if !errors.Is(err, fs.ErrNotExist) {
			f.Errorf("Get(%x): got %d bytes and error %v, want fs.ErrNotExist", p.Hash[:4], len(got), err)
		}
	}
}

// put stores the pages, append the entries: the next ones of the log from seq on.
func (f *fixture) put(s store.Store, pages ...store.Page) {
	f.Helper()
	if err := s.PutAll(f.Context(), pages); err != nil {
		f.Fatalf("PutAll of %d pages: %v", len(pages), err)
	}
}

func (f *fixture) append(s store.Store, name string, seq uint64, entries ...string) {
	f.Helper()
	for i, e := range entries {
		if err := s.Append(f.Context(), name, seq+uint64(i), []byte(e)); err != nil {
			f.Fatalf("Append(%q, %d): %v", name, seq+uint64(i), err)
		}
	}
}

// numbered returns the entries "from" to "to-1", each its number as text.
func numbered(from, to int) []string {
	var entries []string
	for i := from; i < to; i++ {
		entries = append(entries, fmt.Sprint(i))
	}
	return entries
}

// read returns the entries from a number on.
func (f *fixture) read(s store.Store, name string, from uint64) ([]store.Entry, error) {
	var entries []store.Entry
	for e, err := range s.Read(f.Context(), name, from) {
		if err != nil {
			return entries, err
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// wantLog checks that the log holds the entries, the first with number first,
// as Read and Last show them.
func (f *fixture) wantLog(s store.Store, name string, first uint64, entries ...string) {
	f.Helper()
	got, err := f.read(s, name, 0)
	if err != nil {
		f.Errorf("Read(%q, 0): %v", name, err)
		return
	}
	if len(got) != len(entries) {
		f.Errorf("Read(%q, 0): got %d entries, want %d", name, len(got), len(entries))
		return
	}
	for i, e := range got {
		if e.Seq != first+uint64(i) || string(e.Data) != entries[i] {
			f.Errorf("Read(%q, 0), entry %d: got %d %.40q, want %d %.40q", name, i, e.Seq, e.Data, first+uint64(i), entries[i])
		}
	}
	f.wantLast(s, name, first+uint64(len(entries))-1, entries[len(entries)-1])
}

func (f *fixture) wantLast(s store.Store, name string, seq uint64, entry string) {
	f.Helper()
	e, err := s.Last(f.Context(), name)
	if err != nil {
		f.Errorf("Last(%q): %v", name, err)
	} else if e.Seq != seq || string(e.Data) != entry {
		f.Errorf("Last(%q): got %d %.40q, want %d %.40q", name, e.Seq, e.Data, seq, entry)
	}
}

// wantNoLog checks that every way to read the log says that it does not exist.
func (f *fixture) wantNoLog(s store.Store, name string) {
	f.Helper()
	if e, err := s.Last(f.Context(), name); !errors.Is(err, fs.ErrNotExist) {
		f.Errorf("Last(%q): got entry %d and error %v, want fs.ErrNotExist", name, e.Seq, err)
	}
	for _, from := range []uint64{0, 1, 1 << 63} {
		if got, err := f.read(s, name, from); len(got) != 0 || !errors.Is(err, fs.ErrNotExist) {
			f.Errorf("Read(%q, %d): got %d entries and error %v, want fs.ErrNotExist", name, from, len(got), err)
		}
	}
	if slices.Contains(f.names(s, ""), name) {
		f.Errorf("Names: got %q among them, want it absent", name)
	}
}

// names returns the names that begin with prefix.
func (f *fixture) names(s store.Store, prefix string) []string {
	f.Helper()
	var names []string
	for name, err := range s.Names(f.Context(), prefix) {
		if err != nil {
			f.Fatalf("Names(%q): %v", prefix, err)
		}
		names = append(names, name)
	}
	return names
}

// wantError checks that the error is of a kind.
func (f *fixture) wantError(what string, err, kind error) {
	f.Helper()
	if !errors.Is(err, kind) {
		f.Errorf("%s: got error %v, want %v", what, err, kind)
	}
}
