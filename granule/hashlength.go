package granule

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// ParseHashLength returns the hash length that the Cumulus tasks
// AddUniqueGranuleId and ParsePDR take from their setting hashLength, given as
// encoding/json decodes it: nil (absent or null), bool, float64, json.Number or
// string.
//
// The setting is made a number by the rules of JavaScript: " 6 ", "1e1" and
// "0x10" are 6, 10 and 16, false is 0, true is 1. What is no number, the empty text
// and 0 mean [DefaultHashLength]; a length of 0 can be asked for in [Suffix] only.
//
// The error wraps [ErrInvalid] for numbers that are negative, not whole or above
// 2^31−1, which the tasks let pass with surprising results, and for other types.
func ParseHashLength(setting any) (int, error) {
	var n float64
	switch setting := setting.(type) {
	case nil:
	case bool:
		if setting {
			n = 1
		}
	case float64:
		n = setting
	case json.Number:
		n = parseNumber(setting.String())
	case string:
		n = parseNumber(setting)
	default:
		return 0, fmt.Errorf("%w: hash length is a %T, want null, a number or a string", ErrInvalid, setting)
	}
	switch {
	case n == 0 || math.IsNaN(n):
		return DefaultHashLength, nil
	case n < 0:
		return 0, fmt.Errorf("%w: hash length %s is negative", ErrInvalid, quote(fmt.Sprint(setting)))
	case n > math.MaxInt32:
		return 0, fmt.Errorf("%w: hash length %s is above %d", ErrInvalid, quote(fmt.Sprint(setting)), math.MaxInt32)
	case n != math.Trunc(n):
		return 0, fmt.Errorf("%w: hash length %s is not a whole number", ErrInvalid, quote(fmt.Sprint(setting)))
	}
	return int(n), nil
}

// parseNumber is the conversion of a string to a number in JavaScript. It returns
// NaN for a text that is no number, 0 for a blank one.
func parseNumber(text string) float64 {
	text = strings.TrimFunc(text, isSpace)
	if text == "" {
		return 0
	}
	if len(text) > 2 && text[0] == '0' {
		switch text[1] {
		case 'x', 'X':
			return parseDigits(text[2:], 16)
		case 'o', 'O':
			return parseDigits(text[2:], 8)
		case 'b', 'B':
			return parseDigits(text[2:], 2)
		}
	}
	digits := strings.TrimLeft(text, "+-")
	if digits != "Infinity" && strings.Trim(digits, "0123456789.eE+-") != "" {
		return math.NaN() // keeps out what only Go reads, as 1_0, 0x1p4 and nan
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(n, 0) {
		return math.NaN()
	}
	return n
}

// parseDigits reads digits without a sign. Above 2^64 it returns that, which is too
// long anyway.
func parseDigits(text string, base int) float64 {
	n, err := strconv.ParseUint(text, base, 64)
	if errors.Is(err, strconv.ErrSyntax) {
		return math.NaN()
	}
	return float64(n)
}

// isSpace reports whether JavaScript counts r as white space.
func isSpace(r rune) bool {
	const nextLine, byteOrderMark = '\u0085', '\ufeff'
	return r == byteOrderMark || r != nextLine && unicode.IsSpace(r)
}
