package patricia

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// AppendBinary appends the binary form of the proof to dst. Its error is always nil.
func (p *Proof) AppendBinary(dst []byte) ([]byte, error) {
	if p.top == nil {
		return dst, nil
	}
	return p.append(dst, p.top, -1), nil
}

func (p *Proof) append(dst []byte, n *proofNode, above int) []byte {
	switch {
	case n.left != nil:
		dst = binary.AppendUvarint(dst, uint64(n.bit-above+1))
		return p.append(p.append(dst, n.left, n.bit), n.right, n.bit)
	case n.item == nil:
		dst = binary.AppendUvarint(append(dst, 0x00), n.count)
		return append(dst, n.hash[:]...)
	}
	dst = binary.AppendUvarint(append(dst, 0x01), uint64(len(n.item.ID)))
	dst = append(dst, n.item.ID...)
	if p.kind == Map {
		dst = binary.AppendUvarint(dst, uint64(len(n.item.Value)))
		dst = append(dst, n.item.Value...)
	}
	return dst
}

// ParseProof reads the binary form of a proof for a tree of the given kind. It
// accepts what AppendBinary writes and nothing else. The proof is sound, but of a
// tree that may be anybody's: see Proof.Root. The error wraps ErrProof.
func ParseProof(kind Kind, data []byte) (*Proof, error) {
	if len(data) == 0 {
		return &Proof{kind: kind}, nil
	}
	r := proofReader{kind: kind, data: data}
	top, _, err := r.node(-1)
	if err == nil && len(r.data) != 0 {
		err = errLeftOver
	}
	if err != nil {
		return nil, fmt.Errorf("%w: byte %d: %v", ErrProof, len(data)-len(r.data), err)
	}
	return &Proof{kind, top}, nil
}

// proofReader reads a proof from its top.
type proofReader struct {
	kind Kind
	data []byte
	path []turn // from the top to here
}

// turn is a branch on the way, and the half that was taken.
type turn struct {
	bit  int
	half byte
}

// varint reads a number in the one way in which it is written.
func (r *proofReader) varint(most uint64) (uint64, error) {
	v, n := binary.Uvarint(r.data)
	if n <= 0 || v > most || n > 1 && r.data[n-1] == 0 {
		return 0, errors.New("number out of range")
	}
	r.data = r.data[n:]
	return v, nil
}

// bytes reads what is led by its length.
func (r *proofReader) bytes(most int) ([]byte, error) {
	size, err := r.varint(uint64(most))
	if err != nil {
		return nil, err
	}
	if size > uint64(len(r.data)) {
		return nil, errShort
	}
	b := bytes.Clone(r.data[:size])
	r.data = r.data[size:]
	return b, nil
}

// node reads a subtree. It also returns the ID of one of its leaves, nil if all are
// left out.
func (r *proofReader) node(above int) (_ *proofNode, one []byte, _ error) {
	sort, err := r.varint(8*MaxID + 1)
	if err != nil {
		return nil, nil, err
	}
	switch sort {
	case 0x00:
		n, err := r.rest()
		return n, nil, err
	case 0x01:
		n, err := r.leaf()
		if err != nil {
			return nil, nil, err
		}
		return n, n.item.ID, nil
	}
	bit := above + int(sort) - 1
	if bit >= 8*MaxID {
		return nil, nil, errors.New("bit out of range")
	}
	r.path = append(r.path, turn{bit, 0})
	left, a, err := r.node(bit)
	if err != nil {
		return nil, nil, err
	}
	r.path[len(r.path)-1].half = 1
	right, b, err := r.node(bit)
	if err != nil {
		return nil, nil, err
	}
	r.path = r.path[:len(r.path)-1]
	if left.count > math.MaxInt64 || right.count > math.MaxInt64 {
		return nil, nil, errors.New("count out of range")
	}
	switch {
	case a == nil:
		a = b
	case b == nil:
	case critBit(a, b) != bit:
		// The leaves of a half agree up to its own branch, so one stands for all.
		return nil, nil, fmt.Errorf("%q and %q do not part at bit %d", a, b, bit)
	}
	return branchOver(bit, left, right), a, nil
}

func (r *proofReader) rest() (*proofNode, error) {
	count, err := r.varint(math.MaxInt64)
	if err != nil {
		return nil, err
	}
	if count == 0 || len(r.data) < len(Hash{}) {
		return nil, errShort
	}
	n := &proofNode{count: count, hash: Hash(r.data[:len(Hash{})])}
	r.data = r.data[len(Hash{}):]
	return n, nil
}

func (r *proofReader) leaf() (*proofNode, error) {
	var it Item
	var err error
	if it.ID, err = r.bytes(MaxID); err != nil {
		return nil, err
	}
	if r.kind == Map {
		if it.Value, err = r.bytes(MaxValue); err != nil {
			return nil, err
		}
	}
	if err := checkItem(r.kind, it.ID, it.Value); err != nil {
		return nil, err
	}
	for _, t := range r.path {
		if bitOf(it.ID, t.bit) != t.half {
			return nil, fmt.Errorf("%q does not belong below bit %d", it.ID, t.bit)
		}
	}
	return leafOf(r.kind, it), nil
}
