package registry_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/registry"
)

// BenchmarkQuery asks queries of a million granules in SQLite that are stored before,
// and counts the pages read.
func BenchmarkQuery(b *testing.B) {
	s := &counting{Store: openSQLite(b, filepath.Join(b.TempDir(), "idem.db"))}
	r := registry.New(s, nil)
	if _, err := r.Create(b.Context(), "D", registry.Creation{NoChain: true}); err != nil {
		b.Fatal(err)
	}
	e := apply(b, r, "D", registry.Change{Op: dataset.OpAdd, Granules: modis(million)}).Entry
	feb := dataset.Query{From: time.Date(2005, 2, 1, 0, 0, 0, 0, time.UTC), To: time.Date(2005, 3, 1, 0, 0, 0, 0, time.UTC)}
	febOf2005 := feb
	febOf2005.Prefix = "MOD021KM.A2005"
	for _, test := range []struct {
		name  string
		query dataset.Query
	}{
		{"prefix", dataset.Query{Prefix: "MOD021KM.A2005"}},
		{"prefixAndRange", febOf2005},
		{"range", feb},
	} {
		b.Run(test.name, func(b *testing.B) {
			before, n := s.reads.Load(), uint64(0)
			for b.Loop() {
				n = runQuery(b, r, e, registry.QueryRun{Query: test.query}).Stored.Root.Count
			}
			b.ReportMetric(float64(s.reads.Load()-before)/float64(b.N), "pages/op")
			b.ReportMetric(float64(n), "granules")
		})
	}
}
