package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/server"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/memstore"
)

// errDisk is what only the log may say.
var errDisk = errors.New("disk /var/secret is on fire")

// failing is a store that answers a number of reads and then fails.
type failing struct {
	store.Store
	left atomic.Int64
}

func (f *failing) failed() error {
	if f.left.Add(-1) < 0 {
		return errDisk
	}
	return nil
}

func (f *failing) Get(ctx context.Context, hash [32]byte) ([]byte, error) {
	if err := f.failed(); err != nil {
		return nil, err
	}
	return f.Store.Get(ctx, hash)
}

func (f *failing) Last(ctx context.Context, name string) (store.Entry, error) {
	if err := f.failed(); err != nil {
		return store.Entry{}, err
	}
	return f.Store.Last(ctx, name)
}

func (f *failing) Read(ctx context.Context, name string, from uint64) iter.Seq2[store.Entry, error] {
	return failAfter(f, f.Store.Read(ctx, name, from))
}

func (f *failing) Names(ctx context.Context, prefix string) iter.Seq2[string, error] {
	return failAfter(f, f.Store.Names(ctx, prefix))
}

func failAfter[T any](f *failing, values iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for value, err := range values {
			if err == nil {
				err = f.failed()
			}
			if !yield(value, err) || err != nil {
				return
			}
		}
	}
}

// largeGranules is more than is read ahead and gathered before it is sent.
const largeGranules = 12_000

// large returns a store whose every list is longer than what a server gathers
// before it begins to send.
func large(t testing.TB) store.Store {
	t.Helper()
	s := memstore.New()
	reg := registry.New(s, nil)
	granules := make([]string, largeGranules)
	for i := range granules {
		granules[i] = fmt.Sprintf("GRANULE.%050d", i)
	}
	reason := strings.Repeat("because ", 100)
	create(t, reg, "LARGE", registry.Creation{NoChain: true})
	apply(t, reg, "LARGE", dataset.OpAdd, "2001-01-01", reason, granules)
	for i := range 100 {
		op := [...]dataset.Op{dataset.OpRemove, dataset.OpAdd}[i%2]
		apply(t, reg, "LARGE", op, "2001-01-01", reason, granules[:1])
		name := fmt.Sprintf("SMALL.%d", i)
		create(t, reg, name, registry.Creation{NoChain: true})
		apply(t, reg, name, dataset.OpAdd, "2001-01-01", reason, granules[:1])
	}
	return s
}

// lists are the paths whose answers are sent while they are read.
var lists = []struct{ path, accept string }{
	{"/v1/datasets", ""},
	{"/v1/datasets/LARGE/log", "application/json"},
	{"/v1/datasets/LARGE/log", "application/x-ndjson"},
	{"/v1/datasets/LARGE/granules", "text/plain"},
	{"/v1/datasets/LARGE/granules", "application/json"},
	{"/v1/datasets/LARGE/granules", "application/x-ndjson"},
	{"/", "text/html"},
	{"/datasets/LARGE", "text/html"},
}

// Whenever the store fails, the client gets all of the answer, or a failure without
// the store's words, or an error: never a part of the answer that looks whole.
func TestFailingStore(t *testing.T) {
	t.Parallel()
	good := large(t)
	var logged logBuffer
	store := &failing{Store: good}
	base := serve(t, server.New(registry.New(store, nil), server.Options{Logger: logged.logger()}))

	for _, list := range lists {
		store.left.Store(1 << 40)
		whole := get(t, base+list.path, "Accept", list.accept)
		reads := 1<<40 - store.left.Load()
		if whole.status != http.StatusOK || reads < 10 {
			t.Fatalf("%v: got %d after %d reads", list, whole.status, reads)
		}
		failures, cuts := 0, 0
		for n := int64(0); n < reads; n += 1 + reads/12 {
			store.left.Store(n)
			status, body, err := try(t, base+list.path, list.accept)
			switch {
			case strings.Contains(body, "secret"):
				t.Fatalf("%v: the client is told %s", list, body)
			case status == http.StatusInternalServerError && err == nil:
				failures++
			case status == http.StatusOK && err != nil:
				cuts++
			default:
				t.Fatalf("%v failing after %d of %d reads: got %d, %v", list, n, reads, status, err)
			}
		}
		if failures == 0 || cuts == 0 {
			t.Errorf("%v: got %d failures and %d cut answers, want some of each", list, failures, cuts)
		}
		if got := strings.Count(logged.String(), errDisk.Error()); got != failures+cuts {
			t.Errorf("%v: got %d lines in the log, want %d", list, got, failures+cuts)
		}
		logged.reset()
	}
}

// try sends a request and returns what came back, and the error if that ended early.
func try(t *testing.T, url, accept string) (status int, body string, err error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", accept)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	return response.StatusCode, string(data), err
}

// A HEAD request must not read what it does not send.
func TestHead(t *testing.T) {
	t.Parallel()
	counted := &failing{Store: large(t)}
	counted.left.Store(1 << 40)
	base := serve(t, server.New(registry.New(counted, nil), server.Options{Logger: unlogged(t)}))
	for _, list := range lists {
		before := counted.left.Load()
		want := get(t, base+list.path, "Accept", list.accept)
		full := before - counted.left.Load()
		got := send(t, http.MethodHead, base+list.path, "Accept", list.accept)
		short := before - full - counted.left.Load()
		if got.status != http.StatusOK || got.body != "" {
			t.Errorf("%v: got %d %q, want 200 and nothing", list, got.status, got.body)
		}
		for _, name := range []string{"Content-Type", "Etag", "Cache-Control"} {
			if got.header.Get(name) != want.header.Get(name) {
				t.Errorf("%v: got %s %q, want %q", list, name, got.header.Get(name), want.header.Get(name))
			}
		}
		if short >= full {
			t.Errorf("%v: got %d reads for HEAD, %d for GET", list, short, full)
		}
	}
	if got := send(t, http.MethodHead, base+"/v1/datasets/LARGE").header.Get("Content-Length"); got == "" || got == "0" {
		t.Errorf("got length %q, want that of the entry", got)
	}
	if got := send(t, http.MethodHead, base+"/v1/datasets/NONE"); got.status != http.StatusNotFound {
		t.Errorf("got %d, want 404", got.status)
	}
}

func TestReady(t *testing.T) {
	t.Parallel()
	var logged logBuffer
	held := memstore.New()
	fixture(t, held)
	s := &failing{Store: held}
	base := serve(t, server.New(registry.New(s, nil), server.Options{Logger: logged.logger()}))
	check := func(path string, want int) {
		t.Helper()
		if got := get(t, base+path); got.status != want || strings.Contains(got.body, "secret") {
			t.Errorf("%s: got %d %s, want %d", path, got.status, got.body, want)
		}
	}
	check("/livez", http.StatusOK)
	check("/readyz", http.StatusServiceUnavailable)
	if !strings.Contains(logged.String(), errDisk.Error()) {
		t.Errorf("got the log %s, want the reason in it", &logged)
	}
	s.left.Store(1 << 40)
	check("/readyz", http.StatusOK)
}

// When the client has gone there is nothing to log.
func TestClientGone(t *testing.T) {
	t.Parallel()
	s := &gone{Store: large(t)}
	h := server.New(registry.New(s, nil), server.Options{Logger: unlogged(t)})
	ctx, cancel := context.WithCancel(t.Context())
	s.leave = cancel
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "/v1/datasets/LARGE/granules", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if got := recover(); got != http.ErrAbortHandler {
			t.Errorf("got panic %v, want http.ErrAbortHandler", got)
		}
	}()
	h.ServeHTTP(discard{http.Header{}}, r)
}

// gone is a store whose client goes away while a page is read.
type gone struct {
	store.Store
	leave func()
}

func (g *gone) Get(ctx context.Context, hash [32]byte) ([]byte, error) {
	g.leave()
	return g.Store.Get(ctx, hash)
}

type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) Write(p []byte) (int, error) { return len(p), nil }
func (d discard) WriteHeader(int)             {}
