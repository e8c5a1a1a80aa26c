package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// separators between cells, and what they are called.
var (
	separators     = []byte{'\t', ',', ';'}
	separatorNames = []string{"tab", "comma", "semicolon"}
)

// layout says where the IDs of a table stand.
type layout struct {
	separator byte
	column    int  // of the IDs, from 0
	width     int  // columns of the header, else of the widest row looked at
	header    bool // the first row is a header
	checksums int  // the column of checksums, from 1; 0: none
	sumName   string
}

// findLayout looks at the head of a table. The column is as in Options.
func findLayout(head []byte, whole bool, column string) (layout, error) {
	if l, ok := knownHeader(head, whole); ok && column == "" {
		return l, nil
	}
	separator := findSeparator(head, whole)
	rows := sampleRows(head, whole, separator, sampleSize)
	l := layout{separator: separator}
	if len(rows) == 0 {
		return l, nil
	}
	for _, row := range rows {
		l.width = max(l.width, len(row))
	}
	var err error
	number, notNumber := strconv.Atoi(column)
	switch {
	case column == "":
		err = l.findIDs(rows)
	case notNumber == nil:
		l.column = number - 1
		_, known := headerColumn(rows)
		l.header = known || l.isHeader(rows, 1)
	default:
		l.header = true
		l.column, err = namedColumn(rows[0], column)
	}
	l.header = l.header && rows[0] != nil // a bad row is to be reported, not passed over
	if l.header {
		l.width = len(rows[0])
	}
	if err == nil && (l.column < 0 || l.column >= l.width) {
		err = fmt.Errorf("there is no column %s: rows have %d columns", column, l.width)
	}
	return l, err
}

// findSeparator returns the separator that most records hold; of several the one
// that comes first in the first record.
func findSeparator(head []byte, whole bool) byte {
	all, counts := 0, make([]int, len(separators))
	var first []byte
	for record := range records(head, whole) {
		if all++; all == 1 {
			first = record
		}
		for i := range separators {
			if hasSeparator(record, separators[i]) {
				counts[i]++
			}
		}
	}
	best := byte(',')
	for i, at := 0, len(first); i < len(separators); i++ {
		if n := bytes.IndexByte(first, separators[i]); n >= 0 && n < at && most(counts[i], all) {
			best, at = separators[i], n
		}
	}
	return best
}

// hasSeparator reports whether a record holds the separator outside quotes.
func hasSeparator(record []byte, separator byte) bool {
	quoted := false
	for _, c := range record {
		if c == '"' {
			quoted = !quoted
		} else if c == separator && !quoted {
			return true
		}
	}
	return false
}

// findChecksums finds the column of checksums, which is named or given by its number
// from 1.
func (l *layout) findChecksums(head []byte, whole bool, column string) error {
	rows := sampleRows(head, whole, l.separator, 1)
	if len(rows) == 0 {
		return nil
	}
	number, err := strconv.Atoi(column)
	if err != nil {
		if number, err = namedColumn(rows[0], column); err != nil {
			return err
		}
		number++
		l.header, l.width = true, len(rows[0])
	}
	switch {
	case number < 1 || number > l.width:
		return fmt.Errorf("there is no column %s: rows have %d columns", column, l.width)
	case number-1 == l.column:
		return fmt.Errorf("column %s holds the granule IDs, not checksums", column)
	}
	l.checksums = number
	if l.header {
		l.sumName = cellOf(rows[0], number-1)
	}
	return nil
}

// sampleSize is the number of rows that are looked at.
const sampleSize = 200

// sampleRows returns the cells, trimmed, of the first n records that are not
// blank; nil for one that is badly quoted.
func sampleRows(head []byte, whole bool, separator byte, n int) [][]string {
	var rows [][]string
	for record := range records(head, whole) {
		if len(rows) == n {
			break
		}
		var cells []string
		if opensQuote(record, separator) {
			row, err := csvOf(bytes.NewReader(record), separator).Read()
			if err != nil && err != io.EOF {
				rows = append(rows, nil)
				continue
			}
			cells = row
		} else {
			cells = strings.Split(string(record), string(separator))
		}
		for i, cell := range cells {
			cells[i] = strings.Trim(cell, " \t")
		}
		if strings.Join(cells, "") != "" {
			rows = append(rows, cells)
		}
	}
	return rows
}

// cellOf returns a cell, empty if the row is too short.
func cellOf(row []string, column int) string {
	if 0 <= column && column < len(row) {
		return row[column]
	}
	return ""
}

// idColumns are the names of columns that hold granule IDs, best first.
var idColumns = []string{
	"granuleur", "granuleid", "granulename", "granule", "producergranuleid",
	"sceneid", "scenename", "safefileid", "safeid", "hlsid", "productid", "productname",
	"datasetid", "instanceid", "fileid", "itemid", "identifier", "id", "name",
}

// plainName returns the letters and digits of a column's name, in lower case.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// knownHeader returns the layout of a table whose header names the column of the
// IDs, under one of the separators.
func knownHeader(head []byte, whole bool) (layout, bool) {
	single := true // one column: no separator in the first row
	for _, separator := range separators {
		rows := sampleRows(head, whole, separator, 2)
		if len(rows) == 0 || len(rows[0]) < 2 {
			continue
		}
		single = false
		if column, ok := headerColumn(rows); ok {
			return layout{separator: separator, column: column, width: len(rows[0]), header: true}, true
		}
	}
	_, ok := headerColumn(sampleRows(head, whole, ',', 2))
	return layout{separator: ',', width: 1, header: true}, ok && single
}

// headerColumn returns the column whose name in the first row is the best that
// idColumns knows. A word that the next row repeats is no header, nor is a single
// word that nothing follows.
func headerColumn(rows [][]string) (column int, ok bool) {
	if len(rows) == 0 || len(rows) == 1 && len(rows[0]) == 1 {
		return 0, false
	}
	best := len(idColumns)
	for i, cell := range rows[0] {
		rank := slices.Index(idColumns, plainName(cell))
		if rank >= 0 && rank < best && (len(rows) == 1 || cellOf(rows[1], i) != cell) {
			best, column = rank, i
		}
	}
	return column, best < len(idColumns)
}

// namedColumn returns the column of that name: written exactly so, or else with
// other case and separators.
func namedColumn(header []string, name string) (int, error) {
	if i := slices.Index(header, name); i >= 0 {
		return i, nil
	}
	found := -1
	for i, cell := range header {
		if plainName(cell) != plainName(name) || plainName(name) == "" {
			continue
		}
		if found >= 0 {
			return 0, fmt.Errorf("the column %q is %q or %q: write it exactly so", name, header[found], cell)
		}
		found = i
	}
	if found < 0 {
		return 0, fmt.Errorf("there is no column %q: %s", name, columnList(header))
	}
	return found, nil
}

// columnList shows the first row for an error.
func columnList(row []string) string {
	const most = 20
	var b strings.Builder
	b.WriteString("the first row is")
	for _, cell := range row[:min(len(row), most)] {
		fmt.Fprintf(&b, " %q", shorten([]byte(cell)))
	}
	if len(row) > most {
		fmt.Fprintf(&b, " and %d more", len(row)-most)
	}
	return b.String()
}

// findIDs finds the column by what stands in it: the first one whose cells look
// like IDs and differ; those of eight bytes and more before shorter ones.
func (l *layout) findIDs(rows [][]string) error {
	if l.width == 1 {
		l.header = l.isHeader(rows, 1)
		return nil
	}
	for _, size := range []int{8, 1} {
		for l.column = range l.width {
			body := rows
			if l.header = l.isHeader(rows, size); l.header {
				body = rows[1:]
			}
			if ids, differ := l.holdsIDs(body, size); ids && (differ || len(body) == 1) {
				return nil
			}
		}
	}
	return errors.New("no column looks like granule IDs; name the column: " + columnList(rows[0]))
}

// isHeader reports whether the first cell in the column does not look like an ID
// of size bytes or more although the others do.
func (l *layout) isHeader(rows [][]string, size int) bool {
	ids, _ := l.holdsIDs(rows[1:], size)
	return ids && !looksLikeID(cellOf(rows[0], l.column), size)
}

// holdsIDs reports whether nine tenths of the cells in the column look like IDs
// of size bytes or more, and whether they are not all the same.
func (l *layout) holdsIDs(rows [][]string, size int) (ids, differ bool) {
	all, n, first := 0, 0, ""
	for _, row := range rows {
		cell := cellOf(row, l.column)
		if cell == "" || isPlaceholder([]byte(cell)) {
			continue
		}
		if all++; all == 1 {
			first = cell
		}
		differ = differ || cell != first
		if looksLikeID(cell, size) {
			n++
		}
	}
	return n > 0 && most(n, all), differ
}

// looksLikeID reports whether cell has size bytes or more, a letter and a digit,
// no blank, and is no number, time or URL.
func looksLikeID(cell string, size int) bool {
	if len(cell) < size || strings.ContainsAny(cell, " \t\n") || strings.Contains(cell, "://") {
		return false
	}
	if !strings.ContainsAny(cell, "0123456789") || !strings.ContainsFunc(cell, unicode.IsLetter) {
		return false
	}
	if strings.Trim(cell, "0123456789-:.+TZ") == "" {
		return false
	}
	_, err := strconv.ParseFloat(cell, 64)
	return err != nil
}
