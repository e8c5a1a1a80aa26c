package distid_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-05176fc3/idem/distid"
)

// full is a random source of ones: each timestamp yields a single ID.
type full struct{}

func (full) Read(b []byte) (int, error) { return copy(b, bytes.Repeat([]byte{0xff}, len(b))), nil }

var _ io.Reader = full{}

func TestThrottle(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := &distid.Generator{Rand: full{}}
		begin := time.Now()
		ids := make([]distid.ID, 1000)
		if _, err := g.Fill(t.Context(), ids); err != nil {
			t.Fatal(err)
		}
		if got := time.Since(begin); got != 0 {
			t.Errorf("a burst of 1000 took %v", got)
		}
		for range 50 { // from now on one a millisecond
			mustNew(t, g)
		}
		if got := time.Since(begin); got != 50*time.Millisecond {
			t.Errorf("50 IDs after a burst took %v, want 50ms", got)
		}

		<-time.After(30 * time.Millisecond) // gives room for 30
		begin = time.Now()
		if _, err := g.Fill(t.Context(), ids[:30]); err != nil || time.Since(begin) != 0 {
			t.Errorf("30 IDs after a rest of 30ms took %v, %v", time.Since(begin), err)
		}
		mustNew(t, g)
		if got := time.Since(begin); got != time.Millisecond {
			t.Errorf("the next one took %v, want 1ms", got)
		}

		<-time.After(time.Hour) // gives room for no more than a second
		begin = time.Now()
		if _, err := g.Fill(t.Context(), ids); err != nil || time.Since(begin) != 0 {
			t.Errorf("1000 IDs after an hour took %v, %v", time.Since(begin), err)
		}
		mustNew(t, g)
		if got := time.Since(begin); got != time.Millisecond {
			t.Errorf("the next one took %v, want 1ms", got)
		}
	})
}

func TestThrottle128(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := &distid.Generator128{Rand: full{}}
		begin := time.Now()
		for range 50 {
			mustNew128(t, g)
		}
		if got := time.Since(begin); got != 49*time.Millisecond {
			t.Errorf("50 IDs took %v, want 49ms", got)
		}
	})
}

func TestContextEndsWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, h := &distid.Generator{Rand: full{}}, &distid.Generator128{Rand: full{}}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond+1)
		defer cancel()
		begin := time.Now()
		n, err := g.Fill(ctx, make([]distid.ID, 1100))
		if n != 1010 || !errors.Is(err, context.DeadlineExceeded) || time.Since(begin) != 10*time.Millisecond+1 {
			t.Errorf("got %d IDs, %v after %v, want 1010, DeadlineExceeded after 10.000001ms", n, err, time.Since(begin))
		}
		// A call that need not wait does not look at the context.
		if id, err := h.New(ctx); err != nil || id.IsZero() {
			t.Errorf("got %s, %v", id, err)
		}
		if id, err := h.New(ctx); !errors.Is(err, context.DeadlineExceeded) || !id.IsZero() {
			t.Errorf("got %s, %v, want DeadlineExceeded", id, err)
		}
	})
}

// Many wait at once, none for the others' timers, and all get IDs of their own.
func TestManyWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := &distid.Generator{Rand: full{}}
		begin := time.Now()
		if _, err := g.Fill(t.Context(), make([]distid.ID, 1000)); err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		seen := map[distid.ID]bool{}
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				for range 5 {
					id, err := g.New(t.Context())
					if err != nil {
						t.Error(err)
					}
					mu.Lock()
					seen[id] = true
					mu.Unlock()
				}
			})
		}
		all.Wait()
		if len(seen) != 100 || time.Since(begin) != 100*time.Millisecond {
			t.Errorf("got %d IDs in %v, want 100 in 100ms", len(seen), time.Since(begin))
		}
	})
}

// Those who wait come in their order, one sleeps for all, and who gives up is passed over.
func TestQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		sleeps := 0
		g := &distid.Generator128{Rand: full{}, Sleep: func(_ context.Context, d time.Duration) error {
			sleeps++
			<-time.After(d)
			return nil
		}}
		mustNew128(t, g)
		begin := time.Now()
		hurry, cancel := context.WithCancel(t.Context())
		var mu sync.Mutex
		var order []int
		var all sync.WaitGroup
		for i := range 10 {
			ctx := t.Context()
			if i == 2 || i == 5 || i == 9 {
				ctx = hurry
			}
			all.Go(func() {
				id, err := g.New(ctx)
				if errors.Is(err, context.Canceled) && ctx == hurry && id.IsZero() {
					return
				}
				if err != nil || ctx == hurry {
					t.Errorf("call %d: got %s, %v", i, id, err)
				}
				mu.Lock()
				order = append(order, i)
				mu.Unlock()
			})
			synctest.Wait() // until the call waits
		}
		cancel()
		all.Wait()
		if want := []int{0, 1, 3, 4, 6, 7, 8}; !slices.Equal(order, want) {
			t.Errorf("got IDs in the order %v, want %v", order, want)
		}
		if got := time.Since(begin); got != 7*time.Millisecond || sleeps != 7 {
			t.Errorf("took %v and %d sleeps, want 7ms and 7", got, sleeps)
		}
		mustNew128(t, g) // the turn is free again
	})
}

// A call that gives up while it sleeps leaves the turn to the next.
func TestQueueAfterFailure(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := &distid.Generator128{Rand: full{}}
		mustNew128(t, g)
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond/2)
		defer cancel()
		var all sync.WaitGroup
		all.Go(func() {
			if id, err := g.New(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %s, %v, want DeadlineExceeded", id, err)
			}
		})
		synctest.Wait()
		all.Go(func() {
			if id, err := g.New(t.Context()); err != nil {
				t.Errorf("got %s, %v", id, err)
			}
		})
		all.Wait()
		mustNew128(t, g)
	})
}

// A batch that waits is not interrupted by more wake-ups than it needs.
func TestFillSleepsLonger(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		sleeps := 0
		begin := time.Now()
		g := &distid.Generator{Sleep: func(_ context.Context, d time.Duration) error {
			sleeps++
			<-time.After(d)
			return nil
		}}
		const n = 1_000_000
		if got, err := g.Fill(t.Context(), make([]distid.ID, n)); got != n || err != nil {
			t.Fatalf("got %d, %v", got, err)
		}
		took := time.Since(begin) // (1,000,000 - 128,400) / 128.4 = 6788 ms on average
		if took < 6300*time.Millisecond || took > 7300*time.Millisecond {
			t.Errorf("took %v, want about 6.8s", took)
		}
		if sleeps > 1500 {
			t.Errorf("got %d sleeps", sleeps)
		}
	})
}

// While one call sleeps others pass, and it decides anew when it wakes.
func TestSleepHoldsNoLock(t *testing.T) {
	t.Parallel()
	now := time.UnixMilli(start)
	g := &distid.Generator128{Rand: full{}, Clock: func() time.Time { return now }}
	var inner distid.ID128
	g.Sleep = func(ctx context.Context, _ time.Duration) (err error) {
		now = now.Add(time.Millisecond)
		if inner.IsZero() {
			inner, err = g.New(ctx)
		}
		return err
	}
	first := mustNew128(t, g)
	outer := mustNew128(t, g)
	for id, want := range map[distid.ID128]int64{first: start, inner: start + 1, outer: start + 2} {
		if got := id.Time().UnixMilli(); got != want {
			t.Errorf("got an ID of %d, want %d", got, want)
		}
	}
}
