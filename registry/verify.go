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
// and their sequence, all pages of all trees, roots, counts, instance identifiers
// and, where it is kept and Go allows MD5, the chain with its checkpoints; then the roots
// of its signed checkpoints. The first thing that is wrong ends it with an error that says
// what it is. Pages that entries share are read once. progress, if not nil, is told the
// number of granules read.
func (r *Registry) Verify(ctx context.Context, name string, progress func(granules int)) (Verified, error) {
	if err := dataset.CheckName(name); err != nil {
		return Verified{}, err
	}
	v := &verifier{newSurvey(r, progress)}
	verified, err := v.dataset(ctx, name)
	if err != nil {
		return verified, err
	}
	return verified, r.VerifyCheckpoints(ctx, name)
}

// verifier verifies ledgers, and surveys what they refer to.
type verifier struct{ *survey }

// dataset verifies the ledger of a dataset.
func (v *verifier) dataset(ctx context.Context, name string) (Verified, error) {
	head, err := v.registry.Head(ctx, name)
	if err != nil {
		return Verified{}, err
	}
	for e, err := range v.registry.logAfter(ctx, name, nil) {
		if err != nil {
			return Verified{}, err
		}
		if err := v.survey.entry(ctx, e, head); err != nil {
			return Verified{}, err
		}
		if prev := v.seen[name]; prev != nil {
			if err := v.entry(ctx, prev, e); err != nil {
				return Verified{}, fmt.Errorf("entry %d of dataset %s: %w", e.Seq, name, err)
			}
		}
		v.seen[name] = e
	}
	last := v.seen[name]
	return Verified{Entries: last.Seq + 1, Granules: last.Root.Count}, nil
}

// entry compares what an entry says with its trees and with the entry before, which
// has been verified. That it is sound by itself and follows from prev by what it
// says has been seen, and so have the pages of its trees.
func (v *verifier) entry(ctx context.Context, prev, e *dataset.Entry) error {
	return v.set(ctx, prev, e)
}

// set recomputes the counts of added and removed granules, and the chain.
func (v *verifier) set(ctx context.Context, prev, e *dataset.Entry) error {
	r := v.registry
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
