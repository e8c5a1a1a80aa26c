package publicid

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/seed-05176fc3/idem/internal/idtext"
)

// A Converter makes and reads public identities of the plain form under one key.
// It allocates nothing and is safe for concurrent use.
type Converter struct {
	aes blockCipher
}

// NewConverter makes a converter. It fails only for the zero Key.
func NewConverter(key Key) (*Converter, error) {
	if key.reveal == nil {
		return nil, fmt.Errorf("%w: no key", ErrKey)
	}
	return &Converter{newBlockCipher(key.bytes())}, nil
}

// EncodeInt64 returns the public identity of v, or [ErrRange] if v is negative.
func (c *Converter) EncodeInt64(v int64) (id ID, err error) {
	if v < 0 {
		return id, errNegative(v)
	}
	c.encodeUint64(&id, uint64(v))
	return id, nil
}

// EncodeUint64 returns the public identity of v.
func (c *Converter) EncodeUint64(v uint64) (id ID) {
	c.encodeUint64(&id, v)
	return id
}

// encodeUint64 sets id, which is zero, to the public identity of v, in place: see encode.
func (c *Converter) encodeUint64(id *ID, v uint64) {
	binary.LittleEndian.PutUint64(id[8:], v)
	c.encode(id)
}

// EncodeDistributed returns the public identity of a decimal of up to 28 digits,
// such as a distid.ID, given as 16 bytes big endian; or [ErrRange] if it is over
// 10^28-1.
func (c *Converter) EncodeDistributed(v [16]byte) (id ID, err error) {
	hi, lo := split(&v)
	if !idtext.Fits28(hi, lo) {
		return ID{}, errOver28
	}
	binary.LittleEndian.PutUint64(id[:8], hi<<32) // bytes 0 to 3 stay 0
	binary.LittleEndian.PutUint64(id[8:], lo)
	c.encode(&id)
	return id, nil
}

// EncodeUUID returns the public identity of any 128 bits, such as a UUID or a
// distid.ID128.
func (c *Converter) EncodeUUID(v [16]byte) ID {
	id := ID(v)
	c.encode(&id)
	return id
}

// DecodeInt64 returns the value of an identity made by EncodeInt64. The error is
// [ErrInvalid], as of the other Decode methods.
func (c *Converter) DecodeInt64(id ID) (int64, error) {
	c.decode(&id)
	v := binary.LittleEndian.Uint64(id[8:])
	if binary.LittleEndian.Uint64(id[:8])|v>>63 != 0 {
		return 0, ErrInvalid
	}
	return int64(v), nil
}

// DecodeUint64 returns the value of an identity made by EncodeUint64.
func (c *Converter) DecodeUint64(id ID) (uint64, error) {
	c.decode(&id)
	if binary.LittleEndian.Uint64(id[:8]) != 0 {
		return 0, ErrInvalid
	}
	return binary.LittleEndian.Uint64(id[8:]), nil
}

// DecodeDistributed returns the value of an identity made by EncodeDistributed, to
// be assigned to a distid.ID, for instance.
func (c *Converter) DecodeDistributed(id ID) (v [16]byte, err error) {
	c.decode(&id)
	// Anything in bytes 0 to 3 rotates to where it makes the value too large.
	hi := bits.RotateLeft64(binary.LittleEndian.Uint64(id[:8]), 32)
	lo := binary.LittleEndian.Uint64(id[8:])
	if !idtext.Fits28(hi, lo) {
		return v, ErrInvalid
	}
	join(&v, hi, lo)
	return v, nil
}

// DecodeUUID returns the 128 bits of an identity made by EncodeUUID. Every identity
// has some: this detects no forgery.
func (c *Converter) DecodeUUID(id ID) [16]byte {
	c.decode(&id)
	return id
}

// encode turns a plaintext block into its identity, in place. Blocks are handled
// in place, and stored in parts as seldom as possible, because a processor waits
// when it loads 16 bytes that it has just stored in parts.
func (c *Converter) encode(b *ID) {
	c.aes.encrypt((*[16]byte)(b))
	guidOrder(b)
}

// decode is the inverse of encode.
func (c *Converter) decode(b *ID) {
	guidOrder(b)
	c.aes.decrypt((*[16]byte)(b))
}

// guidOrder turns round the first four bytes, the next two and the next two. It is
// its own inverse.
func guidOrder(b *ID) {
	v := binary.BigEndian.Uint64(b[:8])
	first, second, third := uint32(v>>32), uint16(v>>16), uint16(v)
	v = uint64(bits.ReverseBytes32(first))<<32 |
		uint64(bits.ReverseBytes16(second))<<16 | uint64(bits.ReverseBytes16(third))
	binary.BigEndian.PutUint64(b[:8], v)
}

func errNegative(v int64) error { return fmt.Errorf("%w: %d is negative", ErrRange, v) }

// errOver28 does not show the value: it has no text in this package.
var errOver28 = fmt.Errorf("%w: over 10^28-1", ErrRange)
