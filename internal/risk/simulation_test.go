package risk_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-05176fc3/idem/internal/risk"
)

// A node makes distributed IDs of fewer bits. Its algorithm is that of the generator:
// a fresh start where the clock has moved on, else a step, else the next timestamp,
// which may run ahead by ahead ticks.
type node struct {
	start, step, ahead int // the first two in values
	time, value        int // of the last ID
	rng                *rand.Rand
	made               [][]int32 // values for each timestamp, in order
}

func newNode(startBits, stepBits, ahead, ticks int, rng *rand.Rand) *node {
	return &node{start: 1 << startBits, step: 1 << stepBits, ahead: ahead, time: -1, rng: rng, made: make([][]int32, ticks+ahead+1)}
}

// next makes an ID while the clock shows now, or returns false: it must wait.
func (n *node) next(now int) bool {
	r := max(n.rng.IntN(n.start), 1)
	step := max(r%n.step, 1)
	switch {
	case now > n.time:
		n.time, n.value = now, r
	case n.value+step < n.start:
		n.value += step
	case n.time < now+n.ahead:
		n.time, n.value = n.time+1, r
	default:
		return false
	}
	n.made[n.time] = append(n.made[n.time], int32(n.value))
	return true
}

// poisson draws a number whose mean is m.
func poisson(m float64, rng *rand.Rand) int {
	k := 0
	for ; m > 0; m -= 16 {
		end := math.Exp(-min(m, 16))
		for p := rng.Float64(); p > end; p *= rng.Float64() {
			k++
		}
	}
	return k
}

// equal counts the values that two nodes made in common at one timestamp.
func equal(a, b []int32) int {
	n := 0
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			n, a, b = n+1, a[1:], b[1:]
		}
	}
	return n
}

// collisions counts the IDs of all nodes, and the equal pairs, at timestamps from to.
func collisions(nodes []*node, from, to int) (ids, pairs int) {
	for t := from; t < to; t++ {
		for i, a := range nodes {
			ids += len(a.made[t])
			for _, b := range nodes[:i] {
				pairs += equal(a.made[t], b.made[t])
			}
		}
	}
	return ids, pairs
}

// narrow is the scheme of nodes with so many bits.
func narrow(startBits, stepBits int) risk.Scheme {
	steps := float64(int(1) << stepBits)
	return risk.Scheme{
		Space: float64(int(1) << startBits),
		Tick:  1,
		Step:  (steps*(steps-1)/2 + 1) / steps, // mean of 0 to 2^bits-1, where 0 counts as 1
	}
}

// TestSimulatedRates runs the algorithm of the generator at rates up to its limit, with
// 16 bits to start and 9 to step, so that a timestamp holds 128 IDs as in the original.
// The random numbers are fixed; the tolerance is four standard deviations of what is
// left to chance, and the 1 % that the formula claims.
func TestSimulatedRates(t *testing.T) {
	t.Parallel()
	const startBits, stepBits, nodes = 16, 9, 3
	s := narrow(startBits, stepBits)
	for _, share := range []float64{0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 1} {
		ticks := 10000
		if share < 0.2 {
			ticks = 100000
		}
		rng := rand.New(rand.NewPCG(93, 48))
		var all []*node
		for range nodes {
			n := newNode(startBits, stepBits, 999, ticks, rng)
			for now := range ticks {
				wanted := math.MaxInt
				if share < 1 {
					wanted = poisson(share*s.Capacity(), rng)
				}
				for ; wanted > 0 && n.next(now); wanted-- {
				}
			}
			all = append(all, n)
		}
		first := 0
		if share == 1 {
			first = 1000 // nodes make these at once, as the last ones before they must wait
		}
		ids, pairs := collisions(all, first, ticks)
		want := s.During(risk.Load{Nodes: nodes, Rate: share * s.Capacity()}, float64(ticks-first))
		// One collision brings up to half another one at these widths.
		if tolerance := 4*math.Sqrt(1.5*want.Collisions) + 0.01*want.Collisions; math.Abs(float64(pairs)-want.Collisions) > tolerance {
			t.Errorf("%v of the capacity: %d collisions in %d ticks, want %.0f ± %.0f", share, pairs, ticks-first, want.Collisions, tolerance)
		}
		if !near(float64(ids), want.IDs, 0.005) {
			t.Errorf("%v of the capacity: %d IDs, want %.0f", share, ids, want.IDs)
		}
	}
}

// TestSimulatedBursts makes the same number of IDs on every node at each timestamp.
func TestSimulatedBursts(t *testing.T) {
	t.Parallel()
	const startBits, stepBits, nodes, ticks = 16, 9, 4, 20000
	s := narrow(startBits, stepBits)
	for _, each := range []int{1, 2, 5, 20, 100, 200, 1000} {
		rng := rand.New(rand.NewPCG(128, 75))
		var all []*node
		for range nodes {
			n := newNode(startBits, stepBits, 0, ticks, rng)
			for now := range ticks {
				for wanted := each; wanted > 0 && n.next(now); wanted-- {
				}
			}
			all = append(all, n)
		}
		ids, pairs := collisions(all, 0, ticks)
		want := s.Together(nodes, float64(nodes*each))
		expected := want.Collisions * ticks
		if tolerance := 4*math.Sqrt(1.5*expected) + 0.01*expected; math.Abs(float64(pairs)-expected) > tolerance {
			t.Errorf("%d IDs each: %d collisions, want %.1f ± %.1f", each, pairs, expected, tolerance)
		}
		if !near(float64(ids), want.IDs*ticks, 0.01) {
			t.Errorf("%d IDs each: %d IDs, want %.0f", each, ids, want.IDs*ticks)
		}
	}
}

// TestSimulatedProbability counts runs with a collision, not collisions. With more
// bits, as here, one collision does not bring another.
func TestSimulatedProbability(t *testing.T) {
	t.Parallel()
	const startBits, stepBits, runs, ticks = 22, 15, 400, 100
	s := narrow(startBits, stepBits)
	rng := rand.New(rand.NewPCG(22, 15))
	hit := 0
	for range runs {
		nodes := []*node{newNode(startBits, stepBits, 0, ticks, rng), newNode(startBits, stepBits, 0, ticks, rng)}
		for now := range ticks {
			for _, n := range nodes {
				for n.next(now) {
				}
			}
		}
		if _, pairs := collisions(nodes, 0, ticks); pairs > 0 {
			hit++
		}
	}
	p := s.During(risk.Load{Nodes: 2, Rate: s.Capacity()}, ticks).Probability
	if tolerance := 4 * math.Sqrt(runs*p*(1-p)); math.Abs(float64(hit)-runs*p) > tolerance {
		t.Errorf("%d of %d runs had a collision, want %.0f ± %.0f", hit, runs, runs*p, tolerance)
	}
}
