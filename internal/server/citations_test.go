package server_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/dataset/cite"
	"github.com/seed-05176fc3/idem/internal/server"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/memstore"
)

// serveCited starts a server for the fixture, of whose first dataset all is said.
func serveCited(t *testing.T) (*registry.Registry, string) {
	t.Helper()
	reg := fixture(t, memstore.New())
	_, err := reg.EditMetadata(t.Context(), us, "", func(m *dataset.Metadata) error {
		m.Creators = []dataset.Creator{{Family: "Tilmes", Given: "Curt"}}
		m.Publisher, m.Published = "US Archive", "2010"
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return reg, serve(t, server.New(reg, server.Options{Logger: unlogged(t)}))
}

// All ways to ask for a citation of an instance lead to the same one.
func TestCitation(t *testing.T) {
	t.Parallel()
	reg, base := serveCited(t)
	head, err := reg.Head(t.Context(), us)
	if err != nil {
		t.Fatal(err)
	}
	m, err := reg.Metadata(t.Context(), us)
	if err != nil {
		t.Fatal(err)
	}
	id := head.Identifier().String()
	for _, f := range cite.Formats() {
		want, err := cite.Render(f, head, m)
		if err != nil {
			t.Fatal(err)
		}
		for _, way := range []struct{ path, accept string }{
			{"/v1/datasets/" + us + "/citation?format=" + string(f), "*/*"},
			{"/v1/datasets/" + us + "/citation?at=2030-01-01&format=" + string(f), "text/html"},
			{"/v1/datasets/" + us + "/citation", f.MediaType()},
			{"/v1/instances/" + id + "/citation?format=" + string(f), "*/*"},
			{"/v1/instances/" + id + "/citation", f.MediaType()},
			{"/v1/instances/DI:" + di5 + "/citation", f.MediaType()},
			{"/v1/instances/" + url.PathEscape(id+";dataset=doi:10.9999/US/FOOL2.v2;count=14") + "/citation", f.MediaType()},
			{"/v1/instances/" + id + ";dataset=doi:10.9999/US/FOOL2.v2/citation", f.MediaType()},
			{"/instances/" + id, f.MediaType()},
			{"/datasets/" + us, f.MediaType()},
		} {
			got := get(t, base+way.path, "Accept", way.accept)
			if got.status != http.StatusOK || got.body != string(want) {
				t.Errorf("%s, %s: got %d\n%s\nwant %s", way.path, way.accept, got.status, got.body, want)
				continue
			}
			media := got.header.Get("Content-Type")
			if media != f.MediaType() && (f != cite.Text || media != "text/plain; charset=utf-8") {
				t.Errorf("%s, %s: got %s", way.path, way.accept, media)
			}
			if name := got.header.Get("Content-Disposition"); (f == cite.Text) != (name == "") || f == cite.RIS && name != `inline; filename="US.FOOL2.002.ris"` {
				t.Errorf("%s, %s: got disposition %q", way.path, way.accept, name)
			}
			if again := get(t, base+way.path, "Accept", way.accept, "If-None-Match", got.header.Get("ETag")); again.status != http.StatusNotModified {
				t.Errorf("%s, %s: got %d, want 304", way.path, way.accept, again.status)
			}
		}
	}
	// What is said later is in the next citation.
	path := base + "/v1/datasets/" + us + "/citation"
	old := get(t, path)
	if _, err := reg.EditMetadata(t.Context(), us, "", func(m *dataset.Metadata) error { m.Title = "Corrected"; return nil }); err != nil {
		t.Fatal(err)
	}
	if got := get(t, path, "If-None-Match", old.header.Get("ETag")); got.status != http.StatusOK || !strings.Contains(got.body, "Corrected") {
		t.Errorf("got %d %s", got.status, got.body)
	}
	if got := get(t, base+"/datasets/"+us); !strings.Contains(got.body, "Corrected") {
		t.Errorf("got the page %s", got.body)
	}
}

func TestCitationOf(t *testing.T) {
	t.Parallel()
	reg, base := serveCited(t)
	create(t, reg, "NEW", registry.Creation{})
	for _, test := range []struct {
		path, accept string
		status       int
		want         string
	}{
		{"/v1/datasets/" + us + "/citation?at=2001-01-05", "", 200, "Instance of 2001-01-03T00:00:00Z"},
		{"/v1/instances/" + set2 + "/citation", "", 200, "THEM.FOOL2.002 (2001). "},
		{"/v1/instances/" + set2 + ";dataset=" + us + "/citation", "", 200, "Tilmes, Curt (2010). "},
		{"/v1/instances/" + set2 + ";at=2001-01-10T00:00:00Z/citation", "", 200, "Tilmes, Curt (2010). "},
		{"/v1/instances/" + set2 + ";count=13/citation", "", 404, "right of none"},
		{"/v1/instances/" + set2 + "/citation?format=html", "", 400, "want one of [text bibtex csl ris datacite jsonld]"},
		{"/v1/instances/" + set2 + "/citation?at=2001-01-05", "", 400, "unknown parameter"},
		{"/v1/instances/" + set2 + "/citation?format=datacite", "", 406, "metadata that are missing: creators, doi"},
		{"/instances/" + set2, "application/vnd.datacite.datacite+json", 406, "metadata that are missing"},
		{"/v1/instances/" + set2 + "/citation", "image/png", 406, "want one of text/plain"},
		{"/instances/" + set2, "image/png", 406, "want one of text/html"},
		{"/v1/datasets/NEW/citation", "", 404, "has never held a granule"},
		{"/v1/datasets/NONE/citation", "", 404, "no such dataset"},
		{"/v1/instances/x/citation", "", 400, "invalid identifier"},
		{"/instances/" + set2, "application/json", 200, `"identifier":"` + set2 + `"`},
		{"/datasets/" + us, "application/json;q=0.9, text/html;q=0.5", 200, `"dataset":"` + us + `"`},
	} {
		got := get(t, base+test.path, "Accept", test.accept)
		if got.status != test.status || !strings.Contains(got.body, test.want) {
			t.Errorf("%s, %s: got %d %s, want %d and %q", test.path, test.accept, got.status, got.body, test.status, test.want)
		}
	}
}

// The page of an instance says how it is cited, by the dataset that is asked for.
func TestCitationBox(t *testing.T) {
	t.Parallel()
	reg, base := serveCited(t)
	for path, want := range map[string][]string{
		set2: {"THEM.FOOL2.002 (2001). ", "/citation?format=bibtex"},
		set2 + ";dataset=" + us + ";at=2001-01-03T00:00:00Z": {"Tilmes, Curt (2010). ", "?format=datacite"},
		set2 + ";dataset=ELSE":                               {set2},
	} {
		page := get(t, base+"/instances/"+path)
		for _, text := range want {
			if page.status != http.StatusOK || !strings.Contains(page.body, text) {
				t.Errorf("%s: no %q in %d %s", path, text, page.status, page.body)
			}
		}
		if has := strings.Contains(page.body, "Cite it"); has != (len(want) == 2) {
			t.Errorf("%s: has a box: %v", path, has)
		}
	}
	if page := get(t, base+"/instances/"+set2); strings.Contains(page.body, "format=datacite") {
		t.Error("the page offers a format that cannot be had")
	}

	// The result of a query is cited as a part.
	head, err := reg.Head(t.Context(), us)
	if err != nil {
		t.Fatal(err)
	}
	part, err := reg.RunQuery(t.Context(), head, registry.QueryRun{Query: dataset.Query{Prefix: "FOOL2.v2.1"}})
	if err != nil {
		t.Fatal(err)
	}
	id := part.Stored.Identifier().String()
	page := get(t, base+"/instances/"+id)
	for _, text := range []string{"Cite it", "Part of the instance of 2001-03-03T00:00:00Z", "format=ris"} {
		if page.status != http.StatusOK || !strings.Contains(page.body, text) {
			t.Errorf("no %q in %d %s", text, page.status, page.body)
		}
	}
	if strings.Contains(page.body, "format=datacite") {
		t.Error("the page offers a part for DataCite")
	}
	if got := get(t, base+"/v1/instances/"+id+";count=5/citation?format=ris"); got.status != http.StatusOK || !strings.Contains(got.body, "Part of the instance") {
		t.Errorf("got %d %s", got.status, got.body)
	}
	for suffix, want := range map[string]int{"/citation?format=datacite": 406, ";count=6/citation": 404} {
		if got := get(t, base+"/v1/instances/"+id+suffix); got.status != want {
			t.Errorf("%s: got %d %s, want %d", suffix, got.status, got.body, want)
		}
	}
}
