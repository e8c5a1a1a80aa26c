package risk

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Count returns a number of things in words: whole from 1,000 to a million, else with
// three digits, such as 0.5, 12, 1,296, 3.16 trillion, 1.2e30.
func Count(n float64) string {
	switch {
	case math.IsInf(n, 1):
		return "without end"
	case n == 0:
		return "0"
	case n < 0.001:
		return scientific(n)
	case n < 999.5:
		return strconv.FormatFloat(threeDigits(n), 'f', -1, 64)
	case n < 999_999.5:
		return thousands(n)
	}
	n = threeDigits(n)
	power := 6
	for _, name := range []string{"million", "billion", "trillion", "quadrillion", "quintillion"} {
		if unit := math.Pow10(power); n < 1000*unit {
			return strconv.FormatFloat(threeDigits(n/unit), 'f', -1, 64) + " " + name
		}
		power += 3
	}
	return scientific(n)
}

// Percent returns a probability in percent, with three digits.
func Percent(p float64) string {
	switch {
	case p > 0 && p < 1e-7: // 0.00001 %
		return scientific(p*100) + " %"
	case p > 0.9995:
		return "over 99.9 %"
	}
	return strconv.FormatFloat(threeDigits(p*100), 'f', -1, 64) + " %"
}

// Odds returns a probability as one in so many.
func Odds(p float64) string {
	switch {
	case p <= 0:
		return "never"
	case p > 0.995:
		return "all but certain"
	}
	return "1 in " + Count(threeDigits(1/p))
}

// Span returns a length of time, in seconds, in words: 1.5 ms, 12 seconds, 30 years,
// 2.1 million years.
func Span(seconds float64) string {
	if math.IsInf(seconds, 1) {
		return "never"
	}
	if seconds < 1 {
		return Count(threeDigits(seconds/millisecond)) + " ms"
	}
	unit, name := 1.0, "second"
	for _, u := range []struct {
		seconds float64
		name    string
	}{{minute, "minute"}, {hour, "hour"}, {day, "day"}, {Year, "year"}} {
		if threeDigits(seconds/u.seconds) >= 1 {
			unit, name = u.seconds, u.name
		}
	}
	n := Count(threeDigits(seconds / unit))
	if n == "1" {
		return "1 " + name
	}
	return n + " " + name + "s"
}

// threeDigits rounds to three significant digits.
func threeDigits(x float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 2, 64), 64)
	if err != nil {
		return x // the largest numbers round to infinity
	}
	return rounded
}

// thousands writes a number below 10^15 as a whole one, in groups of three digits.
func thousands(n float64) string {
	s := strconv.FormatFloat(n, 'f', 0, 64)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// scientific writes a number in powers of ten: 1.2e30, 3.5e-12.
func scientific(x float64) string {
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(threeDigits(x), 'e', -1, 64), "e")
	n, err := strconv.Atoi(exponent)
	if err != nil {
		panic("risk: bad exponent " + exponent)
	}
	return fmt.Sprintf("%se%d", digits, n)
}
