package main

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A benchmark is one row of a table.
type benchmark struct {
	name  string
	op    operation
	floor bool                    // what the rows from here on are compared with
	per   int                     // IDs that op makes each time; 0 is 1
	cores int                     // how many run op at the same time; 0 is 1
	setup func() (restore func()) // around each slice, not timed; may be nil
	goals []goal
}

// effort says how long to measure: each benchmark gets a slice of time in each round.
type effort struct {
	rounds int
	slice  time.Duration
}

// A result has nanoseconds for one ID or operation, one figure for each round.
type result struct {
	n      int
	ns     []float64
	allocs int
}

// measure goes through the benchmarks round by round, each time in another order, so
// that what else the machine does hits all of them alike. Figures of the same round can
// be divided by one another.
func measure(benchmarks []benchmark, e effort) []result {
	results := make([]result, len(benchmarks))
	for i, b := range benchmarks {
		results[i].n = b.calibrate(e.slice)
		results[i].allocs = b.allocations(results[i].n)
	}
	for range e.rounds {
		for _, i := range rand.Perm(len(benchmarks)) {
			b, r := benchmarks[i], &results[i]
			r.ns = append(r.ns, float64(b.time(r.n).Nanoseconds())/float64(b.made(r.n)))
		}
	}
	return results
}

// calibrate returns how often to do op for about a slice of time.
func (b benchmark) calibrate(slice time.Duration) int {
	n := 1
	for b.time(n) < slice*2/3 {
		n *= 2
	}
	return n
}

// made is the number of IDs, or operations, of a slice.
func (b benchmark) made(n int) int { return n * max(1, b.per) * max(1, b.cores) }

// allocations returns their number for one ID, rounded down, as what a slice needs once
// does not count.
func (b benchmark) allocations(n int) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	b.time(n)
	runtime.ReadMemStats(&after)
	return int(after.Mallocs-before.Mallocs) / b.made(n)
}

func (b benchmark) time(n int) time.Duration {
	if b.setup != nil {
		defer b.setup()()
	}
	if b.cores > 1 {
		return together(b.cores, n, b.op)
	}
	start := time.Now()
	b.op(n)
	return time.Since(start)
}

// together runs op in several goroutines and returns the time from when all of them
// stood ready until the last one was done.
func together(cores, n int, op operation) time.Duration {
	var (
		wg    sync.WaitGroup
		ready atomic.Int32
		begin = make([]time.Time, cores)
		end   = make([]time.Time, cores)
	)
	for i := range cores {
		wg.Go(func() {
			for ready.Add(1); ready.Load() < int32(cores); {
				runtime.Gosched()
			}
			begin[i] = time.Now()
			op(n)
			end[i] = time.Now()
		})
	}
	wg.Wait()
	return slices.MaxFunc(end, time.Time.Compare).Sub(slices.MinFunc(begin, time.Time.Compare))
}

// onTwoCores returns the benchmark on two cores, with goals of its own.
func (b benchmark) onTwoCores(goals ...goal) benchmark {
	b.name += twoCores
	b.cores, b.goals = 2, goals
	return b
}

const twoCores = ", 2 cores"

func median(xs []float64) float64 {
	xs = slices.Sorted(slices.Values(xs))
	return (xs[(len(xs)-1)/2] + xs[len(xs)/2]) / 2
}

// ratio is the median of the ratios of r to the other one, round by round.
func (r *result) ratio(other *result) float64 {
	ratios := make([]float64, len(r.ns))
	for i := range ratios {
		ratios[i] = r.ns[i] / other.ns[i]
	}
	return median(ratios)
}

// best is the figure of the round that the rest of the machine disturbed least.
func (r *result) best() float64 { return slices.Min(r.ns) }
