package patricia

import (
	"bytes"
	"context"
	"fmt"
	"iter"
)

// Get returns the item with the given ID and whether there is one. It reads the
// pages on the way: four of a million items.
func (t Tree) Get(ctx context.Context, id []byte) (Item, bool, error) {
	n := t.root()
	if n == nil {
		return Item{}, false, nil
	}
	w := t.walk(ctx)
	leaf, err := w.find(n, id)
	if err != nil {
		return Item{}, false, err
	}
	i := searchRun(leaf.run, id)
	if i == leaf.run.len() || !bytes.Equal(leaf.run.id(i), id) {
		return Item{}, false, nil
	}
	return leaf.run.item(i), true, nil
}

// Rank returns the number of items whose ID is less than id. It reads what Get
// reads.
func (t Tree) Rank(ctx context.Context, id []byte) (uint64, error) {
	return t.walk(ctx).seek(id)
}

// At returns the item of the given rank, 0 for the first. It reads what Get reads.
// The rank must be below the tree's count.
func (t Tree) At(ctx context.Context, rank uint64) (Item, error) {
	if rank >= t.Root.Count {
		return Item{}, fmt.Errorf("%w: rank %d of %d items", ErrInvalidID, rank, t.Root.Count)
	}
	n, l := t.root(), t.loader()
	for {
		if err := l.load(ctx, n); err != nil {
			return Item{}, err
		}
		switch {
		case n.run != nil:
			return n.run.item(int(rank)), nil
		case rank < n.left.count:
			n = n.left
		default:
			rank -= n.left.count
			n = n.right
		}
	}
}

// All delivers the items from the first whose ID is not less than from, in
// order. It reads each page once, some of them ahead on other cores, and keeps none;
// order and shape of the whole tree are checked on the way. After an error it ends.
// The items must not be changed.
func (t Tree) All(ctx context.Context, from []byte) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		w := t.walk(ctx)
		w.loader.cache = nil // a walk would only drive out what others use again
		if len(from) > 0 {
			if _, err := w.seek(from); err != nil {
				yield(Item{}, err)
				return
			}
		}
		ctx, cancel := context.WithCancel(ctx)
		w.ctx = ctx
		w.loader.ahead = newReadAhead(ctx, w.loader)
		defer w.loader.ahead.end()
		defer cancel()
		var last []byte
		for p := w.top(); p != nil; p = w.top() {
			w.loader.ahead.start(w.stack)
			if !p.open {
				if err := w.openTop(); err != nil {
					yield(Item{}, err)
					return
				}
				continue
			}
			if last != nil {
				if err := checkSeam(last, p); err != nil {
					yield(Item{}, err)
					return
				}
			}
			r := p.node.run
			for i := p.item; i < r.len(); i++ {
				if !yield(r.item(i), nil) {
					return
				}
			}
			p.item = r.len() - 1
			last = p.id()
			w.drop()
		}
	}
}

// checkSeam returns an error unless the first item of an open page follows the
// last one of the page before as their critical bit says.
func checkSeam(last []byte, p *pending) error {
	first := p.id()
	if bit := critBit(last, first); bit != p.bit || bitOf(first, bit) == 0 {
		return fmt.Errorf("%w %s: %q does not follow %q at bit %d", ErrDamaged, p.node.hash, first, last, p.bit)
	}
	return nil
}
