package server_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/internal/server"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/memstore"
)

func TestDatasets(t *testing.T) {
	t.Parallel()
	base := serveFixture(t)
	type list struct {
		Datasets []view.Entry `json:"datasets"`
	}
	got := decode[list](t, get(t, base+"/v1/datasets")).Datasets
	if len(got) != 2 || got[0].Dataset != them || got[0].Instance != set2 || got[1].Dataset != us || got[1].DI != di5 {
		t.Errorf("got %+v, want the newest entries of %s and %s", got, them, us)
	}
	for _, e := range got {
		if one := decode[view.Entry](t, get(t, base+"/v1/datasets/"+e.Dataset)); one != e {
			t.Errorf("%s: got %+v by itself, %+v in the list", e.Dataset, one, e)
		}
	}
}

func TestNoDatasets(t *testing.T) {
	t.Parallel()
	base := serve(t, server.New(registry.New(memstore.New(), nil), server.Options{Logger: unlogged(t)}))
	if got, want := get(t, base+"/v1/datasets").body, "{\"datasets\":[]}\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The members of an entry are a promise, their order is not.
func TestEntryMembers(t *testing.T) {
	t.Parallel()
	base := serveFixture(t)
	want := map[string]any{
		"dataset": us, "seq": 2.0, "at": "2001-01-03T00:00:00Z", "count": 12.0,
		"root":     "c39b27945334734e93b3572fa298f1fa93e318417e7d7d88b990e1e78a215f71",
		"instance": set2, "di": di2, "added": 1.0, "removed": 0.0,
		"op": "add", "recorded": "2026-01-01T00:00:03Z",
	}
	got := decode[map[string]any](t, get(t, base+"/v1/datasets/"+us+"?at=2001-01-05"))
	if len(got) != len(want) {
		t.Errorf("got %d members, want %d", len(got), len(want))
	}
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s: got %v, want %v", name, got[name], value)
		}
	}
}

func TestAsOf(t *testing.T) {
	t.Parallel()
	base := serveFixture(t)
	for at, want := range map[string]uint64{
		"2001-01-02":                1,
		"2001-01-02T23:59:59.999Z":  1,
		"2001-01-03":                2,
		"2001-01-03T00:30:00+01:00": 1,
		"2001-02-03T04:05:06Z":      2,
		"2001-02-03T04:05:06.25Z":   3,
		"2001-03-02":                4,
		"9999-12-31":                5,
	} {
		query := "?at=" + url.QueryEscape(at)
		e := decode[view.Entry](t, get(t, base+"/v1/datasets/"+us+query))
		if e.Seq != want {
			t.Errorf("at %s: got entry %d, want %d", at, e.Seq, want)
		}
		list := get(t, base+"/v1/datasets/"+us+"/granules"+query)
		if n := strings.Count(list.body, "\n"); uint64(n) != e.Count {
			t.Errorf("at %s: got %d granules, want %d", at, n, e.Count)
		}
	}
}

func TestLog(t *testing.T) {
	t.Parallel()
	base := serveFixture(t)
	type list struct {
		Entries []view.Entry `json:"entries"`
	}
	entries := decode[list](t, get(t, base+"/v1/datasets/"+us+"/log")).Entries
	if len(entries) != 6 {
		t.Fatalf("got %d entries, want 6", len(entries))
	}
	for i, e := range entries {
		if e.Seq != uint64(i) {
			t.Errorf("got entry %d at place %d", e.Seq, i)
		}
	}
	first := entries[0]
	if first.Op != "create" || first.At != "" || first.Root != "-" || first.DI != "" ||
		first.Title != "FOO level 2, version 2" || first.DOI != "10.9999/US/FOOL2.v2" || first.Actor != "archive" {
		t.Errorf("got %+v first", first)
	}
	if e := entries[4]; e.Op != "remove" || e.Removed != 1 || e.Reason != "corrupt" {
		t.Errorf("got %+v fourth", e)
	}

	lines := get(t, base+"/v1/datasets/"+us+"/log", "Accept", "application/x-ndjson")
	if got := lines.header.Get("Content-Type"); got != "application/x-ndjson" {
		t.Errorf("got %s, want NDJSON", got)
	}
	var got []view.Entry
	for line := range strings.Lines(lines.body) {
		var e view.Entry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		got = append(got, e)
	}
	if !slices.Equal(got, entries) {
		t.Errorf("got %+v as NDJSON, %+v as JSON", got, entries)
	}
}

func TestGranules(t *testing.T) {
	t.Parallel()
	base := serveFixture(t)
	want := slices.Sorted(slices.Values(slices.Concat(day1, day2)))
	for _, path := range []string{
		"/v1/datasets/" + them + "/granules",
		"/v1/datasets/" + us + "/granules?at=2001-01-05",
		"/v1/instances/" + set2 + "/granules",
		"/v1/instances/" + ni2 + "/granules",
		"/v1/instances/DI:" + di2 + "/granules",
	} {
		if got := get(t, base+path).body; got != strings.Join(want, "\n")+"\n" {
			t.Errorf("%s: got %s", path, got)
		}

		type list struct {
			Granules []string `json:"granules"`
		}
		all := decode[list](t, get(t, base+path, "Accept", "application/json"))
		if !slices.Equal(all.Granules, want) {
			t.Errorf("%s as JSON: got %q", path, all.Granules)
		}

		var got []string
		for line := range strings.Lines(get(t, base+path, "Accept", "application/x-ndjson").body) {
			var one struct {
				Granule string `json:"granule"`
			}
			if err := json.Unmarshal([]byte(line), &one); err != nil {
				t.Fatalf("%v in %s", err, line)
			}
			got = append(got, one.Granule)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s as NDJSON: got %q", path, got)
		}
	}
}

// An empty dataset has an empty list, which is not an error.
func TestNoGranules(t *testing.T) {
	t.Parallel()
	reg := registry.New(memstore.New(), nil)
	create(t, reg, "EMPTY", registry.Creation{})
	base := serve(t, server.New(reg, server.Options{Logger: unlogged(t)}))
	for accept, want := range map[string]string{
		"text/plain":           "",
		"application/json":     "{\"granules\":[]}\n",
		"application/x-ndjson": "",
	} {
		got := get(t, base+"/v1/datasets/EMPTY/granules", "Accept", accept)
		if got.status != http.StatusOK || got.body != want {
			t.Errorf("%s: got %d %q, want 200 %q", accept, got.status, got.body, want)
		}
	}
}

func TestAccept(t *testing.T) {
	t.Parallel()
	base := serveFixture(t)
	const text, json, ndjson = "text/plain; charset=utf-8", "application/json", "application/x-ndjson"
	for accept, want := range map[string]string{
		"":                                   text,
		"*/*":                                text,
		"text/*":                             text,
		"Text/Plain":                         text,
		"application/json":                   json,
		"application/*":                      json,
		"application/x-ndjson":               ndjson,
		"application/json, application/*":    json,
		"application/json;q=0.5, */*;q=0.4":  json,
		"*/*;q=0.1, application/x-ndjson":    ndjson,
		"application/json;q=0, */*":          text,
		"text/plain;q=0,*/*;q=0.5":           json,
		"text/html, */*;q=0.8":               text,
		"application/json ; Q = 0.9, text/*": text,
		"application/json;q=nonsense":        json,
		"image/png":                          "",
		"application/json;q=0":               "",
	} {
		got := get(t, base+"/v1/datasets/"+us+"/granules", "Accept", accept)
		switch {
		case want == "" && got.status != http.StatusNotAcceptable:
			t.Errorf("%q: got %d, want 406", accept, got.status)
		case want != "" && (got.status != http.StatusOK || got.header.Get("Content-Type") != want):
			t.Errorf("%q: got %d %s, want 200 %s", accept, got.status, got.header.Get("Content-Type"), want)
		}
		if got.header.Get("Vary") != "Accept" {
			t.Errorf("%q: got Vary %q, want Accept", accept, got.header.Get("Vary"))
		}
	}
}
