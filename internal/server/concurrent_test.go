package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/server"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/memstore"
)

// While a dataset changes, each answer is that of one moment: entry n of the ledger
// holds n granules.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	reg := fixture(t, memstore.New())
	create(t, reg, "GROWING", registry.Creation{})
	apply(t, reg, "GROWING", dataset.OpAdd, "2001-01-01", "", []string{"G.000"})
	base := serve(t, server.New(reg, server.Options{Logger: unlogged(t)}))

	var group sync.WaitGroup
	group.Go(func() {
		for i := 1; i < 25; i++ {
			apply(t, reg, "GROWING", dataset.OpAdd, "2001-01-01", "", []string{fmt.Sprintf("G.%03d", i)})
		}
	})
	for range 4 {
		group.Go(func() {
			for range 6 {
				e := decode[view.Entry](t, get(t, base+"/v1/datasets/GROWING"))
				if e.Count != e.Seq {
					t.Errorf("got %d granules in entry %d", e.Count, e.Seq)
				}
				list := get(t, base+"/v1/instances/"+e.Instance+"/granules")
				if n := strings.Count(list.body, "\n"); uint64(n) != e.Count {
					t.Errorf("got %d granules, want %d", n, e.Count)
				}
				log := get(t, base+"/v1/datasets/GROWING/log", "Accept", "application/x-ndjson")
				if n := strings.Count(log.body, "\n"); uint64(n) <= e.Seq {
					t.Errorf("got %d entries after entry %d", n, e.Seq)
				}
				if page := get(t, base+"/datasets/GROWING"); page.status != http.StatusOK ||
					strings.Count(page.body, `class="newest"`) != 1 {
					t.Errorf("got %d and the page %s", page.status, page.body)
				}
			}
		})
	}
	group.Wait()
}
