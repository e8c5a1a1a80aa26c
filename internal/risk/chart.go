package risk

import (
	"math"

	"github.com/seed-05176fc3/idem/internal/risk/plot"
)

// A Line is a curve of a chart.
type Line struct {
	Name   string
	Scheme Scheme
	Load   Load // OverCount uses its nodes only
}

// OverTime returns the chart of the probability of a collision over time, from an
// hour to 10,000 years or more. The given seconds get a mark, unless they are 0.
func OverTime(title string, lines []Line, seconds float64) plot.Plot {
	const from, to = hour, 1e4 * Year
	x := plot.Axis{Label: "time", Min: from, Max: to}
	if seconds > 0 {
		x.Min, x.Max = min(from, seconds/2), max(to, seconds*2)
	}
	x.Ticks = spanTicks(x)
	at := func(l Line, seconds float64) float64 { return l.Scheme.During(l.Load, seconds).Probability }
	p := chart(title, x, lines, at)
	p.Mark = markAt(p, seconds, Span)
	return p
}

// OverCount returns the chart of the probability of a collision over numbers of IDs:
// those made in one tick, or in all where ticks do not count. n gets a mark, unless it
// is 0.
func OverCount(title string, lines []Line, n float64) plot.Plot {
	x := plot.Axis{Label: "IDs", Min: 100, Max: 1e6}
	if lines[0].Scheme.Tick > 0 {
		x.Label = "IDs in the same millisecond"
	}
	for _, l := range lines {
		half := l.Scheme.TogetherUntil(l.Load.Nodes, 0.1)
		if math.IsInf(half, 1) {
			half = l.Load.Nodes * l.Scheme.Space / l.Scheme.Step
		}
		x.Max = max(x.Max, 10*half)
	}
	if n > 0 {
		x.Min, x.Max = min(x.Min, n/2), max(x.Max, n*2)
	}
	x.Min, x.Max = decade(x.Min, math.Floor), decade(x.Max, math.Ceil)
	x.Ticks = decades(x, Count)
	at := func(l Line, n float64) float64 { return l.Scheme.Together(l.Load.Nodes, n).Probability }
	p := chart(title, x, lines, at)
	p.Mark = markAt(p, n, func(n float64) string { return Count(n) + " IDs" })
	return p
}

// chart returns a chart whose axis of probabilities fits the lines.
func chart(title string, x plot.Axis, lines []Line, at func(l Line, x float64) float64) plot.Plot {
	lowest := 1e-3
	for _, l := range lines {
		if y := at(l, math.Sqrt(x.Min*x.Max)); y > 0 {
			lowest = min(lowest, y)
		}
		if y := at(l, x.Min); y > 0 {
			lowest = min(lowest, y)
		}
	}
	y := plot.Axis{Label: "probability of a collision", Min: decade(max(lowest, 1e-30), math.Floor), Max: 1}
	y.Ticks = decades(y, func(p float64) string {
		if p == 1 {
			return "1"
		}
		return Odds(p)
	})
	p := plot.Plot{Title: title, X: x, Y: y}
	for _, l := range lines {
		p.Curves = append(p.Curves, plot.Curve{Name: l.Name, Y: func(x float64) float64 { return at(l, x) }})
	}
	return p
}

// markAt returns the mark of a chart at x: a point of the only curve, or a line through
// several. It is nil for 0.
func markAt(p plot.Plot, x float64, name func(float64) string) *plot.Mark {
	switch {
	case x == 0:
		return nil
	case len(p.Curves) > 1:
		return &plot.Mark{X: x, Label: name(x)}
	}
	y := p.Curves[0].Y(x)
	return &plot.Mark{X: x, Y: y, Label: name(x) + ": " + Odds(y)}
}

// decade rounds to a power of ten.
func decade(v float64, round func(float64) float64) float64 {
	power := math.Log10(v)
	if near := math.Round(power); math.Abs(power-near) < 1e-9 {
		power = near
	}
	return math.Pow10(int(round(power)))
}

// decades returns ticks at powers of ten, as many of them as a person likes to read.
func decades(a plot.Axis, label func(float64) string) []plot.Tick {
	low, high := int(math.Round(math.Log10(a.Min))), int(math.Round(math.Log10(a.Max)))
	step := 1
	for _, wide := range []int{2, 3, 6, 9} {
		if (high-low)/step > 7 {
			step = wide
		}
	}
	var ticks []plot.Tick
	for power := low; power <= high; power++ {
		if power%step == 0 {
			v := math.Pow10(power)
			ticks = append(ticks, plot.Tick{At: v, Label: label(v)})
		}
	}
	return ticks
}

// spanTicks returns ticks at times that people know.
func spanTicks(a plot.Axis) []plot.Tick {
	times := []float64{millisecond, 1, minute, hour, day, 30 * day, Year, 10 * Year, 100 * Year, 1000 * Year, 1e4 * Year}
	for t := 1e6 * Year; t <= a.Max; t *= 1e6 {
		times = append(times, t)
	}
	var ticks []plot.Tick
	for _, t := range times {
		if t >= a.Min && t <= a.Max {
			ticks = append(ticks, plot.Tick{At: t, Label: Span(t)})
		}
	}
	return ticks
}
