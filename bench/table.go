package main

import (
	"fmt"
	"io"
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
		for i, b := range g.benchmarks {
			if b.name == name {
				return &results[i]
			}
		}
		panic("no benchmark is called " + name)
	}
	t := table{left: []bool{true, false, false, false, false, true, false, true}}
	t.add(g.title, "ns", "best", "allocs", "× floor", "goal", "is", "")
	floor := &results[0]
	for i, b := range g.benchmarks {
		r := &results[i]
		if b.floor {
			floor = r
		}
		cells := []string{
			"  " + b.name, fmt.Sprintf("%.1f", median(r.ns)), fmt.Sprintf("%.1f", r.best()),
			fmt.Sprint(r.allocs), fmt.Sprintf("%.2f", r.ratio(floor)),
		}
		for _, goal := range b.goals {
			figure := goal.figure(r, named)
			t.add(append(cells, goal.text, fmt.Sprintf("%.3g", figure), s.count(goal.verdict(figure, r.allocs)))...)
			cells = make([]string, len(cells))
		}
		if len(b.goals) == 0 {
			t.add(append(cells, "", "", "")...)
		}
	}
	t.print(w)
}

// A score counts goals.
type score struct{ met, missed int }

func (s *score) count(verdict string) string {
	if verdict == met {
		s.met++
	} else {
		s.missed++
	}
	return verdict
}
