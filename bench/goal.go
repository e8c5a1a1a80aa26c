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
		figure: func(r *result, _ func(string) *result) float64 { return median(r.ns) },
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
		figure: func(r *result, _ func(string) *result) float64 { return 1e3 / median(r.ns) },
	}
}

const met = "met"

// verdict says whether a figure meets the goal, or by how much it does not.
func (g goal) verdict(figure float64, allocs int) string {
	over := figure/g.limit - 1
	if g.atLeast {
		over = 1 - figure/g.limit
	}
	switch {
	case over > 0:
		return fmt.Sprintf("missed by %.2g %%", 100*over)
	case g.noAllocation && allocs > 0:
		return "missed: allocates"
	}
	return met
}
