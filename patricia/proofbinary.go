package patricia

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"sync"
)

// AppendBinary appends the binary form of the proof to dst. Its error is always nil.
func (p *Proof) AppendBinary(dst []byte) ([]byte, error) {
	if len(p.nodes) == 0 {
		return dst, nil
	}
	return p.append(dst, p.nodes[0], -1), nil
}

func (p *Proof) append(dst []byte, n proofNode, above int) []byte {
	switch n.bit {
	case isRest:
		rest := &p.rests[n.index]
		dst = binary.AppendUvarint(append(dst, 0x00), rest.Count)
		return append(dst, rest.Hash[:]...)
	case isLeaf:
		it := p.items[n.index]
		dst = binary.AppendUvarint(append(dst, 0x01), uint64(len(it.ID)))
		dst = append(dst, it.ID...)
		if p.kind == Map {
			dst = binary.AppendUvarint(dst, uint64(len(it.Value)))
			dst = append(dst, it.Value...)
		}
		return dst
	}
	bit := int(n.bit)
	dst = binary.AppendUvarint(dst, uint64(bit-above+1))
	return p.append(p.append(dst, p.nodes[n.index], bit), p.nodes[n.index+1], bit)
}

// ParseProof reads the binary form of a proof for a tree of the given kind. It
// accepts what AppendBinary writes and nothing else. The proof is sound, but of a
// tree that may be anybody's: see Proof.Root. The error wraps ErrProof.
func ParseProof(kind Kind, data []byte) (*Proof, error) {
	p := &Proof{kind: kind}
	if len(data) == 0 {
		return p, nil
	}
	// Most branches have something below that was left out, in 36 bytes together.
	branches := 1 + min(len(data)/36, 1<<12)
	p.nodes, p.rests = make([]proofNode, 1, 2*branches+1), make([]Root, 0, branches)
	r := proofReaders.Get().(*proofReader)
	defer proofReaders.Put(r)
	r.proof, r.data, r.at, r.path = p, data, 0, r.path[:0]
	_, err := r.node(0, -1, &p.root)
	if err == nil && r.at != len(data) {
		err = errLeftOver
	}
	r.proof, r.data = nil, nil
	if err != nil {
		return nil, fmt.Errorf("%w: byte %d: %v", ErrProof, r.at, err)
	}
	return p, nil
}

// proofReader reads a proof from its top.
type proofReader struct {
	proof  *Proof
	data   []byte
	at     int    // what is before it was read
	path   []turn // from the top to here
	last   run    // the last leaf
	hasher *hasher
}

var proofReaders = sync.Pool{New: func() any { return &proofReader{hasher: newHasher()} }}

// turn is a branch on the way, and the half that was taken.
type turn struct {
	bit  int16
	half byte
}

// varint reads a number in the one way in which it is written.
func (r *proofReader) varint(most uint64) (uint64, error) {
	rest := r.data[r.at:]
	if len(rest) > 0 && rest[0] < 0x80 && uint64(rest[0]) <= most {
		r.at++
		return uint64(rest[0]), nil
	}
	v, n := binary.Uvarint(rest)
	if n <= 0 || v > most || n > 1 && rest[n-1] == 0 {
		return 0, errors.New("number out of range")
	}
	r.at += n
	return v, nil
}

// take reads some bytes.
func (r *proofReader) take(size int) ([]byte, error) {
	if size > len(r.data)-r.at {
		return nil, errShort
	}
	r.at += size
	return r.data[r.at-size : r.at], nil
}

// bytes reads what is led by its length.
func (r *proofReader) bytes(most int) ([]byte, error) {
	size, err := r.varint(uint64(most))
	if err != nil {
		return nil, err
	}
	b, err := r.take(int(size))
	return bytes.Clone(b), err
}

// node reads a subtree into the node with the given index, and sets its root. It
// returns the ID of one of its leaves, nil if all are left out.
func (r *proofReader) node(at uint32, above int, root *Root) (one []byte, _ error) {
	sort, err := r.varint(8*MaxID + 1)
	if err != nil {
		return nil, err
	}
	switch sort {
	case 0x00:
		return nil, r.rest(at, root)
	case 0x01:
		return r.leaf(at, root)
	}
	bit := above + int(sort) - 1
	if bit >= 8*MaxID {
		return nil, errors.New("bit out of range")
	}
	half := r.proof.setBranch(at, bit)
	var left, right Root
	r.path = append(r.path, turn{int16(bit), 0})
	a, err := r.node(half, bit, &left)
	if err != nil {
		return nil, err
	}
	r.path[len(r.path)-1].half = 1
	b, err := r.node(half+1, bit, &right)
	if err != nil {
		return nil, err
	}
	r.path = r.path[:len(r.path)-1]
	if left.Count > math.MaxInt64 || right.Count > math.MaxInt64 {
		return nil, errors.New("count out of range")
	}
	switch {
	case a == nil:
		a = b
	case b == nil:
	case critBit(a, b) != bit:
		// The leaves of a half agree up to its own branch, so one stands for all.
		return nil, fmt.Errorf("%q and %q do not part at bit %d", a, b, bit)
	}
	root.Count = left.Count + right.Count
	root.Hash = r.hasher.over(bit, root.Count, &left.Hash, &right.Hash)
	return a, nil
}

func (r *proofReader) rest(at uint32, root *Root) error {
	count, err := r.varint(math.MaxInt64)
	if err != nil {
		return err
	}
	hash, err := r.take(len(Hash{}))
	if err != nil || count == 0 {
		return errShort
	}
	root.Count, root.Hash = count, Hash(hash)
	r.proof.setRest(at, *root)
	return nil
}

func (r *proofReader) leaf(at uint32, root *Root) (id []byte, err error) {
	var it Item
	if it.ID, err = r.bytes(MaxID); err != nil {
		return nil, err
	}
	kind := r.proof.kind
	if kind == Map {
		if it.Value, err = r.bytes(MaxValue); err != nil {
			return nil, err
		}
	}
	if err := checkItem(kind, it.ID, it.Value); err != nil {
		return nil, err
	}
	for _, t := range r.path {
		if bitOf(it.ID, int(t.bit)) != t.half {
			return nil, fmt.Errorf("%q does not belong below bit %d", it.ID, t.bit)
		}
	}
	r.last.kind, r.last.data, r.last.ends = kind, r.last.data[:0], r.last.ends[:0]
	r.last.add(it.ID, it.Value)
	root.Count, root.Hash = 1, r.hasher.record(r.last.record(0))
	r.proof.setLeaf(at, it)
	return it.ID, nil
}
