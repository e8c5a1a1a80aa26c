package granule

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// FoldVersion returns the collection version that Cumulus makes of the value of a
// DATA_VERSION in a PDR, the text between "=" and ";". Use it to reach the
// collection IDs of Cumulus, and only then: it folds versions that differ.
//
// Double quotes are removed wherever they stand, then white space at both ends. A
// decimal number without leading zeros and without exponent is then written in
// the shortest way, as JavaScript does: 6, +6, 6. and "6.0" become 6, 6.10
// becomes 6.1. All else is text and stays: 006, V6, 6.1.2, .5. Single quotes
// around a text are removed; '6.0' stays 6.0.
//
// The error wraps [ErrInvalid] for an empty value, for one with a character that
// PDRs reserve, which Cumulus refuses, for a date, which it turns into a text that
// depends on the machine, and for invalid UTF-8.
func FoldVersion(value string) (string, error) {
	if err := checkUTF8("version", value); err != nil {
		return "", err
	}
	text := strings.TrimFunc(strings.ReplaceAll(value, `"`, ""), isSpace)
	if isDecimal(text) {
		n, _ := strconv.ParseFloat(text, 64) // overflows to infinity, as it should
		return formatNumber(n), nil
	}
	if isDate(text) {
		return "", fmt.Errorf("%w: version %s is a date", ErrInvalid, quote(value))
	}
	const reserved = "!#%&'(),;<=>@[]`{|}~"
	if n := len(text); n >= 2 && text[0] == '\'' && strings.IndexByte(text[1:], '\'') == n-2 {
		text = text[1 : n-1]
	} else if strings.ContainsAny(text, reserved) {
		i := strings.IndexAny(value, reserved)
		return "", fmt.Errorf("%w: version %s has the reserved character %q at byte %d", ErrInvalid, quote(value), value[i:i+1], i)
	}
	if text == "" {
		return "", fmt.Errorf("%w: version %s is empty", ErrInvalid, quote(value))
	}
	return text, nil
}

// isDecimal reports whether text is a sign or none, a whole number without leading
// zeros, and nothing or a point and any number of digits.
func isDecimal(text string) bool {
	if text != "" && (text[0] == '+' || text[0] == '-') {
		text = text[1:]
	}
	whole, fraction, _ := strings.Cut(text, ".")
	return whole != "" && digits(whole) == len(whole) && (whole[0] != '0' || whole == "0") &&
		digits(fraction) == len(fraction)
}

// isDate reports whether text is what Cumulus takes for a date: YYYY-MM-DD or
// MM/DD/YYYY, then nothing or a time, which may follow "-", "T" or nothing.
func isDate(text string) bool {
	rest, ok := cutPattern(text, "0000-00-00")
	if !ok {
		rest, ok = cutPattern(text, "00/00/0000")
	}
	if !ok {
		return false
	}
	if rest != "" && (rest[0] == '-' || rest[0] == 'T') {
		rest = rest[1:]
	}
	if rest == "" {
		return true
	}
	rest, ok = cutPattern(rest, "00")
	for range 2 {
		rest, _ = cutPattern(rest, ":00")
	}
	if fraction, found := strings.CutPrefix(rest, "."); found {
		rest = fraction[digits(fraction):]
	}
	return ok && strings.TrimPrefix(rest, "Z") == ""
}

// cutPattern cuts off the beginning of text if it fits the pattern, in which 0
// stands for any digit, and reports whether it did.
func cutPattern(text, pattern string) (rest string, ok bool) {
	if len(text) < len(pattern) {
		return text, false
	}
	for i := range len(pattern) {
		if pattern[i] == '0' && digits(text[i:i+1]) == 1 || pattern[i] != '0' && text[i] == pattern[i] {
			continue
		}
		return text, false
	}
	return text[len(pattern):], true
}

// digits returns how many decimal digits text begins with.
func digits(text string) int {
	return len(text) - len(strings.TrimLeft(text, "0123456789"))
}

// formatNumber writes n as JavaScript does: the shortest digits that read back as
// n, with an exponent below 10^-6 and from 10^21 on.
func formatNumber(n float64) string {
	abs := math.Abs(n)
	switch {
	case abs == 0:
		return "0" // not -0
	case math.IsInf(n, 1):
		return "Infinity"
	case math.IsInf(n, -1):
		return "-Infinity"
	case abs >= 1e-6 && abs < 1e21:
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(n, 'e', -1, 64), "e")
	return mantissa + "e" + exponent[:1] + strings.TrimLeft(exponent[1:], "0")
}
