package registry_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/ingest"
	"github.com/seed-05176fc3/idem/internal/testenv"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/memstore"
)

// TestQueryOPERA asks for months of a real dataset, and picks them out of its list by
// the text of the IDs.
func TestQueryOPERA(t *testing.T) {
	t.Parallel()
	file := filepath.Join(testenv.Data(t), "lists", "opera-dist-alert-units-001-180.csv.gz")
	var all []string
	for g, err := range ingest.NewReader([]string{file}, ingest.Options{}).All() {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(g.ID))
	}
	slices.Sort(all)
	r := registry.New(memstore.New(), nil)
	create(t, r, "OPERA")
	create(t, r, "PART")
	e := apply(t, r, "OPERA", registry.Change{Op: dataset.OpAdd, Granules: ids(all...)}).Entry

	const product = "OPERA_L3_DIST-ALERT-HLS_T" // then a tile and the time
	parts := 0
	for _, tile := range []string{"", "22"} {
		for month := time.Date(2021, 9, 1, 0, 0, 0, 0, time.UTC); month.Year() < 2023; month = month.AddDate(0, 1, 0) {
			var want []string
			for _, id := range all {
				if strings.HasPrefix(id, product+tile) && strings.HasPrefix(id[len(product):][6:], month.Format("200601")) {
					want = append(want, id)
				}
			}
			q := dataset.Query{Prefix: product + tile, From: month, To: month.AddDate(0, 1, 0)}
			got := runQuery(t, r, e, registry.QueryRun{Query: q})
			if got.Untimed != 0 || got.Stored.Root.Count != uint64(len(want)) {
				t.Fatalf("%v: got %+v, want %d granules", q, got, len(want))
			}
			if len(want) == 0 {
				continue
			}
			parts++
			whole := apply(t, r, "PART", registry.Change{Op: dataset.OpReplace, Granules: ids(want...), Reason: "test"}).Entry
			if got.Stored.Identifier() != whole.Identifier() {
				t.Errorf("%v: got %v, want %v", q, got.Stored.Identifier(), whole.Identifier())
			}
		}
	}
	if parts < 12 {
		t.Errorf("only %d months have granules", parts)
	}
	if n, err := r.VerifyQueries(t.Context(), "OPERA"); err != nil || n < uint64(parts) {
		t.Errorf("verified %d, %v", n, err)
	}
}
