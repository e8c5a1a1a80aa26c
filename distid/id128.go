package distid

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"log/slog"
	"time"

	"github.com/seed-05176fc3/idem/internal/idtext"
)

// ID128 is a distributed ID of 128 bits, big endian.
//
//	bits 0 to 47     timestamp in milliseconds since 1700
//	bits 48 to 51    0111
//	bits 52 to 63    the high 12 bits of the random part
//	bit 64           0
//	bits 65 to 127   the low 63 bits of the random part
//
// Its text is that of a UUID, in lower case. It converts to and from any [16]byte, such
// as uuid.UUID. All values can be read and written.
type ID128 [16]byte

const (
	maxTime128 = 1<<48 - 1
	version7   = 0x7000
	maxHigh12  = 1<<12 - 1
	maxLow63   = 1<<63 - 1
)

// New128 returns a new ID128 from the default generator. It waits for the next
// millisecond once the random part of this one is used up, after about 131,000
// IDs; [NewFrom128] lets a context end the wait. New128 panics when the machine's
// clock is out of the range of the format, 1700 to 10619.
func New128() ID128 {
	id, err := std128.New(context.Background())
	if err != nil {
		panic(err)
	}
	return id
}

// NewAt128 returns a new ID128 with a timestamp of t, rounded down to milliseconds, or
// an error. It is for backfills: the random part is fresh at every call, so that IDs of
// one millisecond are in no order, and no generator is touched.
func NewAt128(t time.Time) (ID128, error) {
	ms, ok := epoch1700.since(t)
	if !ok || ms > maxTime128 {
		return ID128{}, epoch1700.outside(t, 0, maxTime128)
	}
	var b [bytes75]byte
	rand.Read(b[:]) // never fails
	return compose128(ms, decode75(b[:])), nil
}

// Parse128 reads UUID text: 36 characters, in lower case. Version and variant are not
// looked at.
func Parse128(s string) (ID128, error) { return parseUUID128(s) }

// MustParse128 is [Parse128] for constants. It panics when s is no ID128.
func MustParse128(s string) ID128 {
	id, err := Parse128(s)
	if err != nil {
		panic(err)
	}
	return id
}

// Min128 returns the smallest ID128 with a timestamp of t, rounded down to milliseconds:
// 0 for times before 1700, and 2^128-1 for those after the last timestamp.
func Min128(t time.Time) ID128 {
	ms, ok := epoch1700.since(t)
	switch {
	case !ok:
		return ID128{}
	case ms > maxTime128:
		return fromHalves128(1<<64-1, 1<<64-1)
	}
	return fromHalves128(ms<<16|version7, 0)
}

// Max128 returns the largest ID128 with a timestamp of t, rounded down to milliseconds:
// 0 for times before 1700, and 2^128-1 for those after the last timestamp.
func Max128(t time.Time) ID128 {
	ms, ok := epoch1700.since(t)
	if !ok || ms > maxTime128 {
		return Min128(t)
	}
	return fromHalves128(ms<<16|version7|maxHigh12, maxLow63)
}

// String returns the UUID text.
func (id ID128) String() string {
	return string(idtext.AppendUUID(make([]byte, 0, idtext.UUIDLen), id.high(), id.low()))
}

// AppendText appends the UUID text to b. The error is always nil.
func (id ID128) AppendText(b []byte) ([]byte, error) {
	return idtext.AppendUUID(b, id.high(), id.low()), nil
}

// MarshalText returns the UUID text. In JSON it is a string.
func (id ID128) MarshalText() ([]byte, error) {
	return id.AppendText(make([]byte, 0, idtext.UUIDLen))
}

// UnmarshalText reads UUID text, as [Parse128] does.
func (id *ID128) UnmarshalText(text []byte) error {
	v, err := parseUUID128(text)
	if err == nil {
		*id = v
	}
	return err
}

// AppendBinary appends the 16 bytes of the ID to b. The error is always nil.
func (id ID128) AppendBinary(b []byte) ([]byte, error) { return append(b, id[:]...), nil }

// MarshalBinary returns the 16 bytes of the ID.
func (id ID128) MarshalBinary() ([]byte, error) { return id.AppendBinary(nil) }

// UnmarshalBinary reads 16 bytes, big endian.
func (id *ID128) UnmarshalBinary(data []byte) error {
	if len(data) != len(id) {
		return refuseBinary(data, "want 16 bytes")
	}
	*id = ID128(data)
	return nil
}

// Compare returns -1 if id is smaller than other, 1 if it is larger, and 0 if they are equal.
func (id ID128) Compare(other ID128) int { return bytes.Compare(id[:], other[:]) }

// IsZero reports whether id is 0, which no generator of the format makes.
func (id ID128) IsZero() bool { return id == ID128{} }

// Time returns the timestamp, in UTC.
func (id ID128) Time() time.Time {
	return epoch1700.time(id.high() >> 16)
}

// Random returns the random part: 11 high and 64 low bits.
func (id ID128) Random() (high, low uint64) {
	hi, lo := id.high(), id.low()
	return hi & maxHigh12 >> 1, hi<<63 | lo&maxLow63
}

// LogValue returns the UUID text for [slog].
func (id ID128) LogValue() slog.Value { return slog.StringValue(id.String()) }

func compose128(ms uint64, r random75) (id ID128) {
	id.set(ms, r)
	return id
}

func fromHalves128(hi, lo uint64) (id ID128) {
	id.setHalves(hi, lo)
	return id
}

// set makes id of its parts, in place as ID.set does.
func (id *ID128) set(ms uint64, r random75) {
	id.setHalves(ms<<16|version7|r.hi<<1|r.lo>>63, r.lo&maxLow63)
}

func (id *ID128) setHalves(hi, lo uint64) {
	binary.BigEndian.PutUint64(id[:8], hi)
	binary.BigEndian.PutUint64(id[8:], lo)
}

func (id *ID128) high() uint64 { return binary.BigEndian.Uint64(id[:8]) }

func (id *ID128) low() uint64 { return binary.BigEndian.Uint64(id[8:]) }

func parseUUID128[T idtext.Text](s T) (ID128, error) {
	hi, lo, err := idtext.ParseUUID(s)
	if err != nil {
		return ID128{}, refuse("UUID", s, err)
	}
	return fromHalves128(hi, lo), nil
}
