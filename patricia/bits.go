package patricia

import "encoding/binary"

// bitWriter appends numbers to bytes, top bit first.
type bitWriter struct {
	bytes []byte
	word  uint64 // the last bits, at the top
	used  uint   // how many, less than 8 between calls
}

// write appends the lowest n bits of v, at most 56; the others must be 0.
func (w *bitWriter) write(v uint64, n uint) {
	w.used += n
	w.word |= v << (64 - w.used)
	for ; w.used >= 8; w.used -= 8 {
		w.bytes = append(w.bytes, byte(w.word>>56))
		w.word <<= 8
	}
}

// end fills the last byte with zeros and returns all.
func (w *bitWriter) end() []byte {
	if w.used > 0 {
		w.bytes = append(w.bytes, byte(w.word>>56))
	}
	return w.bytes
}

// bitReader reads what a bitWriter wrote.
type bitReader struct {
	bytes []byte
	at    uint // bits read
}

// read returns the next n bits, at most 56. Past the end it delivers zeros.
func (r *bitReader) read(n uint) uint64 {
	var word uint64
	if i := r.at >> 3; i+8 <= uint(len(r.bytes)) {
		word = binary.BigEndian.Uint64(r.bytes[i:])
	} else {
		word = r.tail(i)
	}
	word <<= r.at & 7
	r.at += n
	return word >> (64 - n)
}

// tail returns up to eight bytes from byte i on, and zeros.
func (r *bitReader) tail(i uint) uint64 {
	var b [8]byte
	if i < uint(len(r.bytes)) {
		copy(b[:], r.bytes[i:])
	}
	return binary.BigEndian.Uint64(b[:])
}

// atEnd tells whether all has been read, and no more, but for the zeros that fill the
// last byte.
func (r *bitReader) atEnd() bool {
	rest := uint(len(r.bytes))*8 - r.at
	return r.at <= uint(len(r.bytes))*8 && rest < 8 && (rest == 0 || r.bytes[len(r.bytes)-1]<<(8-rest) == 0)
}
