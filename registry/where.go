package registry

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
)

// Interval is a time for which a dataset held a granule: from the entry Added up to,
// but not including, the entry Removed.
type Interval struct {
	Added   *dataset.Entry
	Removed *dataset.Entry // nil if the newest entry holds it
	By      string         // the granule that took its place; empty if none did
}

// Where returns the intervals in which a dataset held a granule, oldest first, none
// if it never did. It reads the histories of the entries, not their sets: of ten
// thousand entries about ten histories, and the sets of those that no
// history is about.
func (r *Registry) Where(ctx context.Context, name string, granule []byte) ([]Interval, error) {
	if err := dataset.CheckID(granule); err != nil {
		return nil, err
	}
	head, err := r.Head(ctx, name)
	if err != nil {
		return nil, err
	}
	for {
		list, failed := r.where(ctx, head, granule)
		if !errors.Is(failed, ErrDamaged) {
			return list, failed
		}
		now, err := r.Head(ctx, name)
		if err != nil || now.Seq == head.Seq {
			return nil, failed
		}
		head = now // a page may have been forgotten, of a history that a longer one has taken in
	}
}

// where is Where as of an entry.
func (r *Registry) where(ctx context.Context, head *dataset.Entry, granule []byte) ([]Interval, error) {
	q := &quest{registry: r, name: head.Dataset, granule: granule, entries: map[uint64]*dataset.Entry{head.Seq: head}}
	if err := q.run(ctx, head); err != nil {
		return nil, err
	}
	return q.intervals(ctx)
}

// Held returns the entries of an interval, oldest first: those whose sets hold the
// granule.
func (r *Registry) Held(ctx context.Context, i Interval) iter.Seq2[*dataset.Entry, error] {
	return func(yield func(*dataset.Entry, error) bool) {
		name := i.Added.Dataset
		for stored, err := range r.store.Read(ctx, logPrefix+name, i.Added.Seq) {
			if err != nil {
				yield(nil, noDataset(name, err))
				return
			}
			if i.Removed != nil && stored.Seq >= i.Removed.Seq {
				return
			}
			e, err := parseEntry(name, stored)
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// quest looks for the entries of a dataset that added or removed a granule.
type quest struct {
	registry *Registry
	name     string
	granule  []byte
	entries  map[uint64]*dataset.Entry // those read
	held     map[patricia.Root]bool    // whether sets hold the granule, as far as looked at
	found    []uint64
}

func (q *quest) entry(ctx context.Context, seq uint64) (*dataset.Entry, error) {
	if e, ok := q.entries[seq]; ok {
		return e, nil
	}
	e, err := q.registry.Entry(ctx, q.name, seq)
	if err == nil {
		q.entries[seq] = e
	}
	return e, err
}

func (q *quest) run(ctx context.Context, head *dataset.Entry) error {
	q.held = make(map[patricia.Root]bool)
	for seq := head.Seq; seq > 0; {
		e, err := q.entry(ctx, seq)
		if err != nil {
			return err
		}
		if e.History == nil {
			if err := q.single(ctx, e); err != nil {
				return err
			}
			seq--
			continue
		}
		it, ok, err := q.registry.trees().moves(e).Get(ctx, q.granule)
		if err != nil {
			return err
		}
		if ok {
			moves, err := parseMoves(e, it)
			if err != nil {
				return err
			}
			q.found = append(q.found, moves...)
		}
		for _, large := range e.History.Large {
			e, err := q.entry(ctx, large)
			if err != nil {
				return err
			}
			if err := q.single(ctx, e); err != nil {
				return err
			}
		}
		seq -= dataset.SpanAt(seq)
	}
	slices.Sort(q.found)
	return nil
}

// single looks at the sets before and after an entry.
func (q *quest) single(ctx context.Context, e *dataset.Entry) error {
	prev, err := q.entry(ctx, e.Seq-1)
	if err != nil {
		return err
	}
	before, err := q.holds(ctx, prev.Root)
	if err != nil {
		return err
	}
	after, err := q.holds(ctx, e.Root)
	if err != nil {
		return err
	}
	if before != after {
		q.found = append(q.found, e.Seq)
	}
	return nil
}

func (q *quest) holds(ctx context.Context, root patricia.Root) (bool, error) {
	if held, known := q.held[root]; known {
		return held, nil
	}
	_, held, err := q.registry.trees().set(root).Get(ctx, q.granule)
	q.held[root] = held
	return held, err
}

// intervals turns the entries that were found into intervals: the granule came with
// the first, went with the second, and so on by turns.
func (q *quest) intervals(ctx context.Context) ([]Interval, error) {
	var list []Interval
	for i, seq := range q.found {
		e, err := q.entry(ctx, seq)
		if err != nil {
			return nil, err
		}
		if i%2 == 0 {
			list = append(list, Interval{Added: e})
			continue
		}
		last := &list[len(list)-1]
		last.Removed = e
		tomb, ok, err := q.registry.tombstone(ctx, e, q.granule)
		if err != nil {
			return nil, err
		}
		if ok {
			last.By = string(tomb.By)
		}
	}
	return list, nil
}

// tombstone returns the tombstone that a granule has in an entry.
func (r *Registry) tombstone(ctx context.Context, e *dataset.Entry, granule []byte) (dataset.Tombstone, bool, error) {
	it, ok, err := r.trees().tombstones(e).Get(ctx, granule)
	if err != nil || !ok {
		return dataset.Tombstone{}, false, err
	}
	t, err := parseTombstone(e, it)
	return t, err == nil, err
}

// parseTombstone reads an item of an entry's tombstones.
func parseTombstone(e *dataset.Entry, it patricia.Item) (dataset.Tombstone, error) {
	t, err := dataset.ParseTombstone(it.Value)
	if err == nil && t.Seq > e.Seq {
		err = errors.New("it names an entry that comes later")
	}
	if err != nil {
		return t, fmt.Errorf("%w: entry %d of dataset %s: tombstone of %q: %v", ErrDamaged, e.Seq, e.Dataset, it.ID, err)
	}
	return t, nil
}

// RemovedGranule is a granule that a dataset once held, and how it went.
type RemovedGranule struct {
	Granule []byte
	dataset.Tombstone
}

// Tombstones returns the granules that were removed before or with the entry and
// not added again, in byte order.
func (r *Registry) Tombstones(ctx context.Context, e *dataset.Entry) iter.Seq2[RemovedGranule, error] {
	return func(yield func(RemovedGranule, error) bool) {
		for it, err := range r.trees().tombstones(e).All(ctx, nil) {
			var t dataset.Tombstone
			if err == nil {
				t, err = parseTombstone(e, it)
			}
			if !yield(RemovedGranule{it.ID, t}, err) || err != nil {
				return
			}
		}
	}
}
