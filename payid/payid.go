// Package payid makes and reads payment IDs: 9 characters of a time, a worker
// number and a counter, in capitals, for references that people read out and
// type in.
//
// # Format
//
// An [ID] is an integer from 0 to 36^9-1, written as exactly 9 digits of base 36:
// 0-9, then A-Z, most significant first, padded with '0'. Order of texts is order
// of integers. The binary form is the integer in 8 bytes, big endian.
//
// A [Layout] says what the digits mean. The standard one is
//
//	[ timestamp: 6 ][ worker: 1 ][ counter: 2 ]
//
//	timestamp   0 to 36^6-1   seconds since 2024-01-01T00:00:00Z; the last is 2092-12-23T05:45:35Z
//	worker      0 to 35       which process made the ID
//	counter     0 to 1295     from 0 in each second
//
// For example, in 2KNQ8300Z the timestamp is 2KNQ83, that is 155,631,747 seconds
// or 2028-12-06T07:02:27Z; the worker is 0; the counter is 0Z, that is 35. The
// next ID of that second is 2KNQ83010.
//
// In general a layout has an epoch, a unit in whole seconds, a number of
// characters k for the timestamp, a number of workers W and of counters C with
// W*C <= 36^(9-k), and
//
//	ID = timestamp * 36^(9-k) + worker * C + counter
//
// The wide layout has k = 6, W = 45 and C = 1024. An ID does not say which layout
// it was made with: who makes IDs and who reads their time must use the same one.
// That is why Time, Worker, Counter, Min, Max and NewAt, which other identifier
// types have themselves, are methods of Layout here, and why there is no New
// without a [Generator], which knows its worker number.
//
// # Uniqueness
//
// IDs of one layout are unique as long as a worker number has one holder at any
// time. A [Generator] with a number given by hand cannot see to that; one with
// [Grants] from a common store can. A unique key in the database stays the last
// guard, also against IDs of another origin: see [Config].Avoid and
// [Generator.InsertRetry].
//
// # Databases
//
// Store the text as CHAR(9), with a bytewise collation ("C" in PostgreSQL, ascii_bin
// in MySQL), or the integer of [ID.Uint64] as BIGINT. Both sort as the IDs do.
package payid

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
)

// Len is the length of an ID's text.
const Len = 9

// binaryLen is the length of an ID's binary form.
const binaryLen = 8

// Errors of this package, wrapped with what they are about.
var (
	// ErrInvalid is returned when a text, a number or a database value is no ID.
	ErrInvalid = errors.New("payid: invalid ID")
	// ErrLayout is returned by NewLayout when the parts do not make a layout.
	ErrLayout = errors.New("payid: invalid layout")
	// ErrRange is returned when a time, a worker number or a counter lies outside
	// the layout.
	ErrRange = errors.New("payid: outside the layout")
	// ErrExhausted is returned by a generator that does not wait, when it has no
	// ID left before a later second.
	ErrExhausted = errors.New("payid: no ID left for now")
)

// An ID is a payment ID. It can be compared with ==. The zero ID is 000000000.
type ID struct {
	n uint64 // under 36^9
}

// Parse reads the 9 characters of an ID. It refuses every other length and lower
// case, so that an ID has one text. Its error is [ErrInvalid].
func Parse[T string | []byte](s T) (ID, error) {
	if len(s) != Len {
		return ID{}, fmt.Errorf("%w %.40q: want %d characters, have %d", ErrInvalid, string(s), Len, len(s))
	}
	var b [Len]byte
	copy(b[:], s)
	n, ok := digits(&b)
	if !ok {
		i := 0
		for value36[b[i]] != 0 {
			i++
		}
		return ID{}, fmt.Errorf("%w %q: byte %d: not one of 0-9, A-Z", ErrInvalid, string(s), i)
	}
	return ID{n}, nil
}

// ParseFold is Parse for what people type: it takes a to z as A to Z. It forgives
// nothing else.
func ParseFold(s string) (ID, error) {
	if len(s) != Len {
		return Parse(s)
	}
	b := [Len]byte([]byte(s))
	for i, c := range b {
		if 'a' <= c && c <= 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
	if n, ok := digits(&b); ok {
		return ID{n}, nil
	}
	return Parse(b[:])
}

// MustParse is Parse for constants. It panics where Parse returns an error.
func MustParse(s string) ID {
	id, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return id
}

// FromUint64 returns the ID with the given integer, which must be under 36^9.
func FromUint64(n uint64) (ID, error) {
	if n >= space {
		return ID{}, fmt.Errorf("%w %d: over 36^9-1", ErrInvalid, n)
	}
	return ID{n}, nil
}

// Uint64 returns the ID as an integer from 0 to 36^9-1.
func (id ID) Uint64() uint64 { return id.n }

// String returns the 9 characters of the ID.
func (id ID) String() string {
	var b [Len]byte
	putDigits(&b, id.n)
	return string(b[:])
}

// AppendText appends the 9 characters of the ID. Its error is always nil.
func (id ID) AppendText(dst []byte) ([]byte, error) {
	var b [Len]byte
	putDigits(&b, id.n)
	return append(dst, b[:]...), nil
}

// MarshalText returns the 9 characters of the ID; JSON gets them as a string.
func (id ID) MarshalText() ([]byte, error) { return id.AppendText(make([]byte, 0, Len)) }

// UnmarshalText is Parse.
func (id *ID) UnmarshalText(text []byte) (err error) {
	v, err := Parse(text)
	if err == nil {
		*id = v
	}
	return err
}

// AppendBinary appends the integer in 8 bytes, big endian. Its error is always nil.
func (id ID) AppendBinary(dst []byte) ([]byte, error) {
	return binary.BigEndian.AppendUint64(dst, id.n), nil
}

// MarshalBinary returns the integer in 8 bytes, big endian.
func (id ID) MarshalBinary() ([]byte, error) { return id.AppendBinary(make([]byte, 0, binaryLen)) }

// UnmarshalBinary reads what MarshalBinary writes.
func (id *ID) UnmarshalBinary(data []byte) error {
	if len(data) != binaryLen {
		return fmt.Errorf("%w: want %d bytes, have %d", ErrInvalid, binaryLen, len(data))
	}
	v, err := FromUint64(binary.BigEndian.Uint64(data))
	if err == nil {
		*id = v
	}
	return err
}

// Compare returns -1, 0 or +1, as id is less than, equal to or greater than other.
func (id ID) Compare(other ID) int { return cmp.Compare(id.n, other.n) }

// IsZero reports whether the ID is 000000000.
func (id ID) IsZero() bool { return id.n == 0 }

// LogValue makes a structured log carry the text.
func (id ID) LogValue() slog.Value { return slog.StringValue(id.String()) }
