package patricia

import (
	"bytes"
	"errors"
	"fmt"
)

var (
	// ErrProof is returned for what is not a proof.
	ErrProof = errors.New("patricia: invalid proof")
	// ErrNotCovered is returned when a proof says nothing of the ID asked for.
	ErrNotCovered = errors.New("patricia: the proof does not cover it")
)

// Proof is a part of a tree that proves which of some IDs are in it: the leaves to
// which they lead, the branches above these, and the hashes of all else. The same
// form proves presence and absence. A proof stands for itself: who compares its
// root with one that he trusts needs no pages.
//
// Its binary form is the tree from the top, each branch followed by its left and
// its right half; nothing at all for the empty tree.
//
//	branch   varint: 1 + its bit less the bit of the branch above it (-1 at the top)
//	leaf     byte 0x01, varint: length of the ID, the ID; in a map the same of the value
//	the rest byte 0x00, varint: number of its IDs, 32 bytes: its hash
//
// Leaves stand where their bits lead, and where both halves of a branch show a leaf,
// its bit is the first in which these differ.
//
// In ten years of MODIS granules a proof of one ID has 20 branches and about 770
// bytes. Proofs of several IDs share what they have in common.
type Proof struct {
	kind Kind
	top  *proofNode // nil for the empty tree
}

// proofNode is a branch, a leaf, or what was left out.
type proofNode struct {
	hash        Hash
	count       uint64
	bit         int
	left, right *proofNode // of a branch
	item        *Item      // of a leaf
}

// Root returns the root of the tree of which the proof is a part. It was computed
// from all of the proof.
func (p *Proof) Root() Root {
	if p.top == nil {
		return Root{}
	}
	return Root{p.top.hash, p.top.count}
}

// Find returns the item with the given ID, or false if the tree has none. The
// error is ErrNotCovered.
func (p *Proof) Find(id []byte) (Item, bool, error) {
	n := p.top
	for n != nil && n.left != nil {
		n = n.toward(id)
	}
	switch {
	case n == nil:
		return Item{}, false, nil
	case n.item == nil:
		return Item{}, false, fmt.Errorf("%w: %q", ErrNotCovered, id)
	}
	// The leaf agrees with id in every bit on the way, so id would be here.
	if !bytes.Equal(n.item.ID, id) {
		return Item{}, false, nil
	}
	return *n.item, true, nil
}

// Prefix returns all items of the tree whose IDs begin with prefix, in order. The
// error is ErrNotCovered.
//
// No tree, however it was made, has proofs of two answers for the same prefix, nor
// of items that Find, by another proof, does not find. But that nothing begins with
// prefix is shown by one item alone, which stands where prefix leads: whoever makes a
// tree against the rules could have others next to it. A Checker refuses such a tree,
// and both proofs together are evidence against its maker.
func (p *Proof) Prefix(prefix []byte) ([]Item, error) {
	n := p.top
	for n != nil && n.left != nil && n.bit < 8*len(prefix) {
		n = n.toward(prefix)
	}
	if n == nil {
		return nil, nil
	}
	// All leaves below agree in the bits of the prefix, so one speaks for them. It
	// must be the one to which the prefix leads as an ID, or else Find could find
	// prefix itself.
	one := n
	for one.left != nil {
		one = one.toward(prefix)
	}
	if one.item != nil && !bytes.HasPrefix(one.item.ID, prefix) {
		return nil, nil
	}
	items, whole := n.items(nil)
	if !whole {
		return nil, fmt.Errorf("%w: what begins with %q", ErrNotCovered, prefix)
	}
	return items, nil
}

// toward returns the half of a branch to which the bits of id lead.
func (n *proofNode) toward(id []byte) *proofNode {
	if bitOf(id, n.bit) == 0 {
		return n.left
	}
	return n.right
}

// anyLeaf returns a leaf below n, or nil if all are left out.
func (n *proofNode) anyLeaf() *Item {
	if n.left == nil {
		return n.item
	}
	if it := n.left.anyLeaf(); it != nil {
		return it
	}
	return n.right.anyLeaf()
}

// items appends the items below n, and tells whether these are all.
func (n *proofNode) items(dst []Item) (_ []Item, whole bool) {
	switch {
	case n.item != nil:
		return append(dst, *n.item), true
	case n.left == nil:
		return dst, false
	}
	dst, left := n.left.items(dst)
	dst, right := n.right.items(dst)
	return dst, left && right
}

// branchOver returns the branch of two halves.
func branchOver(bit int, left, right *proofNode) *proofNode {
	n := &proofNode{bit: bit, left: left, right: right, count: left.count + right.count}
	n.hash = branchHash(bit, n.count, &left.hash, &right.hash)
	return n
}

// leafOf returns the leaf of an item.
func leafOf(kind Kind, it Item) *proofNode {
	r := &run{kind: kind}
	r.add(it.ID, it.Value)
	return &proofNode{hash: r.hash(0), count: 1, item: &it}
}
