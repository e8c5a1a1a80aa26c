package registry

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
)

// Log returns all entries of a dataset, the first one, which creates it, included.
// Each is checked against the one before it.
func (r *Registry) Log(ctx context.Context, name string) iter.Seq2[*dataset.Entry, error] {
	return func(yield func(*dataset.Entry, error) bool) {
		if err := dataset.CheckName(name); err != nil {
			yield(nil, err)
			return
		}
		for e, err := range r.logAfter(ctx, name, nil) {
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// logAfter returns the entries that follow prev, all of them if it is nil.
func (r *Registry) logAfter(ctx context.Context, name string, prev *dataset.Entry) iter.Seq2[*dataset.Entry, error] {
	return func(yield func(*dataset.Entry, error) bool) {
		from := uint64(0)
		if prev != nil {
			from = prev.Seq + 1
		}
		for stored, err := range r.store.Read(ctx, logPrefix+name, from) {
			if err != nil {
				yield(nil, noDataset(name, err))
				return
			}
			e, err := parseEntry(name, stored)
			if err == nil {
				if bad := e.Check(prev); bad != nil {
					err = fmt.Errorf("%w: entry %d of dataset %s: %v", ErrDamaged, e.Seq, name, bad)
				}
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(e, nil) {
				return
			}
			prev = e
		}
	}
}

// AsOf returns the entry that held at time t: the last one whose time is t or
// before. It returns ErrNoInstance if the dataset had no granule list yet. It reads
// about log2 of the number of entries.
func (r *Registry) AsOf(ctx context.Context, name string, t time.Time) (*dataset.Entry, error) {
	head, err := r.Head(ctx, name)
	if err != nil {
		return nil, err
	}
	if head.Seq > 0 && !head.At.After(t) {
		return head, nil
	}
	var found *dataset.Entry
	low, high := uint64(1), head.Seq // the entry is one of [low, high) or found
	for low < high {
		middle := low + (high-low)/2
		e, err := r.Entry(ctx, name, middle)
		if err != nil {
			return nil, err
		}
		if e.At.After(t) {
			high = middle
		} else {
			found, low = e, middle+1
		}
	}
	if found == nil {
		return nil, fmt.Errorf("%w: dataset %s begins after %s", ErrNoInstance, name, t.UTC().Format(time.RFC3339Nano))
	}
	return found, nil
}

// Entry returns one entry of a dataset, which must be there.
func (r *Registry) Entry(ctx context.Context, name string, seq uint64) (*dataset.Entry, error) {
	for stored, err := range r.store.Read(ctx, logPrefix+name, seq) {
		if err != nil {
			return nil, noDataset(name, err)
		}
		if stored.Seq != seq {
			break
		}
		return parseEntry(name, stored)
	}
	return nil, fmt.Errorf("%w: entry %d of dataset %s is missing", ErrDamaged, seq, name)
}

// Resolve returns every entry that carries the identifier, by dataset name and then
// by age; if there is none, one error that is ErrUnresolved. Qualifiers are not
// looked at. It reads all ledgers.
func (r *Registry) Resolve(ctx context.Context, id dataset.Identifier) iter.Seq2[*dataset.Entry, error] {
	return func(yield func(*dataset.Entry, error) bool) {
		found := false
		for name, err := range r.Datasets(ctx) {
			if err != nil {
				yield(nil, err)
				return
			}
			for e, err := range r.Log(ctx, name) {
				if err != nil {
					yield(nil, err)
					return
				}
				if e.Seq == 0 || !carries(e, id) {
					continue
				}
				if found = true; !yield(e, nil) {
					return
				}
			}
		}
		if !found {
			yield(nil, fmt.Errorf("%w: %s", ErrUnresolved, id))
		}
	}
}

// carries tells whether an identifier names the instance of the entry.
func carries(e *dataset.Entry, id dataset.Identifier) bool {
	if id.Kind == dataset.KindChain {
		return e.HasDI() && id.DI == e.DI
	}
	return e.Identifier().Matches(id) ||
		e.Content.Count > 0 && e.ContentDescriptor().Identifier().Matches(id)
}
