package registry

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/store"
)

// ResolveQuery returns every stored query whose result has the identifier, by dataset
// name and then by age; none if there is none. Qualifiers are not looked at. It reads
// the logs of all stored queries, and no granules.
func (r *Registry) ResolveQuery(ctx context.Context, id dataset.Identifier) iter.Seq2[*dataset.StoredQuery, error] {
	return func(yield func(*dataset.StoredQuery, error) bool) {
		for log, err := range r.store.Names(ctx, queryPrefix) {
			if err != nil {
				yield(nil, err)
				return
			}
			for s, err := range r.Queries(ctx, log[len(queryPrefix):]) {
				if err == nil && !s.Identifier().Matches(id) {
					continue
				}
				if !yield(s, err) || err != nil {
					return
				}
			}
		}
	}
}

// QualifiedQuery returns every stored query whose result has the identifier and of which
// its qualifiers are right: the dataset, the count, and the time, at which the query
// must give the same.
func (r *Registry) QualifiedQuery(ctx context.Context, id dataset.Identifier) iter.Seq2[*dataset.StoredQuery, error] {
	return func(yield func(*dataset.StoredQuery, error) bool) {
		for s, err := range r.ResolveQuery(ctx, id) {
			qualified := false
			if err == nil {
				qualified, err = r.qualifiesQuery(ctx, s, id.Qualifiers)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if qualified && !yield(s, nil) {
				return
			}
		}
	}
}

func (r *Registry) qualifiesQuery(ctx context.Context, s *dataset.StoredQuery, q dataset.Qualifiers) (bool, error) {
	at := q.At
	q.At = time.Time{}
	right, err := r.qualifies(ctx, &dataset.Entry{Dataset: s.Dataset, Root: s.Root}, q)
	if err != nil || !right || at.IsZero() {
		return right, err
	}
	e, err := r.AsOf(ctx, s.Dataset, at)
	if errors.Is(err, ErrNoInstance) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	got, _, err := r.result(ctx, e.Root, s.Query, nil)
	return got == s.Root, err
}

// VerifyQuery asks a stored query again, of the entry that it was asked of, and returns
// that entry. The error is ErrDamaged unless entry and result are those that it says.
func (r *Registry) VerifyQuery(ctx context.Context, s *dataset.StoredQuery) (*dataset.Entry, error) {
	e, err := r.asked(ctx, s)
	if err != nil {
		return nil, err
	}
	got, _, err := r.result(ctx, e.Root, s.Query, nil)
	if err != nil {
		return nil, err
	}
	if err := sameResult(s, got); err != nil {
		return nil, err
	}
	return e, nil
}

// asked returns the entry that a stored query was asked of.
func (r *Registry) asked(ctx context.Context, s *dataset.StoredQuery) (*dataset.Entry, error) {
	e, err := r.Entry(ctx, s.Dataset, s.Entry)
	if err != nil {
		return nil, err
	}
	if e.Hash != s.EntryHash || !e.At.Equal(s.At) {
		return nil, fmt.Errorf("%w: stored query %d of dataset %s: entry %d is not the one that it was asked of", ErrDamaged, s.Seq, s.Dataset, s.Entry)
	}
	return e, nil
}

// sameResult returns an error unless a stored query has given got.
func sameResult(s *dataset.StoredQuery, got patricia.Root) error {
	if got == s.Root {
		return nil
	}
	return fmt.Errorf("%w: stored query %d of dataset %s: it says %d granules, root %v; asked again, it gives %d, root %v",
		ErrDamaged, s.Seq, s.Dataset, s.Root.Count, s.Root.Hash, got.Count, got.Hash)
}

// VerifyQueries does what VerifyQuery does for all stored queries of a dataset, checks
// that a name stands for one query, and returns their number.
func (r *Registry) VerifyQueries(ctx context.Context, name string) (queries uint64, err error) {
	named := map[string]string{} // texts of the queries
	for s, err := range r.Queries(ctx, name) {
		if err == nil {
			_, err = r.VerifyQuery(ctx, s)
		}
		if err != nil {
			return queries, err
		}
		if text, ok := named[s.Name]; ok && text != s.Query.String() {
			return queries, fmt.Errorf("%w: stored query %d of dataset %s: the name %s stands for another query", ErrDamaged, s.Seq, name, s.Name)
		}
		if s.Name != "" {
			named[s.Name] = s.Query.String()
		}
		queries++
	}
	return queries, nil
}

// Result returns the granules that a stored query gave, in byte order. It delivers none
// before VerifyQuery has found them to be the same. The IDs must not be changed.
func (r *Registry) Result(ctx context.Context, s *dataset.StoredQuery) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		e, err := r.VerifyQuery(ctx, s)
		if err != nil {
			yield(nil, err)
			return
		}
		r.Select(ctx, e.Root, s.Query)(yield)
	}
}

// WithResult returns a registry to read from that also has the pages of what a stored
// query gave, for proofs and differences. It keeps them in memory.
func (r *Registry) WithResult(ctx context.Context, s *dataset.StoredQuery) (*Registry, error) {
	e, err := r.asked(ctx, s)
	if err != nil {
		return nil, err
	}
	with := &withPages{Store: r.store, pages: map[patricia.Hash][]byte{}}
	b := patricia.NewBuilder(patricia.Set, func(p patricia.Page) error {
		with.pages[p.Hash] = p.Data
		return nil
	})
	for id, err := range r.Select(ctx, e.Root, s.Query) {
		if err == nil {
			err = b.Add(id)
		}
		if err != nil {
			return nil, err
		}
	}
	root, err := b.Root()
	if err == nil {
		err = sameResult(s, root)
	}
	if err != nil {
		return nil, err
	}
	return &Registry{store: with, now: r.now}, nil
}

// withPages is a store that has further pages.
type withPages struct {
	store.Store
	pages map[patricia.Hash][]byte
}

// Get returns a page.
func (w *withPages) Get(ctx context.Context, h [32]byte) ([]byte, error) {
	if page, ok := w.pages[h]; ok {
		return page, nil
	}
	return w.Store.Get(ctx, h)
}
