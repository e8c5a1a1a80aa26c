// Package flax makes and reads Flax IDs: 96-bit identifiers of 16 characters
// that sort by the time at which they were made. They need no coordination: no
// machine number, no counter, no server.
//
// # Format
//
// An ID is a big-endian number of 96 bits, 12 bytes:
//
//	bits 95–56   40 bits   milliseconds since 2015-01-01T00:00:00.000Z
//	bits 55–0    56 bits   random
//
// The 40 bits end with 2049-11-03T19:53:47.775Z. Times before 2015 and after
// that end have no ID; they are errors here, never a wrapped value.
//
// The text is 16 characters of 6 bits each, highest bits first, without
// padding. The alphabet is in ASCII order:
//
//	-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz
//
// Worked example, the ID made at 2015-10-15T20:10:25.807Z with the random part
// 7680cb8bb9bdc1:
//
//	bytes   05ca55528f 7680cb8bb9bdc1
//	text    0RdKJcxqVBiAiQr0
//
// The order of the texts, compared byte by byte, is the order of the bytes, is
// the order of the milliseconds. Within one millisecond the order is random,
// as the format has no counter. Databases must compare the text with a binary
// collation ("C" in PostgreSQL, BINARY in SQLite): others break the order, and
// those that ignore case break uniqueness.
//
// # What a reader cannot tell
//
// Every text of 16 characters of the alphabet is a valid ID: there is no
// version and no checksum. The characters are those of base64url (RFC 4648) in
// another order. So any base64url text of 16 characters reads as an ID, and any
// ID is read by a base64url decoder, both without an error and to a wrong
// value. Only length and alphabet can be refused, and they are.
//
// # Compatibility
//
// Format and texts are those of the Python package python-flax-id, within the
// range of times above.
package flax

import (
	"bytes"
	"encoding/binary"
	"errors"
	"log/slog"
)

// ErrInvalid is returned when a text, a byte string, a database value or a
// time cannot be an ID.
var ErrInvalid = errors.New("flax: invalid ID")

// ID is a Flax ID. The zero ID is valid too: the first millisecond of 2015 with
// a random part of zero, text "----------------". IDs compare with ==, and in
// their order with [ID.Compare].
type ID [12]byte

// compose joins the milliseconds since the epoch, below 2^40, with the lowest 56
// bits of random.
func compose(ms, random uint64) (id ID) {
	binary.BigEndian.PutUint64(id[0:8], ms<<24|random<<8>>40)
	binary.BigEndian.PutUint32(id[8:12], uint32(random))
	return id
}

// Compare returns -1 when id sorts before other, 0 when they are equal and +1
// when it sorts after. It is the order of the texts and of the bytes.
func (id ID) Compare(other ID) int { return bytes.Compare(id[:], other[:]) }

// IsZero reports whether id is the zero ID, as in a variable that was never set.
func (id ID) IsZero() bool { return id == ID{} }

// LogValue returns the text of id for log/slog.
func (id ID) LogValue() slog.Value { return slog.StringValue(id.String()) }
