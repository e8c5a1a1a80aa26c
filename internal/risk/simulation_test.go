package risk_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-05176fc3/idem/internal/risk"
)

// A node makes distributed IDs of fewer bits. Its algorithm is that of the generator:
// a fresh value where the clock has moved on, else a step, else the next timestamp,
// which may run ahead of the clock by some ticks, else it waits.
type node struct {
	start, step uint64 // numbers of values
	ahead       int
	time        int    // of the last ID
	value       uint64 // of the last ID
	rng         *rand.PCG
	made        [][]uint32 // values for each timestamp
}

func newNodes(n, startBits, stepBits, ahead, ticks int, seed uint64) []*node {
	seeds := rand.NewPCG(seed, 0)
	var nodes []*node
	for range n {
		nodes = append(nodes, &node{
			start: 1 << startBits, step: 1 << stepBits,
			ahead: ahead, time: -1,
			rng:  rand.NewPCG(seeds.Uint64(), seeds.Uint64()),
			made: make([][]uint32, ticks+ahead+1),
		})
	}
	return nodes
}

// next makes an ID while the clock shows now, or returns false: it must wait.
func (n *node) next(now int) bool {
	r := max(n.rng.Uint64()%n.start, 1)
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
	n.made[n.time] = append(n.made[n.time], uint32(n.value))
	return true
}

// poisson draws a number whose mean is m.
func poisson(m float64, source *rand.PCG) int {
	rng := rand.New(source)
	k := 0
	for ; m > 0; m -= 16 {
		end := math.Exp(-min(m, 16))
		for p := rng.Float64(); p > end; p *= rng.Float64() {
			k++
		}
	}
	return k
}

// A tally counts what nodes made in equal batches of timestamps.
type tally struct {
	ids   int
	equal []float64 // pairs in each batch
}

// count counts at timestamps from to, in 50 batches.
func count(nodes []*node, from, to int) tally {
	const batches = 50
	t := tally{equal: make([]float64, batches)}
	seen := make([]uint16, nodes[0].start)
	for time := from; time < to; time++ {
		batch := &t.equal[(time-from)*batches/(to-from)]
		for _, n := range nodes {
			t.ids += len(n.made[time])
			for _, v := range n.made[time] {
				*batch += float64(seen[v])
				seen[v]++
			}
		}
		for _, n := range nodes {
			for _, v := range n.made[time] {
				seen[v] = 0
			}
		}
	}
	return t
}

// sum returns the pairs of all batches, and by how much chance moves that: its standard
// deviation, estimated from the differences of the batches.
func (t tally) sum() (sum, deviation float64) {
	for _, n := range t.equal {
		sum += n
	}
	n := float64(len(t.equal))
	for _, x := range t.equal {
		deviation += (x - sum/n) * (x - sum/n)
	}
	return sum, math.Sqrt(deviation * n / (n - 1))
}

// check compares with what is expected. The random numbers are fixed, so that the
// outcome is always the same; it has to lie within three standard deviations and the
// 1 % that the formula allows itself.
func (t tally) check(test *testing.T, name string, want risk.Outcome) {
	test.Helper()
	sum, deviation := t.sum()
	if off := math.Abs(sum - want.Collisions); off > 3*deviation+0.01*want.Collisions {
		test.Errorf("%s: %.0f ± %.0f collisions, want %.0f", name, sum, deviation, want.Collisions)
	}
	if deviation > 0.04*sum {
		test.Errorf("%s: %.0f ± %.0f collisions say too little", name, sum, deviation)
	}
	if !near(float64(t.ids), want.IDs, 0.01) {
		test.Errorf("%s: %d IDs, want %.0f", name, t.ids, want.IDs)
	}
	test.Logf("%s: %.0f ± %.0f collisions, expected %.0f", name, sum, deviation, want.Collisions)
}

// times returns the outcome of so many ticks that are alike.
func times(o risk.Outcome, ticks int) risk.Outcome {
	return risk.Outcome{IDs: o.IDs * float64(ticks), Collisions: o.Collisions * float64(ticks)}
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
func TestSimulatedRates(t *testing.T) {
	t.Parallel()
	const startBits, stepBits, ahead = 16, 9, 999
	s := narrow(startBits, stepBits)
	for _, tt := range []struct {
		name         string
		share        float64
		nodes, ticks int
	}{
		{"2 % of the capacity", 0.02, 100, 5000},
		{"10 % of the capacity", 0.1, 60, 1000},
		{"30 % of the capacity", 0.3, 30, 1000},
		{"50 % of the capacity", 0.5, 20, 1000},
		{"80 % of the capacity", 0.8, 16, 1000},
		{"97 % of the capacity", 0.97, 16, 1000},
	} {
		all := newNodes(tt.nodes, startBits, stepBits, ahead, tt.ticks, 93)
		for _, n := range all {
			for now := range tt.ticks {
				for range poisson(tt.share*s.Capacity(), n.rng) {
					n.next(now)
				}
			}
		}
		want := s.During(risk.Load{Nodes: float64(tt.nodes), Rate: tt.share * s.Capacity()}, float64(tt.ticks))
		count(all, 0, tt.ticks).check(t, tt.name, want)
	}

	// As fast as they can: all of what they are ahead at once, then one tick a tick.
	const nodes, ticks = 16, 200
	all := newNodes(nodes, startBits, stepBits, ahead, ticks, 48)
	for _, n := range all {
		for now := range ticks {
			for n.next(now) {
			}
		}
	}
	want := s.During(risk.Load{Nodes: nodes, Rate: 2 * s.Capacity()}, ticks+ahead)
	count(all, 0, ticks+ahead).check(t, "the capacity", want)
}

// TestSimulatedBursts makes the same number of IDs on every node at each timestamp.
func TestSimulatedBursts(t *testing.T) {
	t.Parallel()
	const startBits, stepBits = 16, 9
	s := narrow(startBits, stepBits)
	for _, tt := range []struct {
		name               string
		each, nodes, ticks int
	}{
		{"1 ID each", 1, 500, 1000},
		{"2 IDs each", 2, 250, 1000},
		{"20 IDs each", 20, 30, 1000},
		{"100 IDs each", 100, 16, 500},
		{"200 IDs each", 200, 16, 500},
		{"as many IDs as fit", 1000, 16, 500},
	} {
		ticks := tt.ticks
		all := newNodes(tt.nodes, startBits, stepBits, 0, ticks, 128)
		for _, n := range all {
			for now := range ticks {
				for wanted := tt.each; wanted > 0 && n.next(now); wanted-- {
				}
			}
		}
		want := s.Together(float64(tt.nodes), float64(tt.nodes*tt.each))
		count(all, 0, ticks).check(t, tt.name, times(want, ticks))
	}
}

// TestSimulatedProbability counts runs with a collision, not collisions. With more
// bits, as here, one collision does not bring another.
func TestSimulatedProbability(t *testing.T) {
	t.Parallel()
	const startBits, stepBits, nodes, runs = 20, 13, 4, 1000
	s := narrow(startBits, stepBits)
	all := newNodes(nodes, startBits, stepBits, 0, runs, 22)
	hit := 0
	for now := range runs {
		seen := map[uint32]bool{}
		twice := false
		for _, n := range all {
			for n.next(now) {
			}
			for _, v := range n.made[now] {
				twice = twice || seen[v]
				seen[v] = true
			}
		}
		if twice {
			hit++
		}
	}
	p := s.During(risk.Load{Nodes: nodes, Rate: s.Capacity()}, 1).Probability
	if deviation := math.Sqrt(runs * p * (1 - p)); math.Abs(float64(hit)-runs*p) > 3*deviation {
		t.Errorf("%d of %d runs had a collision, want %.0f ± %.0f", hit, runs, runs*p, deviation)
	}
}
