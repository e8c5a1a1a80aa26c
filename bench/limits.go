package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/seed-05176fc3/idem/distid"
)

// limits measures what the format of distid.ID permits: a burst until the first sleep,
// and then about 128,000 IDs a second, with as little work as possible.
func limits(w io.Writer, e effort, s *score) {
	t := table{left: []bool{true, false, true, false, false, true}}
	t.add("93 bits, to the limit", "", "goal", "is", "best", "")
	for _, way := range []struct {
		name string
		make func(*distid.Generator) int
	}{
		{"one at a time", burstSingly}, {"in batches", burstInBatches},
	} {
		made, took, best := bursting(e, way.make)
		g := atMost(20)
		t.add("  burst, "+way.name, fmt.Sprintf("%.0f IDs before a sleep", made), "≤ 20 ms for 128,000",
			fmt.Sprintf("%.3g", took), fmt.Sprintf("%.3g", best), s.count(g.verdict(took, best, 0)))
	}
	for _, way := range []struct {
		name string
		make func(*distid.Generator, context.Context) int
	}{
		{"one at a time", singlyUntil}, {"in batches", batchesUntil},
	} {
		rate, busy, best := sustain(e, way.make)
		g := goal{limit: 5}
		t.add("  sustained, "+way.name, fmt.Sprintf("%.0f IDs a second", rate), "≤ 5 % of a core",
			fmt.Sprintf("%.3g", busy), fmt.Sprintf("%.3g", best), s.count(g.verdict(busy, best, 0)))
	}
	t.print(w)
}

var errSleep = errors.New("would sleep")

// restless is a generator that fails instead of sleeping.
func restless() *distid.Generator {
	return &distid.Generator{Sleep: func(context.Context, time.Duration) error { return errSleep }}
}

// bursting returns how many IDs a new generator makes before it sleeps, and how many
// milliseconds 128,000 of them take: medians, and the best time.
func bursting(e effort, use func(*distid.Generator) int) (made, ms, best float64) {
	var all, times []float64
	for range e.rounds {
		g := restless()
		start := time.Now()
		n := float64(use(g))
		all = append(all, n)
		times = append(times, time.Since(start).Seconds()*1e3*128_000/n)
	}
	return median(all), median(times), slices.Min(times)
}

func burstSingly(g *distid.Generator) (made int) {
	for {
		if _, err := g.New(context.Background()); err != nil {
			return made
		}
		made++
	}
}

func burstInBatches(g *distid.Generator) (made int) {
	ids := make([]distid.ID, batch)
	for {
		n, err := g.Fill(context.Background(), ids)
		made += n
		if err != nil {
			return made
		}
	}
}

// sustain returns how many IDs a second a generator makes after its burst, and the
// percentage of a core that this process needs for it: medians of a few stretches of
// time, and the least work.
func sustain(e effort, until func(*distid.Generator, context.Context) int) (rate, busy, best float64) {
	g := new(distid.Generator)
	if _, err := g.Fill(context.Background(), make([]distid.ID, 140_000)); err != nil {
		panic(err)
	}
	var rates, work []float64
	for range 5 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(e.rounds)*2*e.slice)
		start, cpu := time.Now(), cpuTime()
		n := until(g, ctx)
		took := time.Since(start).Seconds()
		rates = append(rates, float64(n)/took)
		work = append(work, 100*(cpuTime()-cpu).Seconds()/took)
		cancel()
	}
	return median(rates), median(work), slices.Min(work)
}

func singlyUntil(g *distid.Generator, ctx context.Context) (made int) {
	for {
		if _, err := g.New(ctx); err != nil {
			return made
		}
		made++
	}
}

func batchesUntil(g *distid.Generator, ctx context.Context) (made int) {
	ids := make([]distid.ID, 10*batch)
	for {
		n, err := g.Fill(ctx, ids)
		made += n
		if err != nil {
			return made
		}
	}
}

// cpuTime is what this process has used of all cores, in user and in kernel mode.
func cpuTime() time.Duration {
	u := usage()
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
