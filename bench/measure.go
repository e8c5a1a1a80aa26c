package main

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
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
	calm   []bool // rounds that the system did not disturb, as far as one can see
	allocs int
}

// attempts is how often to try for a calm slice.
const attempts = 10

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
			took, calm := b.time(r.n)
			for try := 1; try < attempts && !calm; try++ {
				took, calm = b.time(r.n)
			}
			r.calm = append(r.calm, calm)
			r.ns = append(r.ns, float64(took.Nanoseconds())/float64(b.made(r.n)))
		}
	}
	return results
}

// calibrate returns how often to do op for about a slice of time.
func (b benchmark) calibrate(slice time.Duration) int {
	n := 1
	for b.quickest(n) < slice*2/3 {
		n *= 2
	}
	return n
}

// quickest returns the shortest of a few times, as one long break would make all the
// slices of a benchmark too short.
func (b benchmark) quickest(n int) time.Duration {
	shortest, _ := b.time(n)
	for range 4 {
		took, _ := b.time(n)
		shortest = min(shortest, took)
	}
	return shortest
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

// time returns how long op takes n times on each core. It was calm when the system did not
// interrupt this process meanwhile and let all cores begin together.
func (b benchmark) time(n int) (took time.Duration, calm bool) {
	if b.setup != nil {
		defer b.setup()()
	}
	cores := max(1, b.cores)
	begin, end := make([]moment, cores), make([]moment, cores)
	var (
		wg    sync.WaitGroup
		ready atomic.Int32
	)
	work := func(i int) {
		// Spinning holds the core, so that another one must take the next goroutine.
		for ready.Add(1); ready.Load() < int32(cores); {
		}
		begin[i] = beginning()
		b.op(n)
		end[i] = ending()
	}
	for i := 1; i < cores; i++ {
		wg.Go(func() { work(i) })
	}
	work(0)
	wg.Wait()
	first, last := slices.MinFunc(begin, moment.compare), slices.MaxFunc(end, moment.compare)
	took = last.time.Sub(first.time)
	lag := slices.MaxFunc(begin, moment.compare).time.Sub(first.time)
	return took, last.interrupts == first.interrupts && lag <= took/20
}

// A moment is a time and how often the system has interrupted this process until then.
type moment struct {
	time       time.Time
	interrupts int64
}

func (m moment) compare(other moment) int { return m.time.Compare(other.time) }

func beginning() (m moment) {
	m.interrupts = usage().Nivcsw
	m.time = time.Now()
	return m
}

func ending() (m moment) {
	m.time = time.Now()
	m.interrupts = usage().Nivcsw
	return m
}

// usage is what the system has counted of this process.
func usage() (u syscall.Rusage) {
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return u
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

// typical is the median of what f says of the rounds that are calm, or of all rounds
// where hardly any is.
func typical(calm []bool, f func(round int) float64) float64 {
	const enough = 10
	var quiet, all []float64
	for i, ok := range calm {
		all = append(all, f(i))
		if ok {
			quiet = append(quiet, f(i))
		}
	}
	if len(quiet) < enough {
		return median(all)
	}
	return median(quiet)
}

// typical is the median of r.
func (r *result) typical() float64 {
	return typical(r.calm, func(i int) float64 { return r.ns[i] })
}

// ratio is the median of the ratios of r to the other one, round by round.
func (r *result) ratio(other *result) float64 {
	both := slices.Clone(r.calm)
	for i := range both {
		both[i] = both[i] && other.calm[i]
	}
	return typical(both, func(i int) float64 { return r.ns[i] / other.ns[i] })
}

// calmness is the percentage of rounds that were calm.
func (r *result) calmness() int {
	n := 0
	for _, ok := range r.calm {
		if ok {
			n++
		}
	}
	return 100 * n / len(r.calm)
}

// best is the figure of the round that the rest of the machine disturbed least.
func (r *result) best() float64 { return slices.Min(r.ns) }

// atBest is a result of that round alone.
func (r *result) atBest() *result {
	return &result{n: r.n, ns: []float64{r.best()}, calm: []bool{true}, allocs: r.allocs}
}
