package patricia_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"testing"

	"github.com/seed-05176fc3/idem/patricia"
)

// TestPageCheck checks all pages of a set and a map, under their hash and another.
func TestPageCheck(t *testing.T) {
	t.Parallel()
	for _, kind := range []patricia.Kind{patricia.Set, patricia.Map} {
		pages := newPages()
		var items []patricia.Item
		for i := range 3000 {
			items = append(items, patricia.Item{ID: modis(nil, i), Value: bytes.Repeat([]byte{'v'}, int(kind))})
		}
		build(t, kind, items, pages.put)
		for h, data := range pages.pages {
			p := patricia.Page{Hash: h, Data: data}
			if err := p.Check(); err != nil {
				t.Errorf("kind %d: %v", kind, err)
			}
			p.Hash[7]++
			if err := p.Check(); !errors.Is(err, patricia.ErrDamaged) {
				t.Errorf("kind %d: another hash: %v", kind, err)
			}
			p.Hash, p.Data = h, data[:len(data)-1]
			if err := p.Check(); !errors.Is(err, patricia.ErrDamaged) {
				t.Errorf("kind %d: cut short: %v", kind, err)
			}
		}
	}
	for _, data := range [][]byte{nil, {0x12}, {0x77, 1, 2}} {
		if err := (patricia.Page{Data: data}).Check(); !errors.Is(err, patricia.ErrDamaged) {
			t.Errorf("page %x: %v", data, err)
		}
	}
}

// TestCheckerSharedCounts changes an upper page so that it says of the pages below
// that one has an item more and another one less, which its hash does not show. The
// pages below have been checked before, with the right page above them.
func TestCheckerSharedCounts(t *testing.T) {
	t.Parallel()
	pages := newPages()
	var items []patricia.Item
	for i := range 200 {
		items = append(items, patricia.Item{ID: modis(nil, i)})
	}
	root := build(t, patricia.Set, items, pages.put)
	good := pages.pages[root.Hash]
	_, branch := binary.Uvarint(good[1:]) // after the first byte
	first, left := count(good, 1+branch)
	second, right := count(good, first+32)
	if left+right != root.Count || second+32 != len(good) {
		t.Fatalf("the page has not two pages below it, with %d and %d items", left, right)
	}
	bad := slices.Concat(good[:1+branch], []byte{0}, binary.AppendUvarint(nil, left-1), good[first:first+32],
		[]byte{0}, binary.AppendUvarint(nil, right+1), good[second:])
	if err := (patricia.Page{Hash: root.Hash, Data: bad}).Check(); err != nil {
		t.Fatalf("the hash shows it: %v", err)
	}
	tree := patricia.Tree{Root: root, Pages: pages}
	for _, below := range []bool{false, true} {
		var c patricia.Checker
		if below {
			for _, part := range []patricia.Root{
				{Hash: patricia.Hash(good[first : first+32]), Count: left},
				{Hash: patricia.Hash(good[second : second+32]), Count: right},
			} {
				if err := c.Check(t.Context(), patricia.Tree{Root: part, Pages: pages}); err != nil {
					t.Fatal(err)
				}
			}
		}
		pages.pages[root.Hash] = bad
		if err := c.Check(t.Context(), tree); !errors.Is(err, patricia.ErrDamaged) {
			t.Errorf("pages below checked before: %v: got %v", below, err)
		}
		pages.pages[root.Hash] = good
		if c.Has(root.Hash) {
			t.Error("the checker has a page that is wrong")
		}
		if err := c.Check(t.Context(), tree); err != nil || !c.Has(root.Hash) {
			t.Errorf("the right page: %v", err)
		}
	}
}

// count returns the number of items of the subtree with a page that stands at offset
// at of an upper page, and the place of its hash.
func count(page []byte, at int) (hash int, n uint64) {
	n, k := binary.Uvarint(page[at+1:])
	return at + 1 + k, n
}
