package patricia

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Second byte of a leaf page: how the rest is written.
const (
	bodyPlain   = 0x00
	bodyDeflate = 0x01
)

// maxBody is the size that no body of a leaf page can exceed.
const maxBody = leafMax*(MaxID+MaxValue+8) + 8

// appendLeafPage appends the page of the items.
func appendLeafPage(dst []byte, v view) []byte {
	kind := v.run.kind
	body := appendLeafBody(make([]byte, 0, 4096), v)
	dst = append(dst, byte(pageSetLeaf+kind))
	if packed := deflate(body); packed != nil {
		dst = append(dst, bodyDeflate)
		dst = binary.AppendUvarint(dst, uint64(len(body)))
		return append(dst, packed...)
	}
	return append(append(dst, bodyPlain), body...)
}

// appendLeafBody writes the items as columns, so that equal things lie side by
// side: how many bytes each ID shares with the one before, how many follow, then
// these, then the values.
func appendLeafBody(dst []byte, v view) []byte {
	dst = binary.AppendUvarint(dst, uint64(v.len()))
	var prev []byte
	for i := v.from; i < v.to; i++ {
		id := v.run.id(i)
		dst = append(dst, byte(sharedBytes(prev, id)))
		prev = id
	}
	for i := v.from; i < v.to; i++ {
		dst = append(dst, byte(len(v.run.id(i))))
	}
	prev = nil
	for i := v.from; i < v.to; i++ {
		id := v.run.id(i)
		dst = append(dst, id[sharedBytes(prev, id):]...)
		prev = id
	}
	if v.run.kind == Map {
		for i := v.from; i < v.to; i++ {
			dst = binary.AppendUvarint(dst, uint64(len(v.run.value(i))))
		}
		for i := v.from; i < v.to; i++ {
			dst = append(dst, v.run.value(i)...)
		}
	}
	return dst
}

func sharedBytes(a, b []byte) int {
	if bit := critBit(a, b); bit != noBit {
		return min(bit>>3, len(a), len(b))
	}
	return len(a)
}

// parseLeafPage reads what appendLeafPage writes, less its first byte.
func parseLeafPage(kind Kind, data []byte) (*node, error) {
	if len(data) == 0 {
		return nil, errShort
	}
	body := data[1:]
	switch data[0] {
	case bodyPlain:
	case bodyDeflate:
		size, n := binary.Uvarint(body)
		if n <= 0 || size > maxBody {
			return nil, errors.New("size of the body out of range")
		}
		var err error
		if body, err = inflate(body[n:], int(size)); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("body written in manner 0x%02x", data[0])
	}
	r, err := parseLeafBody(kind, body)
	if err != nil {
		return nil, err
	}
	return r.fold()
}

// fold returns the subtree of all items, after checking their order.
func (r *run) fold() (*node, error) {
	var f fold
	for i := range r.len() {
		bit := -1
		if i > 0 {
			bit = critBit(r.id(i-1), r.id(i))
			if bit == noBit || bitOf(r.id(i), bit) == 0 {
				return nil, ErrOrder
			}
		}
		p, err := f.push(bit)
		if err != nil {
			return nil, err
		}
		p.hash, p.count = r.hash(i), 1
	}
	top := noBit // one item has no branch
	if len(f.stack) > 1 {
		top = f.stack[1].bit
	}
	root, err := f.root()
	if err != nil {
		return nil, err
	}
	return &node{hash: root.Hash, count: root.Count, bit: top, run: r}, nil
}

// parseLeafBody reads what appendLeafBody writes. It does not look at the order.
func parseLeafBody(kind Kind, body []byte) (*run, error) {
	count, n := binary.Uvarint(body)
	if n <= 0 || count == 0 || count > leafMax {
		return nil, errors.New("number of items out of range")
	}
	if body = body[n:]; uint64(len(body)) < 2*count {
		return nil, errShort
	}
	c := columns{shared: body[:count], lengths: body[count : 2*count], ids: body[2*count:]}
	size, total, err := c.measure()
	if err != nil {
		return nil, err
	}
	c.ids, c.values = c.ids[:size], c.ids[size:]
	if kind == Map {
		if err := c.splitValues(); err != nil {
			return nil, err
		}
	}
	r := &run{kind: kind, data: make([]byte, 0, total+3*len(c.lengths)+len(c.values)), ends: make([]uint32, 0, count)}
	var id [MaxID]byte // keeps what the next one shares with it
	for i, length := range c.lengths {
		k := copy(id[c.shared[i]:length], c.ids)
		if indexZero(c.ids[:k]) >= 0 {
			return nil, errors.New("ID with a zero byte")
		}
		c.ids = c.ids[k:]
		value := c.values[:0]
		if kind == Map {
			k, n := binary.Uvarint(c.sizes)
			if k > MaxValue || k > uint64(len(c.values)) {
				return nil, errShort
			}
			value, c.sizes, c.values = c.values[:k], c.sizes[n:], c.values[k:]
		}
		r.add(id[:length], value)
	}
	if len(c.values) != 0 {
		return nil, errLeftOver
	}
	return r, nil
}

// columns are the columns of a leaf page's body.
type columns struct {
	shared, lengths, ids, sizes, values []byte
}

// measure returns the size of the column of IDs and that of the IDs in full.
func (c *columns) measure() (size, total int, err error) {
	before := byte(0)
	for i, length := range c.lengths {
		if length == 0 || c.shared[i] > length || c.shared[i] > before {
			return 0, 0, errors.New("length of an ID out of range")
		}
		size += int(length - c.shared[i])
		total += int(length)
		before = length
	}
	if size > len(c.ids) {
		return 0, 0, errShort
	}
	return size, total, nil
}

// splitValues parts the lengths of the values from the values.
func (c *columns) splitValues() error {
	all := c.values
	for range c.lengths {
		_, n := binary.Uvarint(c.values)
		if n <= 0 {
			return errShort
		}
		c.values = c.values[n:]
	}
	c.sizes = all[:len(all)-len(c.values)]
	return nil
}
