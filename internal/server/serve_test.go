package server_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-05176fc3/idem/internal/server"
	"github.com/seed-05176fc3/idem/registry"
)

// pipes is a listener for connections within a test, so that its clock is that of
// package synctest.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
}

func newPipes() *pipes {
	return &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error { close(p.closed); return nil }

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

// dial returns the client's end of a new connection.
func (p *pipes) dial() (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.conns <- server:
		return client, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// client returns a client that connects to the listener.
func (p *pipes) client() *http.Client {
	return &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext:       func(context.Context, string, string) (net.Conn, error) { return p.dial() },
	}}
}

// run starts Serve. The returned functions tell it to stop and wait for what it
// returns.
func (p *pipes) run(t *testing.T, h http.Handler) (stop func(), wait func() error) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	var logged logBuffer // net/http logs what clients do wrong
	go func() { done <- server.Serve(ctx, p, h, logged.logger()) }()
	return cancel, func() error { return <-done }
}

func request(t *testing.T, path string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// sleep answers after a time, or not at all if the client goes before.
func sleep(d time.Duration) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(d):
			io.WriteString(w, "done")
		case <-r.Context().Done():
		}
	}
}

func TestServeStops(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		work time.Duration // for the request in progress
		stop time.Duration // that it takes to stop, rounded
		cut  bool
	}{
		"short request": {work: 5 * time.Second, stop: 4 * time.Second},
		"long request":  {work: time.Hour, stop: 10 * time.Second, cut: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := newPipes()
				stop, wait := p.run(t, sleep(test.work))
				answered := make(chan string, 1)
				go func() {
					response, err := p.client().Do(request(t, "/"))
					if err != nil {
						answered <- err.Error()
						return
					}
					defer response.Body.Close()
					body, _ := io.ReadAll(response.Body)
					answered <- string(body)
				}()
				time.Sleep(time.Second)
				stop()
				began := time.Now()
				err := wait()
				if took := time.Since(began).Round(time.Second); took != test.stop || (err != nil) != test.cut {
					t.Errorf("got %v after %v, want an error: %v, after %v", err, took, test.cut, test.stop)
				}
				if got := <-answered; (got == "done") == test.cut {
					t.Errorf("got the answer %q, cut: %v", got, test.cut)
				}
				if _, err := p.dial(); !errors.Is(err, net.ErrClosed) {
					t.Errorf("got %v from the listener, want it closed", err)
				}
			})
		})
	}
}

func TestServeStopsIdle(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPipes()
		stop, wait := p.run(t, sleep(0))
		synctest.Wait()
		stop()
		if err := wait(); err != nil {
			t.Errorf("got %v, want no error", err)
		}
	})
}

func TestServeFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPipes()
		p.Close()
		l := struct{ net.Listener }{p}
		err := server.Serve(t.Context(), closeOnce{l}, sleep(0), unlogged(t))
		if !errors.Is(err, net.ErrClosed) {
			t.Errorf("got %v, want %v", err, net.ErrClosed)
		}
	})
}

// closeOnce is a listener that is closed already.
type closeOnce struct{ net.Listener }

func (closeOnce) Close() error { return nil }

// A client that does not finish its header does not keep its connection.
func TestSlowHeader(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPipes()
		stop, wait := p.run(t, sleep(0))
		c, err := p.dial()
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\n"); err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, c)
		if took := time.Since(began); took != 10*time.Second {
			t.Errorf("got the connection closed after %v, want 10s", took)
		}
		stop()
		if err := wait(); err != nil {
			t.Error(err)
		}
	})
}

func TestLongHeader(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPipes()
		stop, wait := p.run(t, sleep(0))
		r := request(t, "/")
		r.Header.Set("X", strings.Repeat("x", 100_000))
		response, err := p.client().Do(r)
		if err == nil {
			response.Body.Close()
			if response.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
				t.Errorf("got %d, want 431", response.StatusCode)
			}
		}
		stop()
		if err := wait(); err != nil {
			t.Error(err)
		}
	})
}

// A slow client gets a long list, however long it takes; one that has stopped reading
// is not waited for.
func TestSlowClient(t *testing.T) {
	t.Parallel()
	s := large(t)
	for name, pause := range map[string]time.Duration{"slow": 14 * time.Second, "stopped": time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := newPipes()
				h := server.New(registry.New(s, nil), server.Options{Logger: unlogged(t)})
				stop, wait := p.run(t, h)
				response, err := p.client().Do(request(t, "/v1/datasets/LARGE/granules"))
				if err != nil {
					t.Fatal(err)
				}
				defer response.Body.Close()
				lines := 0
				body := bufio.NewScanner(response.Body)
				for body.Scan() {
					if lines++; lines%500 == 0 {
						time.Sleep(pause)
					}
				}
				if cut := body.Err() != nil; cut != (name == "stopped") {
					t.Errorf("got %v after %d lines", body.Err(), lines)
				}
				if name == "slow" && lines != largeGranules {
					t.Errorf("got %d lines, want %d", lines, largeGranules)
				}
				stop()
				if err := wait(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}
