package sqlitestore_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/sqlitestore"
)

const (
	flips    = 150         // bits flipped outside of the header
	patience = time.Minute // with one damaged store
)

// content is what a sample store holds.
type content struct {
	pages []store.Page
	logs  map[string][]store.Entry
}

// sample fills a store at path with a little of everything, and closes it.
func sample(t *testing.T, path string) content {
	t.Helper()
	s, err := sqlitestore.Open(t.Context(), path, sqlitestore.Create)
	if err != nil {
		t.Fatal(err)
	}
	c := content{logs: map[string][]store.Entry{}}
	from := newSource()
	for i := range 8 {
		c.pages = append(c.pages, from.pages(5, 100+200*i)...)
	}
	c.pages = append(c.pages, from.pages(2, 9000)...) // longer than a page of SQLite
	if err := s.PutAll(t.Context(), c.pages); err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"b", "dataset/one", "a", "c", "dataset/two", strings.Repeat("z", 60)} {
		for seq := range uint64(6 * i) {
			data := from.bytes(10 + 100*i)
			if err := s.Append(t.Context(), name, seq, data); err != nil {
				t.Fatal(err)
			}
			c.logs[name] = append(c.logs[name], store.Entry{Seq: seq, Data: data})
		}
	}
	if err := s.Trim(t.Context(), "c", 5); err != nil {
		t.Fatal(err)
	}
	c.logs["c"] = c.logs["c"][5:]
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return c
}

// tally counts the outcomes of reads of damaged stores.
type tally struct{ right, damaged int }

// check reads everything and compares: what is read is right, or an error says
// that the store is damaged.
func (c *content) check(ctx context.Context, s store.Store, n *tally) error {
	judge := func(what string, right bool, err error) error {
		switch {
		case errors.Is(err, store.ErrDamaged):
			n.damaged++
		case err != nil || !right:
			return fmt.Errorf("%s: wrong answer, error %w", what, err)
		default:
			n.right++
		}
		return nil
	}
	var wrong []error
	for _, p := range c.pages {
		data, err := s.Get(ctx, p.Hash)
		wrong = append(wrong, judge(fmt.Sprintf("page %x", p.Hash[:4]), bytes.Equal(data, p.Data), err))
	}
	for i := range 3 { // pages that are not there
		_, err := s.Get(ctx, [32]byte{byte(100 * i)})
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		wrong = append(wrong, judge("absent page", true, err))
	}
	for _, absent := range []string{"0", "bb", "dataset/", "zz"} {
		_, err := s.Last(ctx, absent)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		wrong = append(wrong, judge("absent log "+absent, true, err))
	}
	for name, want := range c.logs {
		last, err := s.Last(ctx, name)
		newest := want[len(want)-1]
		wrong = append(wrong, judge("Last of "+name, last.Seq == newest.Seq && bytes.Equal(last.Data, newest.Data), err))
		var got []store.Entry
		for e, readErr := range s.Read(ctx, name, 0) {
			if err = readErr; err == nil {
				got = append(got, e)
			}
		}
		wrong = append(wrong, judge("Read of "+name, slices.EqualFunc(got, want, func(a, b store.Entry) bool {
			return a.Seq == b.Seq && bytes.Equal(a.Data, b.Data)
		}), err))
	}
	var names []string
	var err error
	for name, namesErr := range s.Names(ctx, "") {
		if err = namesErr; err == nil {
			names = append(names, name)
		}
	}
	wrong = append(wrong, judge("Names", slices.Equal(names, slices.Sorted(maps.Keys(c.logs))), err))
	return errors.Join(wrong...)
}

// try opens the file with the bytes and checks it.
func (c *content) try(t *testing.T, path, what string, file []byte, n *tally) {
	t.Helper()
	if err := os.WriteFile(path, file, 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	s, err := sqlitestore.Open(ctx, path, sqlitestore.Existing)
	if err != nil {
		n.damaged++
		clear := errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrNewer) || strings.Contains(err.Error(), "is not a store")
		if !clear || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: Open: got error %v, want one that says what is damaged", what, err)
		}
		return
	}
	if err := c.check(ctx, s, n); err != nil {
		t.Errorf("%s: %v", what, err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("%s: Close: %v", what, err)
	}
}

func TestFlippedBits(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	c := sample(t, path)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var n tally
	c.try(t, path, "whole file", whole, &n)
	if n.damaged > 0 {
		t.Fatalf("the whole file: %+v", n)
	}
	// A bit of each byte of the header, and some of the rest.
	random := rand.New(rand.NewPCG(1, 2))
	var bits []int
	for at := 0; at < len(whole); {
		bits = append(bits, 8*at+random.IntN(8))
		if at++; at > 100 {
			at += random.IntN(2 * len(whole) / flips)
		}
	}
	for _, bit := range bits {
		file := slices.Clone(whole)
		file[bit/8] ^= 1 << (bit % 8)
		c.try(t, path, fmt.Sprintf("bit %d of byte %d flipped", bit%8, bit/8), file, &n)
	}
	t.Logf("%d bytes, %d bits flipped: %+v", len(whole), len(bits), n)
	if n.damaged == 0 || n.right == 0 {
		t.Errorf("got %+v, want some of each", n)
	}
}

func TestTruncated(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	c := sample(t, path)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var n tally
	sizes := []int{len(whole) - 1}
	for size := 1; size < len(whole); size += max(1, min(size/3, 1500)) {
		sizes = append(sizes, size)
	}
	for size := 4096; size < len(whole); size += 4096 {
		sizes = append(sizes, size)
	}
	for _, size := range sizes {
		before := n.damaged
		c.try(t, path, fmt.Sprintf("cut to %d bytes", size), whole[:size], &n)
		if n.damaged == before {
			t.Errorf("cut to %d of %d bytes: no error", size, len(whole))
		}
	}
}

// TestLostBlocks overwrites a block with zeros or with another one.
func TestLostBlocks(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	c := sample(t, path)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const block = 4096
	var n tally
	for at := 0; at < len(whole); at += block {
		file := slices.Clone(whole)
		clear(file[at : at+block])
		c.try(t, path, fmt.Sprintf("zeros at byte %d", at), file, &n)
		from := (at + 3*block) % len(whole)
		copy(file[at:at+block], whole[from:])
		c.try(t, path, fmt.Sprintf("at byte %d those of byte %d", at, from), file, &n)
	}
	t.Logf("%d bytes: %+v", len(whole), n)
	if n.damaged == 0 || n.right == 0 {
		t.Errorf("got %+v, want some of each", n)
	}
}

// TestFlippedBitsWAL flips bits in the WAL that a crash leaves.
func TestFlippedBitsWAL(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	if out, err := child(t, "crash", path).Output(); err != nil {
		t.Fatalf("child: %v, output %q", err, out)
	}
	read := func(suffix string) []byte {
		data, err := os.ReadFile(path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	file, wal := read(""), read("-wal")

	// reopen puts the files there and returns how many entries are left.
	reopen := func(wal []byte) (uint64, error) {
		remove(t, path+"-shm")
		write(t, path, string(file))
		write(t, path+"-wal", string(wal))
		s, err := sqlitestore.Open(t.Context(), path, sqlitestore.Existing)
		if err != nil {
			return 0, err
		}
		defer s.Close()
		last, err := s.Last(t.Context(), "crash")
		return last.Seq + 1, err
	}
	if n, err := reopen(wal); n != crashEntries || err != nil {
		t.Fatalf("the WAL as it was: got %d entries and error %v", n, err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	damaged := 0
	for at := 0; at < len(wal); at += 1 + random.IntN(min(at+1, len(wal)/40)) {
		flipped := slices.Clone(wal)
		flipped[at] ^= 1 << random.IntN(8)
		n, err := reopen(flipped)
		switch {
		case errors.Is(err, store.ErrDamaged) && strings.Contains(err.Error(), "WAL"):
			damaged++
		case err != nil:
			t.Errorf("byte %d flipped: Open: %v", at, err)
		case n < crashEntries-2 || n > crashEntries: // the last two can look like a crash
			t.Errorf("byte %d flipped: got %d entries without an error, want %d or at most two fewer", at, n, crashEntries)
		}
	}
	t.Logf("%d bytes of WAL: damage found %d times", len(wal), damaged)
	if damaged == 0 {
		t.Errorf("no damage found in %d bytes of WAL", len(wal))
	}
}
