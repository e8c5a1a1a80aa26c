package view

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// ErrTime is returned for text that is not a time.
var ErrTime = errors.New("invalid time")

// ParseTime reads a time that somebody wrote: RFC 3339 with any offset, like
// 2001-01-05T00:00:00Z, or a date, like 2001-01-05, which is its midnight in UTC.
// The years are 1000 to 9999, those of ledgers; so the result is never the zero
// time. It is in UTC. Errors wrap [ErrTime] and name the text.
func ParseTime(s string) (time.Time, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		t, err = time.Parse(time.RFC3339, s)
	}
	t = t.UTC()
	if year := t.Year(); err != nil || lax(s) || year < 1000 || year > 9999 {
		const shown = 64
		if len(s) > shown {
			s = s[:shown] + "…"
		}
		return time.Time{}, fmt.Errorf(
			"%w %q: want RFC 3339 like 2001-01-05T00:00:00Z or a date like 2001-01-05 (midnight UTC), in the years 1000 to 9999",
			ErrTime, s)
	}
	return t, nil
}

// lax tells what time.Parse lets through although it is not RFC 3339: one digit for
// the hour, and a comma before the fraction.
func lax(s string) bool {
	const hour = len("2001-01-05T00")
	return len(s) > hour && s[hour] != ':' || strings.Contains(s, ",")
}
