package inspect

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// evidence is what speaks for a reading and against it.
type evidence struct {
	facts  []string // what was found, for the reason
	shape  shape    // of the text; that of the candidate if zero
	free   float64  // log2 of the number of texts that the scheme has for one time
	span   span     // of the times, if the scheme has any
	weight float64  // beside what can be counted; see weights.go
	proven bool
	strict bool // without a plausible time there is no reading
}

// A span is the times that a scheme can write.
type span struct {
	born  time.Time     // before that the scheme was not in use
	unit  time.Duration // of the time in an ID
	width float64       // log2 of the number of units in the format
}

const (
	// doubt is what a time costs that the scheme should not have, in bits.
	doubt = 10
	// nothing is the score of no scheme at all.
	nothing = -3
	// tolerance is how far the clocks of others may be ahead.
	tolerance = 24 * time.Hour
	// halfLife is the age at which IDs are asked about half as often.
	halfLife = 3 * 365 * 24 * time.Hour
)

// add adds a reading and sets its score and reason.
func (c *candidate) add(r Reading, e evidence) {
	if e.shape == (shape{}) {
		e.shape = c.shape
	}
	texts, likely := e.free, e.free
	if e.span != (span{}) {
		when, width, prior := e.span.weigh(r.Time, c.Now)
		if when != "" {
			if e.strict {
				return
			}
			e.facts = append(e.facts, when)
		}
		texts, likely = texts+width, likely+prior
	}
	r.Score = math.Round(10*(e.shape.bits-likely+e.weight)) / 10
	if e.proven {
		r.Confidence = Certain
	} else {
		e.facts = append(e.facts, chance(e.shape.bits-texts, e.shape.name))
	}
	r.Reason = strings.Join(e.facts, "; ")
	c.readings = append(c.readings, r)
}

// weigh returns what is wrong with a time, if anything, and log2 of the number of
// times that could stand in its place: counted evenly, and with young times counting
// for more.
func (s span) weigh(t, now time.Time) (wrong string, width, prior float64) {
	now = now.Add(tolerance)
	switch {
	case t.After(now):
		return "but its time lies ahead, in " + t.UTC().Format("2006"), s.width, s.width + doubt
	case t.Before(s.born):
		return "but its time, " + t.UTC().Format("2006") + ", lies before the scheme", s.width, s.width + doubt
	}
	window, age := now.Sub(s.born), now.Sub(t)
	width = max(0, math.Log2(window.Seconds()/s.unit.Seconds()))
	// The density at an age of x half-lives is proportional to 2^-x; gain is how
	// much more that is than in an even spread.
	w, x := window.Seconds()/halfLife.Seconds(), age.Seconds()/halfLife.Seconds()
	gain := math.Ln2 * w * math.Exp2(-x) / (1 - math.Exp2(-w))
	return "", width, width - math.Log2(gain)
}

// chance says how many random texts of a shape would pass for the scheme's.
func chance(bits float64, shape string) string {
	switch {
	case bits < -3:
		return "but its IDs are hardly ever " + shape
	case bits < 1:
		return "most random " + shape + " fit"
	}
	return fmt.Sprintf("1 in %s random %s fits", odds(bits), shape)
}

// odds returns 2^bits for people, with two digits.
func odds(bits float64) string {
	n := math.Exp2(bits)
	switch {
	case n >= 1e12:
		return fmt.Sprintf("10^%.0f", math.Log10(n))
	case n >= 1e9:
		return twoDigits(n/1e9) + " billion"
	case n >= 1e6:
		return twoDigits(n/1e6) + " million"
	}
	return twoDigits(n)
}

func twoDigits(n float64) string {
	if n < 10 {
		return fmt.Sprintf("%.2g", n)
	}
	step := math.Pow(10, math.Floor(math.Log10(n))-1)
	digits := fmt.Sprintf("%.0f", math.Round(n/step)*step)
	if k := len(digits) - 3; k > 0 {
		digits = digits[:k] + "," + digits[k:]
	}
	return digits
}

// ranked returns the readings, best first, with their confidence.
func (c *candidate) ranked() []Reading {
	slices.SortStableFunc(c.readings, func(a, b Reading) int {
		if certain := a.Confidence == Certain; certain != (b.Confidence == Certain) {
			if certain {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.Score, a.Score)
	})
	// Scores are relative to the best, so that no power is infinite.
	best := max(c.readings[0].Score, nothing)
	sum := math.Exp2(nothing - best)
	for _, r := range c.readings {
		sum += math.Exp2(r.Score - best)
	}
	for i := range c.readings {
		r := &c.readings[i]
		share := math.Exp2(r.Score-best) / sum
		switch {
		case r.Confidence == Certain:
		case share >= 1./2:
			r.Confidence = Likely
		case share >= 1./20:
			r.Confidence = Possible
		default:
			r.Confidence = Unlikely
		}
	}
	return c.readings
}
