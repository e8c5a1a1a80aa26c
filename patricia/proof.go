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
	nodes []proofNode // the top first; none for the empty tree
	items []Item      // of the leaves
}

// proofNode is a branch, a leaf, or what was left out. It has no pointers, so that a
// proof costs little more than its hashes.
type proofNode struct {
	hash  Hash
	count uint64
	bit   int16  // of a branch
	half  uint32 // of a branch: index of the left half, which the right one follows
	item  uint32 // of a leaf: 1 + index of the item
}

func (n *proofNode) branch() bool { return n.half != 0 }
func (n *proofNode) leaf() bool   { return n.item != 0 }

// addHalves adds two nodes and returns the index of the first.
func (p *Proof) addHalves() uint32 {
	p.nodes = append(p.nodes, proofNode{}, proofNode{})
	return uint32(len(p.nodes) - 2)
}

// setBranch makes a node a branch over two halves.
func (p *Proof) setBranch(at uint32, bit int, half uint32, h *hasher) {
	n, left, right := &p.nodes[at], &p.nodes[half], &p.nodes[half+1]
	n.bit, n.half, n.count = int16(bit), half, left.count+right.count
	n.hash = h.over(bit, n.count, &left.hash, &right.hash)
}

// setLeaf makes a node a leaf.
func (p *Proof) setLeaf(at uint32, it Item, hash Hash) {
	p.items = append(p.items, it)
	p.nodes[at] = proofNode{hash: hash, count: 1, item: uint32(len(p.items))}
}

// Root returns the root of the tree of which the proof is a part. It was computed
// from all of the proof.
func (p *Proof) Root() Root {
	if len(p.nodes) == 0 {
		return Root{}
	}
	return Root{p.nodes[0].hash, p.nodes[0].count}
}

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
	for n := &p.nodes[at]; n.branch() && int(n.bit) < stop; n = &p.nodes[at] {
		at = n.half + uint32(bitOf(id, int(n.bit)))
	}
	return at
}

// itemOf returns the item of a node, if that is a leaf.
func (p *Proof) itemOf(at uint32) (Item, bool) {
	if n := &p.nodes[at]; n.leaf() {
		return p.items[n.item-1], true
	}
	return Item{}, false
}

// below appends the items below a node, and tells whether these are all.
func (p *Proof) below(at uint32, dst []Item) (_ []Item, whole bool) {
	if it, ok := p.itemOf(at); ok {
		return append(dst, it), true
	}
	n := &p.nodes[at]
	if !n.branch() {
		return dst, false
	}
	dst, left := p.below(n.half, dst)
	dst, right := p.below(n.half+1, dst)
	return dst, left && right
}
