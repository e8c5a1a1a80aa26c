package inspect

import (
	"encoding/binary"
	"encoding/hex"
	"strconv"
)

// A picture collects the fields of a binary form, from its highest bit on.
type picture struct {
	binary []byte
	fields []Field
	at     int
}

// fields starts the picture of a binary form.
func newPicture(binary []byte) *picture { return &picture{binary: binary} }

// number adds a field of at most 64 bits that is a number, and returns it.
func (p *picture) number(name string, width int, meaning string) uint64 {
	v := p.bits(p.at, width)
	p.add(name, width, strconv.FormatUint(v, 10), meaning)
	return v
}

// hex adds a field that is no number.
func (p *picture) hex(name string, width int, meaning string) {
	p.add(name, width, p.digits(p.at, width), meaning)
}

func (p *picture) add(name string, width int, value, meaning string) {
	p.fields = append(p.fields, Field{name, p.at, width, value, meaning})
	p.at += width
}

// bits returns at most 64 bits as a number.
func (p *picture) bits(offset, width int) uint64 {
	var v uint64
	for i := offset; i < offset+width; i++ {
		v = v<<1 | uint64(p.binary[i/8]>>(7-i%8)&1)
	}
	return v
}

// digits returns bits as a number in hexadecimal digits, as many as they need.
func (p *picture) digits(offset, width int) string {
	if offset%8 == 0 && width%8 == 0 {
		return hex.EncodeToString(p.binary[offset/8 : (offset+width)/8])
	}
	n := (width + 3) / 4
	dst := make([]byte, 0, n)
	for first := width - 4*(n-1); n > 0; n-- { // the first digit has what is over
		dst = strconv.AppendUint(dst, p.bits(offset, first), 16)
		offset, first = offset+first, 4
	}
	return string(dst)
}

// show puts the picture into a reading.
func (r *Reading) show(p *picture) {
	r.Unit, r.Binary, r.Fields = Bit, p.binary, p.fields
}

// one makes the picture of a binary form without parts.
func (r *Reading) one(name string, b []byte, meaning string) {
	r.Unit, r.Binary = Bit, b
	r.Fields = []Field{{name, 0, 8 * len(b), hex.EncodeToString(b), meaning}}
}

// bytes64 returns a number as eight bytes.
func bytes64(v uint64) []byte { return binary.BigEndian.AppendUint64(nil, v) }
