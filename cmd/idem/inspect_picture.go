package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/seed-05176fc3/idem/inspect"
)

const (
	pageWidth  = 80
	labelWidth = 16 // of the column of labels, with its margin
	bitsInRow  = 64
)

// Colours, as terminals number them.
const (
	bold = "1"
	dim  = "2"
)

// fieldColors are those of the fields of an ID, in turn.
var fieldColors = [...]string{"36", "33", "35", "32", "34", "31", "96", "93"}

// A pen draws readings. Write errors come up in the flush of its writer.
type pen struct {
	io.Writer
	color bool
	begun bool
}

// in returns a text in a colour.
func (p *pen) in(color, text string) string {
	if !p.color || text == "" {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
}

func (p *pen) line(text string) { fmt.Fprintln(p, strings.TrimRight(text, " ")) }

// readings draws what a text may be: the best reading in full and the others in short.
func (p *pen) readings(text string, readings []inspect.Reading, now time.Time, all bool) {
	full := readings[:1]
	if all {
		full = readings
	}
	for _, r := range full {
		if p.begun {
			p.line("")
		}
		p.begun = true
		p.reading(text, r, now)
	}
	if len(readings) == len(full) {
		return
	}
	p.line("")
	p.line(p.in(dim, "  other readings"))
	for _, r := range readings[len(full):] {
		title := r.Title
		if !r.Time.IsZero() {
			title += ", " + isoTime(r.Time)
		}
		p.labelled(string(r.Confidence), title)
		p.wrapped(r.Reason, labelWidth, dim)
	}
}

func (p *pen) reading(text string, r inspect.Reading, now time.Time) {
	p.line(p.in(bold, printable(strings.TrimSpace(text))))
	p.line("  " + p.in(bold, r.Title) + ", " + string(r.Confidence))
	p.wrapped(r.Reason, 2, dim)
	p.line("")
	if len(r.Fields) > 1 {
		p.cells(cells(r))
		p.line("")
	}
	p.legend(r)
	if !r.Time.IsZero() {
		p.line("")
		p.labelled("time", isoTime(r.Time)+", "+ago(r.Time, now))
		if local := r.Time.Local(); local.Format(time.RFC3339) != r.Time.Format(time.RFC3339) {
			p.labelled("local", local.Format("2006-01-02T15:04:05.000Z07:00"))
		}
	}
	if len(r.Forms) > 1 || len(r.Forms) == 1 && r.Forms[0].Text != text {
		p.line("")
		for _, f := range r.Forms {
			p.labelled(f.Name, f.Text)
		}
	}
	if r.Random > 0 || !r.Time.IsZero() || len(r.Leaks)+len(r.Not)+len(r.Notes) > 0 {
		p.line("")
	}
	switch {
	case r.Random > 0:
		p.labelled("unguessable", strconv.Itoa(r.Random)+" bits")
	case !r.Time.IsZero():
		p.labelled("unguessable", "nothing")
	}
	p.list("gives away", r.Leaks)
	p.list("is not", r.Not)
	p.list("note", r.Notes)
}

// labelled writes a text that must stay in one piece beside its label.
func (p *pen) labelled(label, text string) {
	p.line("  " + p.in(dim, fmt.Sprintf("%-*s", labelWidth-2, label)) + printable(text))
}

// list writes texts beside their common label.
func (p *pen) list(label string, texts []string) {
	for _, text := range texts {
		margin := ""
		for _, line := range wrap(text, pageWidth-labelWidth-2) {
			p.labelled(label, margin+line)
			label, margin = "", "  "
		}
	}
}

// wrapped writes a text behind a margin.
func (p *pen) wrapped(text string, margin int, color string) {
	for _, line := range wrap(text, pageWidth-margin) {
		p.line(strings.Repeat(" ", margin) + p.in(color, printable(line)))
	}
}

// A cell is one bit or character of an ID, or a gap, and the number of its field.
type cell struct {
	text  string
	field int
}

// cells returns those of an ID. A cell without text is a gap.
func cells(r inspect.Reading) []cell {
	var all []cell
	text := []rune(r.Canonical)
	for i, f := range r.Fields {
		if r.Unit == inspect.Character && i > 0 {
			all = append(all, cell{"", i})
		}
		for at := f.Offset; at < f.Offset+f.Width; at++ {
			switch {
			case r.Unit == inspect.Character:
				all = append(all, cell{printable(string(text[at])), i})
				continue
			case at > 0 && at%8 == 0:
				all = append(all, cell{"", i})
			}
			all = append(all, cell{strconv.Itoa(int(r.Binary[at/8] >> (7 - at%8) & 1)), i})
		}
	}
	return all
}

// cells draws the picture. Without colours, letters below it tell the fields.
func (p *pen) cells(all []cell) {
	const inRow = bitsInRow + bitsInRow/8 // a gap ends each row but the last
	for len(all) > 0 {
		row := all[:min(inRow, len(all))]
		all = all[len(row):]
		var bits, run, marks strings.Builder
		for i, c := range row {
			if c.text == "" {
				run.WriteByte(' ')
				marks.WriteByte(' ')
			} else {
				run.WriteString(c.text)
				marks.WriteByte(mark(c.field))
			}
			if i+1 == len(row) || row[i+1].field != c.field {
				bits.WriteString(p.in(fieldColor(c.field), run.String()))
				run.Reset()
			}
		}
		p.line("    " + bits.String())
		if !p.color {
			p.line("    " + marks.String())
		}
	}
}

// legend names the fields.
func (p *pen) legend(r inspect.Reading) {
	const widest = 36 // value that is worth a column
	name, digits, unit, value := 0, 0, len(r.Unit), 0
	for _, f := range r.Fields {
		name, digits = max(name, len(f.Name)), max(digits, len(strconv.Itoa(f.Width)))
		if f.Width != 1 {
			unit = len(r.Unit) + 1
		}
		if n := utf8.RuneCountInString(f.Value); n <= widest {
			value = max(value, n)
		}
	}
	for i, f := range r.Fields {
		sign := "■"
		if !p.color {
			sign = string(mark(i))
		}
		units := strings.Fields(count(f.Width, string(r.Unit)))[1]
		head := fmt.Sprintf("%-*s  %*d %-*s  ", name, f.Name, digits, f.Width, unit, units)
		margin := len("    a ") + len(head)
		line := "    " + p.in(fieldColor(i), sign) + " " + head
		shown := printable(f.Value)
		if utf8.RuneCountInString(shown) > widest {
			shown = ""
		}
		room := pageWidth - margin - value - 2
		meaning := wrap(f.Meaning, max(room, 24))
		if len(meaning) == 1 && utf8.RuneCountInString(f.Meaning) <= room {
			p.line(line + fmt.Sprintf("%-*s  ", value, shown) + p.in(dim, printable(f.Meaning)))
			continue
		}
		p.line(line + shown)
		for _, m := range wrap(f.Meaning, pageWidth-margin) {
			p.line(strings.Repeat(" ", margin) + p.in(dim, printable(m)))
		}
	}
}

func mark(field int) byte { return 'a' + byte(field%26) }

func fieldColor(field int) string { return fieldColors[field%len(fieldColors)] }

// wrap breaks a text into lines.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	if line == "" {
		return lines
	}
	return append(lines, line)
}

// printable replaces what would move the cursor or turn the direction of writing.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}

// ago says how long ago a time was, or how far ahead it lies.
func ago(t, now time.Time) string {
	const minute, hour, day, year = 60, 3600, 86400, 31557600 // seconds
	s := now.Unix() - t.Unix()                                // a Duration has 292 years only
	ahead := s < 0
	if ahead {
		s = -s
	}
	var text string
	switch {
	case s < minute:
		text = count(s, "second")
	case s < hour:
		text = count(s/minute, "minute")
	case s < day:
		text = count(s/hour, "hour")
	case s < year:
		text = count(s/day, "day")
	default:
		text = count(s/year, "year")
		if days := s % year / day; days > 0 && s < 100*year {
			text += " and " + count(days, "day")
		}
	}
	if ahead {
		return "in " + text
	}
	return text + " ago"
}
