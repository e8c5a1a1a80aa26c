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
	kind  Kind
	root  Root        // computed from all of the rest
	nodes []proofNode // the top first; none for the empty tree
	items []Item      // of the leaves
	rests []Root      // of what was left out
}

// proofNode is a branch, a leaf, or what was left out. It is small and without
// pointers, so that a proof costs little more than its hashes.
type proofNode struct {
	index uint32 // of the left half, which the right one follows, of the item or of the rest
	bit   int16  // of a branch, or else isLeaf or isRest
}

// What a proofNode is that is no branch.
const (
	isLeaf = -1
	isRest = -2
)

func (n proofNode) branch() bool { return n.bit >= 0 }

// setBranch makes a node a branch over two new ones, and returns the index of the first.
func (p *Proof) setBranch(at uint32, bit int) (half uint32) {
	half = uint32(len(p.nodes))
	p.nodes = append(p.nodes, proofNode{}, proofNode{})
	p.nodes[at] = proofNode{half, int16(bit)}
	return half
}

func (p *Proof) setLeaf(at uint32, it Item) {
	p.nodes[at] = proofNode{uint32(len(p.items)), isLeaf}
	p.items = append(p.items, it)
}

func (p *Proof) setRest(at uint32, root Root) {
	p.nodes[at] = proofNode{uint32(len(p.rests)), isRest}
	p.rests = append(p.rests, root)
}

// Root returns the root of the tree of which the proof is a part. It was computed
// from all of the proof.
func (p *Proof) Root() Root { return p.root }

// Find returns the item with the given ID, or false if the tree has none. The
// error is ErrNotCovered.
func (p *Proof) Find(id []byte) (Item, bool, error) {
	if len(p.nodes) == 0 {
		return Item{}, false, nil
	}
	n := p.follow(0, id, noBit)
	it, shown := p.itemOf(n)
	if !shown {
		return Item{}, false, fmt.Errorf("%w: %q", ErrNotCovered, id)
	}
	// The leaf agrees with id in every bit on the way, so id would be here.
	if !bytes.Equal(it.ID, id) {
		return Item{}, false, nil
	}
	return it, true, nil
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
	if len(p.nodes) == 0 {
		return nil, nil
	}
	n := p.follow(0, prefix, 8*len(prefix))
	// All leaves below agree in the bits of the prefix, so one speaks for them. It
	// must be the one to which the prefix leads as an ID, or else Find could find
	// prefix itself.
	if it, shown := p.itemOf(p.follow(n, prefix, noBit)); shown && !bytes.HasPrefix(it.ID, prefix) {
		return nil, nil
	}
	items, whole := p.below(n, nil)
	if !whole {
		return nil, fmt.Errorf("%w: what begins with %q", ErrNotCovered, prefix)
	}
	return items, nil
}

// follow returns the node below the one at the given index to which the bits of id
// lead, before it comes to the bit to stop at.
func (p *Proof) follow(at uint32, id []byte, stop int) uint32 {
	for n := p.nodes[at]; n.branch() && int(n.bit) < stop; n = p.nodes[at] {
		at = n.index + uint32(bitOf(id, int(n.bit)))
	}
	return at
}

// itemOf returns the item of a node, if that is a leaf.
func (p *Proof) itemOf(at uint32) (Item, bool) {
	if n := p.nodes[at]; n.bit == isLeaf {
		return p.items[n.index], true
	}
	return Item{}, false
}

// below appends the items below a node, and tells whether these are all.
func (p *Proof) below(at uint32, dst []Item) (_ []Item, whole bool) {
	n := p.nodes[at]
	switch n.bit {
	case isLeaf:
		return append(dst, p.items[n.index]), true
	case isRest:
		return dst, false
	}
	dst, left := p.below(n.index, dst)
	dst, right := p.below(n.index+1, dst)
	return dst, left && right
}
