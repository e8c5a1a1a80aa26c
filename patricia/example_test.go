package patricia_test

import (
	"context"
	"fmt"
	"iter"

	"github.com/seed-05176fc3/idem/patricia"
)

// One set from a sorted stream, another from it by a change, and what parts them.
func Example() {
	ctx := context.Background()
	pages := map[patricia.Hash][]byte{}
	sink := func(p patricia.Page) error { pages[p.Hash] = p.Data; return nil }
	read := patricia.ReaderFunc(func(_ context.Context, h patricia.Hash) ([]byte, error) { return pages[h], nil })

	b := patricia.NewBuilder(patricia.Set, sink)
	for _, id := range []string{"granule.01", "granule.02", "granule.04"} {
		if err := b.Add([]byte(id)); err != nil {
			fmt.Println(err)
			return
		}
	}
	root, err := b.Root()
	if err != nil {
		fmt.Println(err)
		return
	}
	before := patricia.Tree{Kind: patricia.Set, Root: root, Pages: read}

	res, err := before.Update(ctx, one(patricia.Change{ID: []byte("granule.03")}), sink)
	if err != nil {
		fmt.Println(err)
		return
	}
	after := patricia.Tree{Kind: patricia.Set, Root: res.Root, Pages: read}
	for d, err := range before.Diff(ctx, after) {
		fmt.Println(string(d.ID), d.InOld, d.InNew, err)
	}
	fmt.Println(after.Root.Count, after.Root.Hash)
	// Output:
	// granule.03 false true <nil>
	// 4 7dd520c98bd0339708d8a49e3478deeb9c464c1abb23df0e655de91d3f5cc128
}

func one(c patricia.Change) iter.Seq2[patricia.Change, error] {
	return func(yield func(patricia.Change, error) bool) { yield(c, nil) }
}
