package dataset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"github.com/seed-05176fc3/idem/internal/errtext"
)

// A Query names a part of a set: the granules whose IDs begin with Prefix and whose
// time, that of [IDTime], is From or later and before To. A granule without a time is
// in no range. The zero Query names the whole set. Times are whole milliseconds of the
// years 1000 to 9999.
//
// A Query has one text, the JSON that String returns, so that equal queries are found
// to be equal. As JSON it is that object.
type Query struct {
	Prefix string    // at most MaxID bytes, text as in an Entry; empty: any ID
	From   time.Time // zero: from the beginning
	To     time.Time // after From; zero: without end
}

// Timed reports whether the query has a range of times.
func (q Query) Timed() bool { return !q.From.IsZero() || !q.To.IsZero() }

// Matches reports whether a granule is in the part. It does not allocate.
func (q Query) Matches(id []byte) bool {
	if len(id) < len(q.Prefix) || string(id[:len(q.Prefix)]) != q.Prefix {
		return false
	}
	if !q.Timed() {
		return true
	}
	t, ok := IDTime(id)
	return ok && !t.Before(q.From) && (q.To.IsZero() || t.Before(q.To))
}

// Check returns an error that wraps [ErrInvalidQuery] unless the query is sound.
func (q Query) Check() error {
	if at, reason := textFault(q.Prefix, MaxID); reason != "" {
		return fmt.Errorf("%w: prefix %s: byte %d: %s", ErrInvalidQuery, errtext.Quote(q.Prefix), at, reason)
	}
	for _, limit := range []struct {
		member string
		time   time.Time
	}{{"from", q.From}, {"to", q.To}} {
		if limit.time.IsZero() {
			continue
		}
		if reason := timeFault(limit.time); reason != "" {
			return fmt.Errorf("%w: %s: %s", ErrInvalidQuery, limit.member, reason)
		}
	}
	if !q.To.IsZero() && !q.From.Before(q.To) {
		return fmt.Errorf("%w: to: %s is not after %s", ErrInvalidQuery, textOf(q.To), textOf(q.From))
	}
	return nil
}

// queryJSON holds the members of a query in the order of their names' bytes.
type queryJSON struct {
	From   string `json:"from,omitempty"`
	Prefix string `json:"prefix,omitempty"`
	To     string `json:"to,omitempty"`
}

// String returns the text of a sound query, an object in canonical JSON.
func (q Query) String() string {
	text, err := canonicalJSON(queryJSON{textOf(q.From), q.Prefix, textOf(q.To)})
	if err != nil {
		return "invalid query" // which no struct of strings gives
	}
	return string(text)
}

// MarshalJSON returns the text of the query. The error is that of Check.
func (q Query) MarshalJSON() ([]byte, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	return []byte(q.String()), nil
}

// UnmarshalJSON reads what MarshalJSON writes, as JSON: white space and order do not
// matter. Errors of what is said wrap [ErrInvalidQuery].
func (q *Query) UnmarshalJSON(text []byte) error {
	var v queryJSON
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&v); err != nil {
		return fmt.Errorf("%w: %w", ErrInvalidQuery, err)
	}
	read := Query{Prefix: v.Prefix}
	for _, limit := range []struct {
		member, text string
		time         *time.Time
	}{{"from", v.From, &read.From}, {"to", v.To, &read.To}} {
		if limit.text == "" {
			continue
		}
		var reason string
		if *limit.time, reason = parseTime(limit.text); reason != "" {
			return fmt.Errorf("%w: %s: %s: %s", ErrInvalidQuery, limit.member, errtext.Quote(limit.text), reason)
		}
	}
	if err := read.Check(); err != nil {
		return err
	}
	*q = read
	return nil
}

// textOf returns the text of a time, none for the zero time.
func textOf(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(timeLayout)
}
