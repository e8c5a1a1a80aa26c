package server_test

import (
	"net/http"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/server"
	"github.com/seed-05176fc3/idem/store/memstore"
)

func TestCache(t *testing.T) {
	t.Parallel()
	reg := fixture(t, memstore.New())
	base := serve(t, server.New(reg, server.Options{Logger: unlogged(t)}))
	const revalidate, forever = "no-cache", "max-age=31536000, immutable"
	paths := []struct {
		path, accept, cache string
		changes             bool // when entries join
	}{
		{"/v1/datasets/" + us, "", revalidate, true},
		{"/v1/datasets/" + us + "?at=2001-01-05", "", revalidate, false},
		{"/v1/datasets/" + us + "/log", "", revalidate, true},
		{"/v1/datasets/" + us + "/log", "application/x-ndjson", revalidate, true},
		{"/v1/datasets/" + us + "/granules", "", revalidate, true},
		{"/v1/datasets/" + us + "/granules?at=2001-01-05", "application/json", revalidate, false},
		{"/v1/instances/" + set2, "", revalidate, true},
		{"/v1/instances/DI:" + di2 + "/granules", "", revalidate, false},
		{"/v1/instances/" + set2 + "/granules", "", forever, false},
		{"/v1/instances/" + set2 + "/granules", "application/json", forever, false},
		{"/v1/instances/" + ni2 + "/granules", "application/x-ndjson", forever, false},
		{"/static/style.css", "", revalidate, false},
	}
	tags := make([]string, len(paths))
	seen := map[string]string{}
	for i, p := range paths {
		got := get(t, base+p.path, "Accept", p.accept)
		tags[i] = got.header.Get("ETag")
		if got.status != http.StatusOK || got.header.Get("Cache-Control") != p.cache || tags[i] == "" {
			t.Errorf("%v: got %d, %v", p, got.status, got.header)
		}
		if before, ok := seen[p.path+tags[i]]; ok && before != got.body {
			t.Errorf("%v: the tag %s stands for two answers", p, tags[i])
		}
		seen[p.path+tags[i]] = got.body
		for _, condition := range []string{tags[i], "W/" + tags[i], `"x", ` + tags[i], "*"} {
			same := get(t, base+p.path, "Accept", p.accept, "If-None-Match", condition)
			if same.status != http.StatusNotModified || same.body != "" || same.header.Get("ETag") != tags[i] {
				t.Errorf("%v if not %s: got %d %q, want 304", p, condition, same.status, same.body)
			}
		}
		if other := get(t, base+p.path, "Accept", p.accept, "If-None-Match", `"x"`); other.body != got.body {
			t.Errorf("%v: got %d %q under another tag", p, other.status, other.body)
		}
	}

	apply(t, reg, us, dataset.OpAdd, "2001-04-01", "", []string{"FOOL2.v2.15"})
	apply(t, reg, them, dataset.OpAdd, "2001-04-01", "", day3)
	apply(t, reg, them, dataset.OpRemove, "2001-04-02", "corrupt", day3) // set2 again
	for i, p := range paths {
		got := get(t, base+p.path, "Accept", p.accept, "If-None-Match", tags[i])
		if want := http.StatusOK; p.changes && got.status != want {
			t.Errorf("%v: got %d after a change, want %d", p, got.status, want)
		}
		if want := http.StatusNotModified; !p.changes && got.status != want {
			t.Errorf("%v: got %d after a change elsewhere, want %d", p, got.status, want)
		}
	}
}
