package plot

import (
	"bufio"
	"io"
	"math"
	"strings"
	"unicode/utf8"
)

// letters name the curves in a text.
const letters = "abcdefghijklmnopqrstuvwxyz"

// glyphs are the characters of a text.
type glyphs struct {
	down, across, corner, yTick, xTick, mark, line rune
}

var (
	ascii   = glyphs{'|', '-', '+', '+', '+', 'X', ':'}
	unicode = glyphs{'│', '─', '└', '┤', '┬', '●', '┊'}
)

// WriteText draws the plot as text of so many columns, at least 40, with so many rows
// for the curves, at least 4. Braille patterns draw the curves, or asterisks if only
// ASCII is to be used. Labels of the caller stay as they are.
func (p Plot) WriteText(w io.Writer, columns, rows int, onlyASCII bool) error {
	g := unicode
	if onlyASCII {
		g = ascii
	}
	margin := 0
	for _, t := range p.Y.Ticks {
		margin = max(margin, utf8.RuneCountInString(t.Label))
	}
	margin = min(margin, columns/2)
	c := newCanvas(max(columns-margin-3, 10), rows, onlyASCII)
	if p.Mark != nil && p.Mark.isLine() {
		for row := range rows {
			c.set(p.X.part(p.Mark.X), (float64(row)+0.5)/float64(rows), g.line)
		}
	}
	for _, curve := range p.Curves {
		c.draw(p, curve)
	}
	if len(p.Curves) > 1 {
		for i, curve := range p.Curves {
			c.name(p, curve, i)
		}
	}
	if p.Mark != nil && !p.Mark.isLine() {
		c.set(p.X.part(p.Mark.X), p.Y.part(p.Mark.Y), g.mark)
	}

	out := bufio.NewWriter(w) // keeps its error
	out.WriteString(p.Y.Label + "\n")
	labels := make([]string, rows)
	for _, t := range p.Y.Ticks {
		labels[c.row(p.Y.part(t.At))] = t.Label
	}
	for row, label := range labels {
		edge := g.down
		if label != "" {
			edge = g.yTick
		}
		out.WriteString(strings.Repeat(" ", max(0, margin-utf8.RuneCountInString(label))) + label + " " + string(edge))
		out.WriteString(strings.TrimRight(string(c.cells[row]), " ") + "\n")
	}
	c.xAxis(out, p.X, strings.Repeat(" ", margin+1), g)
	p.legend(out, g)
	return out.Flush()
}

// legend says what letters and mark stand for.
func (p Plot) legend(out *bufio.Writer, g glyphs) {
	if len(p.Curves) > 1 {
		out.WriteString("\n")
		for i, curve := range p.Curves {
			out.WriteString(letters[i%len(letters):][:1] + "  " + curve.Name + "\n")
		}
	}
	if p.Mark != nil {
		glyph := g.mark
		if p.Mark.isLine() {
			glyph = g.line
		}
		out.WriteString("\n" + string(glyph) + "  " + p.Mark.Label + "\n")
	}
}

// A canvas holds the characters between the axes.
type canvas struct {
	cells         [][]rune
	columns, rows int
	onlyASCII     bool
}

func newCanvas(columns, rows int, onlyASCII bool) *canvas {
	c := &canvas{columns: columns, rows: rows, onlyASCII: onlyASCII}
	for range rows {
		c.cells = append(c.cells, []rune(strings.Repeat(" ", columns)))
	}
	return c
}

// row and column return the cell of a part of an axis.
func (c *canvas) row(part float64) int {
	return clamp(int(math.Floor((1-part)*float64(c.rows))), c.rows)
}

func (c *canvas) column(part float64) int {
	return clamp(int(math.Floor(part*float64(c.columns))), c.columns)
}

func clamp(i, n int) int { return min(max(i, 0), n-1) }

// set puts a character where x and y are from 0 to 1.
func (c *canvas) set(x, y float64, r rune) {
	if x >= 0 && x <= 1 && y >= 0 && y <= 1 {
		c.cells[c.row(y)][c.column(x)] = r
	}
}

// draw draws a curve by dots: two across and four down in a cell of Braille, one in a
// cell of ASCII. Dots of neighbouring columns are joined.
func (c *canvas) draw(p Plot, curve Curve) {
	across, down := 2, 4
	if c.onlyASCII {
		across, down = 1, 1
	}
	height := c.rows * down
	last := -1
	for x := range c.columns * across {
		part := p.Y.part(curve.Y(p.X.at((float64(x) + 0.5) / float64(c.columns*across))))
		if !(part >= 0 && part <= 1+1e-9) { // not a number neither
			last = -1
			continue
		}
		y := clamp(int((1-part)*float64(height)), height)
		from, to := y, y
		if last > y {
			to = last - 1
		} else if last >= 0 && last < y {
			from = last + 1
		}
		for ; from <= to; from++ {
			c.dot(x, from, across, down)
		}
		last = y
	}
}

// dots are the bits of the dots of a Braille pattern, by row and column.
var dots = [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

func (c *canvas) dot(x, y, across, down int) {
	cell := &c.cells[y/down][x/across]
	if c.onlyASCII {
		*cell = '*'
		return
	}
	if *cell < 0x2800 {
		*cell = 0x2800 // a blank or the line of a mark
	}
	*cell |= dots[y%down][x%across]
}

// name puts the letter of a curve on it. The letters stand at different places, so
// that curves that run into one another can still be told apart.
func (c *canvas) name(p Plot, curve Curve, i int) {
	var seen []int // columns where the curve is drawn below the top
	for x := range c.columns {
		if y := p.Y.part(curve.Y(p.X.at((float64(x) + 0.5) / float64(c.columns)))); y >= 0 && c.row(y) > 0 {
			seen = append(seen, x)
		}
	}
	if len(seen) == 0 {
		return
	}
	x := (float64(seen[len(seen)*(i+1)/(len(p.Curves)+1)]) + 0.5) / float64(c.columns)
	c.set(x, p.Y.part(curve.Y(p.X.at(x))), rune(letters[i%len(letters)]))
}

// xAxis writes the axis below, its labels so far as they have room, and its name.
func (c *canvas) xAxis(out *bufio.Writer, a Axis, indent string, g glyphs) {
	line := []rune(strings.Repeat(string(g.across), c.columns))
	labels := []rune(strings.Repeat(" ", c.columns+1))
	free := 0
	for _, t := range a.Ticks {
		column := c.column(a.part(t.At))
		line[column] = g.xTick
		label := []rune(t.Label)
		start := max(0, min(column+1-len(label)/2, len(labels)-len(label)))
		if start >= free && start+len(label) <= len(labels) {
			copy(labels[start:], label)
			free = start + len(label) + 2
		}
	}
	out.WriteString(indent + string(g.corner) + string(line) + "\n")
	out.WriteString(indent + strings.TrimRight(string(labels), " ") + "\n")
	name := []rune(a.Label)
	out.WriteString(indent + strings.Repeat(" ", max(0, c.columns+1-len(name))) + a.Label + "\n")
}
