package patricia

import (
	"bytes"
	"context"
	"sort"
)

// Prove returns a proof of which of the IDs are in the tree. It reads the pages on
// the way to them.
func (t Tree) Prove(ctx context.Context, ids ...[]byte) (*Proof, error) {
	return t.prove(ctx, func(p *prover, top subtree) error {
		return p.show(0, top, wanted{ids: ids})
	})
}

// ProvePrefix returns a proof of which items there are whose IDs begin with prefix.
// It reads the pages of these items, and holds all of them.
func (t Tree) ProvePrefix(ctx context.Context, prefix []byte) (*Proof, error) {
	return t.prove(ctx, func(p *prover, top subtree) error {
		one, err := p.follow(top, prefix)
		if err != nil {
			return err
		}
		if !bytes.HasPrefix(one, prefix) {
			// It shows that there are none: they would be where it is.
			return p.show(0, top, wanted{ids: [][]byte{prefix}})
		}
		return p.show(0, top, wanted{prefix: prefix, all: true})
	})
}

func (t Tree) prove(ctx context.Context, show func(*prover, subtree) error) (*Proof, error) {
	p := &prover{ctx: ctx, loader: t.loader(), proof: &Proof{kind: t.Kind}}
	n := t.root()
	if n == nil {
		return p.proof, nil
	}
	p.hasher = hashers.Get().(*hasher)
	defer hashers.Put(p.hasher)
	p.proof.nodes = make([]proofNode, 1, 64)
	p.proof.root = t.Root
	if err := show(p, subtree{node: n}); err != nil {
		return nil, err
	}
	return p.proof, nil
}

// prover cuts a proof out of a tree.
type prover struct {
	ctx    context.Context
	loader *loader
	hasher *hasher
	proof  *Proof
}

// subtree is a part of a tree: that below a node, or some items of a leaf page.
type subtree struct {
	node  *node
	items view // without node
}

// open loads what is needed to look into a subtree.
func (p *prover) open(s subtree) (subtree, error) {
	if s.node == nil {
		return s, nil
	}
	if err := p.loader.load(p.ctx, s.node); err != nil {
		return subtree{}, err
	}
	if run := s.node.run; run != nil {
		return subtree{items: view{run, 0, run.len()}}, nil
	}
	return s, nil
}

func (s subtree) count() uint64 {
	if s.node != nil {
		return s.node.count
	}
	return uint64(s.items.len())
}

// halves returns the branch of an open subtree of two IDs or more.
func (s subtree) halves() (bit int, left, right subtree) {
	if n := s.node; n != nil {
		return n.bit, subtree{node: n.left}, subtree{node: n.right}
	}
	v := s.items
	bit = critBit(v.run.id(v.from), v.run.id(v.to-1))
	cut := v.from + sort.Search(v.len(), func(i int) bool { return bitOf(v.run.id(v.from+i), bit) == 1 })
	return bit, subtree{items: view{v.run, v.from, cut}}, subtree{items: view{v.run, cut, v.to}}
}

// hash returns the hash of a subtree.
func (p *prover) hash(s subtree) Hash {
	if s.node != nil {
		return s.node.hash
	}
	if s.items.len() == 1 {
		return p.hasher.record(s.items.run.record(s.items.from))
	}
	bit, left, right := s.halves()
	l, r := p.hash(left), p.hash(right)
	return p.hasher.over(bit, s.count(), &l, &r)
}

// follow returns the ID of the leaf to which the bits of id lead.
func (p *prover) follow(s subtree, id []byte) ([]byte, error) {
	for {
		var err error
		if s, err = p.open(s); err != nil {
			return nil, err
		}
		if s.count() == 1 {
			return s.items.run.id(s.items.from), nil
		}
		bit, left, right := s.halves()
		if s = left; bitOf(id, bit) == 1 {
			s = right
		}
	}
}

// wanted is what a proof is to show of a subtree: the leaves to which IDs lead, or
// all whose IDs begin with a prefix.
type wanted struct {
	ids    [][]byte
	prefix []byte
	all    bool
}

// parted returns what is wanted of the halves of a branch.
func (w wanted) parted(bit int) (left, right wanted) {
	switch {
	case w.all && bit >= 8*len(w.prefix):
		return w, w
	case w.all && bitOf(w.prefix, bit) == 0:
		return w, wanted{}
	case w.all:
		return wanted{}, w
	}
	for _, id := range w.ids {
		if bitOf(id, bit) == 0 {
			left.ids = append(left.ids, id)
		} else {
			right.ids = append(right.ids, id)
		}
	}
	return left, right
}

// show makes the node at the given index of the proof what is wanted of a subtree.
func (p *prover) show(at uint32, s subtree, w wanted) error {
	if !w.all && len(w.ids) == 0 {
		p.proof.setRest(at, Root{p.hash(s), s.count()})
		return nil
	}
	s, err := p.open(s)
	if err != nil {
		return err
	}
	if s.count() == 1 {
		p.proof.setLeaf(at, s.items.run.item(s.items.from))
		return nil
	}
	bit, left, right := s.halves()
	half := p.proof.setBranch(at, bit)
	wantLeft, wantRight := w.parted(bit)
	if err := p.show(half, left, wantLeft); err != nil {
		return err
	}
	return p.show(half+1, right, wantRight)
}
