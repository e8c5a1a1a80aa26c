package export

import (
	"bytes"
	"testing"
)

// FuzzChange: what is read as a line of changes.tsv writes itself back.
func FuzzChange(f *testing.F) {
	for _, line := range []string{
		"1\t+\tF.01", "1\t+\tF.01\tmd5:00000000000000000000000000000001", "12\t-\tF.01", "12\t-\tF.01\tF.02", "3\t=\tF ä\tcksum:00000001",
		"", "1", "1\t+", "1\t+\t", "01\t+\tF", "+1\t+\tF", "1\t++\tF", "1\t=\tF", "1\t+\tF\t", "1\t+\tF\tx", "1\t-\tF\tF\tF", "18446744073709551616\t+\tF",
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		c, reason := parseChange(line)
		if reason != "" {
			return
		}
		again, err := appendChange(nil, c)
		if err != nil || !bytes.Equal(again, line) {
			t.Errorf("%q: written back: %q, %v", line, again, err)
		}
		if len(line) > maxChange {
			t.Errorf("%q: longer than the longest line", line)
		}
	})
}

// FuzzLogLine: what is read as a line of a log writes itself back.
func FuzzLogLine(f *testing.F) {
	for _, line := range []string{`{"a":1}`, `"archive.example/FOO\n20\n"`, `"<&>—"`, `"\u2028"`, `""`, "", `"`, `"\u00e4"`, `["a"]`, `"{}"`, `"{}\n"`} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		entry, reason := parseLogLine(line)
		if reason != "" {
			return
		}
		again, err := appendLogLine(nil, entry)
		if err != nil || !bytes.Equal(again, line) {
			t.Errorf("%q: written back: %q, %v", line, again, err)
		}
	})
}

// FuzzLines: lines put together are what was read, up to the first fault.
func FuzzLines(f *testing.F) {
	f.Add([]byte("a\nb\n"))
	f.Add([]byte("a\n\nb"))
	f.Add(bytes.Repeat([]byte("0123456789"), 5000))
	f.Add(append(bytes.Repeat([]byte("0123456789"), 4000), '\n'))
	f.Fuzz(func(t *testing.T, text []byte) {
		const max = 40_000
		l := newLines("text", bytes.NewReader(text), max, 0, 0)
		var got []byte
		for {
			line, err := l.next()
			if err != nil {
				break
			}
			if len(line) > max || l.started != int64(len(got)) {
				t.Fatalf("line %d of %d bytes, at %d, want %d", l.number, len(line), l.started, len(got))
			}
			got = append(append(got, line...), '\n')
		}
		rest, ok := bytes.CutPrefix(text, got)
		if first, _, whole := bytes.Cut(rest, []byte{'\n'}); !ok || whole && len(first) <= max {
			t.Errorf("got %d bytes, %q left", len(got), cut(rest))
		}
	})
}
