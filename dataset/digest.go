package dataset

import (
	"encoding/binary"
	"fmt"

	"github.com/seed-05176fc3/idem/internal/errtext"
)

// A Hash is a SHA-256 value: the value of an instance identifier, or the hash
// of a ledger entry.
type Hash [32]byte

// A DI is the value of the legacy identifier of a set, the last MD5 of its
// [Chain]. The empty set has none; the zero DI does not stand for it.
type DI [16]byte

// String returns the 64 lower-case hexadecimal digits.
func (h Hash) String() string { return string(appendHex(nil, h[:])) }

// String returns the 32 lower-case hexadecimal digits.
func (d DI) String() string { return string(appendHex(nil, d[:])) }

// MarshalText returns the 64 lower-case hexadecimal digits.
func (h Hash) MarshalText() ([]byte, error) { return appendHex(nil, h[:]), nil }

// MarshalText returns the 32 lower-case hexadecimal digits.
func (d DI) MarshalText() ([]byte, error) { return appendHex(nil, d[:]), nil }

// UnmarshalText reads 64 lower-case hexadecimal digits. Errors wrap
// [ErrInvalidIdentifier].
func (h *Hash) UnmarshalText(text []byte) error {
	var v Hash
	if err := unmarshalHex(v[:], text); err != nil {
		return err
	}
	*h = v
	return nil
}

// UnmarshalText reads 32 lower-case hexadecimal digits. Errors wrap
// [ErrInvalidIdentifier].
func (d *DI) UnmarshalText(text []byte) error {
	var v DI
	if err := unmarshalHex(v[:], text); err != nil {
		return err
	}
	*d = v
	return nil
}

func unmarshalHex(dst, text []byte) error {
	if at, reason := decodeHex(dst, text); reason != "" {
		return fmt.Errorf("%w %s: byte %d: %s", ErrInvalidIdentifier, errtext.Quote(text), at, reason)
	}
	return nil
}

// hexPairs holds the two digits of every byte.
const hexPairs = "" +
	"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f" +
	"202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f" +
	"404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f" +
	"606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f" +
	"808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f" +
	"a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebf" +
	"c0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedf" +
	"e0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"

// appendHex appends the lower-case digits of src, whose length is a multiple of
// four. It stores eight digits at once: what reads them next, such as MD5, would
// have to wait for smaller stores.
func appendHex(b, src []byte) []byte {
	for ; len(src) >= 4; src = src[4:] {
		b = binary.LittleEndian.AppendUint64(b,
			hexPair(src[0])|hexPair(src[1])<<16|hexPair(src[2])<<32|hexPair(src[3])<<48)
	}
	return b
}

func hexPair(c byte) uint64 {
	return uint64(uint16(hexPairs[2*int(c)]) | uint16(hexPairs[2*int(c)+1])<<8)
}

// decodeHex fills dst from exactly as many lower-case digits as it takes. The
// reason is empty if it can; otherwise at is where text goes wrong.
func decodeHex[T string | []byte](dst []byte, text T) (at int, reason string) {
	for i := range min(len(text), 2*len(dst)) {
		c := text[i]
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		default:
			return i, "want a lower-case hexadecimal digit"
		}
		dst[i/2] = dst[i/2]<<4 | c
	}
	if len(text) != 2*len(dst) {
		return min(len(text), 2*len(dst)), fmt.Sprintf("%d hexadecimal digits, want %d", len(text), 2*len(dst))
	}
	return 0, ""
}
