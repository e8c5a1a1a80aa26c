package server_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/internal/server"
	"github.com/seed-05176fc3/idem/store/memstore"
)

func TestProblems(t *testing.T) {
	t.Parallel()
	base := serveFixture(t)
	long := strings.Repeat("a", 9000)
	for _, test := range []struct {
		method, path string
		status       int
		detail       string // a part of it
	}{
		{"GET", "/v1", 404, `"/v1"`},
		{"GET", "/v1/", 404, `"/v1/"`},
		{"GET", "/nothing", 404, `"/nothing"`},
		{"GET", "/v1/datasets/", 404, `"/v1/datasets/"`},
		{"GET", "/v1/datasets/" + us + "/log/", 404, "log/"},
		{"GET", "/v1/instances/", 404, `"/v1/instances/"`},
		{"GET", "/static/none.css", 404, "none.css"},
		{"GET", "/static/style.css.bak", 404, "style.css.bak"},
		{"GET", "/static/..%2Fweb.go", 404, "web.go"},
		{"GET", "/v1/datasets/NONE", 404, "no such dataset: NONE"},
		{"GET", "/v1/datasets/NONE/log", 404, "no such dataset: NONE"},
		{"GET", "/v1/datasets/NONE/granules", 404, "no such dataset: NONE"},
		{"GET", "/datasets/NONE", 404, "no such dataset: NONE"},
		{"GET", "/v1/datasets/a%20b", 400, `"a b"`},
		{"GET", "/v1/datasets/%3Cb%3E", 400, `"<b>"`},
		{"GET", "/v1/datasets/a%2Fb", 400, `"a/b"`},
		{"GET", "/v1/datasets/" + us + "?at=2000-12-31", 404, "begins after 2000-12-31"},
		{"GET", "/v1/datasets/" + us + "?at=yesterday", 400, `"yesterday"`},
		{"GET", "/v1/datasets/" + us + "?at=", 400, `""`},
		{"GET", "/v1/datasets/" + us + "?at=2001-01-05T00:00:00+01:00", 400, "%2B"},
		{"GET", "/v1/datasets/" + us + "?At=2001-01-05", 400, `"At", want at`},
		{"GET", "/v1/datasets/" + us + "?at=2001-01-05&at=2001-01-06", 400, "2 times"},
		{"GET", "/v1/datasets/" + us + "?at=%zz", 400, "%zz"},
		{"GET", "/v1/datasets/" + us + "/log?at=2001-01-05", 400, `"at", want none`},
		{"GET", "/v1/datasets?" + long, 414, "9013 bytes"},
		{"GET", "/v1/datasets?" + long[:100], 400, "…"},
		{"GET", "/v1/instances/DI:" + strings.Repeat("0", 32), 404, "dsi:0:md5:0000"},
		{"GET", "/v1/instances/dsi:1:map:" + set2[len("dsi:1:set:"):], 404, "dsi:1:map:"},
		{"GET", "/v1/instances/DI:0", 400, `"DI:0"`},
		{"GET", "/v1/instances/" + set2 + "/", 400, "byte 74"},
		{"GET", "/v1/instances/granules", 400, `"granules"`},
		{"GET", "/v1/instances/" + set2 + "?x=1", 400, `"x", want none`},
		{"GET", "/instances/nothing", 400, `"nothing"`},
		{"POST", "/v1/datasets", 405, "want GET, HEAD"},
		{"DELETE", "/v1/datasets/" + us, 405, `"DELETE"`},
		{"PUT", "/", 405, `"PUT"`},
		{"OPTIONS", "/v1/instances/" + set2, 405, `"OPTIONS"`},
	} {
		got := send(t, test.method, base+test.path)
		var p struct {
			Title, Detail string
			Status        int
		}
		if err := json.Unmarshal([]byte(got.body), &p); err != nil {
			t.Errorf("%s %.80s: %v in %s", test.method, test.path, err, got.body)
			continue
		}
		if got.status != test.status || p.Status != test.status || p.Title != http.StatusText(test.status) ||
			!strings.Contains(p.Detail, test.detail) || len(p.Detail) > 400 {
			t.Errorf("%s %.80s: got %d %+v, want %d %s", test.method, test.path, got.status, p, test.status, test.detail)
		}
		for name, want := range map[string]string{
			"Content-Type":           "application/problem+json",
			"Cache-Control":          "no-store",
			"X-Content-Type-Options": "nosniff",
			"Etag":                   "",
		} {
			if got := got.header.Get(name); got != want {
				t.Errorf("%s %.80s: got %s %q, want %q", test.method, test.path, name, got, want)
			}
		}
		if allow := got.header.Get("Allow"); (allow == "GET, HEAD") != (test.status == 405) {
			t.Errorf("%s %.80s: got Allow %q", test.method, test.path, allow)
		}
	}
}

// Who looks at pages gets a page, and who asks for data never does.
func TestFailurePage(t *testing.T) {
	t.Parallel()
	base := serveFixture(t)
	const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	for path, want := range map[string]string{
		"/datasets/NONE":    "text/html; charset=utf-8",
		"/instances/a<b>":   "text/html; charset=utf-8",
		"/nothing":          "text/html; charset=utf-8",
		"/v1/nothing":       "application/problem+json",
		"/v1/datasets/NONE": "application/problem+json",
	} {
		got := get(t, base+path, "Accept", browser)
		if got.status < 400 || got.header.Get("Content-Type") != want {
			t.Errorf("%s: got %d %s, want %s", path, got.status, got.header.Get("Content-Type"), want)
		}
		if strings.Contains(got.body, "<b>") {
			t.Errorf("%s: not escaped: %s", path, got.body)
		}
	}
}

// Nothing takes a body, and nothing waits for one.
func TestBody(t *testing.T) {
	t.Parallel()
	h := server.New(fixture(t, memstore.New()), server.Options{Logger: unlogged(t)})
	for method, want := range map[string]int{"GET": http.StatusRequestEntityTooLarge, "POST": http.StatusMethodNotAllowed} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, "/v1/datasets", untouched{t}))
		if w.Code != want || w.Header().Get("Connection") != "close" {
			t.Errorf("%s: got %d, Connection %q", method, w.Code, w.Header().Get("Connection"))
		}
	}
}

// untouched is a body that must not be read.
type untouched struct{ t *testing.T }

func (u untouched) Read([]byte) (int, error) {
	u.t.Error("the body is read")
	return 0, http.ErrBodyReadAfterClose
}

// The mux tidies paths; identifiers it leaves alone.
func TestTidyPath(t *testing.T) {
	t.Parallel()
	base := serveFixture(t)
	if got := get(t, base+"//v1/./datasets/../datasets"); got.status != http.StatusOK {
		t.Errorf("got %d %s, want 200", got.status, got.body)
	}
}
