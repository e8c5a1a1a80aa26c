package plot

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// Sizes of an SVG, in its user units.
const (
	svgWidth  = 760
	plotLeft  = 130
	plotTop   = 58
	plotWide  = svgWidth - plotLeft - 40
	plotHigh  = 330
	lineHigh  = 20
	charWide  = 7 // of an average character at 13 units, roundly
	svgPoints = 300
)

// Colours that can be seen on white and on black: their contrast to both is 3:1 or
// more, and that of letters 4:1.
const (
	ink = "#767676"
	red = "#d0402b"
)

// strokes tell curves apart, without colours too.
var strokes = []struct{ colour, dashes string }{
	{"#1f7fc4", "none"},
	{"#d55e00", "9 4"},
	{"#00926a", "2 3"},
	{"#ab5fa8", "10 3 2 3"},
	{"#957000", "15 4"},
	{"#6f6fdc", "5 3 1 3 1 3"},
}

// WriteSVG draws the plot as a whole SVG document of fixed shape that scales to any
// size. The background is transparent. It holds no style sheet, no script and no ID,
// so that it can also stand inside of a page.
func (p Plot) WriteSVG(w io.Writer) error {
	out := bufio.NewWriter(w) // keeps its error
	legend := p.legendRows()
	height := plotTop + plotHigh + 62 + lineHigh*len(legend)
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" font-family="system-ui, sans-serif" font-size="13" fill="%s">`+"\n", svgWidth, height, ink)
	fmt.Fprintf(out, "<title>%s</title>\n<desc>%s</desc>\n", escape(p.Title), escape(p.describe()))
	text(out, plotLeft, 24, `font-size="16" font-weight="600"`, p.Title)
	text(out, plotLeft, plotTop-12, "", p.Y.Label)
	text(out, plotLeft+plotWide, plotTop+plotHigh+42, `text-anchor="end"`, p.X.Label)
	p.svgGrid(out)
	p.svgCurves(out)
	if p.Mark != nil {
		p.svgMark(out)
	}
	for i, row := range legend {
		x := plotLeft
		y := plotTop + plotHigh + 66 + i*lineHigh
		for _, n := range row {
			s := strokes[n%len(strokes)]
			fmt.Fprintf(out, `<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="%s" stroke-width="2.5" stroke-dasharray="%s"/>`+"\n", x, y-4, x+32, y-4, s.colour, s.dashes)
			text(out, x+40, y, "", p.Curves[n].Name)
			x += legendWidth(p.Curves[n])
		}
	}
	out.WriteString("</svg>\n")
	return out.Flush()
}

// svgX and svgY return where a value lies.
func (p Plot) svgX(v float64) float64 { return plotLeft + p.X.part(v)*plotWide }
func (p Plot) svgY(v float64) float64 { return plotTop + (1-p.Y.part(v))*plotHigh }

// svgGrid draws the ticks with their labels, and a frame.
func (p Plot) svgGrid(out *bufio.Writer) {
	fmt.Fprintf(out, `<g stroke="%s" stroke-width="1" fill="none">`+"\n", ink)
	for _, t := range p.X.Ticks {
		fmt.Fprintf(out, `<path d="M%.1f %dV%d" stroke-opacity="0.25"/>`+"\n", p.svgX(t.At), plotTop, plotTop+plotHigh)
	}
	for _, t := range p.Y.Ticks {
		fmt.Fprintf(out, `<path d="M%d %.1fH%d" stroke-opacity="0.25"/>`+"\n", plotLeft, p.svgY(t.At), plotLeft+plotWide)
	}
	fmt.Fprintf(out, `<path d="M%d %dV%dH%d"/>`+"\n</g>\n", plotLeft, plotTop, plotTop+plotHigh, plotLeft+plotWide)
	free := 0.0
	for _, t := range p.X.Ticks {
		x, half := p.svgX(t.At), float64(charWide*len(t.Label))/2
		if x-half >= free {
			text(out, min(x, svgWidth-half), plotTop+plotHigh+20, `text-anchor="middle"`, t.Label)
			free = x + half + charWide
		}
	}
	for _, t := range p.Y.Ticks {
		text(out, plotLeft-10, p.svgY(t.At)+4.5, `text-anchor="end"`, t.Label)
	}
}

// svgCurves draws the curves in a picture of their own, which cuts off what leaves it.
func (p Plot) svgCurves(out *bufio.Writer) {
	fmt.Fprintf(out, `<svg x="%d" y="%d" width="%d" height="%d" fill="none" stroke-width="2.5" stroke-linejoin="round">`+"\n", plotLeft, plotTop-2, plotWide, plotHigh+2)
	for i, curve := range p.Curves {
		var path strings.Builder
		command := "M"
		for n := range svgPoints + 1 {
			part := float64(n) / svgPoints
			y := curve.Y(p.X.at(part))
			if !(y > 0) {
				command = "M"
				continue
			}
			// Far off the axis one place is as good as another.
			fmt.Fprintf(&path, "%s%.1f %.1f", command, part*plotWide, 2+(1-min(max(p.Y.part(y), -1), 2))*plotHigh)
			command = "L"
		}
		s := strokes[i%len(strokes)]
		fmt.Fprintf(out, `<path d="%s" stroke="%s" stroke-dasharray="%s"/>`+"\n", path.String(), s.colour, s.dashes)
	}
	out.WriteString("</svg>\n")
}

// svgMark draws the mark, with its label on the side that has more room: above a rising
// curve on its left, below it on its right, and at the foot of a line.
func (p Plot) svgMark(out *bufio.Writer) {
	x, y := p.svgX(p.Mark.X), p.svgY(p.Mark.Y)
	inside := x >= plotLeft && x <= plotLeft+plotWide
	left := p.X.part(p.Mark.X) > 0.5
	labelY := float64(plotTop + plotHigh - 8)
	switch {
	case inside && p.Mark.isLine():
		fmt.Fprintf(out, `<path d="M%.1f %dV%d" stroke="%s" stroke-width="1.5" stroke-dasharray="4 4"/>`+"\n", x, plotTop, plotTop+plotHigh, red)
	case inside && y >= plotTop-1 && y <= plotTop+plotHigh:
		fmt.Fprintf(out, `<circle cx="%.1f" cy="%.1f" r="5" fill="%s"/>`+"\n", x, y, red)
		if left {
			labelY = max(y-10, plotTop+14)
		} else {
			labelY = min(y+22, labelY)
		}
	default:
		return
	}
	labelX, anchor := x+12, "start"
	if left {
		labelX, anchor = x-12, "end"
	}
	text(out, labelX, labelY, fmt.Sprintf(`font-weight="600" text-anchor="%s" fill="%s"`, anchor, red), p.Mark.Label)
}

// legendRows returns the numbers of the curves of each row of the legend. A single
// curve needs none.
func (p Plot) legendRows() [][]int {
	if len(p.Curves) < 2 {
		return nil
	}
	var rows [][]int
	room := 0
	for i, curve := range p.Curves {
		if room -= legendWidth(curve); room < 0 || i == 0 {
			rows = append(rows, nil)
			room = plotWide - legendWidth(curve)
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], i)
	}
	return rows
}

func legendWidth(c Curve) int { return 40 + charWide*len(c.Name) + 16 }

// describe says what can be seen, for those who do not see it.
func (p Plot) describe() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s to %s) over %s (%s to %s), both logarithmic.", p.Y.Label, first(p.Y), last(p.Y), p.X.Label, first(p.X), last(p.X))
	if len(p.Curves) > 1 {
		names := make([]string, len(p.Curves))
		for i, curve := range p.Curves {
			names[i] = curve.Name
		}
		fmt.Fprintf(&b, " Curves: %s.", strings.Join(names, "; "))
	}
	if p.Mark != nil {
		fmt.Fprintf(&b, " Marked: %s.", p.Mark.Label)
	}
	return b.String()
}

func first(a Axis) string {
	if len(a.Ticks) == 0 {
		return fmt.Sprintf("%.3g", a.Min)
	}
	return a.Ticks[0].Label
}

func last(a Axis) string {
	if len(a.Ticks) == 0 {
		return fmt.Sprintf("%.3g", a.Max)
	}
	return a.Ticks[len(a.Ticks)-1].Label
}

// text writes a text; its attributes come as they are.
func text[N int | float64](out *bufio.Writer, x, y N, attributes, s string) {
	if attributes != "" {
		attributes = " " + attributes
	}
	fmt.Fprintf(out, `<text x="%.1f" y="%.1f"%s>%s</text>`+"\n", float64(x), float64(y), attributes, escape(s))
}

func escape(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		panic("plot: " + err.Error()) // a Builder takes everything
	}
	return b.String()
}
