// Command bench measures this module's identifiers against those of well-known
// packages, and against the goals that were set for them.
//
// Run it in this folder:
//
//	go run .
//
// Each table is one group of benchmarks that take turns, in slices of a millisecond
// and in a new order each round, so that a busy machine hits all alike. A slice that the
// system disturbs is repeated a few times; calm says in how many rounds there
// was one that it did not. The other rounds do not count, unless hardly any is calm.
//
// The column ns is the median of the rounds, for one ID, and best the fastest round;
// allocs are the allocations for one ID. The column "× floor" is the median of the
// ratios, round by round, to the nearest floor above: something that cannot be left
// out, such as to read the clock. On two cores, ns is the time of both divided by what
// both have made.
//
// A goal is met by the median; it is met at best when only the fastest
// rounds meet it, as on a machine that is shared with others.
//
// With -quick it measures next to nothing, to see that all runs.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

var (
	full  = effort{rounds: 200, slice: time.Millisecond}
	quick = effort{rounds: 3, slice: 20 * time.Microsecond}
)

func main() {
	little := flag.Bool("quick", false, "measure next to nothing, to see that all runs")
	flag.Parse()
	e := full
	if *little {
		e = quick
	}
	run(os.Stdout, e)
}

func groups() []group {
	return []group{generation(), generationText(), batches(), writing(), parsing(), public()}
}

func run(w io.Writer, e effort) {
	facts(w)
	var s score
	for _, g := range groups() {
		g.print(w, measure(g.benchmarks, e), &s)
	}
	limits(w, e, &s)
	fmt.Fprintf(w, "%d goals met, %d more at best, %d missed\n", s.met, s.atBest, s.missed)
}

// facts says on what was measured, and which versions of the peers.
func facts(w io.Writer) {
	fmt.Fprintf(w, "%s, %d cores in use, %s, %s/%s\n", processor(), runtime.GOMAXPROCS(0), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if info, ok := debug.ReadBuildInfo(); ok {
		var peers []string
		for _, m := range info.Deps {
			if m.Replace == nil {
				peers = append(peers, strings.TrimPrefix(m.Path, "github.com/")+" "+m.Version)
			}
		}
		fmt.Fprintln(w, strings.Join(peers, ", "))
	}
	fmt.Fprintln(w)
}

// processor returns the name of the processor where the system tells it.
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "unknown processor"
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}
