package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// A table has columns that are as wide as they must be.
type table struct {
	left []bool // which columns are aligned at their left
	rows [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) print(w io.Writer) {
	widths := make([]int, len(t.left))
	for _, row := range t.rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range t.rows {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if t.left[i] {
				cell += pad
			} else {
				cell = pad + cell
			}
			line.WriteString(cell + "  ")
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
	fmt.Fprintln(w)
}

// A group is one table: what is measured in turn, round by round.
type group struct {
	title      string
	benchmarks []benchmark
}

// print writes the table of a group and counts the verdicts.
func (g group) print(w io.Writer, results []result, s *score) {
	named := func(name string) *result {
		i := slices.IndexFunc(g.benchmarks, func(b benchmark) bool { return b.name == name })
		return &results[i]
	}
	namedAtBest := func(name string) *result { return named(name).atBest() }

	t := table{left: []bool{true, false, false, false, false, false, true, false, false, true}}
	t.add(g.title, "ns", "best", "calm", "allocs", "× floor", "goal", "is", "best", "")
	floor := &results[0]
	for i, b := range g.benchmarks {
		r := &results[i]
		if b.floor {
			floor = r
		}
		cells := []string{
			"  " + b.name, fmt.Sprintf("%.1f", r.typical()), fmt.Sprintf("%.1f", r.best()),
			fmt.Sprintf("%d %%", r.calmness()), fmt.Sprint(r.allocs), fmt.Sprintf("%.2f", r.ratio(floor)),
		}
		for _, goal := range b.goals {
			is, best := goal.figure(r, named), goal.figure(r.atBest(), namedAtBest)
			verdict := s.count(goal.verdict(is, best, r.allocs))
			t.add(append(cells, goal.text, fmt.Sprintf("%.3g", is), fmt.Sprintf("%.3g", best), verdict)...)
			cells = make([]string, len(cells))
		}
		if len(b.goals) == 0 {
			t.add(cells...)
		}
	}
	t.print(w)
}
