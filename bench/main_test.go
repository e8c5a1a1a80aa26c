package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestRun measures next to nothing: it shows that every benchmark runs and has its row,
// and that every goal finds what it compares with.
func TestRun(t *testing.T) {
	var out strings.Builder
	run(&out, quick)

	row := regexp.MustCompile(`^  (\S.*?)  +\d+\.\d +\d+\.\d +\d+ % +\d+ +\d+\.\d\d\b`)
	var got []string
	for line := range strings.Lines(out.String()) {
		if m := row.FindStringSubmatch(line); m != nil {
			got = append(got, m[1])
		}
	}
	var want []string
	goals := 4 // of limits
	for _, g := range groups() {
		seen := map[string]bool{}
		for _, b := range g.benchmarks {
			if seen[b.name] {
				t.Errorf("group %q has two rows %q", g.title, b.name)
			}
			seen[b.name] = true
			want = append(want, b.name)
			goals += len(b.goals)
		}
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got rows\n%s\nwant\n%s\nof\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"), out.String())
	}
	if n := len(regexp.MustCompile(`(?m)[^ ]  +(met|met at best|missed.*)$`).FindAllString(out.String(), -1)); n != goals {
		t.Errorf("got %d verdicts, want %d, in\n%s", n, goals, out.String())
	}
}

func TestVerdict(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name         string
		goal         goal
		median, best float64
		allocs       int
		want         string
	}{
		{"below", atMost(12), 11, 10, 0, met},
		{"at the limit", atMost(12), 12, 12, 0, met},
		{"above, but for a round", atMost(12), 15, 12, 0, atBest},
		{"above", atMost(12), 15, 13, 0, "missed by 25 %, 8.3 % at best"},
		{"allocation where it may be", atMost(12), 11, 10, 1, met},
		{"allocation where none may be", atMostWithoutAllocation(12), 11, 10, 1, "missed: allocates"},
		{"fast enough", timesAsFast(2, clock), 2.1, 2.2, 0, met},
		{"too slow, but for a round", timesAsFast(2, clock), 1.9, 2, 0, atBest},
		{"too slow", timesAsFast(2, clock), 1, 1.5, 0, "missed by 50 %, 25 % at best"},
	} {
		if got := test.goal.verdict(test.median, test.best, test.allocs); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestFigures compares two rows of which the slow one had a bad second round.
func TestFigures(t *testing.T) {
	t.Parallel()
	rows := map[string]*result{
		"slow": {ns: []float64{10, 90, 12}, calm: make([]bool, 3)},
		"fast": {ns: []float64{5, 6, 4}, calm: make([]bool, 3)},
	}
	named := func(name string) *result { return rows[name] }
	for _, test := range []struct {
		goal goal
		row  string
		want float64
	}{
		{atMost(1), "slow", 12},
		{atMostTimes(1, "fast"), "slow", 3}, // of 2, 15 and 3
		{timesAsFast(1, "slow"), "fast", 3},
		{millionsPerSecond(1), "fast", 200},
	} {
		if got := test.goal.figure(named(test.row), named); got != test.want {
			t.Errorf("%s of %s: got %v, want %v", test.goal.text, test.row, got, test.want)
		}
	}
	if got := named("slow").atBest().typical(); got != 10 {
		t.Errorf("best round: got %v, want 10", got)
	}
}

// TestCalm has two rows of 30 rounds, calm in the first 20 and in the last 20, and twice
// as slow in the others.
func TestCalm(t *testing.T) {
	t.Parallel()
	var a, b result
	for i := range 30 {
		a.calm, b.calm = append(a.calm, i < 20), append(b.calm, i >= 10)
		slow := func(calm bool) float64 { return map[bool]float64{true: 1, false: 2}[calm] }
		a.ns, b.ns = append(a.ns, 10*slow(a.calm[i])), append(b.ns, 30*slow(b.calm[i]))
	}
	if got := a.typical(); got != 10 {
		t.Errorf("median of calm rounds: got %v, want 10", got)
	}
	if got := b.ratio(&a); got != 3 {
		t.Errorf("ratio of rounds that are calm in both: got %v, want 3", got)
	}
	if got := a.calmness(); got != 66 {
		t.Errorf("calm rounds: got %d %%, want 66", got)
	}
	a.calm = make([]bool, 30)
	copy(a.ns, slices.Repeat([]float64{20}, 10))
	if got := a.typical(); got != 20 { // as two thirds now are
		t.Errorf("median where no round is calm: got %v, want 20", got)
	}
}

func TestMedian(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		xs   []float64
		want float64
	}{
		{[]float64{7}, 7},
		{[]float64{3, 1, 2}, 2},
		{[]float64{4, 1, 3, 2}, 2.5},
	} {
		if got := median(test.xs); got != test.want {
			t.Errorf("median of %v: got %v, want %v", test.xs, got, test.want)
		}
	}
}

// TestMeasure counts what an operation is asked to do.
func TestMeasure(t *testing.T) {
	t.Parallel()
	setups, restores, calls := 0, 0, 0
	b := benchmark{
		per:   10,
		op:    func(n int) { calls++; each(readClock)(n) },
		setup: func() func() { setups++; return func() { restores++ } },
	}
	r := measure([]benchmark{b}, quick)[0]
	if len(r.ns) != quick.rounds {
		t.Errorf("got %d rounds, want %d", len(r.ns), quick.rounds)
	}
	if setups != calls || restores != calls {
		t.Errorf("%d set-ups and %d restorations for %d slices", setups, restores, calls)
	}
	if got, want := b.onTwoCores().made(5), 100; got != want {
		t.Errorf("5 batches of 10 on each of two cores: got %d IDs, want %d", got, want)
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	tab := table{left: []bool{true, false, true}}
	tab.add("≤", "1", "x")
	tab.add("long", "22")
	tab.print(&out)
	if want := "≤      1  x\nlong  22\n\n"; out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}
