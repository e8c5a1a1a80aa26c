package dataset

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/seed-05176fc3/idem/internal/errtext"
)

// MaxQualifier is the largest length of a dataset qualifier in bytes, before
// escaping.
const MaxQualifier = 1024

// Qualifiers say where an instance was seen. They are context: two identifiers
// that differ only in them name the same instance. The zero Qualifiers are none.
type Qualifiers struct {
	// Dataset is the name of a dataset, or its DOI with doi: in front: valid
	// UTF-8 of at most MaxQualifier bytes without control characters and line
	// separators. Empty for none.
	Dataset string
	// At is a time at which the dataset was the instance, in whole milliseconds
	// of the years 1000 to 9999. Zero for none.
	At time.Time
	// Count is the number of granules, if HasCount is set.
	Count    uint64
	HasCount bool
}

// How each qualifier begins, in the order in which they stand.
const (
	qualifierDataset = ";dataset="
	qualifierAt      = ";at="
	qualifierCount   = ";count="
)

func (q Qualifiers) append(b []byte) ([]byte, error) {
	if q.Dataset != "" {
		if at, reason := textFault(q.Dataset, MaxQualifier); reason != "" {
			return b, fmt.Errorf("%w: dataset %s: byte %d: %s", ErrInvalidIdentifier, errtext.Quote(q.Dataset), at, reason)
		}
		b = appendEscaped(append(b, qualifierDataset...), q.Dataset)
	}
	if !q.At.IsZero() {
		if reason := timeFault(q.At); reason != "" {
			return b, fmt.Errorf("%w: at: %s", ErrInvalidIdentifier, reason)
		}
		b = q.At.UTC().AppendFormat(append(b, qualifierAt...), timeLayout)
	}
	if q.HasCount {
		b = strconv.AppendUint(append(b, qualifierCount...), q.Count, 10)
	}
	return b, nil
}

// parseQualifiers reads all of s, which is empty or begins with a semicolon.
func parseQualifiers(s string) (q Qualifiers, at int, reason string) {
	rest := s
	// next takes the qualifier with the given beginning off rest; at is where its
	// value stands.
	next := func(prefix string) (value string, ok bool) {
		if value, ok = strings.CutPrefix(rest, prefix); !ok {
			return "", false
		}
		at = len(s) - len(value)
		if i := strings.IndexByte(value, ';'); i >= 0 {
			value = value[:i]
		}
		rest = s[at+len(value):]
		return value, true
	}

	if value, ok := next(qualifierDataset); ok {
		var i int
		if q.Dataset, i, reason = unescape(value); reason != "" {
			return q, at + i, reason
		}
		if i, reason = textFault(q.Dataset, MaxQualifier); reason != "" {
			return q, at, fmt.Sprintf("dataset %s: byte %d: %s", errtext.Quote(q.Dataset), i, reason)
		}
		if q.Dataset == "" {
			return q, at, "the dataset is empty"
		}
	}
	if value, ok := next(qualifierAt); ok {
		if q.At, reason = parseTime(value); reason != "" {
			return q, at, reason
		}
	}
	if value, ok := next(qualifierCount); ok {
		var i int
		if q.Count, i, reason = parseDecimal(value); reason != "" {
			return q, at + i, reason
		}
		q.HasCount = true
	}
	if rest != "" {
		return q, len(s) - len(rest), "want at most ;dataset=, ;at= and ;count=, each once and in this order"
	}
	return q, 0, ""
}

// appendEscaped appends s with the three bytes that may not stand in a qualifier
// as % and two upper-case hexadecimal digits.
func appendEscaped(b []byte, s string) []byte {
	for i := range len(s) {
		switch c := s[i]; c {
		case ' ':
			b = append(b, "%20"...)
		case '%':
			b = append(b, "%25"...)
		case ';':
			b = append(b, "%3B"...)
		default:
			b = append(b, c)
		}
	}
	return b
}

// unescape reads what appendEscaped writes, and nothing else.
func unescape(s string) (v string, at int, reason string) {
	if i := strings.IndexByte(s, ' '); i >= 0 {
		return "", i, "a space is written %20"
	}
	i := strings.IndexByte(s, '%')
	if i < 0 {
		return s, 0, ""
	}
	b := make([]byte, 0, len(s))
	for ; i >= 0; i = strings.IndexByte(s[at:], '%') {
		b = append(b, s[at:at+i]...)
		at += i
		switch {
		case strings.HasPrefix(s[at:], "%20"):
			b = append(b, ' ')
		case strings.HasPrefix(s[at:], "%25"):
			b = append(b, '%')
		case strings.HasPrefix(s[at:], "%3B"):
			b = append(b, ';')
		default:
			return "", at, "want %20, %25 or %3B"
		}
		at += len("%20")
	}
	return string(append(b, s[at:]...)), 0, ""
}
