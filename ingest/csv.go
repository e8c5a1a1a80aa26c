package ingest

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// csvReader reads the column of IDs of a table.
type csvReader struct {
	in *input
	layout
	quoted *csv.Reader // for records with quoted cells; nil until there is one
	feed   recordFeed
	cell   []byte // the ID's cell of a record with quoted cells
	sum    string // the cell of the checksum
}

// readCSV reads a table.
func readCSV(in *input) bool {
	head, whole, err := in.head()
	if err != nil {
		return in.fail(err)
	}
	opts := &in.reader.opts
	layout, err := findLayout(head, whole, opts.Column)
	if err == nil && opts.ChecksumColumn != "" {
		err = layout.findChecksums(head, whole, opts.ChecksumColumn)
	}
	if err != nil {
		return in.fail(fmt.Errorf("ingest: %s: %w", in.name, err))
	}
	c := csvReader{in: in, layout: layout}
	header := layout.header
	return in.lines(func(line []byte) bool {
		first := in.number
		id, err := c.record(line)
		if c.feed.err != nil { // the file ended or could not be read on
			return in.fail(c.feed.fault(in, first))
		}
		if err == errBlank {
			return true
		}
		isHeader := header
		header = false
		switch {
		case err != nil && in.number == first:
			return in.bad(first, line, fmt.Errorf("%w: %q", err, shorten(line)))
		case err == errQuote, err == errBare:
			// Other records may be hidden in what was read: this cannot be skipped.
			return in.fail(fmt.Errorf("ingest: %s: lines %d to %d: %w", in.name, first, in.number, err))
		case err != nil:
			return in.bad(first, nil, err) // line has been overwritten
		case isHeader:
			return true
		}
		g := Granule{ID: id, Line: first}
		if sum := strings.Trim(c.sum, " \t"); sum != "" && !isPlaceholder([]byte(sum)) {
			g.Checksums = in.usable([]Checksum{fromCell(sum, c.sumName)})
		}
		return in.deliverGranule(g)
	})
}

var (
	errBlank = errors.New("the row is blank")
	errBare  = errors.New(`a " inside a cell: the cell must be quoted and the " doubled`)
	errQuote = errors.New("a quoted cell does not end where its row does or before a separator")
)

// record returns the cell of the ID in the record that begins with line. It reads
// on if a quoted cell holds line ends.
func (c *csvReader) record(line []byte) ([]byte, error) {
	if opensQuote(line, c.separator) {
		return c.quotedRecord(line)
	}
	rest, cells := line, 0
	for ; cells < c.column; cells++ {
		i := bytes.IndexByte(rest, c.separator)
		if i < 0 {
			return nil, c.short(line, cells+1)
		}
		rest = rest[i+1:]
	}
	cell := rest
	if i := bytes.IndexByte(rest, c.separator); i >= 0 {
		cell, rest = rest[:i], rest[i+1:]
		if c.column+1 == c.width && !c.blank(rest) {
			return nil, c.wide()
		}
	} else if c.column+1 < c.width {
		return nil, c.short(line, c.column+1)
	}
	if len(trim(cell)) == 0 && c.blank(line) {
		return nil, errBlank
	}
	return cell, c.findSum(line)
}

// findSum sets sum to the checksum's cell of a line without quoted cells.
func (c *csvReader) findSum(line []byte) error {
	if c.checksums == 0 {
		return nil
	}
	for cells := 1; ; cells++ {
		cell, rest, more := bytes.Cut(line, []byte{c.separator})
		if cells == c.checksums {
			c.sum = string(cell)
			return nil
		}
		if !more {
			return c.short(nil, cells)
		}
		line = rest
	}
}

// quotedRecord is record for quoted cells.
func (c *csvReader) quotedRecord(line []byte) ([]byte, error) {
	if c.quoted == nil {
		c.feed.in = c.in
		c.quoted = csvOf(&c.feed, c.separator)
	}
	c.feed.begin(line)
	cells, err := c.quoted.Read()
	switch {
	case errors.Is(err, csv.ErrBareQuote):
		return nil, errBare
	case err != nil:
		return nil, errQuote
	case len(cells) <= c.column || len(cells) == c.column+1 && len(cells) < c.width:
		return nil, c.short(nil, len(cells))
	}
	if c.checksums > len(cells) {
		return nil, c.short(nil, len(cells))
	}
	if c.checksums > 0 {
		c.sum = strings.Clone(cells[c.checksums-1])
	}
	c.cell = append(c.cell[:0], cells[c.column]...)
	if c.column+1 == c.width {
		for _, cell := range cells[c.width:] {
			if !c.blank([]byte(cell)) {
				return nil, c.wide()
			}
		}
	}
	return c.cell, nil
}

// csvOf returns the reader for tables with quoted cells.
func csvOf(r io.Reader, separator byte) *csv.Reader {
	reader := csv.NewReader(r)
	reader.Comma = rune(separator)
	reader.FieldsPerRecord = -1
	reader.ReuseRecord = true
	reader.TrimLeadingSpace = separator != '\t' // where it would drop empty cells
	return reader
}

// short is the error of a row that ends before or with the ID's cell although
// rows are longer: it may have been cut off in the ID.
func (c *csvReader) short(line []byte, cells int) error {
	if line != nil && c.blank(line) {
		return errBlank
	}
	return fmt.Errorf("the row ends in column %d, rows have %d columns: it may be cut off", cells, c.width)
}

// wide is the error of a row that goes on behind the last column, which is the
// ID's: the ID may hold an unquoted separator.
func (c *csvReader) wide() error {
	return fmt.Errorf("the row has more than the %d columns of the table, the last of which is the ID's", c.width)
}

// blank reports whether b holds blanks and separators only.
func (c *csvReader) blank(b []byte) bool {
	for _, x := range b {
		if !isBlank(x) && x != c.separator {
			return false
		}
	}
	return true
}

// opensQuote reports whether a cell of line is quoted: begins with a quote.
func opensQuote(line []byte, separator byte) bool {
	for i := 0; ; i++ {
		n := bytes.IndexByte(line[i:], '"')
		if n < 0 {
			return false
		}
		i += n
		before := line[:i]
		for len(before) > 0 && isBlank(before[len(before)-1]) && separator != '\t' {
			before = before[:len(before)-1]
		}
		if len(before) == 0 || before[len(before)-1] == separator {
			return true
		}
	}
}

// recordFeed hands a csv.Reader one line after another, and no line that it does
// not need, so that other lines can be read without it.
type recordFeed struct {
	in   *input
	rest []byte // of the current line
	size int    // bytes of the record so far
	end  bool   // the line end of the current line has been handed out
	err  error  // why there is no further line
}

func (f *recordFeed) begin(line []byte) {
	f.rest, f.size, f.end = line, len(line), false
}

func (f *recordFeed) Read(p []byte) (int, error) {
	if len(f.rest) == 0 && f.end {
		line, err := f.in.line()
		if f.size += len(line) + 1; err == nil && f.size > MaxLine {
			err = errLong
		}
		if err != nil {
			f.err = err
			return 0, err
		}
		f.rest, f.end = line, false
	}
	n := copy(p, f.rest)
	f.rest = f.rest[n:]
	if len(f.rest) == 0 && n < len(p) {
		p[n] = '\n'
		n++
		f.end = true
	}
	return n, nil
}

// fault says why the record that begins in line first has no end.
func (f *recordFeed) fault(in *input, first int) error {
	if f.err == io.EOF || f.err == errLong {
		return fmt.Errorf("ingest: %s: line %d: a quoted cell has no end", in.name, first)
	}
	return f.err
}
