package ingest_test

import (
	"runtime"
	"testing"

	"github.com/seed-05176fc3/idem/ingest"
)

// What is held in memory must not follow the number of records.
func TestMemory(t *testing.T) {
	for _, s := range samples {
		t.Run(s.name, func(t *testing.T) {
			most := int64(2 << 20)
			if s.pack != nil {
				most = 12 << 20 // zstd refers 8 MiB back
			}
			f := s.file(t, 6<<20)
			var before, now runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			n := 0
			opts := s.opts
			opts.Stdin = f.reader()
			for _, err := range ingest.NewReader([]string{"-"}, opts).All() {
				if err != nil {
					t.Fatal(err)
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
