package ingest_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/seed-05176fc3/idem/ingest"
)

// formats is how many there are, Auto included.
const formats = uint8(ingest.ECHO10) + 1

// Whatever the input: no panic, only IDs that pass the check, lines that exist and
// come in order, and the same result however the input arrives.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"G1\r\n G2\n\nNone\n",
		"\xef\xbb\xbfid;size\na;1\n\"b\n\";2\n,\n",
		"granule,x\na,1,2\nb\n\"c,\n",
		"a\tb\tc\n\td\n",
		"https://h/A_20190815/A_20190815_b.tif?x\ns3://b/c.cmr.xml\n#\nftp://h/%41.nc\n",
		"{\"a\": 1}", ummDemo, "[" + ummDemo + ",\n5]", `{"feed":{"entry":[{"title":"G"}]}}`, stacDemo, cumulusDemo, echoDemo, cnmDemo, pdrDemo, `{"Message":` + quoted(cnmDemo) + "}", "<a>", "OBJECT = X;", "\xff\xfe\x00",
		emptyMD5 + "  a/b.nc\n\\" + emptyMD5 + " *c\\nd\nMD5 (e) = 00\n1 2 f\n",
		gzipped(f, "G1\n", "G2\n"),
		gzipped(f, "G1\n")[:15],
		zstdText(f, "G1\n", "G2"),
	} {
		for format := range formats {
			f.Add(seed, format, "")
			f.Add(seed, format, "2|1")
		}
	}
	f.Fuzz(func(t *testing.T, text string, format uint8, column string) {
		opts := ingest.Options{Format: ingest.Format(format % formats)}
		opts.Column, opts.ChecksumColumn, _ = strings.Cut(column, "|")
		if opts.Format != ingest.Auto && opts.Format != ingest.CSV {
			opts.Column, opts.ChecksumColumn = "", ""
		}
		whole := fuzzRead(t, strings.NewReader(text), opts)
		bytewise := fuzzRead(t, iotest.OneByteReader(strings.NewReader(text)), opts)
		if !slices.Equal(whole, bytewise) {
			t.Errorf("got %q in one piece and %q byte by byte", whole, bytewise)
		}
		opts.Stdin = strings.NewReader(text)
		n := 0
		for range ingest.NewReader([]string{"-", "absent"}, opts).All() {
			if n++; n > len(whole)/2 { // a yield behind this one would panic
				break
			}
		}
	})
}

func fuzzRead(t *testing.T, in io.Reader, opts ingest.Options) (all []string) {
	t.Helper()
	opts.Stdin, opts.Check = in, checkID
	r := ingest.NewReader([]string{"-"}, opts)
	line := 0
	granules, bad := int64(0), int64(0)
	var ended error
	for g, err := range r.All() {
		if ended != nil {
			t.Fatalf("got %q behind the error %v", g.ID, ended)
		}
		lineError, isLine := errors.AsType[*ingest.LineError](err)
		switch {
		case isLine:
			bad++
			g.Line = lineError.Line
		case err != nil:
			ended = err
		default:
			granules++
			if err := checkID(g.ID); err != nil {
				t.Errorf("line %d: got %q, which is no granule ID", g.Line, g.ID)
			}
		}
		if ended == nil && (g.Line < line || g.Line == line && !records(opts.Format)) {
			t.Errorf("got line %d after %d", g.Line, line)
		}
		line = max(line, g.Line)
		all = append(all, fmt.Sprintf("%d %q %v", g.Line, g.ID, err))
	}
	if c := r.Counts(); c.Granules != granules || c.Bad != bad {
		t.Errorf("got %+v, want %d granules and %d bad lines", c, granules, bad)
	}
	return all
}

// records reports whether several records may be in one line.
func records(f ingest.Format) bool { return f > ingest.URLs || f == ingest.Auto }

// A list is its lines.
func FuzzList(f *testing.F) {
	f.Add("G1\r\n G2\n\nNone\n\t\n#,3")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.HasPrefix(text, "\x1f\x8b") || strings.HasPrefix(text, "\xef\xbb\xbf") || strings.HasPrefix(text, "\x28\xb5\x2f\xfd") {
			return
		}
		var want []string
		for i, line := range strings.Split(text, "\n") {
			id := strings.Trim(strings.TrimSuffix(line, "\r"), " \t")
			if id != "" && !slices.Contains([]string{"None", "null", "NULL", "NaN", "nan", "NA"}, id) && checkID([]byte(id)) == nil {
				want = append(want, fmt.Sprintf("%d:%s", i+1, id))
			}
		}
		got := readText(text, ingest.Options{Format: ingest.List})
		if got.err == nil && !slices.Equal(got.granules, want) {
			t.Errorf("got %q, want %q", got.granules, want)
		}
		if got.err != nil && !errors.Is(got.err, ingest.ErrFormat) {
			t.Errorf("got %v", got.err)
		}
	})
}

// What encoding/csv writes is read back, cell by cell.
func FuzzCSV(f *testing.F) {
	f.Add("a,b\x00c\x00\"\nd\x00 e\x00\t;f", uint8(0), uint8(2))
	f.Add("1\x002\x003\x004\x005\x006", uint8(1), uint8(3))
	f.Fuzz(func(t *testing.T, text string, separator, width uint8) {
		var b bytes.Buffer
		w := csv.NewWriter(&b)
		w.Comma = rune(",;\t"[separator%3])
		columns := int(width%4) + 2
		column := int(width) % columns
		header := make([]string, columns)
		for i := range header {
			header[i] = "column " + strconv.Itoa(i)
		}
		w.Write(header)
		var want []string
		cells := strings.Split(strings.ReplaceAll(text, "\r", ""), "\x00")
		for len(cells) >= columns {
			row := cells[:columns]
			cells = cells[columns:]
			w.Write(row)
			id := strings.Trim(row[column], " \t")
			if checkID([]byte(id)) == nil && !slices.Contains([]string{"None", "null", "NULL", "NaN", "nan", "NA"}, id) {
				want = append(want, id)
			}
		}
		w.Flush()
		got := readText(b.String(), ingest.Options{Column: header[column], Format: ingest.CSV})
		if errors.Is(got.err, ingest.ErrFormat) {
			return // taken for binary data
		}
		for i, g := range got.granules {
			_, got.granules[i], _ = strings.Cut(g, ":")
		}
		if got.err != nil || !slices.Equal(got.granules, want) {
			t.Errorf("%q\ngot  %q, %v\nwant %q", b.String(), got.granules, got.err, want)
		}
	})
}
