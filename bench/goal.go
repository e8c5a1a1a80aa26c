package main

import "fmt"

// A goal is a limit that a figure must keep.
type goal struct {
	text         string
	limit        float64
	atLeast      bool // else at most
	noAllocation bool
	figure       func(r *result, named func(string) *result) float64
}

func atMost(ns float64) goal {
	return goal{
		text: fmt.Sprintf("≤ %g ns", ns), limit: ns,
		figure: func(r *result, _ func(string) *result) float64 { return r.typical() },
	}
}

func atMostWithoutAllocation(ns float64) goal {
	g := atMost(ns)
	g.text += ", no allocation"
	g.noAllocation = true
	return g
}

func atMostTimes(limit float64, other string) goal {
	return goal{
		text: fmt.Sprintf("≤ %g × %s", limit, other), limit: limit,
		figure: func(r *result, named func(string) *result) float64 { return r.ratio(named(other)) },
	}
}

func timesAsFast(limit float64, other string) goal {
	return goal{
		text: fmt.Sprintf("≥ %g × as fast as %s", limit, other), limit: limit, atLeast: true,
		figure: func(r *result, named func(string) *result) float64 { return named(other).ratio(r) },
	}
}

func millionsPerSecond(limit float64) goal {
	return goal{
		text: fmt.Sprintf("≥ %g million a second", limit), limit: limit, atLeast: true,
		figure: func(r *result, _ func(string) *result) float64 { return 1e3 / r.typical() },
	}
}

const (
	met    = "met"
	atBest = "met at best"
)

// miss is by how much, in percent, a figure misses the goal; 0 or less if it does not.
func (g goal) miss(figure float64) float64 {
	if g.atLeast {
		return 100 * (1 - figure/g.limit)
	}
	return 100 * (figure/g.limit - 1)
}

// verdict says whether the median meets the goal, or at least the best round, or by how
// much neither does.
func (g goal) verdict(median, best float64, allocs int) string {
	switch {
	case g.noAllocation && allocs > 0:
		return "missed: allocates"
	case g.miss(median) <= 0:
		return met
	case g.miss(best) <= 0:
		return atBest
	}
	return fmt.Sprintf("missed by %s, %s at best", percent(g.miss(median)), percent(g.miss(best)))
}

// percent writes a number of percent with two digits or more.
func percent(x float64) string {
	if x < 9.95 {
		return fmt.Sprintf("%.1f %%", x)
	}
	return fmt.Sprintf("%.0f %%", x)
}

// A score counts verdicts.
type score struct{ met, atBest, missed int }

func (s *score) count(verdict string) string {
	switch verdict {
	case met:
		s.met++
	case atBest:
		s.atBest++
	default:
		s.missed++
	}
	return verdict
}
