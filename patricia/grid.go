package patricia

import (
	"encoding/binary"
	"math/bits"
)

// grid is a table of rows of the same width, of which each column is written in as
// many bits as it has symbols, and one that is the same in all rows once. IDs are
// often made so: fields in fixed places, numbers with leading zeros. In ascending
// rows of which the leading columns fit one number, that number is written as the
// difference to the row before.
type grid struct {
	width    int
	template [MaxID]byte // columns that do not vary; 0 where one does
	columns  []gridColumn
	words    []gridWord
	alphabet [256]byte
	symbols  int
}

// gridColumn is a column that varies.
type gridColumn struct {
	at      int    // place in the row
	low     uint64 // rank of its smallest symbol in the alphabet
	size    uint64 // how many follow from there, this one included
	inverse uint64 // of size, times 2⁶⁴, rounded up
}

// gridWord is a number that some columns share: each is a digit of it, and its size
// the base.
type gridWord struct {
	from, to int    // columns
	limit    uint64 // one more than the greatest number
	bits     uint   // to write it
}

// wordLimit is the number that the limit of a word does not exceed. The division by
// multiplication in gridReader is right for what is smaller.
const wordLimit = 1 << 56

// group puts the columns into words, as many as possible into each.
func (g *grid) group() {
	g.words = g.words[:0]
	for i := range g.columns {
		size := g.columns[i].size
		if n := len(g.words); n > 0 && g.words[n-1].limit <= wordLimit/size {
			g.words[n-1].limit *= size
			g.words[n-1].to++
		} else {
			g.words = append(g.words, gridWord{from: i, to: i + 1, limit: size})
		}
	}
	for i := range g.words {
		g.words[i].bits = uint(bits.Len64(g.words[i].limit - 1))
	}
}

// hasZero tells whether a row may have a byte 0x00.
func (g *grid) hasZero() bool {
	next := 0
	for j, b := range g.template[:g.width] {
		if next < len(g.columns) && g.columns[next].at == j {
			next++
		} else if b == 0 {
			return true
		}
	}
	return g.symbols > 0 && g.alphabet[0] == 0
}

// rankBits is the number of bits in which a rank in the alphabet is written.
func (g *grid) rankBits() uint { return uint(bits.Len(uint(max(g.symbols, 2) - 1))) }

// gridWriter writes grids. It keeps its memory from one to the next.
type gridWriter struct {
	grid
	bitWriter
	rank   [256]uint8
	cells  []byte // the rows, one after the other, filled with zeros
	deltas []uint64
}

// reset begins a grid of the given width.
func (w *gridWriter) reset(width int) {
	w.width = width
	w.cells = w.cells[:0]
}

// add adds a row, filled with zeros to the width.
func (w *gridWriter) add(row []byte) {
	w.cells = append(w.cells, row...)
	for range w.width - len(row) {
		w.cells = append(w.cells, 0)
	}
}

// appendTo appends the grid.
func (w *gridWriter) appendTo(dst []byte, ascending bool) []byte {
	w.survey()
	w.bitWriter = bitWriter{bytes: w.appendAlphabet(append(dst, byte(w.width)))}
	w.writeColumns()
	w.group()
	small, full := uint(0), uint(0)
	if ascending && len(w.words) > 0 {
		small, full = w.measure()
		w.write(uint64(small), 6)
	}
	for i := 0; i < len(w.cells); i += w.width {
		row := w.cells[i : i+w.width]
		words := w.words
		if full > 0 {
			v := w.deltas[i/w.width]
			if small < full && uint(bits.Len64(v)) > small {
				w.write(1, 1)
				w.write(v, full)
			} else {
				if small < full {
					w.write(0, 1)
				}
				w.write(v, small)
			}
			words = words[1:]
		}
		for j := range words {
			w.write(w.number(row, &words[j]), words[j].bits)
		}
	}
	return w.end()
}

// survey finds the columns that vary, and their symbols.
func (w *gridWriter) survey() {
	var varies [MaxID + 8]byte
	first := w.cells[:w.width]
	for i := w.width; i < len(w.cells); i += w.width {
		row := w.cells[i : i+w.width]
		j := 0
		for ; j+8 <= w.width; j += 8 {
			x := binary.LittleEndian.Uint64(row[j:]) ^ binary.LittleEndian.Uint64(first[j:])
			binary.LittleEndian.PutUint64(varies[j:], binary.LittleEndian.Uint64(varies[j:])|x)
		}
		for ; j < w.width; j++ {
			varies[j] |= row[j] ^ first[j]
		}
	}
	w.columns = w.columns[:0]
	var used [256]bool
	var seen [MaxID][2]byte // smallest and greatest symbol
	for j, b := range first {
		if w.template[j] = b; varies[j] == 0 {
			continue
		}
		low, high := b, b
		for i := j; i < len(w.cells); i += w.width {
			c := w.cells[i]
			used[c] = true
			low, high = min(low, c), max(high, c)
		}
		seen[j] = [2]byte{low, high}
		w.columns = append(w.columns, gridColumn{at: j})
	}
	w.symbols = 0
	for b, u := range used {
		if u {
			w.alphabet[w.symbols] = byte(b)
			w.rank[b] = uint8(w.symbols)
			w.symbols++
		}
	}
	for i := range w.columns {
		c := &w.columns[i]
		c.low = uint64(w.rank[seen[c.at][0]])
		c.size = uint64(w.rank[seen[c.at][1]]) + 1 - c.low
	}
}

// appendAlphabet appends the alphabet as ranges of bytes.
func (w *gridWriter) appendAlphabet(dst []byte) []byte {
	at := len(dst)
	dst = append(dst, 0)
	for i := 0; i < w.symbols; dst[at]++ {
		n := 1
		for i+n < w.symbols && w.alphabet[i+n] == w.alphabet[i]+byte(n) {
			n++
		}
		dst = append(dst, w.alphabet[i], byte(n-1))
		i += n
	}
	return dst
}

// writeColumns writes what the columns hold.
func (w *gridWriter) writeColumns() {
	n := w.rankBits()
	next := 0
	for j, b := range w.template[:w.width] {
		if next == len(w.columns) || w.columns[next].at != j {
			w.write(uint64(b), 9)
			continue
		}
		c := &w.columns[next]
		w.write(1, 1)
		w.write(c.low, n)
		w.write(c.size-1, n)
		next++
	}
}

// number returns the number of a row's columns in a word.
func (w *gridWriter) number(row []byte, word *gridWord) uint64 {
	v := uint64(0)
	for i := word.from; i < word.to; i++ {
		c := &w.columns[i]
		v = v*c.size + uint64(w.rank[row[c.at]]) - c.low
	}
	return v
}

// measure finds the differences of the first word from row to row, and the numbers
// of bits for small ones and for any.
func (w *gridWriter) measure() (small, full uint) {
	w.deltas = w.deltas[:0]
	var lengths [64]int
	last := uint64(0)
	for i := 0; i < len(w.cells); i += w.width {
		v := w.number(w.cells[i:i+w.width], &w.words[0])
		w.deltas = append(w.deltas, v-last)
		lengths[bits.Len64(v-last)]++
		last = v
	}
	full = w.words[0].bits
	best, below := int(full)*len(w.deltas), 0
	small = full
	for n := range full {
		below += lengths[n]
		if size := len(w.deltas)*int(1+n) + (len(w.deltas)-below)*int(full-n); size < best {
			best, small = size, n
		}
	}
	return small, full
}
