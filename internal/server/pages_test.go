package server_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/server"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/memstore"
)

func TestPages(t *testing.T) {
	t.Parallel()
	base := serveFixture(t)
	for path, want := range map[string][]string{
		"/":                    {us, them, "FOO level 2, version 2", set2, di5, "2001-03-03"},
		"/datasets/" + us:      {us, "FOO level 2, version 2", "https://doi.org/10.9999/US/FOOL2.v2", set1, set2, di1, di2, di5, "corrupt", "−1", "+11", "04:05:06.25"},
		"/datasets/" + them:    {them, "mirror of US.FOOL2.002", set2},
		"/instances/" + set2:   {us, them, set2, di2, "12 granules", "mirror of US.FOOL2.002"},
		"/instances/DI:" + di2: {us, them, set2, di2},
	} {
		got := get(t, base+path)
		if got.status != http.StatusOK || got.header.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("%s: got %d %s", path, got.status, got.header.Get("Content-Type"))
		}
		for _, text := range want {
			if !strings.Contains(got.body, text) {
				t.Errorf("%s: %q is not on the page", path, text)
			}
		}
		if csp := got.header.Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none'; style-src 'self';") {
			t.Errorf("%s: got the policy %q", path, csp)
		}
	}
}

// All that the pages refer to on this server is there.
func TestLinks(t *testing.T) {
	t.Parallel()
	base := serveFixture(t)
	todo, seen := []string{"/"}, map[string]bool{}
	for len(todo) > 0 {
		path := todo[0]
		todo = todo[1:]
		if seen[path] {
			continue
		}
		seen[path] = true
		got := get(t, base+path)
		if got.status != http.StatusOK {
			t.Errorf("%s: got %d %s", path, got.status, got.body)
		}
		if !strings.HasPrefix(got.header.Get("Content-Type"), "text/html") {
			continue
		}
		for _, rest := range strings.Split(got.body, `href="`)[1:] {
			link, _, _ := strings.Cut(rest, `"`)
			if strings.HasPrefix(link, "/") {
				todo = append(todo, link)
			}
		}
	}
	for _, want := range []string{
		"/static/style.css", "/static/icon.svg", "/v1/datasets", "/v1/datasets/" + us + "/log",
		"/instances/" + set1, "/v1/instances/" + set1 + "/granules",
	} {
		if !seen[want] {
			t.Errorf("no page refers to %s", want)
		}
	}
}

// What people write in titles and reasons stays text.
func TestPagesEscape(t *testing.T) {
	t.Parallel()
	const evil = `"'><script>alert(1)</script><img src=x onerror=alert(2)>{{.}}`
	reg := registry.New(memstore.New(), nil)
	create(t, reg, "EVIL", registry.Creation{Title: evil, DOI: `10.1/"><script>alert(3)</script>?#`, Actor: evil})
	apply(t, reg, "EVIL", dataset.OpAdd, "2001-01-01", evil, []string{"<script>"})
	base := serve(t, server.New(reg, server.Options{Logger: unlogged(t)}))
	head, err := reg.Head(t.Context(), "EVIL")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", "/datasets/EVIL", "/instances/" + head.Identifier().String()} {
		body := get(t, base+path).body
		if strings.Contains(body, "<script") || strings.Contains(body, "<img") || !strings.Contains(body, "&lt;script&gt;alert(1)") {
			t.Errorf("%s: not escaped: %s", path, body)
		}
	}
	const doi = `href="https://doi.org/10.1/%22%3E%3Cscript%3Ealert%283%29%3C/script%3E%3F%23"`
	if body := get(t, base+"/datasets/EVIL").body; !strings.Contains(body, doi) {
		t.Errorf("got %s, want %s in it", body, doi)
	}
	// A granule list is text for a browser, too.
	list := get(t, base+"/v1/datasets/EVIL/granules", "Accept", "text/html, */*")
	if list.header.Get("Content-Type") != "text/plain; charset=utf-8" || list.header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("got %v", list.header)
	}
}
