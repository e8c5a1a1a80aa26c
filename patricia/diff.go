package patricia

import (
	"bytes"
	"context"
	"iter"
)

// Difference is an item that two trees do not share: it is in one of them only,
// or, for maps, in both with different values.
type Difference struct {
	ID           []byte
	InOld, InNew bool
	Old, New     []byte // values
}

// Diff delivers what parts the tree from to of the same kind, in ID order. It
// descends only where the two differ, so that it reads about as many pages as
// changes lie between them. After an error it ends.
func (t Tree) Diff(ctx context.Context, to Tree) iter.Seq2[Difference, error] {
	return func(yield func(Difference, error) bool) {
		// A subtree that moved is met first in one tree and then in the other.
		d := &diff{old: t.walk(ctx), new: to.walk(ctx)}
		cache := NewCache(nil, 1<<20)
		for _, l := range []*loader{d.old.loader, d.new.loader} {
			if l.cache == nil {
				l.cache = cache
			}
		}
		for {
			found, ok, err := d.next()
			if err != nil {
				yield(Difference{}, err)
				return
			}
			if !ok || found.ID != nil && !yield(found, nil) {
				return
			}
		}
	}
}

// diff walks two trees at once. The critical bits of what is next on either side
// are both taken with the greatest ID that is behind on any side, so a greater
// bit means a smaller ID.
type diff struct {
	old, new *walk
}

// next makes one step. It returns a difference with an ID if the step found one,
// and false at the end.
func (d *diff) next() (Difference, bool, error) {
	p, q := d.old.top(), d.new.top()
	switch {
	case p == nil && q == nil:
		return Difference{}, false, nil
	case q == nil || p != nil && p.bit > q.bit:
		return d.only(d.old, false)
	case p == nil || p.bit < q.bit:
		return d.only(d.new, true)
	case !p.open && !q.open && p.node.hash == q.node.hash && p.node.count == q.node.count:
		d.old.drop()
		d.new.drop()
		return Difference{}, true, nil
	case !p.open && !q.open && !p.node.loaded() && !q.node.loaded():
		if err := d.loadBoth(p.node, q.node); err != nil {
			return Difference{}, false, err
		}
		fallthrough
	case !p.open && (q.open || p.node.count >= q.node.count):
		return Difference{}, true, d.old.openTop()
	case !q.open:
		return Difference{}, true, d.new.openTop()
	}
	switch bit := critBit(p.id(), q.id()); {
	case bit == noBit:
		a, b := p.node.run.item(p.item), q.node.run.item(q.item)
		d.old.drop()
		d.new.drop()
		if bytes.Equal(a.Value, b.Value) {
			return Difference{}, true, nil
		}
		return Difference{ID: a.ID, InOld: true, InNew: true, Old: a.Value, New: b.Value}, true, nil
	case bitOf(p.id(), bit) == 0:
		q.bit = bit
		return d.only(d.old, false)
	default:
		p.bit = bit
		return d.only(d.new, true)
	}
}

// only makes a step in what one tree has and the other has not.
func (d *diff) only(w *walk, isNew bool) (Difference, bool, error) {
	p := w.top()
	if !p.open {
		if !p.node.loaded() && p.node.count <= maxWhole {
			if err := w.loader.loadTree(w.ctx, p.node); err != nil {
				return Difference{}, false, err
			}
		}
		return Difference{}, true, w.openTop()
	}
	it := p.node.run.item(p.item)
	w.drop()
	if isNew {
		return Difference{ID: it.ID, InNew: true, New: it.Value}, true, nil
	}
	return Difference{ID: it.ID, InOld: true, Old: it.Value}, true, nil
}
