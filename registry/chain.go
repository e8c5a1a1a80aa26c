package registry

import (
	"bytes"
	"context"
	"fmt"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
)

// chainResult is the chain of a new set: its last value, and the checkpoints that
// it has after the first keep ones of the old set.
type chainResult struct {
	sum   dataset.DI
	keep  uint64
	fresh []patricia.Change // ascending, one for each checkpoint
}

// rechain computes the chain of the set that head's becomes by the changes. It goes
// back to the last checkpoint before the first change, or nowhere if all of them
// lie behind the last granule.
func (t trees) rechain(ctx context.Context, head *dataset.Entry, changes *side) (chainResult, error) {
	first, err := changes.peek()
	if err != nil || first == nil {
		return chainResult{sum: head.DI, keep: head.Checkpoints.Count}, err
	}
	m, after, err := t.resume(ctx, head, first.ID)
	if err != nil {
		return m.chainResult, err
	}
	m.changes = changes
	if m.chain.Count() < head.Root.Count {
		for it, err := range t.set(head.Root).All(ctx, after) {
			if err != nil {
				return m.chainResult, err
			}
			if bytes.Equal(it.ID, after) {
				continue
			}
			deleted, err := m.changesUpTo(it.ID)
			if err != nil {
				return m.chainResult, err
			}
			if !deleted {
				m.add(it.ID)
			}
		}
	}
	_, err = m.changesUpTo(nil)
	m.sum, _ = m.chain.Sum()
	return m.chainResult, err
}

// rechaining is a chain on its way through an old set and its changes.
type rechaining struct {
	chainResult
	chain   dataset.Chain
	changes *side
}

func (m *rechaining) add(id []byte) {
	m.chain.Add(id)
	if m.chain.AtCheckpoint() {
		sum, _ := m.chain.Sum()
		m.fresh = append(m.fresh, patricia.Change{ID: bytes.Clone(id), Value: sum[:]})
	}
}

// changesUpTo takes in the changes up to an ID of the old set, all of them without
// one, and tells whether that ID is deleted.
func (m *rechaining) changesUpTo(id []byte) (deleted bool, err error) {
	for {
		c, err := m.changes.peek()
		if err != nil || c == nil {
			return deleted, err
		}
		switch order := bytes.Compare(c.ID, id); {
		case id != nil && order > 0:
			return deleted, nil
		case id != nil && order == 0:
			deleted = c.Delete
		case !c.Delete:
			m.add(c.ID)
		}
		m.changes.next()
	}
}

// resume returns the chain of head's set up to a place before id, and the ID at
// which that is, nil for the beginning.
func (t trees) resume(ctx context.Context, head *dataset.Entry, id []byte) (*rechaining, []byte, error) {
	m := &rechaining{}
	if head.Root.Count > 0 && !head.HasDI() {
		return m, nil, nil // the entry before was written without the chain
	}
	rank, err := t.set(head.Root).Rank(ctx, id)
	if err != nil {
		return m, nil, err
	}
	if rank == head.Root.Count {
		m.keep = head.Checkpoints.Count
		m.chain = dataset.ResumeChain(rank, head.DI)
		return m, nil, nil
	}
	m.keep = min(rank/dataset.CheckpointInterval, head.Checkpoints.Count)
	if m.keep == 0 {
		return m, nil, nil
	}
	it, err := t.checkpoints(head).At(ctx, m.keep-1)
	if err != nil {
		return m, nil, err
	}
	if len(it.Value) != len(dataset.DI{}) {
		return m, nil, fmt.Errorf("%w: entry %d of dataset %s: checkpoint %q of %d bytes", ErrDamaged, head.Seq, head.Dataset, it.ID, len(it.Value))
	}
	m.chain = dataset.ResumeChain(m.keep*dataset.CheckpointInterval, dataset.DI(it.Value))
	return m, it.ID, nil
}

// checkpoint stores the checkpoints of a new chain and returns the root of the map.
func (t trees) checkpoint(ctx context.Context, head *dataset.Entry, next chainResult, sink patricia.Sink) (patricia.Root, error) {
	tree := t.checkpoints(head)
	changes := func(yield func(patricia.Change, error) bool) {
		fresh := next.fresh
		if next.keep < tree.Root.Count {
			first, err := tree.At(ctx, next.keep)
			if err != nil {
				yield(patricia.Change{}, err)
				return
			}
			for it, err := range tree.All(ctx, first.ID) {
				for ; err == nil && len(fresh) > 0 && bytes.Compare(fresh[0].ID, it.ID) < 0; fresh = fresh[1:] {
					if !yield(fresh[0], nil) {
						return
					}
				}
				if len(fresh) > 0 && bytes.Equal(fresh[0].ID, it.ID) {
					continue // its new value comes with the next ones
				}
				if !yield(patricia.Change{ID: it.ID, Delete: true}, err) || err != nil {
					return
				}
			}
		}
		for _, c := range fresh {
			if !yield(c, nil) {
				return
			}
		}
	}
	res, err := tree.Update(ctx, changes, sink)
	return res.Root, err
}
