package risk_test

import (
	"io"
	"math"
	"testing"

	"github.com/seed-05176fc3/idem/internal/risk"
	"github.com/seed-05176fc3/idem/internal/risk/plot"
)

// checkChart draws a chart in all ways and checks what the drawing takes for granted.
func checkChart(t *testing.T, name string, p plot.Plot) {
	t.Helper()
	for _, a := range []plot.Axis{p.X, p.Y} {
		if !(a.Min > 0 && a.Min < a.Max && a.Max < math.MaxFloat64) {
			t.Errorf("%s: %s from %v to %v", name, a.Label, a.Min, a.Max)
		}
		if n := len(a.Ticks); n < 2 || n > 12 {
			t.Errorf("%s: %s has %d ticks", name, a.Label, n)
		}
		last := 0.0
		for _, tick := range a.Ticks {
			if tick.At < a.Min*(1-1e-9) || tick.At > a.Max*(1+1e-9) || tick.At <= last || tick.Label == "" {
				t.Errorf("%s: %s has tick %v after %v, from %v to %v", name, a.Label, tick, last, a.Min, a.Max)
			}
			last = tick.At
		}
	}
	if err := p.WriteText(io.Discard, 80, 16, false); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if err := p.WriteSVG(io.Discard); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

func TestCharts(t *testing.T) {
	t.Parallel()
	for _, s := range schemes() {
		for _, nodes := range []float64{1, 1e6} {
			for _, rate := range []float64{1e-30, 1000, 1e30} {
				line := risk.Line{Name: s.Name, Scheme: s, Load: risk.Load{Nodes: nodes, Rate: rate}}
				for _, v := range []float64{0, 1e-30, 50, 1e30} {
					checkChart(t, s.Name, risk.OverTime(s.Name, []risk.Line{line}, v))
					if v == 0 || v >= 1 {
						checkChart(t, s.Name, risk.OverCount(s.Name, []risk.Line{line, line}, v))
					}
				}
			}
		}
	}
}

func TestChartMarks(t *testing.T) {
	t.Parallel()
	s := risk.Flax()
	line := risk.Line{Name: "flax", Scheme: s, Load: risk.Load{Nodes: 10, Rate: 1000}}
	one := risk.OverTime("", []risk.Line{line}, 10*risk.Year)
	if m := one.Mark; m == nil || m.X != 10*risk.Year || m.Y != s.During(line.Load, 10*risk.Year).Probability || m.Label != "10 years: 1 in 4,570" {
		t.Errorf("one line: mark %+v", m)
	}
	two := risk.OverTime("", []risk.Line{line, line}, 10*risk.Year)
	if m := two.Mark; m == nil || m.Y != 0 || m.Label != "10 years" {
		t.Errorf("two lines: mark %+v", m)
	}
	if m := risk.OverCount("", []risk.Line{line}, 0).Mark; m != nil {
		t.Errorf("nothing asked: mark %+v", m)
	}
	if m := risk.OverCount("", []risk.Line{line}, 379626).Mark; m == nil || m.Label != "379,626 IDs: 1 in 1 million" {
		t.Errorf("a count: mark %+v", m)
	}
}
