package registry_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/registry"
)

// BenchmarkWhere asks for the history of granules of a dataset of a hundred thousand and
// ten thousand entries: those that one of the entries has added, one that was there from
// the beginning, and one that never was.
func BenchmarkWhere(b *testing.B) {
	const entries = 10_000
	r, w := openWeighing(b, 100_000, true)
	rnd := rand.New(rand.NewPCG(5, 6))
	var added []string
	changes := func(yield func(registry.Change, error) bool) {
		for i := range entries {
			id := fmt.Sprintf("MOD021KM.A2000%03d.%06d.%d", 55+rnd.IntN(300), rnd.IntN(240000), i)
			added = append(added, id)
			if !yield(registry.Change{Op: dataset.OpAdd, Granules: ids(id)}, nil) {
				return
			}
		}
	}
	for _, err := range r.ApplyAll(b.Context(), "D", changes) {
		if err != nil {
			b.Fatal(err)
		}
	}
	var first string
	for it, err := range modis(1) {
		if err != nil {
			b.Fatal(err)
		}
		first = string(it.ID)
	}
	for name, test := range map[string]struct {
		granule func() string
		held    int
	}{
		"added":          {func() string { return added[rnd.IntN(entries)] }, 1},
		"from the first": {func() string { return first }, 1},
		"never":          {func() string { return "MOD021KM.A1999001.0000" }, 0},
	} {
		b.Run(name, func(b *testing.B) {
			w.reset()
			for b.Loop() {
				found, err := r.Where(b.Context(), "D", []byte(test.granule()))
				if err != nil || len(found) != test.held {
					b.Fatalf("got %v, %v, want %d", found, err, test.held)
				}
			}
			b.ReportMetric(float64(w.pagesRead.Load())/float64(b.N), "pages/op")
		})
	}
}
