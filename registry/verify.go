package registry

import (
	"context"
	"fmt"
	"iter"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
)

// Verified says what Verify has looked at.
type Verified struct {
	Entries  uint64 // entries of the ledger, the first one included
	Granules uint64 // of the newest set
}

// Verify recomputes all that the ledger of a dataset says: the hashes of its entries
// and their sequence, all pages of all sets, roots, counts, instance identifiers
// and, where it is kept and Go allows MD5, the chain with its checkpoints. The first thing that is
// wrong ends it with an error that says what it is. Pages that entries share are
// read once. progress, if not nil, is told the number of granules read.
func (r *Registry) Verify(ctx context.Context, name string, progress func(granules int)) (Verified, error) {
	sets := &patricia.Checker{Progress: progress}
	maps := &patricia.Checker{}
	var prev *dataset.Entry
	for e, err := range r.Log(ctx, name) {
		if err != nil {
			return Verified{}, err
		}
		if prev != nil {
			if err := r.verifyEntry(ctx, prev, e, sets, maps); err != nil {
				return Verified{}, fmt.Errorf("entry %d of dataset %s: %w", e.Seq, name, err)
			}
		}
		prev = e
	}
	return Verified{Entries: prev.Seq + 1, Granules: prev.Root.Count}, nil
}

// verifyEntry checks an entry whose predecessor has been checked. That it is sound by
// itself and follows from prev by what it says has been seen.
func (r *Registry) verifyEntry(ctx context.Context, prev, e *dataset.Entry, sets, maps *patricia.Checker) error {
	if err := sets.Check(ctx, r.set(e.Root)); err != nil {
		return err
	}
	if err := maps.Check(ctx, r.trees().checkpoints(e)); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var added, removed uint64
	recompute := e.HasDI() && dataset.ChainAvailable()
	t := newTee(ctx, asChanges(r.Diff(ctx, prev.Root, e.Root)))
	done := make(chan error, 1)
	var next chainResult
	go func() {
		var err error
		if recompute {
			next, err = r.trees().rechain(ctx, prev, &side{tee: t})
		} else {
			err = drain(&side{tee: t})
		}
		if err != nil {
			cancel()
		}
		done <- err
	}()
	for c, err := range t.main() {
		switch {
		case err != nil:
			cancel()
			return cmpErr(<-done, err)
		case c.Delete:
			removed++
		default:
			added++
		}
	}
	if err := <-done; err != nil {
		return err
	}
	if added != e.Added || removed != e.Removed {
		return fmt.Errorf("%w: it says %d added and %d removed, the sets say %d and %d", ErrDamaged, e.Added, e.Removed, added, removed)
	}
	if !recompute {
		return nil
	}
	if next.sum != e.DI {
		return fmt.Errorf("%w: it says DI %s, the granules give %s", ErrDamaged, e.DI, next.sum)
	}
	checkpoints, err := r.trees().checkpoint(ctx, prev, next, func(patricia.Page) error { return nil })
	if err != nil {
		return err
	}
	if checkpoints != e.Checkpoints {
		return fmt.Errorf("%w: its checkpoints are not those of the chain", ErrDamaged)
	}
	return nil
}

// asChanges returns what turns one set into another as changes.
func asChanges(diff iter.Seq2[patricia.Difference, error]) iter.Seq2[patricia.Change, error] {
	return func(yield func(patricia.Change, error) bool) {
		for d, err := range diff {
			if !yield(patricia.Change{ID: d.ID, Delete: !d.InNew}, err) || err != nil {
				return
			}
		}
	}
}

// drain goes to the end.
func drain(s *side) error {
	for {
		c, err := s.peek()
		if c == nil {
			return err
		}
		s.next()
	}
}
