package patricia

import (
	"bytes"
	"context"
)

// Prove returns a proof of which of the IDs are in the tree. It reads the pages on
// the way to them.
func (t Tree) Prove(ctx context.Context, ids ...[]byte) (*Proof, error) {
	n := t.root()
	if n == nil {
		return &Proof{kind: t.Kind}, nil
	}
	p := prover{ctx, t.loader()}
	top, err := p.toIDs(n, ids)
	return &Proof{t.Kind, top}, err
}

// ProvePrefix returns a proof of which items there are whose IDs begin with prefix.
// It reads the pages of these items, and holds all of them.
func (t Tree) ProvePrefix(ctx context.Context, prefix []byte) (*Proof, error) {
	n := t.root()
	if n == nil {
		return &Proof{kind: t.Kind}, nil
	}
	p := prover{ctx, t.loader()}
	top, err := p.toPrefix(n, prefix)
	return &Proof{t.Kind, top}, err
}

// prover cuts proofs out of a tree.
type prover struct {
	ctx    context.Context
	loader *loader
}

// rest is what a proof has of a subtree to which no ID leads.
func rest(n *node) *proofNode { return &proofNode{hash: n.hash, count: n.count} }

// toIDs returns n with the leaves to which the IDs lead.
func (p *prover) toIDs(n *node, ids [][]byte) (*proofNode, error) {
	if len(ids) == 0 {
		return rest(n), nil
	}
	if err := p.loader.load(p.ctx, n); err != nil {
		return nil, err
	}
	if n.run != nil {
		return n.run.proof().toIDs(ids), nil
	}
	var zero, one [][]byte
	for _, id := range ids {
		if bitOf(id, n.bit) == 0 {
			zero = append(zero, id)
		} else {
			one = append(one, id)
		}
	}
	left, err := p.toIDs(n.left, zero)
	if err != nil {
		return nil, err
	}
	right, err := p.toIDs(n.right, one)
	if err != nil {
		return nil, err
	}
	return &proofNode{hash: n.hash, count: n.count, bit: n.bit, left: left, right: right}, nil
}

// toPrefix returns n with all leaves whose IDs begin with prefix, or with one that
// shows that there are none.
func (p *prover) toPrefix(n *node, prefix []byte) (*proofNode, error) {
	if err := p.loader.load(p.ctx, n); err != nil {
		return nil, err
	}
	if n.run != nil {
		return n.run.proof().toPrefix(prefix), nil
	}
	if n.bit >= 8*len(prefix) {
		one, err := p.first(n)
		if err != nil || !bytes.HasPrefix(one, prefix) {
			return p.orOne(n, one, err)
		}
	}
	inLeft, inRight := true, true
	if n.bit < 8*len(prefix) {
		inLeft = bitOf(prefix, n.bit) == 0
		inRight = !inLeft
	}
	half := func(n *node, in bool) (*proofNode, error) {
		if !in {
			return rest(n), nil
		}
		return p.toPrefix(n, prefix)
	}
	left, err := half(n.left, inLeft)
	if err != nil {
		return nil, err
	}
	right, err := half(n.right, inRight)
	if err != nil {
		return nil, err
	}
	return &proofNode{hash: n.hash, count: n.count, bit: n.bit, left: left, right: right}, nil
}

// first returns the first ID below n.
func (p *prover) first(n *node) ([]byte, error) {
	for {
		if err := p.loader.load(p.ctx, n); err != nil {
			return nil, err
		}
		if n.run != nil {
			return n.run.id(0), nil
		}
		n = n.left
	}
}

// orOne returns n with the leaf of one ID.
func (p *prover) orOne(n *node, id []byte, err error) (*proofNode, error) {
	if err != nil {
		return nil, err
	}
	return p.toIDs(n, [][]byte{id})
}

// proof returns the whole subtree of a leaf page.
func (r *run) proof() *proofNode {
	type open struct {
		n   *proofNode
		bit int // with the one before
	}
	var stack []open
	join := func() {
		k := len(stack)
		stack[k-2].n = branchOver(stack[k-1].bit, stack[k-2].n, stack[k-1].n)
		stack = stack[:k-1]
	}
	for i := range r.len() {
		bit := -1
		if i > 0 {
			bit = critBit(r.id(i-1), r.id(i))
		}
		for len(stack) > 1 && stack[len(stack)-1].bit > bit {
			join()
		}
		it := r.item(i)
		stack = append(stack, open{&proofNode{hash: r.hash(i), count: 1, item: &it}, bit})
	}
	for len(stack) > 1 {
		join()
	}
	return stack[0].n
}

// toIDs leaves out what no ID leads to.
func (n *proofNode) toIDs(ids [][]byte) *proofNode {
	if len(ids) == 0 {
		return &proofNode{hash: n.hash, count: n.count}
	}
	if n.left == nil {
		return n
	}
	var zero, one [][]byte
	for _, id := range ids {
		if bitOf(id, n.bit) == 0 {
			zero = append(zero, id)
		} else {
			one = append(one, id)
		}
	}
	n.left, n.right = n.left.toIDs(zero), n.right.toIDs(one)
	return n
}

// toPrefix leaves out what cannot begin with prefix, but for one leaf where that is
// all.
func (n *proofNode) toPrefix(prefix []byte) *proofNode {
	switch {
	case n.left == nil:
		return n
	case n.bit >= 8*len(prefix):
		if one := n.anyLeaf(); !bytes.HasPrefix(one.ID, prefix) {
			return n.toIDs([][]byte{one.ID})
		}
	case bitOf(prefix, n.bit) == 0:
		n.left, n.right = n.left.toPrefix(prefix), &proofNode{hash: n.right.hash, count: n.right.count}
	default:
		n.left, n.right = &proofNode{hash: n.left.hash, count: n.left.count}, n.right.toPrefix(prefix)
	}
	return n
}
