package patricia_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed-05176fc3/idem/patricia"
)

// TestCache makes many changes one after the other through one cache, which is too
// small for all pages, and compares each tree with a model.
func TestCache(t *testing.T) {
	t.Parallel()
	for kind, size := range map[patricia.Kind]int{patricia.Set: 1 << 20, patricia.Map: 1 << 15} {
		t.Run(fmt.Sprint(kind), func(t *testing.T) {
			t.Parallel()
			seed := rand.Uint64()
			r := rand.New(rand.NewPCG(seed, 0))
			pages := newPages()
			tree := patricia.Tree{Kind: kind, Pages: patricia.NewCache(pages, size)}
			m := model{}
			for step := range 300 {
				var list []patricia.Change
				for range 1 + r.IntN(40) {
					id := fmt.Sprint(r.IntN(3000))
					if r.IntN(4) == 0 { // small subtrees that are new as a whole
						id = fmt.Sprintf("%x/%d", r.IntN(1<<12), r.IntN(4))
					}
					c := patricia.Change{ID: []byte(id), Delete: r.IntN(3) == 0}
					if kind == patricia.Map && !c.Delete {
						c.Value = fmt.Append(nil, r.IntN(5))
					}
					list = append(list, c)
				}
				list = sortedOnce(list)
				for _, c := range list {
					if c.Delete {
						delete(m, string(c.ID))
					} else {
						m[string(c.ID)] = string(c.Value)
					}
				}
				got, err := tree.Update(t.Context(), changes(list), pages.put)
				if err != nil {
					t.Fatalf("seed %d, step %d: %v", seed, step, err)
				}
				tree.Root = got.Root
				if step%30 != 0 {
					continue
				}
				if want := m.root(kind); got.Root != want {
					t.Fatalf("seed %d, step %d: got %v, want %v", seed, step, got.Root, want)
				}
				for _, it := range m.items() { // all is there without the cache
					plain := patricia.Tree{Kind: kind, Root: tree.Root, Pages: pages}
					found, ok, err := plain.Get(t.Context(), it.ID)
					if err != nil || !ok || string(found.Value) != string(it.Value) {
						t.Fatalf("seed %d, step %d: %s: got %s, %v, %v", seed, step, it.ID, found.Value, ok, err)
					}
				}
			}
		})
	}
}

// sortedOnce sorts changes and keeps the first of each ID.
func sortedOnce(list []patricia.Change) []patricia.Change {
	slices.SortStableFunc(list, func(a, b patricia.Change) int { return bytes.Compare(a.ID, b.ID) })
	return slices.CompactFunc(list, func(a, b patricia.Change) bool { return bytes.Equal(a.ID, b.ID) })
}
