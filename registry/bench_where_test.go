package registry_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/registry"
)

// BenchmarkWhere asks where a granule was, of a million and ten thousand changes of one
// granule each. It reports the pages read; entries are read beside these.
func BenchmarkWhere(b *testing.B) {
	const changes = 10_000
	s := &counting{Store: openSQLite(b, filepath.Join(b.TempDir(), "idem.db"))}
	r := registry.New(s, nil)
	if _, err := r.Create(b.Context(), "D", registry.Creation{NoChain: true}); err != nil {
		b.Fatal(err)
	}
	apply(b, r, "D", registry.Change{Op: dataset.OpAdd, Granules: modis(million)})
	stream := func(yield func(registry.Change, error) bool) {
		for i := 1; i < changes; i++ {
			if !yield(registry.Change{Op: dataset.OpAdd, Granules: ids(fmt.Sprintf("MOD021KM.B%05d", i*7919%changes))}, nil) {
				return
			}
		}
	}
	for _, err := range r.ApplyAll(b.Context(), "D", stream) {
		if err != nil {
			b.Fatal(err)
		}
	}
	s.reads.Store(0)
	rnd := rand.New(rand.NewPCG(1, 4))
	for b.Loop() {
		list, err := r.Where(b.Context(), "D", fmt.Appendf(nil, "MOD021KM.B%05d", 1+rnd.IntN(changes-1)))
		if err != nil || len(list) != 1 {
			b.Fatalf("got %v, %v", list, err)
		}
	}
	b.ReportMetric(float64(s.reads.Load())/float64(b.N), "pages/where")
}
