package server_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/server"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/memstore"
)

// forms are the ways to write the path of an instance, and what comes back as the
// identifier.
var forms = map[string]string{
	set2:                 set2,
	url.PathEscape(set2): set2,
	set2 + ";dataset=doi:10.9999/US/FOOL2.v2;at=2001-01-05T00:00:00Z;count=12": set2,
	set2 + ";dataset=a%20b%3B":     set2, // the qualifier's own escapes
	set2 + ";dataset=a%2520b%253B": set2, // and the URL's around them
	set2 + ";dataset=doi:10.1//x":  set2,
	set2 + ";dataset=..%2F..":      set2,
	"dsi:0:md5:" + di2:             "dsi:0:md5:" + di2,
	"DI:" + di2:                    "dsi:0:md5:" + di2,
	"DI%3A" + di2:                  "dsi:0:md5:" + di2,
	ni2:                            ni2,
	url.PathEscape(ni2):            ni2,
	"ni:%2f%2f%2fsha-256;wyhXJsZu-eWU4N5ApVzapkDDn0l5BsagU74iEUnwV5I": ni2,
}

func TestInstance(t *testing.T) {
	t.Parallel()
	base := serveFixture(t)
	for path, want := range forms {
		v := decode[view.Instance](t, get(t, base+"/v1/instances/"+path))
		if v.Identifier != want || v.Instance != set2 || v.DI != di2 || v.Count != 12 ||
			v.Root != "c39b27945334734e93b3572fa298f1fa93e318417e7d7d88b990e1e78a215f71" {
			t.Errorf("%s: got %+v", path, v)
		}
		if len(v.Entries) != 2 || v.Entries[0].Dataset != them || v.Entries[0].Seq != 1 ||
			v.Entries[1].Dataset != us || v.Entries[1].Seq != 2 {
			t.Errorf("%s: got entries %+v", path, v.Entries)
		}
		list := get(t, base+"/v1/instances/"+path+"/granules")
		if list.status != http.StatusOK || strings.Count(list.body, "\n") != 12 {
			t.Errorf("%s: got %d with the granules %s", path, list.status, list.body)
		}
		page := get(t, base+"/instances/"+path)
		if page.status != http.StatusOK || !strings.Contains(page.body, set2) {
			t.Errorf("%s: got %d with the page %s", path, page.status, page.body)
		}
	}
}

// An identifier may end like the path of its granules.
func TestInstanceNamedGranules(t *testing.T) {
	t.Parallel()
	base := serveFixture(t)
	id := set2 + ";dataset=doi:10.9999"
	if got := get(t, base+"/v1/instances/"+id+"/granules"); !strings.HasPrefix(got.body, day1[0]) {
		t.Errorf("got %s, want granules", got.body)
	}
	if got := decode[view.Instance](t, get(t, base+"/v1/instances/"+id+"%2Fgranules")); got.Instance != set2 {
		t.Errorf("got %+v, want %s", got, set2)
	}
}

// A dataset may do without the DI that the instance has elsewhere.
func TestInstanceWithoutChain(t *testing.T) {
	t.Parallel()
	reg := fixture(t, memstore.New())
	create(t, reg, "A", registry.Creation{NoChain: true})
	apply(t, reg, "A", dataset.OpAdd, "2001-01-01", "", day1)
	base := serve(t, server.New(reg, server.Options{Logger: unlogged(t)}))
	v := decode[view.Instance](t, get(t, base+"/v1/instances/"+set1))
	if len(v.Entries) != 2 || v.Entries[0].DI != "" || v.DI != di1 {
		t.Errorf("got %+v, want the DI of the second entry", v)
	}
}

// Somebody can make two sets with one DI. What it names is not for the server to
// choose.
func TestAmbiguousDI(t *testing.T) {
	t.Parallel()
	s := memstore.New()
	reg := fixture(t, s)
	forged := &dataset.Entry{
		Dataset: "FORGED", Op: dataset.OpCreate, Chain: true,
		Recorded: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
	}
	appendEntry(t, s, forged)
	forged.Op, forged.Seq, forged.Prev = dataset.OpAdd, 1, forged.Hash
	forged.At, forged.Added = forged.Recorded, 12
	forged.Root = patricia.Root{Hash: patricia.Hash{1}, Count: 12}
	if err := forged.DI.UnmarshalText([]byte(di2)); err != nil {
		t.Fatal(err)
	}
	appendEntry(t, s, forged)

	base := serve(t, server.New(reg, server.Options{Logger: unlogged(t)}))
	for _, path := range []string{"/v1/instances/DI:" + di2, "/v1/instances/DI:" + di2 + "/granules", "/instances/DI:" + di2} {
		got := get(t, base+path)
		if got.status != http.StatusConflict || !strings.Contains(got.body, set2) ||
			!strings.Contains(got.body, forged.Identifier().String()) {
			t.Errorf("%s: got %d %s, want 409 and both instances", path, got.status, got.body)
		}
	}
	if got := get(t, base+"/v1/instances/"+set2); got.status != http.StatusOK {
		t.Errorf("got %d %s, want 200", got.status, got.body)
	}
}

func appendEntry(t *testing.T, s *memstore.Store, e *dataset.Entry) {
	t.Helper()
	data, err := e.Seal()
	if err == nil {
		err = s.Append(t.Context(), "dataset/"+e.Dataset, e.Seq, data)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// FuzzInstance asks for anything: the answer is an instance exactly if the path, read
// in one of the two ways, is an identifier of one.
func FuzzInstance(f *testing.F) {
	for path := range forms {
		f.Add(path)
		f.Add(path + "/granules")
	}
	for _, path := range []string{"", "/", "..", "./x", "%", "%2F", "dsi:1:set:", "DI:" + di1, "//granules", "a?at=1", "x#y"} {
		f.Add(path)
	}
	known := fixture(f, memstore.New())
	var logged logBuffer
	h := server.New(known, server.Options{Logger: logged.logger()})
	f.Fuzz(func(t *testing.T, path string) {
		target := "/v1/instances/" + path
		u, err := url.ParseRequestURI(target)
		if err != nil || u.RawQuery != "" {
			return
		}
		r := &http.Request{Method: http.MethodGet, URL: u, RequestURI: target, Host: "localhost", Header: http.Header{}}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r.WithContext(t.Context()))

		resolves := slices.ContainsFunc(readings(u), func(id dataset.Identifier) bool {
			for _, err := range known.Resolve(t.Context(), id) {
				return err == nil
			}
			return false
		})
		if (w.Code == http.StatusOK) != resolves {
			t.Errorf("%q: got %d, resolves: %v", path, w.Code, resolves)
		}
		switch w.Code {
		case http.StatusOK:
			if !bytes.Contains(w.Body.Bytes(), []byte("FOOL2")) {
				t.Errorf("%q: got %s", path, w.Body)
			}
		case http.StatusBadRequest, http.StatusNotFound, http.StatusRequestURITooLong:
			if got := w.Header().Get("Content-Type"); got != "application/problem+json" {
				t.Errorf("%q: got %d %s", path, w.Code, got)
			}
		case http.StatusTemporaryRedirect: // of . and ..
		default:
			t.Errorf("%q: got %d; log: %s", path, w.Code, &logged)
		}
	})
}

// readings returns the identifiers that a path can stand for.
func readings(u *url.URL) (ids []dataset.Identifier) {
	escaped := strings.TrimPrefix(u.EscapedPath(), "/v1/instances/")
	escaped = strings.TrimSuffix(escaped, "/granules")
	plain, err := url.PathUnescape(escaped)
	if err != nil {
		return nil
	}
	for _, text := range []string{plain, strings.ReplaceAll(escaped, "%2F", "/")} {
		if id, err := dataset.ParseIdentifier(text); err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}
