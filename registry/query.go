package registry

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/store"
)

// queryPrefix begins the names of the logs of stored queries.
const queryPrefix = "query/"

var (
	// ErrNoQuery is returned for a name that no query of the dataset has.
	ErrNoQuery = errors.New("no such query")
	// ErrQueryName is returned on giving a query the name of another.
	ErrQueryName = errors.New("another query has that name")
)

// Select returns the granules of a set that a query names, in byte order. It reads the
// pages of those that begin with the query's prefix. The IDs must not be changed.
func (r *Registry) Select(ctx context.Context, root patricia.Root, q dataset.Query) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for id, err := range r.withPrefix(ctx, root, q.Prefix) {
			if err == nil && !q.Matches(id) {
				continue
			}
			if !yield(id, err) || err != nil {
				return
			}
		}
	}
}

// withPrefix returns the granules of a set that begin with prefix.
func (r *Registry) withPrefix(ctx context.Context, root patricia.Root, prefix string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for id, err := range r.Granules(ctx, root, []byte(prefix)) {
			if err == nil && !bytes.HasPrefix(id, []byte(prefix)) {
				return
			}
			if !yield(id, err) || err != nil {
				return
			}
		}
	}
}

// QueryRun is a query to be asked and stored.
type QueryRun struct {
	Query dataset.Query
	Name  string // may be empty
	Actor string // who asks; may be empty

	Progress func(granules int) // if not nil, is told the number of granules read
}

// QueryOutcome is what came of a query.
type QueryOutcome struct {
	Stored  *dataset.StoredQuery
	New     bool   // it was not stored before
	Untimed uint64 // granules in no range because their IDs have no time
}

// RunQuery asks a query of the instance of a ledger's entry, which is not entry 0, and
// stores it with the result's root. If the same query is stored with the same result,
// under the name if there is one, nothing is stored and that one is the outcome.
//
// A query of a prefix alone reads a few pages, one of times the pages of the granules
// that begin with the prefix. Then it reads the log of stored queries.
func (r *Registry) RunQuery(ctx context.Context, e *dataset.Entry, run QueryRun) (QueryOutcome, error) {
	if err := run.Query.Check(); err != nil {
		return QueryOutcome{}, err
	}
	if e.Seq == 0 {
		return QueryOutcome{}, fmt.Errorf("%w: dataset %s has no granule list yet", ErrNoInstance, e.Dataset)
	}
	s := &dataset.StoredQuery{
		Dataset: e.Dataset, Name: run.Name, Query: run.Query, Actor: run.Actor,
		Entry: e.Seq, EntryHash: e.Hash, At: e.At,
	}
	var out QueryOutcome
	var err error
	if s.Root, out.Untimed, err = r.result(ctx, e.Root, run.Query, run.Progress); err != nil {
		return QueryOutcome{}, err
	}
	for {
		out.Stored, out.New, err = r.storeQuery(ctx, s)
		if !errors.Is(err, store.ErrConflict) {
			return out, err
		}
	}
}

// result returns the root of what a query names in a set, and the number of granules
// that are in no range because their IDs have no time.
func (r *Registry) result(ctx context.Context, root patricia.Root, q dataset.Query, progress func(int)) (_ patricia.Root, untimed uint64, err error) {
	if !q.Timed() {
		found, err := r.set(root).Prefix(ctx, []byte(q.Prefix))
		return found, 0, err
	}
	b := patricia.NewBuilder(patricia.Set, nil)
	const step = 4096 // granules between two calls of progress
	n := 0
	for id, err := range r.withPrefix(ctx, root, q.Prefix) {
		if err != nil {
			return patricia.Root{}, 0, err
		}
		if q.Matches(id) {
			if err := b.Add(id); err != nil {
				return patricia.Root{}, 0, err
			}
		} else if _, timed := dataset.IDTime(id); !timed {
			untimed++
		}
		if n++; n%step == 0 && progress != nil {
			progress(step)
		}
	}
	if progress != nil {
		progress(n % step)
	}
	found, err := b.Root()
	return found, untimed, err
}

// storeQuery appends a query to its log, unless it is there, and returns what is there.
func (r *Registry) storeQuery(ctx context.Context, s *dataset.StoredQuery) (_ *dataset.StoredQuery, added bool, err error) {
	text := s.Query.String()
	var last *dataset.StoredQuery
	for old, err := range r.Queries(ctx, s.Dataset) {
		if err != nil {
			return nil, false, err
		}
		last = old
		same, named := old.Query.String() == text, s.Name != "" && old.Name == s.Name
		switch {
		case named && !same:
			return nil, false, fmt.Errorf("%w: %s of dataset %s is %s", ErrQueryName, s.Name, s.Dataset, old.Query)
		case same && (named || s.Name == "") && old.Root == s.Root:
			return old, false, nil
		}
	}
	next := *s
	next.Recorded = r.time()
	if last != nil {
		next.Seq, next.Prev = last.Seq+1, last.Hash
	}
	if err := next.Check(last); err != nil {
		return nil, false, err
	}
	data, err := next.Seal()
	if err != nil {
		return nil, false, err
	}
	return &next, true, r.store.Append(ctx, queryPrefix+s.Dataset, next.Seq, data)
}

// Queries returns the stored queries of a dataset, oldest first. Each is checked against the one before it.
func (r *Registry) Queries(ctx context.Context, name string) iter.Seq2[*dataset.StoredQuery, error] {
	return func(yield func(*dataset.StoredQuery, error) bool) {
		if err := dataset.CheckName(name); err != nil {
			yield(nil, err)
			return
		}
		var prev *dataset.StoredQuery
		for stored, err := range r.store.Read(ctx, queryPrefix+name, 0) {
			if errors.Is(err, fs.ErrNotExist) {
				if _, err := r.Head(ctx, name); err != nil {
					yield(nil, err)
				}
				return
			}
			var s *dataset.StoredQuery
			if err == nil {
				s, err = parseQuery(name, stored)
			}
			if err == nil {
				if bad := s.Check(prev); bad != nil {
					err = fmt.Errorf("%w: stored query %d of dataset %s: %v", ErrDamaged, s.Seq, name, bad)
				}
			}
			if !yield(s, err) || err != nil {
				return
			}
			prev = s
		}
	}
}

// parseQuery reads a stored query and checks that it stands where it belongs.
func parseQuery(name string, stored store.Entry) (*dataset.StoredQuery, error) {
	s, err := dataset.ParseStoredQuery(stored.Data)
	if errors.Is(err, dataset.ErrNewerEntry) {
		return nil, fmt.Errorf("stored query %d of dataset %s: %w", stored.Seq, name, err)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: stored query %d of dataset %s: %v", ErrDamaged, stored.Seq, name, err)
	}
	if s.Dataset != name || s.Seq != stored.Seq {
		return nil, fmt.Errorf("%w: stored query %d of dataset %s: it is query %d of dataset %s", ErrDamaged, stored.Seq, name, s.Seq, s.Dataset)
	}
	return s, nil
}

// NamedQuery returns the query of a dataset that has the name, or ErrNoQuery.
func (r *Registry) NamedQuery(ctx context.Context, name, query string) (dataset.Query, error) {
	for s, err := range r.Queries(ctx, name) {
		if err != nil {
			return dataset.Query{}, err
		}
		if s.Name == query {
			return s.Query, nil
		}
	}
	return dataset.Query{}, fmt.Errorf("%w: %s of dataset %s", ErrNoQuery, query, name)
}
