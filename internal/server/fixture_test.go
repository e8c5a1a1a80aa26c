package server_test

import (
	"bytes"
	"encoding/json"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/server"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/memstore"
)

// The granules of the datasets FOOL2: eleven of the first day, one of them corrupt,
// and those that came later.
var (
	day1 = []string{
		"FOOL2.v2.01.bba34792-f256-4c54-81dd-9977e432c204",
		"FOOL2.v2.02.2fd12da6-a3e2-4e50-8140-3ac645882419",
		"FOOL2.v2.03.29bda893-765d-476d-851b-8b9acd7f140e",
		"FOOL2.v2.04.57509ddb-3d40-4d60-8204-da4b99867fc7",
		"FOOL2.v2.05.0e8604fa-fb4e-4cfb-b412-5364ca12cf14",
		"FOOL2.v2.06.0eb26b4e-b718-41c5-bbf8-c83d3d79c233",
		"FOOL2.v2.07.43079ea6-43b5-4622-b492-bcdb824a818e",
		"FOOL2.v2.08.590fd64c-ec12-44a5-9b14-0042d19ed3dc",
		"FOOL2.v2.09.226173b9-4ef7-49e8-8b9e-701b892a8f57",
		corrupt,
		"FOOL2.v2.11.af235d11-777c-4bf1-a5e6-15273a5e5d80",
	}
	day2 = []string{"FOOL2.v2.12.bdc9dc33-38bd-403c-991e-48dcd4762ca7"}
	day3 = []string{"FOOL2.v2.13.f8f9564d-cc2a-4760-b1bc-13f1ef5cbdcb"}
	day5 = []string{
		"FOOL2.v2.10.6e58a410-60e7-4956-aeaf-37f76a16b171",
		"FOOL2.v2.14.4814ed46-0e41-4e3f-8f73-33d0cd2ef0bc",
	}
)

const corrupt = "FOOL2.v2.10.533b2a95-d57f-4f75-9b7d-914d3d220310"

// What the ledgers of FOOL2 say.
const (
	us, them = "US.FOOL2.002", "THEM.FOOL2.002"

	di1 = "7fb1e8ba9b0c9888858b66f6a1732d2c"
	di2 = "763122197bfb3ffbf0da14adbfb1b13b" // of entry 2 of US, and of entry 1 of THEM
	di5 = "ed3f3e83fc55215ddc381ba3c3e715fa"

	set1 = "dsi:1:set:27a62658e097e3e244a784e4a259ec5f9d54507fa723d8320e447788ddbf09ca"
	set2 = "dsi:1:set:c3285726c66ef9e594e0de40a55cdaa640c39f497906c6a053be221149f05792"
	ni2  = "ni:///sha-256;wyhXJsZu-eWU4N5ApVzapkDDn0l5BsagU74iEUnwV5I"
)

// fixture returns a registry over the store with both datasets.
func fixture(t testing.TB, s store.Store) *registry.Registry {
	t.Helper()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	reg := registry.New(s, func() time.Time { now = now.Add(time.Second); return now })

	create(t, reg, us, registry.Creation{Title: "FOO level 2, version 2", DOI: "10.9999/US/FOOL2.v2", Actor: "archive"})
	apply(t, reg, us, dataset.OpAdd, "2001-01-02", "", day1)
	apply(t, reg, us, dataset.OpAdd, "2001-01-03", "", day2)
	apply(t, reg, us, dataset.OpAdd, "2001-02-03T04:05:06.25Z", "", day3)
	apply(t, reg, us, dataset.OpRemove, "2001-03-01", "corrupt", []string{corrupt})
	apply(t, reg, us, dataset.OpAdd, "2001-03-03", "made again", day5)

	create(t, reg, them, registry.Creation{})
	apply(t, reg, them, dataset.OpReplace, "2001-02-01", "mirror of US.FOOL2.002", slices.Concat(day2, day1))
	return reg
}

func create(t testing.TB, reg *registry.Registry, name string, c registry.Creation) {
	t.Helper()
	if _, err := reg.Create(t.Context(), name, c); err != nil {
		t.Fatal(err)
	}
}

func apply(t testing.TB, reg *registry.Registry, name string, op dataset.Op, at, reason string, granules []string) {
	t.Helper()
	when, err := view.ParseTime(at)
	if err != nil {
		t.Fatal(err)
	}
	granules = slices.Sorted(slices.Values(granules))
	c := registry.Change{Op: op, Granules: ids(granules), At: when, Reason: reason}
	if _, err := reg.Apply(t.Context(), name, c); err != nil {
		t.Fatal(err)
	}
}

func ids(list []string) iter.Seq2[patricia.Item, error] {
	return func(yield func(patricia.Item, error) bool) {
		for _, id := range list {
			if !yield(patricia.Item{ID: []byte(id)}, nil) {
				return
			}
		}
	}
}

// serve starts a server for the handler and returns its URL.
func serve(t testing.TB, h http.Handler) string {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	s.Start()
	t.Cleanup(s.Close)
	return s.URL
}

// serveFixture starts a server for the fixture and returns its URL.
func serveFixture(t testing.TB) string {
	t.Helper()
	return serve(t, server.New(fixture(t, memstore.New()), server.Options{Logger: unlogged(t)}))
}

// unlogged returns a logger for a test in which there is nothing to log.
func unlogged(t testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(writerFunc(func(p []byte) (int, error) {
		t.Errorf("logged: %s", p)
		return len(p), nil
	}), nil))
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// logBuffer is a log that a test reads while it is written.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func (b *logBuffer) reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text.Reset()
}

func (b *logBuffer) logger() *slog.Logger { return slog.New(slog.NewTextHandler(b, nil)) }

// answer is what a server has answered.
type answer struct {
	status int
	header http.Header
	body   string
}

// get sends a request; header holds names and values in turn.
func get(t testing.TB, url string, header ...string) answer {
	t.Helper()
	return send(t, http.MethodGet, url, header...)
}

func send(t testing.TB, method, url string, header ...string) answer {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, string(body)}
}

// decode reads an answer that must be 200 and JSON.
func decode[T any](t testing.TB, a answer) (v T) {
	t.Helper()
	if a.status != http.StatusOK || a.header.Get("Content-Type") != "application/json" {
		t.Fatalf("got %d %s: %s", a.status, a.header.Get("Content-Type"), a.body)
	}
	d := json.NewDecoder(bytes.NewReader([]byte(a.body)))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, a.body)
	}
	return v
}
