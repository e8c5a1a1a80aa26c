package ingest

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// ErrFormat is returned for a format name that does not exist, and for a file
// that is in none of the formats.
var ErrFormat = errors.New("ingest: unknown format")

// LineError says which line or record of a file holds no granule, and why. Reading
// can go on after it.
type LineError struct {
	File  string
	Line  int    // where it begins, from 1
	Value string // the line, or the part of it that is wrong, shortened to 64 bytes; of a record the ID
	Err   error  // why
}

// Error returns FILE:LINE: and the reason.
func (e *LineError) Error() string {
	return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
}

// Unwrap returns the reason.
func (e *LineError) Unwrap() error { return e.Err }

const maxValue = 64

// shorten returns b with at most maxValue bytes, cut between characters.
func shorten(b []byte) string {
	if len(b) <= maxValue {
		return string(b)
	}
	const mark = "…"
	n := maxValue - len(mark)
	for n > maxValue-len(mark)-utf8.UTFMax && !utf8.RuneStart(b[n]) {
		n--
	}
	return string(b[:n]) + mark
}
