package main

import (
	"context"
	"errors"
	"iter"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
)

// findResult returns a stored query that gave the instance which text names, as
// findInstance returns an entry; notFound is the error of findInstance.
func findResult(ctx context.Context, r *registry.Registry, text string, notFound error) (*dataset.StoredQuery, error) {
	if !errors.Is(notFound, registry.ErrUnresolved) {
		return nil, notFound
	}
	id, err := dataset.ParseIdentifier(text)
	if err != nil {
		return nil, err
	}
	for s, err := range r.ResolveQuery(ctx, id) {
		return s, err
	}
	return nil, notFound
}

// findGranules returns the granules of the instance that text names, of a ledger's
// entry or of what a stored query gave.
func findGranules(ctx context.Context, r *registry.Registry, text, at string) (iter.Seq2[[]byte, error], error) {
	e, err := findInstance(ctx, r, text, at)
	if err == nil {
		return r.Granules(ctx, e.Root, nil), nil
	}
	s, err := findResult(ctx, r, text, err)
	if err != nil {
		return nil, err
	}
	return r.Result(ctx, s), nil
}

// findTree returns the root of the instance that text names, and a registry that has
// its pages.
func findTree(ctx context.Context, r *registry.Registry, text, at string) (*registry.Registry, patricia.Root, error) {
	e, err := findInstance(ctx, r, text, at)
	if err == nil {
		return r, e.Root, nil
	}
	s, err := findResult(ctx, r, text, err)
	if err != nil {
		return nil, patricia.Root{}, err
	}
	with, err := r.WithResult(ctx, s)
	return with, s.Root, err
}
