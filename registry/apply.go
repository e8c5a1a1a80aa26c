package registry

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/store"
)

// Change is what is to become of a dataset, in one step.
type Change struct {
	Op dataset.Op // OpAdd, OpRemove or OpReplace: the granules become the whole set
	// Granules are the IDs in strictly ascending order, with their content where it is
	// known as values. They may be ranged over several times.
	Granules iter.Seq2[patricia.Item, error]
	// Pairs are, with OpReplace and without Granules, granules that take the places
	// of others; the rest stays.
	Pairs []Pair

	At            time.Time // from when on it holds; zero: now
	Actor, Reason string    // may be empty, but nothing is removed without a reason
	IgnoreMissing bool      // remove what is there; do not mind the rest

	deltas iter.Seq2[Delta, error] // of an import, instead of granules and pairs
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
// dataset.ErrBeforeLast, the removal of what is not there ErrAbsent, one without a
// reason ErrNoReason. To add a granule that is there with other content is
// ErrContent.
//
// It takes time and memory for the changed granules and the pages on the way to
// them, not for the whole set. But if the dataset keeps the MD5 chain, all granules
// from the first changed one on are read and hashed again.
func (r *Registry) Apply(ctx context.Context, name string, c Change) (Outcome, error) {
	g := &group{registry: r, name: name}
	defer g.end()
	if err := g.add(ctx, c); err != nil {
		return Outcome{}, err
	}
	made, err := g.commit(ctx)
	if err != nil {
		return Outcome{}, err
	}
	return made[0], nil
}

// ApplyAll makes changes one after the other, each of them an entry of its own. It
// stores many in one durable step, which takes much less time than one by one, and
// yields the outcome of each when it is durable. At the first change that fails
// it yields the error and ends; those before it have been made. It reads some changes
// ahead, and their granules may be ranged over by two goroutines at once.
func (r *Registry) ApplyAll(ctx context.Context, name string, changes iter.Seq2[Change, error]) iter.Seq2[Outcome, error] {
	return func(yield func(Outcome, error) bool) {
		g := &group{registry: r, name: name}
		defer g.end()
		deliver := func() bool {
			for len(g.changes) > 0 {
				made, err := g.commit(ctx)
				for _, out := range made {
					if !yield(out, nil) {
						return false
					}
				}
				if err != nil {
					yield(Outcome{}, err)
					return false
				}
			}
			return true
		}
		for c, err := range g.ahead.changes(ctx, changes) {
			if err == nil {
				err = g.add(ctx, c)
			}
			if err != nil {
				if deliver() {
					yield(Outcome{}, err)
				}
				return
			}
			if g.full() && !deliver() {
				return
			}
		}
		deliver()
	}
}

// How much is stored in one step at most.
const (
	groupEntries  = 256
	groupGranules = 100_000 // of all changes, unless one has more: they may be in memory
)

// group is changes that are to be stored in one step.
type group struct {
	registry *Registry
	name     string
	writer   *writer // goes on after a commit: what one change wrote the next one reads
	changes  []Change
	outcomes []Outcome // of the changes
	granules uint64    // of the changes
	stored   bool      // the writer has nothing left to store
	ahead    lookAhead
}

// add makes a change on top of those before. If pages are missing it begins anew, once:
// they may have been forgotten because no entry refers to them yet, or not any more.
func (g *group) add(ctx context.Context, c Change) error {
	err := g.step(ctx, c)
	if !errors.Is(err, ErrDamaged) {
		return err
	}
	again := append(g.changes, c)
	g.end()
	for _, c := range again {
		if err := g.step(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

func (g *group) step(ctx context.Context, c Change) error {
	if g.writer == nil {
		head, err := g.registry.Head(ctx, g.name)
		if err != nil {
			return err
		}
		g.begin(g.registry.idle.take(ctx, g.registry, head))
	}
	g.stored = false
	out, err := g.writer.step(ctx, c)
	if err != nil {
		return err
	}
	g.changes, g.outcomes = append(g.changes, c), append(g.outcomes, out)
	g.granules += out.Present + out.Absent
	if out.Changed {
		g.granules += out.Entry.Added + out.Entry.Removed
	}
	return nil
}

// begin begins a group that the writer makes.
func (g *group) begin(w *writer) {
	g.writer, g.changes, g.outcomes, g.granules = w, nil, nil, 0
	set := w.set(w.head.Root)
	g.ahead.set.Store(&set)
}

func (g *group) full() bool {
	return len(g.changes) >= groupEntries || g.granules >= groupGranules
}

// commit stores the changes and returns their outcomes. If another writer's entry
// came first, they are made again on top of that: somebody gets on with each turn. A
// change that fails then ends the group; those before it are stored.
func (g *group) commit(ctx context.Context) ([]Outcome, error) {
	var failed error
	for {
		err := g.writer.commit(ctx)
		if err == nil {
			made := g.outcomes
			g.begin(g.writer)
			g.stored = true
			return made, failed
		}
		if !errors.Is(err, store.ErrConflict) {
			return nil, err
		}
		again := g.changes
		g.end()
		for _, c := range again {
			if failed = g.add(ctx, c); failed != nil {
				break
			}
		}
		if len(g.changes) == 0 {
			return nil, failed
		}
	}
}

// end gives up what is not stored.
func (g *group) end() {
	if g.writer != nil {
		if g.stored {
			g.registry.idle.put(g.writer)
		} else {
			g.writer.pages.stop()
		}
		g.writer, g.changes, g.outcomes, g.granules = nil, nil, nil, 0
		g.ahead.set.Store(nil)
	}
}
