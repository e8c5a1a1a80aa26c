// Package errtext writes values into the texts of errors.
package errtext

import (
	"strconv"
	"unicode/utf8"
)

// shown is the number of bytes of a bad value that an error shows.
const shown = 80

// Quote returns the value for an error, quoted, and shortened to 80 bytes.
func Quote[T string | []byte](v T) string {
	if len(v) <= shown {
		return strconv.Quote(string(v))
	}
	n := shown
	for n > shown-utf8.UTFMax && !utf8.RuneStart(v[n]) {
		n--
	}
	return strconv.Quote(string(v[:n])) + "…"
}
