package patricia

import (
	"encoding/binary"
	"errors"
	"math"
)

// appendUpperPage appends the page of the branches from n down to the subtrees
// that have pages of their own.
func appendUpperPage(dst []byte, n *node) []byte {
	return appendBranches(append(dst, pageUpper), n, level(n.count), -1)
}

func appendBranches(dst []byte, n *node, lvl, above int) []byte {
	if level(n.count) < lvl {
		dst = binary.AppendUvarint(append(dst, 0), n.count)
		return append(dst, n.hash[:]...)
	}
	dst = binary.AppendUvarint(dst, uint64(n.bit-above))
	dst = appendBranches(dst, n.left, lvl, n.bit)
	return appendBranches(dst, n.right, lvl, n.bit)
}

func parseUpperPage(data []byte) (*node, error) {
	h := hashers.Get().(*hasher)
	defer hashers.Put(h)
	n, rest, err := parseBranches(h, data, -1)
	if err != nil {
		return nil, err
	}
	if len(rest) != 0 {
		return nil, errLeftOver
	}
	if level(n.count) == 0 {
		return nil, errors.New("upper page of few items")
	}
	return n, checkLevels(n, level(n.count))
}

func parseBranches(h *hasher, data []byte, above int) (*node, []byte, error) {
	step, k := binary.Uvarint(data)
	if k <= 0 {
		return nil, nil, errShort
	}
	data = data[k:]
	if step == 0 {
		count, k := binary.Uvarint(data)
		if k <= 0 || len(data)-k < 32 || count == 0 {
			return nil, nil, errShort
		}
		n := &node{hash: Hash(data[k : k+32]), count: count, stored: true}
		return n, data[k+32:], nil
	}
	if step > 8*MaxID || above+int(step) >= 8*MaxID {
		return nil, nil, errors.New("bit out of range")
	}
	n := &node{bit: above + int(step)}
	var err error
	if n.left, data, err = parseBranches(h, data, n.bit); err != nil {
		return nil, nil, err
	}
	if n.right, data, err = parseBranches(h, data, n.bit); err != nil {
		return nil, nil, err
	}
	if n.left.count > math.MaxInt64 || n.right.count > math.MaxInt64 {
		return nil, nil, errors.New("count out of range")
	}
	n.count = n.left.count + n.right.count
	n.hash = h.over(n.bit, n.count, &n.left.hash, &n.right.hash)
	return n, data, nil
}

// checkLevels returns an error unless the page ends where pages end.
func checkLevels(n *node, lvl int) error {
	switch {
	case n.left == nil && level(n.count) >= lvl:
		return errors.New("page ends too early")
	case n.left == nil:
		return nil
	case level(n.count) < lvl:
		return errors.New("page ends too late")
	}
	if err := checkLevels(n.left, lvl); err != nil {
		return err
	}
	return checkLevels(n.right, lvl)
}
