package payid_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-05176fc3/idem/payid"
)

// scripted deals out its grants one after the other and keeps what it was asked.
type scripted struct {
	grants []payid.Grant
	err    error
	asked  []int64
}

func (s *scripted) Grant(_ context.Context, t int64) (payid.Grant, error) {
	s.asked = append(s.asked, t)
	if len(s.grants) == 0 {
		return payid.Grant{}, s.err
	}
	g := s.grants[0]
	s.grants = s.grants[1:]
	return g, nil
}

// at returns a clock that stands at a timestamp of the standard epoch.
func at(ts int64) *clock { return &clock{t: payid.Standard().Start(ts)} }

func TestGrantSequence(t *testing.T) {
	t.Parallel()
	errNone := errors.New("store is away")
	src := &scripted{err: errNone, grants: []payid.Grant{
		{Worker: 5, Lo: 90, Hi: 102},            // begins in the past
		{Worker: 5, Lo: 102, Hi: 104},           // joins
		{Worker: 2, Lo: 50, Hi: 200, Ahead: 1},  // another worker
		{Worker: 2, Lo: 300, Hi: 310, Ahead: 0}, // in the future
	}}
	c := at(100)
	l := layout(t, payid.Spec{Counters: 2})
	g := generator(t, payid.Config{Layout: l, Grants: src, NoWait: true, Now: c.now})
	for i, call := range []struct {
		now                 int64
		ts, worker, counter int // worker -1: exhausted, -2: no grant
	}{
		{100, 100, 5, 0}, // no wait for a fresh second: the grant keeps others out
		{100, 100, 5, 1},
		{100, 0, -1, 0},
		{101, 101, 5, 0},
		{103, 103, 5, 0}, // 102 and 103 by the second grant
		{103, 103, 5, 1},
		{103, 0, -1, 0},
		{104, 104, 2, 0}, // third grant
		{104, 104, 2, 1},
		{104, 105, 2, 0}, // one ahead
		{104, 105, 2, 1},
		{104, 0, -1, 0},
		{90, 0, -1, 0}, // back
		{199, 199, 2, 0},
		{200, 0, -1, 0}, // fourth grant, but it must be waited for
		{299, 0, -1, 0},
		{300, 300, 2, 0},
		{310, 0, -2, 0},
		{310, 0, -2, 0},
	} {
		c.set(l.Start(call.now))
		v, err := g.New(t.Context())
		var want error
		switch call.worker {
		case -1:
			want = payid.ErrExhausted
		case -2:
			want = errNone
		}
		if !errors.Is(err, want) {
			t.Fatalf("call %d: got %v, %v, want %v", i, v, err, want)
		}
		if want != nil {
			continue
		}
		wantID, _ := l.NewAt(l.Start(int64(call.ts)), call.worker, call.counter)
		if v != wantID {
			t.Fatalf("call %d: got %v, want %v", i, v, wantID)
		}
	}
	asked := []int64{100, 103, 104, 200, 310, 310}
	if len(src.asked) != len(asked) {
		t.Fatalf("asked for %v, want %v", src.asked, asked)
	}
	for i, ts := range asked {
		if src.asked[i] != ts {
			t.Errorf("asked for %v, want %v", src.asked, asked)
		}
	}
}

// TestOtherWorkerKeepsOrder checks that a smaller worker number in the same second
// does not make a smaller ID.
func TestOtherWorkerKeepsOrder(t *testing.T) {
	t.Parallel()
	for _, worker := range []int{3, 7} {
		c := at(100)
		src := &scripted{grants: []payid.Grant{
			{Worker: 5, Lo: 100, Hi: 101, Ahead: 9}, {Worker: worker, Lo: 100, Hi: 200, Ahead: 9},
		}}
		g := generator(t, payid.Config{Layout: layout(t, payid.Spec{Counters: 1}), Grants: src, Now: c.now})
		a, b := newID(t, g), newID(t, g)
		if b.Compare(a) <= 0 {
			t.Errorf("worker %d: %v after %v", worker, b, a)
		}
	}
}

func TestRefusesBadGrants(t *testing.T) {
	t.Parallel()
	for name, grant := range map[string]payid.Grant{
		"no such worker":  {Worker: 36, Lo: 0, Hi: 1000},
		"negative worker": {Worker: -1, Lo: 0, Hi: 1000},
		"over":            {Lo: 50, Hi: 100},
		"empty":           {Lo: 200, Hi: 200},
		"turned round":    {Lo: 300, Hi: 200},
		"before epoch":    {Lo: -1, Hi: 1000},
		"negative ahead":  {Lo: 0, Hi: 1000, Ahead: -1},
		"none":            {},
	} {
		c := at(100)
		src := &scripted{grants: []payid.Grant{grant}}
		g := generator(t, payid.Config{Grants: src, Now: c.now})
		if v, err := g.New(t.Context()); err == nil || !strings.Contains(err.Error(), "grant") {
			t.Errorf("%s: got %v, %v", name, v, err)
		}
	}
}

// TestGrantsAtTheEnds checks that a grant past the end of the layout, or one for a
// time before its epoch, makes no ID.
func TestGrantsAtTheEnds(t *testing.T) {
	t.Parallel()
	far := payid.Grant{Lo: 1 << 40, Hi: 1<<63 - 1, Ahead: 1<<63 - 1}
	g := generator(t, payid.Config{Grants: &scripted{grants: []payid.Grant{far}}, Now: at(100).now})
	if v, err := g.New(t.Context()); !errors.Is(err, payid.ErrRange) {
		t.Errorf("past the end: got %v, %v", v, err)
	}
	src := &scripted{grants: []payid.Grant{{Lo: 0, Hi: 10, Ahead: 1000}}}
	g = generator(t, payid.Config{Grants: src, Now: at(-1).now})
	if v, err := g.New(t.Context()); !errors.Is(err, payid.ErrRange) || len(src.asked) != 0 {
		t.Errorf("before the epoch: got %v, %v, asked %v", v, err, src.asked)
	}
}

// slow takes a second for each grant of 2 seconds, and counts its callers.
type slow struct {
	mu            sync.Mutex
	calls, inside int
}

func (s *slow) Grant(ctx context.Context, t int64) (payid.Grant, error) {
	s.mu.Lock()
	s.calls++
	s.inside++
	tooMany := s.inside > 1
	s.mu.Unlock()
	defer func() { s.mu.Lock(); s.inside--; s.mu.Unlock() }()
	if tooMany {
		return payid.Grant{}, errors.New("two calls at a time")
	}
	select {
	case <-time.After(time.Second):
		return payid.Grant{Lo: t, Hi: t + 2}, nil
	case <-ctx.Done():
		return payid.Grant{}, ctx.Err()
	}
}

func TestOneRenewalAtATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		src := &slow{}
		g := generator(t, payid.Config{Grants: src, Now: inBubble})
		// The first asks, the second waits for it and gives up.
		var wg sync.WaitGroup
		wg.Go(func() { newID(t, g) })
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if v, err := g.New(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, %v", v, err)
		}
		for range 8 {
			wg.Go(func() { newID(t, g) })
		}
		wg.Wait()
		if src.calls != 1 {
			t.Errorf("got %d calls, want 1", src.calls)
		}
		// The one who asks gives up: the others ask themselves.
		<-time.After(5 * time.Second)
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
			defer cancel()
			if v, err := g.New(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %v, %v", v, err)
			}
		})
		synctest.Wait()
		wg.Go(func() { newID(t, g) })
		wg.Wait()
		if src.calls != 3 {
			t.Errorf("got %d calls, want 3", src.calls)
		}
	})
}

// slots grants ranges of one second to five, never the same one twice, by a clock
// of its own.
type slots struct {
	r    *rand.Rand
	now  *clock
	next []int64 // for each worker
}

func (s *slots) Grant(_ context.Context, t int64) (payid.Grant, error) {
	if s.r.IntN(8) == 0 {
		return payid.Grant{}, errors.New("store is away")
	}
	now, err := payid.Standard().Timestamp(s.now.now())
	if err != nil {
		return payid.Grant{}, err
	}
	w := s.r.IntN(len(s.next))
	lo := max(s.next[w], now)
	hi := lo + 1 + s.r.Int64N(5)
	if hi <= t {
		return payid.Grant{}, errors.New("too far ahead")
	}
	s.next[w] = hi
	return payid.Grant{Worker: w, Lo: lo, Hi: hi, Ahead: s.r.Int64N(3)}, nil
}

// TestNoCollisionAcrossGenerators lets generators share worker numbers by grants,
// while each has a clock that jumps and is set right, and now and then is started
// anew.
func TestNoCollisionAcrossGenerators(t *testing.T) {
	t.Parallel()
	jumps := []time.Duration{
		0, time.Millisecond, time.Second, 2 * time.Second, time.Hour,
		-time.Millisecond, -999 * time.Millisecond, -time.Second, -2 * time.Second, -time.Hour,
	}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		truth := at(1 << 30)
		store := &slots{r: r, now: truth, next: make([]int64, 3)}
		l := layout(t, payid.Spec{Workers: 3, Counters: 3})
		type node struct {
			gen  *payid.Generator
			off  time.Duration // of its clock
			last payid.ID
		}
		nodes := make([]node, 4)
		seen := map[payid.ID]bool{}
		for range 2000 {
			n := &nodes[r.IntN(len(nodes))]
			if n.gen == nil || r.IntN(50) == 0 {
				*n = node{}
				n.gen = generator(t, payid.Config{
					Layout: l, Grants: store, NoWait: true,
					Now: func() time.Time { return truth.now().Add(n.off) },
				})
			}
			switch r.IntN(20) {
			case 0:
				n.off += jumps[r.IntN(len(jumps))]
			case 1, 2, 3:
				n.off = 0
			}
			truth.step(time.Duration(r.IntN(500)) * time.Millisecond)
			v, err := n.gen.New(t.Context())
			if err != nil {
				continue
			}
			if seen[v] || v.Compare(n.last) <= 0 {
				t.Fatalf("seed %d: %v made again, or after %v", seed, v, n.last)
			}
			seen[v], n.last = true, v
		}
		if len(seen) < 200 {
			t.Errorf("seed %d: only %d IDs", seed, len(seen))
		}
	}
}
