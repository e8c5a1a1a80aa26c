package dataset

import (
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// timeLayout writes the times of entries and identifiers, which are in UTC and in
// whole milliseconds: it leaves out zeros at the end of the fraction.
const timeLayout = time.RFC3339Nano

// timeFault returns what keeps t from being written, or nothing.
func timeFault(t time.Time) (reason string) {
	if year := t.UTC().Year(); year < 1000 || year > 9999 {
		return fmt.Sprintf("year %d, want 1000 to 9999", year)
	}
	if t.Nanosecond()%int(time.Millisecond) != 0 {
		return fmt.Sprintf("%s is finer than a millisecond", t.UTC().Format(timeLayout))
	}
	return ""
}

// parseTime reads the one text that a time has.
func parseTime(s string) (t time.Time, reason string) {
	const want = "want a time like 2001-01-05T00:00:00Z or 2001-01-05T00:00:00.25Z"
	t, err := time.Parse(timeLayout, s)
	if err != nil {
		return time.Time{}, want
	}
	var buf [len(timeLayout)]byte
	if string(t.UTC().AppendFormat(buf[:0], timeLayout)) != s || timeFault(t) != "" {
		return time.Time{}, want
	}
	return t.UTC(), ""
}

// parseDecimal reads a number without sign and without zeros in front.
func parseDecimal(s string) (n uint64, at int, reason string) {
	for i := range len(s) {
		c := s[i]
		if c < '0' || c > '9' {
			return 0, i, "want a decimal digit"
		}
		if i > 0 && n == 0 {
			return 0, 0, "a decimal number does not begin with 0"
		}
		digit := uint64(c - '0')
		if n > (math.MaxUint64-digit)/10 {
			return 0, i, "a number above 2^64-1"
		}
		n = 10*n + digit
	}
	if s == "" {
		return 0, 0, "want a decimal number"
	}
	return n, 0, ""
}

// textFault returns the position of the first thing that may not stand in s, a
// line of text for people of at most limit bytes, and what it is. The reason is
// empty if there is none.
func textFault(s string, limit int) (at int, reason string) {
	if len(s) > limit {
		return limit, fmt.Sprintf("%d bytes long, at most %d are allowed", len(s), limit)
	}
	for i, r := range s {
		switch {
		case r == utf8.RuneError:
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return i, fmt.Sprintf("0x%02x is not valid UTF-8 here", s[i])
			}
		case unicode.IsControl(r):
			return i, fmt.Sprintf("control character %U", r)
		case r == '\u2028', r == '\u2029':
			return i, fmt.Sprintf("line separator %U", r)
		}
	}
	return 0, ""
}

// doiFault returns the position of the first fault of a DOI, 10.REGISTRANT/SUFFIX
// without white space, and what it is.
func doiFault(s string) (at int, reason string) {
	const want = "want a DOI like 10.9999/US/FOOL2.v2"
	rest, ok := strings.CutPrefix(s, "10.")
	registrant, suffix, slash := strings.Cut(rest, "/")
	switch i := strings.IndexFunc(s, unicode.IsSpace); {
	case !ok:
		return 0, want
	case registrant == "" || strings.Trim(registrant, "0123456789.") != "":
		return len("10."), want
	case !slash || suffix == "":
		return len(s), want
	case i >= 0:
		return i, "white space"
	}
	return 0, ""
}
