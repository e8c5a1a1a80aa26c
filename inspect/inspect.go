package inspect

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// MaxText is the length in bytes of the longest text that is looked at.
const MaxText = 4096

// ErrUnknown is returned when a text fits no scheme.
var ErrUnknown = errors.New("inspect: unknown ID")

// Options tell what a text does not. The zero Options are good.
type Options struct {
	// Now is the time after which no ID was made. Zero is the clock's.
	Now time.Time

	// Collection is one that a unique granule ID may be of, as NAME___VERSION.
	Collection string

	// Epochs are those of your own Snowflake and payment IDs, to be tried besides the
	// known ones.
	Epochs []time.Time
}

// schemes are tried in this order, which decides between readings of equal score.
var schemes = [...]struct {
	name string
	read func(*candidate)
}{
	{"dataset", readDataset},
	{"flax", readFlax},
	{"distributed", readDistributed},
	{"distributed128", readDistributed128},
	{"payment", readPayment},
	{"granule", readGranule},
	{"uuid", readUUID},
	{"ulid", readULID},
	{"typeid", readTypeID},
	{"ksuid", readKSUID},
	{"xid", readXID},
	{"objectid", readObjectID},
	{"snowflake", readSnowflake},
	{"unixtime", readUnixTime},
	{"nanoid", readNanoID},
	{"hash", readHash},
	{"multihash", readMultihash},
	{"public", readPublic},
}

// All returns every plausible reading of a text, best first. White space around the
// text does not count. It returns at least one reading or an error, which wraps
// [ErrUnknown] and names what was tried.
func All(text string, o Options) ([]Reading, error) {
	text = strings.TrimSpace(text)
	if err := check(text); err != nil {
		return nil, err
	}
	if o.Now.IsZero() {
		o.Now = time.Now()
	}
	c := newCandidate(text, o)
	for _, s := range schemes {
		s.read(c)
	}
	if len(c.readings) == 0 {
		return nil, c.unknown()
	}
	return c.ranked(), nil
}

// check refuses what no scheme writes and no terminal should get.
func check(text string) error {
	switch {
	case text == "":
		return fmt.Errorf("%w: empty text", ErrUnknown)
	case len(text) > MaxText:
		return fmt.Errorf("%w: %q: %d bytes, want at most %d", ErrUnknown, short(text), len(text), MaxText)
	case !utf8.ValidString(text):
		return fmt.Errorf("%w: %q: not UTF-8", ErrUnknown, short(text))
	}
	for i, r := range text {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return fmt.Errorf("%w: %q: control character at byte %d", ErrUnknown, short(text), i)
		}
	}
	return nil
}

// unknown returns the error for a text without a reading.
func (c *candidate) unknown() error {
	if len(c.misses) > 0 {
		return fmt.Errorf("%w: %q: %s", ErrUnknown, short(c.text), strings.Join(c.misses, "; "))
	}
	names := make([]string, len(schemes))
	for i, s := range schemes {
		names[i] = s.name
	}
	return fmt.Errorf("%w: %q: %s are written by none of %s", ErrUnknown, short(c.text), c.shape.name, strings.Join(names, ", "))
}

// short returns a text that is not too long for a message.
func short(text string) string {
	const shown = 64
	if len(text) <= shown {
		return text
	}
	return text[:shown] + "…"
}
