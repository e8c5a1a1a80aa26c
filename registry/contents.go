package registry

import (
	"context"
	"iter"

	"github.com/seed-05176fc3/idem/patricia"
)

// Granules returns the granules of a set in byte order, from the first that is not
// less than from. It keeps nothing, so the set may be larger than memory. The IDs
// must not be changed.
func (r *Registry) Granules(ctx context.Context, root patricia.Root, from []byte) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for it, err := range r.set(root).All(ctx, from) {
			if !yield(it.ID, err) {
				return
			}
		}
	}
}

// Diff returns the granules that two sets do not share, in byte order. It reads
// only the pages in which they differ.
func (r *Registry) Diff(ctx context.Context, from, to patricia.Root) iter.Seq2[patricia.Difference, error] {
	return r.set(from).Diff(ctx, r.set(to))
}
