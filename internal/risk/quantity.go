package risk

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ErrQuantity is returned when a text is no quantity of the kind that was wanted.
var ErrQuantity = errors.New("risk: invalid quantity")

// Year is the number of seconds in a year of 365.25 days.
const Year = 365.25 * day

// Seconds of the other units.
const (
	minute = 60
	hour   = 60 * minute
	day    = 24 * hour
)

func unitSeconds(unit string) (float64, bool) {
	switch unit {
	case "ms":
		return millisecond, true
	case "s":
		return 1, true
	case "min":
		return minute, true
	case "h":
		return hour, true
	case "d":
		return day, true
	case "y":
		return Year, true
	}
	return 0, false
}

// ParseCount reads a number of things, such as 1000, 1,000, 1_000 or 1e3: whole and
// at least 1. Its error is [ErrQuantity].
func ParseCount(text string) (float64, error) {
	n, err := number(text, text)
	if err != nil {
		return 0, err
	}
	if n < 1 || n != math.Floor(n) {
		return 0, fmt.Errorf("%w %.50q: want a whole number of at least 1, for example 1e9", ErrQuantity, text)
	}
	return n, nil
}

// ParseRate reads IDs for a unit of time, such as 1000/s or 2e6/d, and returns IDs a
// second, more than 0. Units are ms, s, min, h, d and y. Its error is [ErrQuantity].
func ParseRate(text string) (float64, error) {
	count, unit, _ := strings.Cut(text, "/")
	seconds, ok := unitSeconds(unit)
	if !ok {
		return 0, fmt.Errorf("%w %.50q: want a number for ms, s, min, h, d or y, for example 1000/s", ErrQuantity, text)
	}
	n, err := positive(count, text)
	return n / seconds, err
}

// ParseSpan reads a length of time, such as 10y or 1.5h, and returns seconds, more
// than 0. Units are ms, s, min, h, d and y. Its error is [ErrQuantity].
func ParseSpan(text string) (float64, error) {
	count := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyz")
	seconds, ok := unitSeconds(text[len(count):])
	if !ok {
		return 0, fmt.Errorf("%w %.50q: want a number of ms, s, min, h, d or y, for example 10y", ErrQuantity, text)
	}
	n, err := positive(count, text)
	return n * seconds, err
}

// ParseProbability reads a probability, such as 0.5, 1e-6 or 1%, more than 0 and less
// than 1. Its error is [ErrQuantity].
func ParseProbability(text string) (float64, error) {
	count, percent := strings.CutSuffix(text, "%")
	p, err := positive(count, text)
	if err != nil {
		return 0, err
	}
	if percent {
		p /= 100
	}
	if p >= 1 {
		return 0, fmt.Errorf("%w %.50q: want a probability below 1, for example 1e-6", ErrQuantity, text)
	}
	return p, nil
}

func positive(text, whole string) (float64, error) {
	n, err := number(text, whole)
	if err == nil && n == 0 {
		err = fmt.Errorf("%w %.50q: want more than 0", ErrQuantity, whole)
	}
	return n, err
}

// number reads the number in a text: 0, or from 1e-30 to 1e30, so that nothing that is
// reckoned with it becomes 0 or infinite.
func number(text, whole string) (float64, error) {
	n, err := strconv.ParseFloat(strings.NewReplacer(",", "", "_", "").Replace(text), 64)
	if err != nil || strings.Trim(text, "0123456789.,_e+-") != "" {
		return 0, fmt.Errorf("%w %.50q: %.50q is not a number", ErrQuantity, whole, text)
	}
	if n < 0 || n > 1e30 || n > 0 && n < 1e-30 {
		return 0, fmt.Errorf("%w %.50q: want a number from 1e-30 to 1e30", ErrQuantity, whole)
	}
	return n, nil
}
