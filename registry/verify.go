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
// and their sequence, all pages of all trees, roots, counts, instance identifiers,
// content, tombstones, histories and, where it is kept and Go allows MD5, the chain with
// its checkpoints; then the roots of its signed checkpoints, and the results of its
// stored queries. The first thing that is wrong ends it with an error that says what it
// is. Pages that entries share are read once. progress, if not nil, is told the number
// of granules read.
func (r *Registry) Verify(ctx context.Context, name string, progress func(granules int)) (Verified, error) {
	if err := dataset.CheckName(name); err != nil {
		return Verified{}, err
	}
	verified, err := newVerifier(r, progress).dataset(ctx, name)
	if err != nil {
		return verified, err
	}
	if err := r.VerifyCheckpoints(ctx, name); err != nil {
		return verified, err
	}
	_, err = r.VerifyQueries(ctx, name)
	return verified, err
}

// verifyCache is how many bytes of pages are kept in memory while ledgers are
// verified: an entry and the next one have most of theirs in common. A set of a
// million granules takes about 60 MB.
const verifyCache = 128 << 20

// verifier verifies ledgers, and surveys what they refer to.
type verifier struct {
	*survey
	kept   trees  // whose pages come from the cache if they have been read before
	chains chains // still to be recomputed
}

func newVerifier(r *Registry, progress func(granules int)) *verifier {
	cache := patricia.NewCache(r, verifyCache)
	kept := trees{cache}
	return &verifier{survey: newSurvey(r, cache, progress), kept: kept, chains: chains{trees: r.trees(), kept: kept}}
}

// dataset verifies the ledger of a dataset.
func (v *verifier) dataset(ctx context.Context, name string) (Verified, error) {
	err := v.ledger(ctx, name)
	if failed := v.chains.verify(ctx); failed != nil {
		err = failed // an entry before the one that ended it
	}
	if err != nil {
		return Verified{}, err
	}
	last := v.seen[name]
	return Verified{Entries: last.Seq + 1, Granules: last.Root.Count}, nil
}

// ledger verifies the entries of a dataset. It leaves some of their chains.
func (v *verifier) ledger(ctx context.Context, name string) error {
	head, err := v.registry.Head(ctx, name)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	surveyed := v.ahead(ctx, name, head)
	defer func() {
		cancel()
		for range surveyed { // until it has ended
		}
	}()
	histories := newHistoryCheck(v.registry, v.kept)
	for next := range surveyed {
		e, prev := next.entry, v.seen[name]
		switch {
		case next.err != nil:
			return next.err
		case prev != nil:
			if !v.chains.takes(prev, e) {
				if err := v.chains.verify(ctx); err != nil {
					return err
				}
			}
			err := v.entry(ctx, prev, e)
			if err == nil {
				err = histories.next(ctx, e)
			}
			if err != nil {
				return fmt.Errorf("entry %d of dataset %s: %w", e.Seq, name, err)
			}
		}
		v.seen[name] = e
	}
	return ctx.Err()
}

// surveyed is an entry whose trees have been surveyed, or why not.
type surveyed struct {
	entry *dataset.Entry
	err   error
}

// ahead surveys the entries of a ledger, a few of them before they are received. After
// an error it ends.
func (v *verifier) ahead(ctx context.Context, name string, head *dataset.Entry) <-chan surveyed {
	out := make(chan surveyed, 16)
	go func() {
		defer close(out)
		for e, err := range v.registry.logAfter(ctx, name, nil) {
			if err == nil {
				err = v.survey.entry(ctx, e, head)
			}
			select {
			case out <- surveyed{e, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return out
}

// entry compares what an entry says with its trees and with the entry before, which
// has been verified. That it is sound by itself and follows from prev by what it
// says has been seen, and so have the pages of its trees.
func (v *verifier) entry(ctx context.Context, prev, e *dataset.Entry) error {
	set := v.large
	if v.chains.takes(prev, e) {
		set = v.small
	}
	if err := set(ctx, prev, e); err != nil {
		return err
	}
	if err := v.content(ctx, prev, e); err != nil {
		return err
	}
	return v.tombstones(ctx, prev, e)
}

// small compares the set of an entry with that before, and leaves its chain for later.
func (v *verifier) small(ctx context.Context, prev, e *dataset.Entry) error {
	var changes []patricia.Change
	var n counter
	for c, err := range asChanges(v.kept.set(prev.Root).Diff(ctx, v.kept.set(e.Root))) {
		if err != nil {
			return err
		}
		if n.count(c); n.added > e.Added || n.removed > e.Removed {
			break // there may be any number of them
		}
		changes = append(changes, c)
	}
	switch err := n.compare(e); {
	case err != nil:
		return err
	case len(changes) == 0: // other content
		return v.chains.compare(ctx, prev, e, chainResult{sum: prev.DI, keep: prev.Checkpoints.Count})
	}
	v.chains.add(link{prev, e, changes})
	return nil
}

// large compares the set of an entry with that before, and its chain with the
// granules.
func (v *verifier) large(ctx context.Context, prev, e *dataset.Entry) error {
	if prev.Root.Count == 0 && !keepsChain(e) {
		return nil // all granules were added, and e.Check has seen that it says so
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := newTee(ctx, asChanges(v.kept.set(prev.Root).Diff(ctx, v.kept.set(e.Root))))
	done := make(chan error, 1)
	var next chainResult
	go func() {
		var err error
		if keepsChain(e) {
			next, err = v.kept.rechain(ctx, prev, &side{tee: t})
		} else {
			err = drain(&side{tee: t})
		}
		if err != nil {
			cancel()
		}
		done <- err
	}()
	var n counter
	for c, err := range t.main() {
		if err != nil {
			cancel()
			return cmpErr(<-done, err)
		}
		n.count(c)
	}
	if err := <-done; err != nil {
		return err
	}
	if err := n.compare(e); err != nil || !keepsChain(e) {
		return err
	}
	return v.chains.compare(ctx, prev, e, next)
}

// counter counts changes of a set.
type counter struct{ added, removed uint64 }

func (n *counter) count(c patricia.Change) {
	if c.Delete {
		n.removed++
	} else {
		n.added++
	}
}

func (n *counter) compare(e *dataset.Entry) error {
	if n.added != e.Added || n.removed != e.Removed {
		return fmt.Errorf("%w: it says %d added and %d removed, the sets say %d and %d", ErrDamaged, e.Added, e.Removed, n.added, n.removed)
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
