package patricia_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed-05176fc3/idem/patricia"
)

// TestChecker verifies a history of trees: shared pages are read once, and each bit
// that is flipped in any page is found.
func TestChecker(t *testing.T) {
	t.Parallel()
	pages := newPages()
	var items []patricia.Item
	for i := range 20_000 {
		items = append(items, patricia.Item{ID: modis(nil, i)})
	}
	first := patricia.Tree{Root: build(t, patricia.Set, items, pages.put), Pages: pages}
	res, err := first.Update(t.Context(), changes([]patricia.Change{{ID: []byte("N")}, {ID: modis([]byte("x"), 1)}}), pages.put)
	if err != nil {
		t.Fatal(err)
	}
	second := patricia.Tree{Root: res.Root, Pages: pages}
	pages.reads = 0
	checked := 0
	c := &patricia.Checker{Progress: func(n int) { checked += n }}
	for _, tree := range []patricia.Tree{first, second, first, {Pages: pages}} {
		if err := c.Check(t.Context(), tree); err != nil {
			t.Fatal(err)
		}
	}
	if pages.reads != len(pages.pages) {
		t.Errorf("%d reads of %d pages", pages.reads, len(pages.pages))
	}
	if checked < 20_000 || checked > 20_300 {
		t.Errorf("progress told of %d items", checked)
	}
	tries := 0
	for h, good := range pages.pages {
		if tries++; tries > 20 {
			break
		}
		bad := slices.Clone(good)
		bit := rand.IntN(8 * len(bad))
		bad[bit/8] ^= 1 << (bit % 8)
		pages.pages[h] = bad
		c := &patricia.Checker{}
		err := errors.Join(c.Check(t.Context(), first), c.Check(t.Context(), second))
		if !errors.Is(err, patricia.ErrDamaged) {
			// A bit of the compressed form that nobody reads changes nothing.
			plain := &patricia.Checker{}
			if err != nil || plain.Check(t.Context(), first) != nil {
				t.Errorf("page %s, bit %d: %v", h, bit, err)
			}
		}
		pages.pages[h] = good
	}
}

// TestPagesPerChange holds what the choice of page sizes promises: of a million
// items, a change reads and writes six pages at most, a lookup reads five.
func TestPagesPerChange(t *testing.T) {
	t.Parallel()
	pages := newPages()
	b := patricia.NewBuilder(patricia.Set, pages.put)
	for i := range decade {
		if err := b.Add(modis(nil, i)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := b.Root()
	if err != nil {
		t.Fatal(err)
	}
	tree := patricia.Tree{Root: root, Pages: pages}
	for i := range 200 {
		id := modis(nil, i*(decade/200)+rand.IntN(decade/200))
		id[len(id)-1] = 'x'
		pages.reads, pages.writes = 0, 0
		res, err := tree.Update(t.Context(), changes([]patricia.Change{{ID: id}}), pages.put)
		if err != nil || res.Added != 1 {
			t.Fatal(res, err)
		}
		if pages.reads > 6 || pages.writes > 6 {
			t.Errorf("%s: %d pages read, %d written", id, pages.reads, pages.writes)
		}
		next := patricia.Tree{Root: res.Root, Pages: pages}
		pages.reads = 0
		n := 0
		for d, err := range tree.Diff(t.Context(), next) {
			if err != nil || string(d.ID) != string(id) {
				t.Fatal(d, err)
			}
			n++
		}
		if n != 1 || pages.reads > 12 {
			t.Errorf("%s: %d differences, %d pages read", id, n, pages.reads)
		}
		pages.reads = 0
		if _, ok, err := next.Get(t.Context(), id); err != nil || !ok || pages.reads > 5 {
			t.Errorf("%s: %v, %v, %d pages read", id, ok, err, pages.reads)
		}
		tree = next
	}
}
