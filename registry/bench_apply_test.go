package registry_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/registry"
)

// BenchmarkApplyAll makes a thousand changes of one granule each, at random places
// of a million, in groups.
func BenchmarkApplyAll(b *testing.B) {
	const changes = 1000
	rnd := rand.New(rand.NewPCG(1, 3))
	r := registry.New(openSQLite(b, filepath.Join(b.TempDir(), "idem.db")), nil)
	if _, err := r.Create(b.Context(), "D", registry.Creation{NoChain: true}); err != nil {
		b.Fatal(err)
	}
	apply(b, r, "D", registry.Change{Op: dataset.OpAdd, Granules: modis(million)})
	day := time.Date(2000, 2, 24, 0, 0, 0, 0, time.UTC)
	for b.Loop() {
		stream := func(yield func(registry.Change, error) bool) {
			for range changes {
				at := day.Add(time.Duration(rnd.IntN(million)) * 5 * time.Minute)
				id := fmt.Sprintf("MOD021KM.A%04d%03d.%02d%02d.061.%d", at.Year(), at.YearDay(), at.Hour(), at.Minute(), 2018000000000+rnd.IntN(365000000))
				if !yield(registry.Change{Op: dataset.OpAdd, Granules: ids(id)}, nil) {
					return
				}
			}
		}
		for _, err := range r.ApplyAll(b.Context(), "D", stream) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/changes, "µs/change")
}
