package registry

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/store"
)

// Change is what is to become of a dataset, in one step.
type Change struct {
	Op dataset.Op // OpAdd, OpRemove or OpReplace: the granules become the whole set
	// Granules are the IDs in strictly ascending order. They may be ranged over
	// several times.
	Granules iter.Seq2[[]byte, error]

	At            time.Time // from when on it holds; zero: now
	Actor, Reason string    // may be empty
	IgnoreMissing bool      // remove what is there; do not mind the rest
}

// Outcome is what came of a change.
type Outcome struct {
	Entry   *dataset.Entry // the newest entry of the dataset
	Changed bool           // the change added it
	Present uint64         // granules to be added that were there
	Absent  uint64         // granules to be removed that were not
}

// Apply makes a change. When it returns without an error the change is durable;
// with one, nothing of it can be seen. A time before that of the newest entry is
// dataset.ErrBeforeLast, the removal of what is not there ErrAbsent.
//
// It takes time and memory for the changed granules and the pages on the way to
// them, not for the whole set. But if the dataset keeps the MD5 chain, all granules
// from the first changed one on are read and hashed again.
func (r *Registry) Apply(ctx context.Context, name string, c Change) (Outcome, error) {
	for {
		out, err := r.tryApply(ctx, name, c)
		if !errors.Is(err, store.ErrConflict) {
			return out, err
		}
		// Another writer's entry came first: that one has been taken in, so with
		// each turn somebody gets on.
	}
}

func (r *Registry) tryApply(ctx context.Context, name string, c Change) (Outcome, error) {
	head, err := r.Head(ctx, name)
	if err != nil {
		return Outcome{}, err
	}
	e, err := r.follow(head, c)
	if err != nil {
		return Outcome{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	pages := newPageWriter(ctx, r.store)
	defer pages.stop()

	res, err := r.update(ctx, head, e, c, pages.put)
	if err != nil {
		return Outcome{}, err
	}
	if res.Absent > 0 && !c.IgnoreMissing {
		return Outcome{}, absentError(name, res)
	}
	out := Outcome{Entry: head, Present: res.Present, Absent: res.Absent}
	if res.Root == head.Root {
		return out, nil
	}
	e.Root, e.Added, e.Removed = res.Root, res.Added, res.Removed
	if err := e.Check(head); err != nil {
		return Outcome{}, err
	}
	data, err := e.Seal()
	if err != nil {
		return Outcome{}, err
	}
	rest, err := pages.finish()
	if err != nil {
		return Outcome{}, err
	}
	if err := store.Commit(ctx, r.store, store.Batch{Pages: rest, Log: logPrefix + name, Seq: e.Seq, Entries: [][]byte{data}}); err != nil {
		return Outcome{}, err
	}
	out.Entry, out.Changed = e, true
	return out, nil
}

// follow returns the entry that is to come after head, without what the change makes
// of the set.
func (r *Registry) follow(head *dataset.Entry, c Change) (*dataset.Entry, error) {
	e := &dataset.Entry{
		Dataset: head.Dataset, Seq: head.Seq + 1, Op: c.Op, At: c.At.UTC(), Recorded: r.time(),
		Chain: head.Chain && dataset.ChainAvailable(),
		Actor: c.Actor, Reason: c.Reason, Prev: head.Hash,
	}
	if c.At.IsZero() {
		e.At = e.Recorded
	}
	if e.At.Before(head.At) {
		return nil, fmt.Errorf("%w: dataset %s holds from %s on, the change from %s", dataset.ErrBeforeLast,
			head.Dataset, head.At.Format(time.RFC3339Nano), e.At.Format(time.RFC3339Nano))
	}
	return e, nil
}

func absentError(name string, res patricia.Result) error {
	if res.Absent == 1 {
		return fmt.Errorf("%w %s: %q", ErrAbsent, name, res.FirstAbsent)
	}
	return fmt.Errorf("%w %s: %q and %d more", ErrAbsent, name, res.FirstAbsent, res.Absent-1)
}

// update makes the new set and, in e, the new chain.
func (r *Registry) update(ctx context.Context, head, e *dataset.Entry, c Change, sink patricia.Sink) (patricia.Result, error) {
	old := r.set(head.Root)
	changes := r.changes(ctx, old, c)
	if !e.Chain {
		return old.Update(ctx, changes, sink)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := newTee(ctx, changes)
	done := make(chan error, 1)
	var next chainResult
	go func() {
		var err error
		next, err = r.rechain(ctx, head, &side{tee: t})
		if err != nil {
			cancel() // let the other half end too
		}
		done <- err
	}()
	res, err := old.Update(ctx, t.main(), sink)
	if err != nil {
		cancel()
		return res, cmpErr(<-done, err)
	}
	if err := <-done; err != nil {
		return res, err
	}
	if res.Root == head.Root || res.Root.Count == 0 {
		return res, nil
	}
	e.DI = next.sum
	e.Checkpoints, err = r.checkpoint(ctx, head, next, sink)
	return res, err
}

// cmpErr returns the error of the side that failed first: the other one only says
// that it was stopped.
func cmpErr(side, main error) error {
	if side != nil && !errors.Is(side, context.Canceled) {
		return side
	}
	return main
}

// changes returns the change as one of single granules.
func (r *Registry) changes(ctx context.Context, old patricia.Tree, c Change) iter.Seq2[patricia.Change, error] {
	if c.Op == dataset.OpReplace {
		return replacement(old.All(ctx, nil), c.Granules)
	}
	return func(yield func(patricia.Change, error) bool) {
		for id, err := range c.Granules {
			if !yield(patricia.Change{ID: id, Delete: c.Op == dataset.OpRemove}, err) || err != nil {
				return
			}
		}
	}
}

// replacement returns what turns the old set into the new one.
func replacement(old iter.Seq2[patricia.Item, error], granules iter.Seq2[[]byte, error]) iter.Seq2[patricia.Change, error] {
	return func(yield func(patricia.Change, error) bool) {
		next, stop := iter.Pull2(old)
		defer stop()
		it, err, ok := next()
		// gone yields the old granules before id, all of them without one.
		gone := func(id []byte) bool {
			for ; ok && (err != nil || id == nil || bytes.Compare(it.ID, id) < 0); it, err, ok = next() {
				if !yield(patricia.Change{ID: it.ID, Delete: true}, err) || err != nil {
					return false
				}
			}
			return true
		}
		for id, failed := range granules {
			if failed != nil {
				yield(patricia.Change{}, failed)
				return
			}
			if !gone(id) {
				return
			}
			if ok && bytes.Equal(it.ID, id) {
				it, err, ok = next()
				continue
			}
			if !yield(patricia.Change{ID: id}, nil) {
				return
			}
		}
		gone(nil)
	}
}
