package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/seed-05176fc3/idem/internal/risk"
	"github.com/seed-05176fc3/idem/internal/risk/plot"
)

// drawing says whether and where a plot is drawn.
type drawing struct {
	plot bool
	svg  string
}

func (d *drawing) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&d.plot, "plot", false, "draw the plot (default where a person looks at it)")
	cmd.Flags().StringVar(&d.svg, "svg", "", "write the plot to a file, as SVG")
}

// draw draws the plot where it is wanted. Beside JSON only the file can be.
func (d *drawing) draw(cmd *cobra.Command, out *output, asJSON bool, p plot.Plot) error {
	if d.svg != "" {
		if err := writeSVG(d.svg, p); err != nil {
			return err
		}
	}
	show := d.plot
	if !cmd.Flags().Changed("plot") {
		show = isTerminal(cmd.OutOrStdout())
	}
	if !show || asJSON {
		return nil
	}
	const rows = 16
	fmt.Fprintln(out) // out keeps its error
	return p.WriteText(out, plotColumns(cmd.OutOrStdout()), rows, !speaksUTF8())
}

func writeSVG(path string, p plot.Plot) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(p.WriteSVG(f), f.Close())
}

// plotColumns returns how wide a plot is to be.
func plotColumns(w io.Writer) int {
	const usual, most = 80, 120
	if f, ok := w.(*os.File); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			return min(max(columns-1, 40), most)
		}
	}
	return usual
}

// speaksUTF8 tells whether the user's locale has more than ASCII.
func speaksUTF8() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(os.Getenv(name)); locale != "" {
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
		}
	}
	return false
}

// table returns what lines up columns that are separated by tabs.
func table(w io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0) }

// compare answers for all schemes.
func (q *riskQuestion) compare(cmd *cobra.Command) (err error) {
	l, err := q.load()
	if err != nil {
		return err
	}
	span, err := quantity("span", q.span, risk.ParseSpan)
	if err != nil {
		return err
	}
	out := newOutput(cmd)
	defer out.flush(&err)
	var lines []risk.Line
	var slow []string // schemes that cannot keep up
	for _, s := range riskSchemes() {
		if l.Rate > s.Capacity() {
			slow = append(slow, fmt.Sprintf("a node makes %s %s IDs a second at most", risk.Count(s.Capacity()), s.Name))
			continue
		}
		lines = append(lines, risk.Line{Name: s.Name, Scheme: s, Load: *l})
	}
	title := loadText(*l) + ", for " + risk.Span(span)
	if *q.asJSON {
		for _, line := range lines {
			if err := out.json.Encode(q.after(line.Scheme, l, span)); err != nil {
				return err
			}
		}
	} else {
		fmt.Fprintf(out, "%s: %s IDs\n\n", title, risk.Count(l.Nodes*l.Rate*span))
		rows := table(out)
		fmt.Fprintln(rows, "scheme\tprobability of a collision\t\t1 in 1 million after")
		for _, line := range lines {
			p := line.Scheme.During(*l, span).Probability
			fmt.Fprintf(rows, "%s\t%s\t%s\t%s\n", line.Name, risk.Percent(p), risk.Odds(p), risk.Span(line.Scheme.Until(*l, 1e-6)))
		}
		if err := rows.Flush(); err != nil {
			return err
		}
		fmt.Fprintln(out)
		for _, text := range slow {
			fmt.Fprintln(out, text)
		}
		fmt.Fprintln(out, "payment IDs do not collide while each worker number has one holder")
	}
	return q.draw(cmd, out, *q.asJSON, risk.OverTime(title, lines, span))
}

// answer answers for one scheme.
func (q *riskQuestion) answer(cmd *cobra.Command, s risk.Scheme) (err error) {
	l, err := q.loadOf(s)
	if err != nil {
		return err
	}
	if s.Step > 0 && !anyChanged(cmd, "rate", "nodes", "span", "count", "probability") {
		return q.claims(cmd, s)
	}
	views, err := q.views(s, l)
	if err != nil {
		return err
	}
	out := newOutput(cmd)
	defer out.flush(&err)
	if *q.asJSON {
		for _, v := range views {
			if err := out.json.Encode(v); err != nil {
				return err
			}
		}
	} else if err := showRisk(out, s, l, views); err != nil {
		return err
	}
	return q.draw(cmd, out, *q.asJSON, q.chart(s, l, views))
}

// chart returns the plot of the answers; a single one is marked.
func (q *riskQuestion) chart(s risk.Scheme, l *risk.Load, views []riskView) plot.Plot {
	mark := 0.0
	if len(views) == 1 {
		mark = views[0].asked
	}
	if l != nil {
		return risk.OverTime(s.Name+" IDs, "+loadText(*l), []risk.Line{{Name: s.Name, Scheme: s, Load: *l}}, mark)
	}
	title := s.Name + " IDs"
	if s.Step > 0 {
		title += " of " + nodesText(q.nodes)
	}
	line := risk.Line{Name: s.Name, Scheme: s, Load: risk.Load{Nodes: float64(q.nodes)}}
	return risk.OverCount(title, []risk.Line{line}, mark)
}

// showRisk writes answers for people.
func showRisk(out io.Writer, s risk.Scheme, l *risk.Load, views []riskView) error {
	fmt.Fprintf(out, "%s: %s\n", s.Name, s.Title)
	if l != nil {
		fmt.Fprintln(out, loadText(*l))
	}
	fmt.Fprintln(out)
	rows := table(out)
	head := "IDs"
	switch {
	case l != nil:
		head = "after\tIDs"
	case s.Tick > 0:
		head = "IDs in one millisecond"
	}
	if l == nil && s.Step > 0 {
		head += ", of " + nodesText(views[0].Nodes)
	}
	fmt.Fprintln(rows, head+"\texpected collisions\tprobability of one")
	for _, v := range views {
		if l != nil {
			fmt.Fprintf(rows, "%s\t", risk.Span(float64(v.Span)))
		}
		collisions, ids := risk.Count(float64(v.Collisions)), risk.Count(float64(v.IDs))
		if math.IsInf(float64(v.IDs), 1) {
			collisions, ids = "-", "out of reach"
		}
		fmt.Fprintf(rows, "%s\t%s\t%s\t%s\n", ids, collisions, risk.Percent(v.Probability), risk.Odds(v.Probability))
	}
	return rows.Flush()
}

func nodesText(n int) string {
	if n == 1 {
		return "1 node"
	}
	return risk.Count(float64(n)) + " nodes"
}

func loadText(l risk.Load) string {
	rate := risk.Count(l.Rate) + " IDs a second"
	switch {
	case l.Rate < 1.0/86400:
		rate = risk.Count(l.Rate*risk.Year) + " IDs a year"
	case l.Rate < 0.1:
		rate = risk.Count(l.Rate*86400) + " IDs a day"
	}
	if l.Nodes == 1 {
		return "1 node, " + rate
	}
	return nodesText(int(l.Nodes)) + ", each " + rate
}

func anyChanged(cmd *cobra.Command, flags ...string) bool {
	return slices.ContainsFunc(flags, cmd.Flags().Changed)
}
