package registry

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/store"
)

// PageBatch returns many pages of the store at once, for trees. See Page.
func (r *Registry) PageBatch(ctx context.Context, hashes []patricia.Hash) ([][]byte, error) {
	all := make([][32]byte, len(hashes))
	for i, h := range hashes {
		all[i] = h
	}
	pages, err := store.GetAll(ctx, r.store, all)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: a page is missing from the store", ErrDamaged)
	}
	return pages, err
}

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

// Prove returns a proof of which of the granules are in a set. It reads the pages
// on the way to them.
func (r *Registry) Prove(ctx context.Context, root patricia.Root, granules ...string) (*dataset.Proof, error) {
	ids := make([][]byte, len(granules))
	for i, g := range granules {
		ids[i] = []byte(g)
		if err := dataset.CheckID(ids[i]); err != nil {
			return nil, err
		}
	}
	tree, err := r.set(root).Prove(ctx, ids...)
	if err != nil {
		return nil, err
	}
	return dataset.NewProof(tree, granules, nil)
}

// ProvePrefix returns a proof of which granules of a set begin with prefix. It holds
// all of them.
func (r *Registry) ProvePrefix(ctx context.Context, root patricia.Root, prefix string) (*dataset.Proof, error) {
	tree, err := r.set(root).ProvePrefix(ctx, []byte(prefix))
	if err != nil {
		return nil, err
	}
	return dataset.NewProof(tree, nil, []string{prefix})
}
