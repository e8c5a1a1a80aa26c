package patricia

import (
	"context"
	"fmt"
	"sort"
)

// walk goes through a tree in ID order and opens only the subtrees that it is
// told to open. What is ahead waits on a stack; what is behind is forgotten, so
// memory grows with the depth only.
type walk struct {
	ctx    context.Context
	loader *loader
	stack  []pending // the next one on top
}

// pending is a subtree ahead, or a leaf page opened at one of its items.
type pending struct {
	node *node
	bit  int  // critical bit between it and what came before it, -1 for the first
	open bool // the walk stands at an item of the leaf page
	item int
}

func (p *pending) id() []byte { return p.node.run.id(p.item) }

func (t Tree) walk(ctx context.Context) *walk {
	w := &walk{ctx: ctx, loader: t.loader()}
	if n := t.root(); n != nil {
		w.stack = append(w.stack, pending{node: n, bit: -1})
	}
	return w
}

// top returns what is next, or nil at the end.
func (w *walk) top() *pending {
	if len(w.stack) == 0 {
		return nil
	}
	return &w.stack[len(w.stack)-1]
}

// openTop replaces a subtree on top by its two halves, or steps into its leaf page.
func (w *walk) openTop() error {
	p := w.top()
	if err := w.loader.load(w.ctx, p.node); err != nil {
		return err
	}
	n := p.node
	if n.bit <= p.bit {
		return fmt.Errorf("%w %s: its top bit %d does not follow bit %d", ErrDamaged, n.hash, n.bit, p.bit)
	}
	if n.run != nil {
		p.open = true
		return nil
	}
	bit := p.bit
	*p = pending{node: n.right, bit: n.bit}
	w.stack = append(w.stack, pending{node: n.left, bit: bit})
	return nil
}

// drop takes what is on top away: a subtree, or one item of an open page. What is
// next keeps its critical bit with what was dropped.
func (w *walk) drop() {
	p := w.top()
	if p.open && p.item+1 < p.node.run.len() {
		p.bit = critBit(p.id(), p.node.run.id(p.item+1))
		p.item++
		return
	}
	*p = pending{}
	w.stack = w.stack[:len(w.stack)-1]
}

// remove is drop for something that is to be as if it had never been there: what
// is next gets its critical bit with what was before.
func (w *walk) remove() {
	bit := w.top().bit
	w.drop()
	if p := w.top(); p != nil {
		p.bit = min(p.bit, bit)
	}
}

// nearest returns the critical bit of id with the subtree's ID that is nearest
// to it, noBit if id is there itself. It loads the pages on the way to id.
func (w *walk) nearest(n *node, id []byte) (int, error) {
	leaf, err := w.find(n, id)
	if err != nil {
		return 0, err
	}
	i := searchRun(leaf.run, id)
	bit := -1
	if i < leaf.run.len() {
		bit = critBit(id, leaf.run.id(i))
	}
	if i > 0 {
		bit = max(bit, critBit(id, leaf.run.id(i-1)))
	}
	return bit, nil
}

// find returns the leaf page below n to which the bits of id lead.
func (w *walk) find(n *node, id []byte) (*node, error) {
	top := n
	for {
		if err := w.loader.load(w.ctx, n); err != nil {
			return nil, err
		}
		if n.run != nil {
			break
		}
		n = n.toward(id)
	}
	// The hashes vouch for the pages, not for their being in the right place.
	for m := top; m.run == nil; m = m.toward(id) {
		if bitOf(n.run.id(0), m.bit) != bitOf(id, m.bit) || n.bit <= m.bit {
			return nil, fmt.Errorf("%w %s: its items do not belong below bit %d", ErrDamaged, n.hash, m.bit)
		}
	}
	return n, nil
}

func (n *node) toward(id []byte) *node {
	if bitOf(id, n.bit) == 0 {
		return n.left
	}
	return n.right
}

// seek moves the walk from its beginning to the first item that is not less than
// id, and returns the number of items before it.
func (w *walk) seek(id []byte) (uint64, error) {
	p := w.top()
	if p == nil {
		return 0, nil
	}
	bit, err := w.nearest(p.node, id)
	if err != nil {
		return 0, err
	}
	var rank uint64
	for p = w.top(); p.node.bit < bit; p = w.top() {
		if err := w.openTop(); err != nil {
			return 0, err
		}
		if p = w.top(); p.open {
			i := searchRun(p.node.run, id)
			for range i {
				w.drop()
			}
			return rank + uint64(i), nil
		}
		if bitOf(id, w.stack[len(w.stack)-2].bit) == 1 {
			rank += p.node.count
			w.drop()
		}
	}
	if bitOf(id, bit) == 1 { // all of what is on top is less
		rank += p.node.count
		w.drop()
	}
	return rank, nil
}

// searchRun returns the index of the first item that is not less than id.
func searchRun(r *run, id []byte) int {
	return sort.Search(r.len(), func(i int) bool { return string(r.id(i)) >= string(id) })
}
