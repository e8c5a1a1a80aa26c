package ingest_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/seed-05176fc3/idem/ingest"
)

func zstdText(tb testing.TB, frames ...string) string {
	tb.Helper()
	var b bytes.Buffer
	for _, text := range frames {
		w, err := zstd.NewWriter(&b)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	return b.String()
}

func TestZstd(t *testing.T) {
	t.Parallel()
	frames := zstdText(t, "G1\nG", "2\n", "G3")
	large := zstdText(t, strings.Repeat("G1\n", 1000))
	runCases(t, []readCase{
		{name: "frames", text: frames, granules: []string{"1:G1", "2:G2", "3:G3"}},
		{name: "cut off", text: frames[:len(frames)-3], err: "the zstd data is cut off"},
		{name: "large", text: large, granules: slicesOfLines("G1", 1000)},
		{name: "damaged", text: large[:len(large)-1] + "x", err: "stdin, after line"},
		{name: "twice", text: zstdText(t, frames), err: "looks like zstd inside gzip or zstd"},
		{name: "gzip inside", text: zstdText(t, gzipped(t, "G1")), err: "looks like gzip inside gzip or zstd"},
		{name: "records", text: zstdText(t, ummDemo), granules: []string{"1:DEMO01.A2030001"}},
		{name: "first bytes only", text: frames[:4], format: ingest.List, err: "cut off"},
	})
}
