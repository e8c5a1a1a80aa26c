package risk_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/seed-05176fc3/idem/internal/risk"
)

const (
	perYear = 365.25 * 86400
	perMS   = 1000.0
)

func schemes() []risk.Scheme {
	return []risk.Scheme{
		risk.Flax(), risk.Distributed(), risk.Distributed128(), risk.UUID4(), risk.UUID7(), risk.ULID(), risk.Granule(8),
	}
}

// exactTicks returns the probability of a collision after some ticks in which IDs come
// at random, with an average of m a tick: the average over numbers of IDs, each with
// its product of birthdays, with 300 bits.
func exactTicks(m float64, space, ticks int64) float64 {
	const prec = 300
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(x) }
	sum, weights := number(0), number(0) // of m^k/k! * different(k), of m^k/k!
	weight, different := number(1), number(1)
	for k := range int64(400) {
		sum.Add(sum, number(0).Mul(weight, different))
		weights.Add(weights, weight)
		weight.Mul(weight, number(m))
		weight.Quo(weight, number(float64(k+1)))
		different.Mul(different, number(0).SetInt64(max(space-k, 0)))
		different.Quo(different, number(float64(space)))
	}
	once := number(0).Quo(sum, weights)
	all := number(1)
	for range ticks {
		all.Mul(all, once)
	}
	p, _ := all.Sub(number(1), all).Float64()
	return p
}

func TestDuringExact(t *testing.T) {
	t.Parallel()
	for _, space := range []int64{8, 1 << 10, 1 << 30, 1 << 56} {
		s := risk.Scheme{Space: float64(space), Tick: 1e-3}
		for _, m := range []float64{1e-9, 0.001, 0.5, 1, 7, 40} {
			for _, ticks := range []int64{1, 2, 30} {
				got := s.During(risk.Load{Nodes: 4, Rate: m / 4 * perMS}, float64(ticks)/perMS)
				if want := exactTicks(m, space, ticks); !near(got.Probability, want, 1e-12) {
					t.Errorf("%d ticks with %v IDs of %d: got %v, want %v", ticks, m, space, got.Probability, want)
				}
				if want := float64(ticks) * m * m / 2 / float64(space); !near(got.Collisions, want, 1e-12) {
					t.Errorf("%d ticks with %v IDs of %d: %v collisions, want %v", ticks, m, space, got.Collisions, want)
				}
				if want := m * float64(ticks); !near(got.IDs, want, 1e-12) {
					t.Errorf("%d ticks with %v IDs of %d: %v IDs", ticks, m, space, got.IDs)
				}
			}
		}
	}
}

// TestDuringProperties holds what must be true of every scheme.
func TestDuringProperties(t *testing.T) {
	t.Parallel()
	for _, s := range schemes() {
		for _, nodes := range []float64{1, 2, 10, 1000} {
			for _, rate := range []float64{1e-3, 1, 1e3, 1e5, 1e7} {
				last := -1.0
				for _, seconds := range []float64{1, 3600, perYear, 100 * perYear, 1e6 * perYear} {
					o := s.During(risk.Load{Nodes: nodes, Rate: rate}, seconds)
					if !(o.Probability >= 0 && o.Probability <= 1) {
						t.Fatalf("%s %v × %v/s %v s: probability %v", s.Name, nodes, rate, seconds, o.Probability)
					}
					if o.Probability > o.Collisions*(1+1e-12) {
						t.Errorf("%s %v × %v/s %v s: probability %v above the %v expected", s.Name, nodes, rate, seconds, o.Probability, o.Collisions)
					}
					if o.Probability < last {
						t.Errorf("%s %v × %v/s %v s: probability falls", s.Name, nodes, rate, seconds)
					}
					last = o.Probability
				}
			}
		}
	}
}

func TestUntil(t *testing.T) {
	t.Parallel()
	for _, s := range schemes() {
		for _, p := range []float64{1e-15, 1e-6, 0.5, 0.99} {
			l := risk.Load{Nodes: 10, Rate: 1000}
			seconds := s.Until(l, p)
			o := s.During(l, seconds)
			if s.Tick == 0 && o.IDs < 1e6 {
				// The count is whole and jumps over p.
				if before := s.During(l, seconds-1/(l.Nodes*l.Rate)); o.Probability < p || before.Probability >= p {
					t.Errorf("%s until %v: %v, one ID before %v", s.Name, p, o.Probability, before.Probability)
				}
				continue
			}
			if !near(o.Probability, p, 1e-6) {
				t.Errorf("%s until %v: after %v s it is %v", s.Name, p, seconds, o.Probability)
			}
		}
	}
	if got := risk.Distributed().Until(risk.Load{Nodes: 1, Rate: 1000}, 0.5); !math.IsInf(got, 1) {
		t.Errorf("one node: collision after %v s, want never", got)
	}
}

func TestTogetherUntil(t *testing.T) {
	t.Parallel()
	for _, s := range schemes() {
		for _, p := range []float64{1e-15, 1e-12, 1e-6, 0.5} {
			const nodes = 100
			n := s.TogetherUntil(nodes, p)
			if math.IsInf(n, 1) {
				if full := s.Together(nodes, 1e12).Probability; full >= p {
					t.Errorf("%s: %v is said to be out of reach, but a full millisecond has %v", s.Name, p, full)
				}
				continue
			}
			if got := s.Together(nodes, n).Probability; got < p*(1-1e-12) {
				t.Errorf("%s: %v IDs have %v, want %v", s.Name, n, got, p)
			}
			if got := s.Together(nodes, n-1).Probability; n < 1e15 && got >= p {
				t.Errorf("%s: %v IDs would do for %v", s.Name, n-1, p)
			}
		}
	}
}

// TestTogetherSteps checks the ends: one ID of each node is a birthday, one node never
// collides with itself, nodes without an ID do not count, and a tick has an end.
func TestTogetherSteps(t *testing.T) {
	t.Parallel()
	for _, s := range []risk.Scheme{risk.Distributed(), risk.Distributed128()} {
		for _, nodes := range []float64{1, 2, 10, 1e6} {
			for _, n := range []float64{nodes, math.Ceil(nodes / 2)} {
				got, want := s.Together(nodes, n), risk.Birthday(n, s.Space)
				if !near(got.Collisions, want.Collisions, 1e-12) || !near(got.Probability, want.Probability, 1e-8) || got.IDs != n {
					t.Errorf("%s: %v nodes, %v IDs: got %+v, want %+v", s.Name, nodes, n, got, want)
				}
			}
		}
		if got := s.Together(1, 100); got.Collisions != 0 || got.Probability != 0 {
			t.Errorf("%s: one node: got %+v", s.Name, got)
		}
		if got := s.Together(5, 0); got != (risk.Outcome{}) {
			t.Errorf("%s: no IDs: got %+v", s.Name, got)
		}
		full, more := s.Together(2, 1e9), s.Together(2, 1e12)
		if full != more {
			t.Errorf("%s: a full tick: %+v, with more %+v", s.Name, full, more)
		}
		most := 2 * s.Capacity() * s.Tick
		if !near(full.IDs, most, 0.01) {
			t.Errorf("%s: a full tick has %v IDs, want about %v", s.Name, full.IDs, most)
		}
		max := s.During(risk.Load{Nodes: 2, Rate: s.Capacity()}, s.Tick)
		if !near(full.Collisions, max.Collisions, 0.01) {
			t.Errorf("%s: a full tick has %v collisions, nodes at their limit %v", s.Name, full.Collisions, max.Collisions)
		}
	}
}

// TestClaims compares with the original's documentation: measured where the nodes are
// 100, and interpolated for 2 and 10.
func TestClaims(t *testing.T) {
	t.Parallel()
	for s, want := range map[string][]float64{
		"distributed":    {3.281e12, 3.646e11, 3.314e10},
		"distributed128": {4.324e17, 4.804e16, 4.368e15, 7.556e16, 8.203e12},
	} {
		scheme := risk.Distributed()
		if s == "distributed128" {
			scheme = risk.Distributed128()
		}
		claims := scheme.Claims()
		if len(claims) != len(want) {
			t.Fatalf("%s: %d claims, want %d", s, len(claims), len(want))
		}
		for i, c := range claims {
			if !near(c.Per, want[i], 1e-3) {
				t.Errorf("%s: %v nodes: one collision in %v IDs, want %v", s, c.Nodes, c.Per, want[i])
			}
			switch {
			case c.Stated == 0:
			case c.Least && c.Per < c.Stated:
				t.Errorf("%s: %v nodes: one collision in %v IDs, stated at least %v", s, c.Nodes, c.Per, c.Stated)
			case !c.Least && !near(c.Per, c.Stated, 0.07):
				t.Errorf("%s: %v nodes: one collision in %v IDs, stated %v", s, c.Nodes, c.Per, c.Stated)
			}
		}
	}
}

func TestCapacity(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]float64{"distributed": 128667, "distributed128": 131072667} {
		for _, scheme := range schemes() {
			if got := scheme.Capacity(); scheme.Name == s && math.Round(got) != want {
				t.Errorf("%s: got %v IDs a second, want %v", s, got, want)
			}
		}
	}
	if got := risk.Flax().Capacity(); !math.IsInf(got, 1) {
		t.Errorf("flax: got %v, want no limit", got)
	}
}
