package ingest_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/seed-05176fc3/idem/ingest"
)

// result is all that a reader says: granules and bad lines as LINE:TEXT, and the
// error that ended the reading.
type result struct {
	granules, bad []string
	counts        ingest.Counts
	err           error
}

func collect(r *ingest.Reader) (res result) {
	for g, err := range r.All() {
		if bad, ok := errors.AsType[*ingest.LineError](err); ok {
			res.bad = append(res.bad, fmt.Sprintf("%d:%v", bad.Line, bad.Err))
		} else if err != nil {
			res.err = err
		} else {
			res.granules = append(res.granules, fmt.Sprintf("%d:%s", g.Line, g.ID))
		}
	}
	res.counts = r.Counts()
	return res
}

func readText(text string, opts ingest.Options) result {
	opts.Stdin = strings.NewReader(text)
	opts.Check = checkID
	return collect(ingest.NewReader([]string{"-"}, opts))
}

// readCase is a text and what must be read from it. What is absent must not come.
type readCase struct {
	name     string
	text     string
	format   ingest.Format
	column   string
	granules []string
	bad      []string // each a LINE: and a part of the reason
	err      string   // a part of the error
	passed   [2]int64 // placeholders and sidecars
}

func runCases(t *testing.T, cases []readCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := readText(c.text, ingest.Options{Format: c.format, Column: c.column})
			if !slices.Equal(got.granules, c.granules) {
				t.Errorf("granules: got %q, want %q", got.granules, c.granules)
			}
			if !slices.EqualFunc(got.bad, c.bad, func(got, want string) bool {
				line, reason, _ := strings.Cut(want, ":")
				return strings.HasPrefix(got, line+":") && strings.Contains(got, reason)
			}) {
				t.Errorf("bad lines: got %q, want %q", got.bad, c.bad)
			}
			if c.err == "" && got.err != nil || c.err != "" && (got.err == nil || !strings.Contains(got.err.Error(), c.err)) {
				t.Errorf("error: got %v, want %q", got.err, c.err)
			}
			if passed := [2]int64{got.counts.Placeholders, got.counts.Sidecars}; passed != c.passed {
				t.Errorf("placeholders and sidecars: got %d, want %d", passed, c.passed)
			}
			if n := int64(len(got.granules)); got.counts.Granules != n || got.counts.Bad != int64(len(got.bad)) {
				t.Errorf("got %+v for %d granules and %d bad lines", got.counts, n, len(got.bad))
			}
		})
	}
}

func gzipped(tb testing.TB, members ...string) string {
	tb.Helper()
	var b bytes.Buffer
	for _, m := range members {
		w := gzip.NewWriter(&b)
		if _, err := io.WriteString(w, m); err != nil {
			tb.Fatal(err)
		}
		if err := w.Close(); err != nil {
			tb.Fatal(err)
		}
	}
	return b.String()
}

func TestEveryFile(t *testing.T) {
	t.Parallel()
	zipped := gzipped(t, "G1\nG", "2\n", "", "G3")
	runCases(t, []readCase{
		{name: "empty"},
		{name: "blank", text: "\n \t\r\n\n"},
		{name: "byte order mark only", text: "\xef\xbb\xbf"},
		{name: "gzip of nothing", text: gzipped(t, "")},
		{name: "gzip of several members", text: zipped, granules: []string{"1:G1", "2:G2", "3:G3"}},
		{name: "gzip cut off", text: zipped[:len(zipped)-9], err: "cut off"},
		{name: "gzip header cut off", text: zipped[:5], err: "cut off"},
		{name: "gzip with other data behind", text: gzipped(t, "G1\n") + "G2, not compressed\n", err: "gzip: invalid header"},
		{name: "gzip twice", text: gzipped(t, zipped), err: "looks like gzip inside gzip"},
		{name: "byte order mark in gzip", text: gzipped(t, "\xef\xbb\xbfG1"), granules: []string{"1:G1"}},
	})
}

// A gzip file that is cut off behind the first 64 KiB.
func TestCutOff(t *testing.T) {
	t.Parallel()
	zipped := gzipped(t, strings.Repeat("G1\n", 100_000))
	got := readText(zipped[:len(zipped)-9], ingest.Options{})
	if !errors.Is(got.err, io.ErrUnexpectedEOF) || len(got.granules) == 0 {
		t.Errorf("got %d granules, %v, want io.ErrUnexpectedEOF behind some", len(got.granules), got.err)
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", ingest.MaxLine)
	runCases(t, []readCase{
		{name: "line ends", text: "\xef\xbb\xbfG1\r\nG2\n\r\n  G3 \t\n#4\nG 5", granules: []string{"1:G1", "2:G2", "4:G3", "5:#4", "6:G 5"}},
		{name: "placeholders", text: "None\n None\nnull\nNULL\nNaN\nnan\nNA\nnone\nNULL1\n", passed: [2]int64{7, 0}, granules: []string{"8:none", "9:NULL1"}},
		{name: "repeats", text: "G1\nG1\n", granules: []string{"1:G1", "2:G1"}},
		{
			name: "bad IDs", text: "a\x00b\nG2\n\xff\na\tb\na\x7f\na\rb\n" + strings.Repeat("x", 256) + "\n" + strings.Repeat("x", 255) + "\n",
			format:   ingest.List,
			granules: []string{"2:G2", "8:" + strings.Repeat("x", 255)},
			bad:      []string{"1:ID", "3:ID", "4:ID", "5:ID", "6:ID", "7:ID"},
		},
		{name: "control characters are looked at line by line", text: "a\x00b\nG2\n", granules: []string{"2:G2"}, bad: []string{"1:ID"}},
		{
			name: "long lines", text: "G1\n" + long + "\nG3\n" + long + long + long + "\nG5\n" + long,
			granules: []string{"1:G1", "3:G3", "5:G5"},
			bad:      []string{"2:longer than", "4:longer than", "6:longer than"},
		},
		{name: "some commas", text: strings.Repeat("G1\n", 20) + "G,2\n", granules: append(slicesOfLines("G1", 20), "21:G,2")},
		{name: "named although a table", text: "a,b\nc,d\n", format: ingest.List, granules: []string{"1:a,b", "2:c,d"}},
		{name: "like JSON", text: "{G1}\n[G2]\n<3>\n", granules: []string{"1:{G1}", "2:[G2]", "3:<3>"}},
		{name: "a word that is also a header", text: "granule\n", granules: []string{"1:granule"}},
	})
}

// slicesOfLines returns the granules of a list that has the same ID n times.
func slicesOfLines(id string, n int) []string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("%d:%s", i+1, id))
	}
	return all
}

func TestRefused(t *testing.T) {
	t.Parallel()
	utf16 := "\xff\xfeG\x001\x00\n\x00"
	runCases(t, []readCase{
		{name: "UTF-16", text: utf16, err: "stdin looks like UTF-16 text; want list, csv, urls, "},
		{name: "UTF-16 although named", text: utf16, format: ingest.List, err: "looks like UTF-16"},
		{name: "UTF-16 without mark", text: strings.Repeat("G\x001\x00", 20), err: "looks like binary data"},
		{name: "zip", text: "PK\x03\x04....", err: "looks like a zip archive"},
		{name: "HDF5", text: "\x89HDF\r\n\x1a\n", err: "looks like an HDF5 file"},
		{name: "JSON object", text: " \n{\n  \"items\": []}", err: "looks like JSON of no known format"},
		{name: "JSON array", text: "[\n{}]", err: "looks like JSON"},
		{name: "XML", text: "\xef\xbb\xbf<?xml version=\"1.0\"?>", err: "looks like XML"},
		{name: "HTML", text: "<!DOCTYPE html>\n", err: "looks like HTML"},
		{name: "script", text: "#!/bin/bash\ncurl https://host/a.nc\n", err: "looks like a script"},
		{name: "PDR", text: "ORIGINATING_SYSTEM = X;\n", err: "looks like a PDR"},
		{name: "half URLs", text: "https://h/d/a.nc\nb\n", err: "1 of the first 2 lines are URLs; name the format"},
		{name: "half commas", text: "a,1\nb\n", err: "1 of the first 2 lines hold a comma; name the format"},
	})
	for _, text := range []string{utf16, "{}", "a,1\nb\n"} {
		if err := readText(text, ingest.Options{}).err; !errors.Is(err, ingest.ErrFormat) {
			t.Errorf("%q: got %v, want ErrFormat", text, err)
		}
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	for f := ingest.Auto; f <= ingest.ECHO10; f++ {
		if got, err := ingest.ParseFormat(f.String()); got != f || err != nil {
			t.Errorf("ParseFormat(%q): got %v, %v", f, got, err)
		}
	}
	for _, name := range []string{"", "LIST", "json"} {
		if f, err := ingest.ParseFormat(name); !errors.Is(err, ingest.ErrFormat) {
			t.Errorf("ParseFormat(%q): got %v, %v, want ErrFormat", name, f, err)
		}
	}
	for _, c := range []struct {
		paths []string
		opts  ingest.Options
		err   string
	}{
		{nil, ingest.Options{Format: 99}, "unknown format"},
		{nil, ingest.Options{Format: ingest.List, Column: "a"}, `column "a": the format list has no columns`},
		{nil, ingest.Options{Format: ingest.URLs, Column: "1"}, "no columns"},
		{[]string{"-", "-"}, ingest.Options{}, "only once"},
	} {
		got := collect(ingest.NewReader(c.paths, c.opts))
		if got.err == nil || !strings.Contains(got.err.Error(), c.err) {
			t.Errorf("%v, %+v: got %v, want %q", c.paths, c.opts, got.err, c.err)
		}
	}
}

func TestSeveralFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	list := write("list.csv", "G1\nG2")
	table := write("table.txt", "id,x\nG3,1\n,2\n")
	urls := write("urls", gzipped(t, "https://h/d/G4.nc\n"))
	size := int64(0)
	opts := ingest.Options{Stdin: strings.NewReader("G5\n"), Progress: func(n int64) { size += n }}
	r := ingest.NewReader([]string{list, table, urls, "-"}, opts)
	var got []string
	for g, err := range r.All() {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, fmt.Sprintf("%s:%d:%s", g.File, g.Line, g.ID))
	}
	want := []string{
		list + ":1:G1", list + ":2:G2", table + ":2:G3",
		table + ":3: the granule ID is empty", urls + ":1:G4", "stdin:1:G5",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if want := (ingest.Counts{Granules: 5, Bad: 1}); r.Counts() != want {
		t.Errorf("got %+v, want %+v", r.Counts(), want)
	}
	onDisk := int64(len("G5\n"))
	for _, path := range []string{list, table, urls} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		onDisk += info.Size()
	}
	if size != onDisk {
		t.Errorf("progress: got %d bytes, want %d", size, onDisk)
	}
}

func TestStop(t *testing.T) {
	t.Parallel()
	r := ingest.NewReader([]string{"-", "absent"}, ingest.Options{Stdin: strings.NewReader("G1\nG2\n")})
	for g, err := range r.All() {
		if string(g.ID) != "G1" || err != nil {
			t.Errorf("got %q, %v, want G1", g.ID, err)
		}
		break
	}
	if n := r.Counts().Granules; n != 1 {
		t.Errorf("got %d granules, want 1", n)
	}
}

func TestReadErrors(t *testing.T) {
	t.Parallel()
	got := collect(ingest.NewReader([]string{filepath.Join(t.TempDir(), "absent"), "-"}, ingest.Options{}))
	if !errors.Is(got.err, fs.ErrNotExist) || len(got.granules) > 0 {
		t.Errorf("absent file: got %+v, want fs.ErrNotExist", got)
	}
	broken := errors.New("broken pipe")
	for _, text := range []string{"", "G1\n", strings.Repeat("G1\n", 100_000)} {
		in := io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))
		got := collect(ingest.NewReader([]string{"-"}, ingest.Options{Stdin: in}))
		if !errors.Is(got.err, broken) || !strings.Contains(got.err.Error(), "stdin, after line") {
			t.Errorf("%d bytes: got %v, want the reader's error", len(text), got.err)
		}
	}
}

func TestLineError(t *testing.T) {
	t.Parallel()
	opts := ingest.Options{Check: checkID, Stdin: strings.NewReader("G1\n" + strings.Repeat("é", 200) + "\n")}
	for _, err := range ingest.NewReader([]string{"-"}, opts).All() {
		bad, ok := errors.AsType[*ingest.LineError](err)
		if !ok {
			continue
		}
		if want := strings.Repeat("é", 30) + "…"; bad.Value != want {
			t.Errorf("value: got %q, want %q", bad.Value, want)
		}
		if want := "stdin:2: not a granule ID"; bad.Error() != want {
			t.Errorf("got %q, want %q", bad, want)
		}
		return
	}
	t.Error("got no bad line")
}

// What is allocated must not follow the number of lines.
func TestAllocations(t *testing.T) {
	for _, s := range samples {
		switch s.name {
		case "list", "csv", "urls", "urls folder":
		default:
			continue // what else there is of a granule is made of strings
		}
		var allocations [2]float64
		for i, size := range []int{200_000, 800_000} {
			f := s.file(t, size)
			allocations[i] = testing.AllocsPerRun(1, func() {
				for _, err := range ingest.NewReader([]string{"-"}, ingest.Options{Stdin: f.reader()}).All() {
					if err != nil {
						t.Fatal(err)
					}
				}
			})
		}
		if got := allocations[1] - allocations[0]; got > 5 {
			t.Errorf("%s: got %v more allocations for four times the lines, want none", s.name, got)
		}
		if s.name == "list" && allocations[0] > 50 {
			t.Errorf("list: got %v allocations a file, want at most 50", allocations[0])
		}
	}
}
