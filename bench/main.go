// Command bench measures this module's identifiers against those of well-known
// packages, and against the goals that were set for them.
//
// Run it in this folder:
//
//	go run .
//
// Each table is one group of benchmarks that take turns, in slices of a few
// milliseconds and in a new order each round, so that a busy machine hits all alike.
// The column ns is the median of all rounds for one ID, best is the fastest round,
// allocs the allocations for one ID. The column "× floor" is the median of the ratios,
// round by round, to the nearest floor above: something that cannot be left out, such
// as to read the clock. On two cores, ns is the time of both divided by what
// both have made. With -quick it measures next to nothing, to see that all runs.
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

func main() {
	quick := flag.Bool("quick", false, "measure next to nothing, to see that all runs")
	flag.Parse()
	e := effort{rounds: 200, slice: time.Millisecond}
	if *quick {
		e = effort{rounds: 3, slice: 20 * time.Microsecond}
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
