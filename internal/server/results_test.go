package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/server"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/memstore"
)

// The result of a stored query is an instance as that of an entry is.
func TestQueryResult(t *testing.T) {
	t.Parallel()
	reg := fixture(t, memstore.New())
	head, err := reg.Head(t.Context(), us)
	if err != nil {
		t.Fatal(err)
	}
	part, err := reg.RunQuery(t.Context(), head, registry.QueryRun{Query: dataset.Query{Prefix: "FOOL2.v2.1"}, Name: "from-10"})
	if err != nil {
		t.Fatal(err)
	}
	mirrored, err := reg.AsOf(t.Context(), us, time.Date(2001, 1, 5, 0, 0, 0, 0, time.UTC)) // THEM have the same
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reg.RunQuery(t.Context(), mirrored, registry.QueryRun{}); err != nil {
		t.Fatal(err)
	}
	base := serve(t, server.New(reg, server.Options{Logger: unlogged(t)}))

	id := part.Stored.Identifier().String()
	v := decode[view.Instance](t, get(t, base+"/v1/instances/"+id))
	if v.Instance != id || v.Identifier != id || v.Count != 5 || v.DI != "" || v.Entries == nil || len(v.Entries) != 0 ||
		len(v.Queries) != 1 || v.Queries[0] != view.OfQuery(part.Stored) {
		t.Errorf("got %+v, want that of %+v", v, part.Stored)
	}
	list := get(t, base+"/v1/instances/"+id+"/granules")
	if want := strings.Join([]string{day5[0], day1[10], day2[0], day3[0], day5[1], ""}, "\n"); list.body != want || list.status != http.StatusOK {
		t.Errorf("got %d: %s, want %s", list.status, list.body, want)
	}
	page := get(t, base+"/instances/"+id)
	for _, want := range []string{id, "FOOL2.v2.1", "from-10", "/datasets/" + us} {
		if page.status != http.StatusOK || !strings.Contains(page.body, want) {
			t.Errorf("%d: the page does not hold %s", page.status, want)
		}
	}
	if again := get(t, base+"/v1/instances/"+id, "If-None-Match", get(t, base+"/v1/instances/"+id).header.Get("ETag")); again.status != http.StatusNotModified {
		t.Errorf("got %d, want 304", again.status)
	}

	both := decode[view.Instance](t, get(t, base+"/v1/instances/"+set2))
	if len(both.Entries) != 2 || len(both.Queries) != 1 || both.Count != 12 || both.DI != di2 {
		t.Errorf("got %+v, want two entries and a query", both)
	}
	none := get(t, base+"/v1/instances/dsi:1:set:"+strings.Repeat("0", 64)+"/granules")
	if none.status != http.StatusNotFound {
		t.Errorf("got %d, want 404", none.status)
	}
}
