package patricia_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/patricia"
)

// TestPrefix compares the trees of prefixes with those of the items that have them.
func TestPrefix(t *testing.T) {
	t.Parallel()
	for _, kind := range []patricia.Kind{patricia.Set, patricia.Map} {
		random := rand.New(rand.NewPCG(5, uint64(kind)))
		for _, size := range []int{0, 1, 2, 100, 3000} {
			m := model{}
			for range size {
				id := randomText(random, "ab\xc3", 1, 12)
				m[id] = ""
				if kind == patricia.Map {
					m[id] = fmt.Sprint(random.IntN(9))
				}
			}
			pages := newPages()
			b := patricia.NewBuilder(kind, pages.put)
			for _, it := range m.items() {
				if err := b.Put(it.ID, it.Value); err != nil {
					t.Fatal(err)
				}
			}
			root, err := b.Root()
			if err != nil {
				t.Fatal(err)
			}
			tree := patricia.Tree{Kind: kind, Root: root, Pages: pages}
			for range 200 {
				prefix := randomText(random, "ab\xc3", 0, 7)
				want := model{}
				for id, value := range m {
					if strings.HasPrefix(id, prefix) {
						want[id] = value
					}
				}
				got, err := tree.Prefix(t.Context(), []byte(prefix))
				if err != nil || got != want.root(kind) {
					t.Fatalf("%d items, prefix %q: got %v, %v, want %v", size, prefix, got, err, want.root(kind))
				}
			}
		}
	}
}

// TestPrefixReads counts the pages that are read for a large part.
func TestPrefixReads(t *testing.T) {
	t.Parallel()
	pages := newPages()
	b := patricia.NewBuilder(patricia.Set, pages.put)
	for i := range 100_000 {
		if err := b.Add(fmt.Appendf(nil, "MOD.%06d", i)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := b.Root()
	if err != nil {
		t.Fatal(err)
	}
	tree := patricia.Tree{Root: root, Pages: pages}
	before := pages.reads
	got, err := tree.Prefix(t.Context(), []byte("MOD.04"))
	if err != nil || got.Count != 10_000 {
		t.Errorf("got %v, %v, want 10000 items", got, err)
	}
	if n := pages.reads - before; n > 10 {
		t.Errorf("read %d pages, want the way to one node", n)
	}
	whole, err := tree.Prefix(t.Context(), nil)
	if err != nil || whole != root {
		t.Errorf("without a prefix: got %v, %v, want %v", whole, err, root)
	}
}

// TestPrefixDamaged has no page that can be relied on.
func TestPrefixDamaged(t *testing.T) {
	t.Parallel()
	pages := newPages()
	b := patricia.NewBuilder(patricia.Set, pages.put)
	for i := range 1000 {
		if err := b.Add(fmt.Appendf(nil, "%03d", i)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := b.Root()
	if err != nil {
		t.Fatal(err)
	}
	for h, data := range pages.pages {
		pages.pages[h] = bytes.Replace(data, data[len(data)-1:], []byte{^data[len(data)-1]}, 1)
	}
	if got, err := (patricia.Tree{Root: root, Pages: pages}).Prefix(t.Context(), []byte("1")); err == nil || got != (patricia.Root{}) {
		t.Errorf("got %v, %v, want an error", got, err)
	}
}
