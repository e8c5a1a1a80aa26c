package patricia

import (
	"errors"
	"math/bits"
)

var errGrid = errors.New("grid out of range")

// gridReader reads the rows of a grid one after the other.
type gridReader struct {
	grid
	bitReader
	ascending   bool
	small, full uint   // bits of the differences of the first word
	last        uint64 // first word of the row before
}

// open begins to read a grid.
func (r *gridReader) open(data []byte, ascending bool) error {
	if len(data) < 2 {
		return errShort
	}
	r.width = int(data[0])
	ranges := int(data[1])
	if data = data[2:]; len(data) < 2*ranges {
		return errShort
	}
	r.symbols = 0
	for i := range ranges {
		first, n := int(data[2*i]), int(data[2*i+1])+1
		if first+n > 256 || r.symbols+n > 256 || r.symbols > 0 && first <= int(r.alphabet[r.symbols-1]) {
			return errGrid
		}
		for b := range n {
			r.alphabet[r.symbols] = byte(first + b)
			r.symbols++
		}
	}
	r.bitReader = bitReader{bytes: data[2*ranges:]}
	if err := r.readColumns(); err != nil {
		return err
	}
	r.group()
	r.small, r.full, r.last, r.ascending = 0, 0, 0, ascending && len(r.words) > 0
	if r.ascending {
		r.small, r.full = uint(r.read(6)), r.words[0].bits
		if r.small > r.full {
			return errGrid
		}
	}
	return nil
}

// readColumns reads what the columns hold.
func (r *gridReader) readColumns() error {
	n := r.rankBits()
	r.columns = r.columns[:0]
	for j := range r.width {
		if r.read(1) == 0 {
			r.template[j] = byte(r.read(8))
			continue
		}
		low, size := r.read(n), r.read(n)+1
		if size < 2 || low+size > uint64(r.symbols) {
			return errGrid
		}
		r.template[j] = 0
		r.columns = append(r.columns, gridColumn{at: j, low: low, size: size, inverse: ^uint64(0)/size + 1})
	}
	return nil
}

// next writes the next row to dst, which has the grid's width.
func (r *gridReader) next(dst []byte) error {
	copy(dst, r.template[:r.width])
	words := r.words
	if r.ascending {
		n := r.small
		if n < r.full && r.read(1) == 1 {
			n = r.full
		}
		r.last += r.read(n)
		if err := r.put(dst, r.last, &words[0]); err != nil {
			return err
		}
		words = words[1:]
	}
	for i := range words {
		if err := r.put(dst, r.read(words[i].bits), &words[i]); err != nil {
			return err
		}
	}
	return nil
}

// put writes the columns of a word.
func (r *gridReader) put(dst []byte, v uint64, word *gridWord) error {
	if v >= word.limit {
		return errGrid
	}
	for i := word.to - 1; i > word.from; i-- {
		c := &r.columns[i]
		q, _ := bits.Mul64(v, c.inverse)
		dst[c.at] = r.alphabet[uint8(c.low+v-q*c.size)]
		v = q
	}
	c := &r.columns[word.from]
	dst[c.at] = r.alphabet[uint8(c.low+v)]
	return nil
}
