package distid_test

import (
	"context"
	"os"
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/distid"
)

// bulk is how many IDs of each type TestBulk makes: the value of IDEM_BULK, or else
// ten million. A billion takes a few minutes:
//
//	IDEM_BULK=1000000000 go test -run Bulk -timeout 1h ./distid
func bulk(t *testing.T) int64 {
	s := os.Getenv("IDEM_BULK")
	if s == "" {
		return defaultBulk
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// No ID comes twice, and none comes before an older one. Half of the IDs come from one
// generator that all cores share, half from one for each core.
func TestBulk(t *testing.T) {
	n := bulk(t) / 2
	// A generator of IDs would wait most of the time. Its clock moves when it waits.
	newGenerator := func() *distid.Generator {
		var ms atomic.Int64
		ms.Store(start)
		return &distid.Generator{
			Clock: func() time.Time { return time.UnixMilli(ms.Load()) },
			Sleep: func(context.Context, time.Duration) error { ms.Add(1); return nil },
		}
	}
	t.Run("ID/shared", func(t *testing.T) {
		g := newGenerator()
		testBulk(t, n, func() fill[distid.ID] { return g.Fill }, distid.ID.Compare)
	})
	t.Run("ID/apart", func(t *testing.T) {
		testBulk(t, n, func() fill[distid.ID] { return newGenerator().Fill }, distid.ID.Compare)
	})
	t.Run("ID128/shared", func(t *testing.T) {
		g := new(distid.Generator128)
		testBulk(t, n, func() fill[distid.ID128] { return g.Fill }, distid.ID128.Compare)
	})
	t.Run("ID128/apart", func(t *testing.T) {
		testBulk(t, n, func() fill[distid.ID128] { return new(distid.Generator128).Fill }, distid.ID128.Compare)
	})
}

type fill[T any] func(context.Context, []T) (int, error)

// testBulk makes n IDs on all cores and merges the streams. As each stream ascends, so
// does what is merged; an ID that came twice, in whatever streams, stands beside itself.
func testBulk[T any](t *testing.T, n int64, newFill func() fill[T], compare func(T, T) int) {
	const batch = 4096
	var left atomic.Int64
	left.Store(n)
	streams := make([]*stream[T], max(2, runtime.GOMAXPROCS(0)))
	for i := range streams {
		s := &stream[T]{full: make(chan []T, 4), free: make(chan []T, 6)}
		for range cap(s.free) {
			s.free <- make([]T, batch)
		}
		streams[i] = s
		go s.run(t, newFill(), &left)
	}

	var count int64
	var last T
	for i := 0; i < len(streams); {
		if streams[i].advance() {
			i++
		} else {
			streams = append(streams[:i], streams[i+1:]...)
		}
	}
	for len(streams) > 0 {
		least := 0
		for i := range streams {
			if compare(streams[i].head, streams[least].head) < 0 {
				least = i
			}
		}
		s := streams[least]
		if count > 0 && compare(s.head, last) <= 0 {
			t.Fatalf("%v comes after %v", s.head, last)
		}
		last = s.head
		count++
		if !s.advance() {
			streams = append(streams[:least], streams[least+1:]...)
		}
	}
	if count < n {
		t.Errorf("got %d IDs, want %d", count, n)
	}
}

// A stream is what one goroutine makes, in batches that go round.
type stream[T any] struct {
	full, free chan []T
	batch      []T
	next       int
	head       T
}

func (s *stream[T]) run(t *testing.T, fill fill[T], left *atomic.Int64) {
	defer close(s.full)
	for batch := range s.free {
		if left.Add(-int64(len(batch))) <= -int64(len(batch)) {
			return
		}
		if _, err := fill(context.Background(), batch); err != nil {
			t.Error(err)
			return
		}
		s.full <- batch
	}
}

// advance sets head to the next ID. It returns false at the end.
func (s *stream[T]) advance() bool {
	if s.next == len(s.batch) {
		if s.batch != nil {
			s.free <- s.batch
		}
		if s.batch, s.next = <-s.full, 0; s.batch == nil {
			return false
		}
	}
	s.head = s.batch[s.next]
	s.next++
	return true
}
