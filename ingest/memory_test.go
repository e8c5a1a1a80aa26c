package ingest_test

import (
	"io"
	"runtime"
	"testing"

	"github.com/seed-05176fc3/idem/ingest"
)

// endless repeats a text up to a number of bytes.
type endless struct {
	text string
	at   int
	left int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := copy(p, e.text[e.at:])
	e.at = (e.at + n) % len(e.text)
	e.left -= n
	return n, nil
}

// What is held in memory must not follow the number of records.
func TestMemory(t *testing.T) {
	const most = 2 << 20
	for _, f := range recordFormats {
		t.Run(f.name, func(t *testing.T) {
			var before, now runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			in := io.MultiReader(&endless{text: f.begin, left: len(f.begin)}, &endless{text: f.record + f.separator, left: 4 << 20})
			n := 0
			for _, err := range ingest.NewReader([]string{"-"}, ingest.Options{Stdin: in}).All() {
				if err != nil {
					break // the end, in the middle of a record
				}
				if n++; n%3000 == 0 {
					runtime.GC()
					runtime.ReadMemStats(&now)
					if held := int64(now.HeapAlloc) - int64(before.HeapAlloc); held > most {
						t.Fatalf("%d bytes held behind %d granules, want at most %d", held, n, most)
					}
				}
			}
			if n < 6000 {
				t.Errorf("got %d granules only", n)
			}
		})
	}
}
