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

// ID is a distributed ID of 93 bits: 16 bytes, big endian, the first four 0.
//
//	timestamp in milliseconds since 1900 * 2^48 + random
//
// Its text is a plain decimal integer. It converts to and from any [16]byte, such as
// uuid.UUID. A conversion to ID checks nothing, so it can make a value over 10^28-1:
// methods that return an error refuse that, the others write it in the length
// of an [ID128], which no reader of IDs takes.
type ID [16]byte

const (
	randomBits = 48
	maxRandom  = 1<<randomBits - 1
	maxTime    = 1<<45 - 1
)

// New returns a new ID from the default generator. It waits when IDs are made faster
// than the format allows; [NewFrom] lets a context end the wait. New panics when the
// machine's clock is out of the range of the format, 1900 to 3014.
func New() ID {
	id, err := std.New(context.Background())
	if err != nil {
		panic(err)
	}
	return id
}

// NewAt returns a new ID with a timestamp of t, rounded down to milliseconds, or
// an error. It is for backfills: the random part is fresh at every call, so that IDs of
// one millisecond are in no order, and no generator is touched. Of n IDs of one
// millisecond, about n²/2^49 pairs are expected to be equal.
func NewAt(t time.Time) (ID, error) {
	ms, ok := epoch1900.since(t)
	if !ok || ms > maxTime {
		return ID{}, epoch1900.outside(t, 0, maxTime)
	}
	var b [bytes48]byte
	rand.Read(b[:]) // never fails
	return compose(ms, decode48(b[:])), nil
}

// Parse reads the decimal form: a plain integer from 0 to 10^28-1 without leading zeros.
func Parse(s string) (ID, error) { return parseDecimal(s) }

// MustParse is [Parse] for constants. It panics when s is no ID.
func MustParse(s string) ID {
	id, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return id
}

// Min returns the smallest ID with a timestamp of t, rounded down to milliseconds: 0
// for times before 1900, and 10^28-1 for those after the last timestamp.
func Min(t time.Time) ID {
	ms, ok := epoch1900.since(t)
	switch {
	case !ok:
		return ID{}
	case ms > maxTime:
		return fromHalves(idtext.Max28Hi, idtext.Max28Lo)
	}
	return compose(ms, 0)
}

// Max returns the largest ID with a timestamp of t, rounded down to milliseconds: 0
// for times before 1900, and 10^28-1 for those after the last timestamp.
func Max(t time.Time) ID {
	ms, ok := epoch1900.since(t)
	if !ok || ms > maxTime {
		return Min(t)
	}
	return compose(ms, maxRandom)
}

// String returns the decimal form.
func (id ID) String() string {
	return string(idtext.AppendDecimal(make([]byte, 0, idtext.DecimalLen), id.high(), id.low()))
}

// AppendText appends the decimal form to b.
func (id ID) AppendText(b []byte) ([]byte, error) {
	hi, lo := id.high(), id.low()
	if !idtext.Fits28(hi, lo) {
		return b, id.tooLarge()
	}
	return idtext.AppendDecimal(b, hi, lo), nil
}

// MarshalText returns the decimal form. In JSON it is a string.
func (id ID) MarshalText() ([]byte, error) {
	return id.AppendText(make([]byte, 0, idtext.DecimalLen))
}

// UnmarshalText reads the decimal form, as [Parse] does.
func (id *ID) UnmarshalText(text []byte) error {
	v, err := parseDecimal(text)
	if err == nil {
		*id = v
	}
	return err
}

// AppendBinary appends the 16 bytes of the ID to b.
func (id ID) AppendBinary(b []byte) ([]byte, error) {
	if !idtext.Fits28(id.high(), id.low()) {
		return b, id.tooLarge()
	}
	return append(b, id[:]...), nil
}

// MarshalBinary returns the 16 bytes of the ID.
func (id ID) MarshalBinary() ([]byte, error) { return id.AppendBinary(nil) }

// UnmarshalBinary reads 16 bytes, big endian, of at most 10^28-1.
func (id *ID) UnmarshalBinary(data []byte) error {
	if len(data) != len(id) {
		return refuseBinary(data, "want 16 bytes")
	}
	v := ID(data)
	if !idtext.Fits28(v.high(), v.low()) {
		return refuseBinary(data, errTooLarge.Error())
	}
	*id = v
	return nil
}

// Compare returns -1 if id is smaller than other, 1 if it is larger, and 0 if they are equal.
func (id ID) Compare(other ID) int { return bytes.Compare(id[:], other[:]) }

// IsZero reports whether id is 0, which no generator of the format makes.
func (id ID) IsZero() bool { return id == ID{} }

// Time returns the timestamp, in UTC. It lies up to a second before the creation of the
// ID; see [Generator].
func (id ID) Time() time.Time {
	hi, lo := id.high(), id.low()
	return epoch1900.time(hi<<16 | lo>>randomBits)
}

// Random returns the random part, of 48 bits.
func (id ID) Random() uint64 {
	return id.low() & maxRandom
}

// LogValue returns the decimal form for [slog].
func (id ID) LogValue() slog.Value { return slog.StringValue(id.String()) }

func compose(ms, random uint64) (id ID) {
	id.set(ms, random)
	return id
}

func fromHalves(hi, lo uint64) (id ID) {
	id.setHalves(hi, lo)
	return id
}

// set makes id of its parts. A batch sets IDs in place, because a processor waits when it
// loads 16 bytes, to copy them, that it has just stored in halves.
func (id *ID) set(ms, random uint64) { id.setHalves(ms>>16, ms<<randomBits|random) }

func (id *ID) setHalves(hi, lo uint64) {
	binary.BigEndian.PutUint64(id[:8], hi)
	binary.BigEndian.PutUint64(id[8:], lo)
}

func (id *ID) high() uint64 { return binary.BigEndian.Uint64(id[:8]) }

func (id *ID) low() uint64 { return binary.BigEndian.Uint64(id[8:]) }

// tooLarge refuses to write what only an unchecked conversion can have made.
func (id ID) tooLarge() error { return refuse("decimal", id.String(), errTooLarge) }

func parseDecimal[T idtext.Text](s T) (ID, error) {
	hi, lo, err := idtext.ParseDecimal(s)
	if err != nil || !idtext.Fits28(hi, lo) {
		return ID{}, refuse("decimal", s, err)
	}
	return fromHalves(hi, lo), nil
}
