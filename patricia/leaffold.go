package patricia

// leafFold computes the hash of the items of a leaf page. It keeps its memory from
// one page to the next.
type leafFold struct {
	hashes [leafMax]Hash // of subtrees that wait to be joined with the next
	counts [leafMax]uint64
	bits   [leafMax]int // critical bit with the one before
	n      int
}

// node returns the subtree of the items, after checking their order.
func (f *leafFold) node(h *hasher, items *run) (*node, error) {
	f.n = 0
	top := noBit // one item has no branch
	var prev []byte
	for i := range items.len() {
		id, bit := items.id(i), -1
		if i > 0 {
			if bit = critBit(prev, id); bit == noBit || bitOf(id, bit) == 0 {
				return nil, ErrOrder
			}
			top = min(top, bit)
		}
		for f.n > 1 && f.bits[f.n-1] > bit {
			f.join(h)
		}
		f.hashes[f.n], f.counts[f.n], f.bits[f.n] = h.record(items.record(i)), 1, bit
		f.n++
		prev = id
	}
	for f.n > 1 {
		f.join(h)
	}
	return &node{hash: f.hashes[0], count: f.counts[0], bit: top, run: items}, nil
}

// join puts a branch over the two topmost subtrees.
func (f *leafFold) join(h *hasher) {
	f.n--
	l, r := f.n-1, f.n
	f.counts[l] += f.counts[r]
	f.hashes[l] = h.over(f.bits[r], f.counts[l], &f.hashes[l], &f.hashes[r])
}
