package main

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"
)

// column is what was measured of a program.
type column struct {
	name string
	result
}

// show writes one table: figures, and in how much of the time of the others the first
// does it.
func show(out io.Writer, columns []column) error {
	rows := [][]string{{""}}
	for _, c := range columns {
		rows[0] = append(rows[0], c.name)
	}
	first := columns[0].result
	row := func(name string, text func(result) string) {
		cells := []string{name}
		for _, c := range columns {
			cells = append(cells, text(c.result))
		}
		rows = append(rows, cells)
	}
	duration := func(name string, of func(result) time.Duration) {
		row(name, func(r result) string { return times(of(r), of(first)) })
	}
	duration("load", func(r result) time.Duration { return r.load })
	duration("a commit", func(r result) time.Duration { return r.commit })
	row("commits made", func(r result) string { return fmt.Sprint(r.commits) })
	duration("diff over all commits", func(r result) time.Duration { return r.diff })
	duration("list as of before them", func(r result) time.Duration { return r.list })
	duration("history of one granule", func(r result) time.Duration { return r.where })
	row("on disk, loaded", func(r result) string { return bytesText(r.loaded) })
	row("more for each commit", func(r result) string { return bytesText(r.each) })
	row("the same after gc", func(r result) string { return bytesText(r.tidied) })
	row("in total after gc", func(r result) string { return bytesText(r.total) })

	widths := make([]int, len(rows[0]))
	for _, cells := range rows {
		for i, cell := range cells {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for i, cells := range rows {
		if i == 1 {
			var line strings.Builder
			line.WriteString("|")
			for range cells {
				line.WriteString(" --- |")
			}
			fmt.Fprintln(out, line.String())
		}
		var line strings.Builder
		line.WriteString("|")
		for j, cell := range cells {
			line.WriteString(" " + cell + strings.Repeat(" ", widths[j]-utf8.RuneCountInString(cell)) + " |")
		}
		if _, err := fmt.Fprintln(out, line.String()); err != nil {
			return err
		}
	}
	return nil
}

// times writes a duration, and how often another one goes into it.
func times(d, first time.Duration) string {
	switch {
	case d == 0:
		return ""
	case d == first:
		return durationText(d)
	}
	return fmt.Sprintf("%s (%s ×)", durationText(d), digits(float64(d)/float64(first)))
}

func durationText(d time.Duration) string {
	if d < time.Second {
		return digits(d.Seconds()*1e3) + " ms"
	}
	return digits(d.Seconds()) + " s"
}

// digits writes a number with two digits, or as many as it has before its point.
func digits(x float64) string {
	switch {
	case x < 1:
		return fmt.Sprintf("%.2f", x)
	case x < 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

func bytesText(n int64) string {
	switch {
	case n == 0:
		return ""
	case n < 10_000:
		return fmt.Sprintf("%d B", n)
	case n < 1_000_000:
		return digits(float64(n)/1e3) + " KB"
	}
	return digits(float64(n)/1e6) + " MB"
}
