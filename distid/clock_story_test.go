package distid_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/distid"
)

// world is a clock that stands still but for sleeps, and can be set.
type world struct {
	ms     int64 // Unix
	slept  int64
	frozen bool // sleeps do not move the clock either
}

func (w *world) Clock() time.Time { return time.UnixMilli(w.ms) }

func (w *world) Sleep(ctx context.Context, d time.Duration) error {
	w.slept += d.Milliseconds()
	if !w.frozen {
		w.ms += d.Milliseconds()
	}
	return ctx.Err()
}

const start = 1_767_225_600_000 // 2026-01-01T00:00:00Z

// When the clock goes back and no room is left, order is kept and the wait is as short
// as can be, until the step is so large that the generator begins again.
func TestClockGoesBack(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		back  time.Duration
		burst bool // the unused second is used up before
		reset bool
		wait  int64 // ms
	}{
		{back: 1 * time.Millisecond},
		{back: 998 * time.Millisecond},
		{back: 999 * time.Millisecond, wait: 1},
		{back: time.Second, wait: 2},
		{back: 1999 * time.Millisecond, wait: 1001},
		{back: 2 * time.Second, reset: true},
		{back: time.Hour, reset: true},
		{burst: true, back: 1 * time.Millisecond, wait: 2},
		{burst: true, back: 999 * time.Millisecond, wait: 1000},
		{burst: true, back: time.Second, wait: 1001},
		{burst: true, back: 1001 * time.Millisecond, reset: true},
		{burst: true, back: 2 * time.Second, reset: true},
		{burst: true, back: time.Hour, reset: true},
	} {
		w := &world{ms: start}
		g := &distid.Generator{Clock: w.Clock, Sleep: w.Sleep, Rand: full{}}
		last := mustNew(t, g)
		for test.burst && last.Time().UnixMilli() < start-1 {
			last = mustNew(t, g)
		}
		w.ms -= test.back.Milliseconds()
		id := mustNew(t, g)
		if got := id.Compare(last) < 0; got != test.reset {
			t.Errorf("%+v: reset %v", test, got)
		}
		if w.slept != test.wait {
			t.Errorf("%+v: waited %d ms", test, w.slept)
		}
		if test.reset && id.Time().UnixMilli() != w.ms-1000 {
			t.Errorf("%+v: began again at %v", test, id.Time())
		}
		if !test.reset && id.Time().Sub(last.Time()) != time.Millisecond {
			t.Errorf("%+v: went on at %v, want the millisecond after %v", test, id.Time(), last.Time())
		}
	}
}

func mustNew(t *testing.T, g *distid.Generator) distid.ID {
	t.Helper()
	id, err := g.New(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func mustNew128(t *testing.T, g *distid.Generator128) distid.ID128 {
	t.Helper()
	id, err := g.New(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// With room left, a clock that goes back, as far as it may, changes nothing.
func TestClockGoesBackWithRoomLeft(t *testing.T) {
	t.Parallel()
	for _, back := range []time.Duration{time.Millisecond, 999 * time.Millisecond, time.Second, 2 * time.Second, time.Hour} {
		w := &world{ms: start}
		g := &distid.Generator{Clock: w.Clock, Sleep: w.Sleep, Rand: &sequence{1}}
		h := &distid.Generator128{Clock: w.Clock, Sleep: w.Sleep, Rand: &sequence{1}}
		a, b := mustNew(t, g), mustNew128(t, h)
		w.ms -= back.Milliseconds()
		for range 10 {
			c, d := mustNew(t, g), mustNew128(t, h)
			if c.Compare(a) <= 0 || !c.Time().Equal(a.Time()) {
				t.Errorf("%v: %s comes after %s", back, c, a)
			}
			if d.Compare(b) <= 0 || !d.Time().Equal(b.Time()) {
				t.Errorf("%v: %s comes after %s", back, d, b)
			}
			a, b = c, d
		}
		if w.slept != 0 {
			t.Errorf("%v: waited %d ms", back, w.slept)
		}
	}
}

func TestClockGoesBack128(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		back  time.Duration
		reset bool
		wait  int64
	}{
		{back: 0, wait: 1},
		{back: 1 * time.Millisecond, wait: 2},
		{back: 999 * time.Millisecond, wait: 1000},
		{back: time.Second, reset: true},
		{back: 2 * time.Second, reset: true},
		{back: time.Hour, reset: true},
	} {
		w := &world{ms: start}
		g := &distid.Generator128{Clock: w.Clock, Sleep: w.Sleep, Rand: full{}}
		last := mustNew128(t, g)
		w.ms -= test.back.Milliseconds()
		id := mustNew128(t, g)
		if got := id.Compare(last) < 0; got != test.reset {
			t.Errorf("%+v: reset %v", test, got)
		}
		if w.slept != test.wait {
			t.Errorf("%+v: waited %d ms", test, w.slept)
		}
		if id.Time().UnixMilli() != w.ms {
			t.Errorf("%+v: went on at %v, want %v", test, id.Time(), w.Clock())
		}
	}
}

// A clock that jumps ahead is followed, and not left again when it comes back.
func TestClockJumpsAhead(t *testing.T) {
	t.Parallel()
	const year = 365 * 24 * 3600 * 1000
	w := &world{ms: start}
	g := &distid.Generator{Clock: w.Clock, Sleep: w.Sleep}
	h := &distid.Generator128{Clock: w.Clock, Sleep: w.Sleep}
	mustNew(t, g)
	mustNew128(t, h)
	w.ms += year
	if id := mustNew(t, g); id.Time().UnixMilli() != start+year-1000 {
		t.Errorf("got %v", id.Time())
	}
	if id := mustNew128(t, h); id.Time().UnixMilli() != start+year {
		t.Errorf("got %v", id.Time())
	}
	w.ms -= year
	if id := mustNew(t, g); id.Time().UnixMilli() != start+year-1000 {
		t.Errorf("got %v", id.Time())
	}
	if id := mustNew128(t, h); id.Time().UnixMilli() != start+year {
		t.Errorf("got %v", id.Time())
	}
}

// With a clock that stands still a second's timestamps are used, and then nothing but
// ctx ends the wait.
func TestClockStopped(t *testing.T) {
	t.Parallel()
	w := &world{ms: start, frozen: true}
	ctx, cancel := context.WithCancel(t.Context())
	patience := 50
	sleep := func(ctx context.Context, d time.Duration) error {
		if patience--; patience == 0 {
			cancel()
		}
		return w.Sleep(ctx, d)
	}
	g := &distid.Generator{Clock: w.Clock, Sleep: sleep}
	ids := make([]distid.ID, 1<<20)
	n, err := g.Fill(ctx, ids)
	if !errors.Is(err, context.Canceled) || patience != 0 {
		t.Errorf("got %v with a patience of %d, want context.Canceled with 0", err, patience)
	}
	if first, last := ids[0].Time(), ids[n-1].Time(); first.UnixMilli() != start-1000 || last.UnixMilli() != start-1 {
		t.Errorf("got IDs from %v to %v", first, last)
	}
	if n < 108_000 || n > 148_000 { // eight standard deviations around the mean of 128,400
		t.Errorf("got %d IDs in a burst, want about 128,000", n)
	}

	h := &distid.Generator128{Clock: w.Clock, Sleep: w.Sleep}
	ids128 := make([]distid.ID128, 1<<19)
	n, err = h.Fill(ctx, ids128)
	if !errors.Is(err, context.Canceled) || n == 0 || n > 270_000 { // depends on the first random part
		t.Errorf("got %d IDs, %v, want up to 262,000 and context.Canceled", n, err)
	}
}

// The last milliseconds of each layout, and the first one after it.
func TestEndOfEpoch(t *testing.T) {
	t.Parallel()
	end := time.Date(3014, 12, 13, 12, 41, 28, 831e6, time.UTC)
	w := &world{ms: end.UnixMilli() + 1000}
	g := &distid.Generator{Clock: w.Clock, Sleep: w.Sleep}
	last := mustNew(t, g)
	if !last.Time().Equal(end) {
		t.Errorf("got %v, want %v", last.Time(), end)
	}
	n := 0
	for ; ; n++ { // the burst would go on, but there are no timestamps
		id, err := g.New(t.Context())
		if err != nil {
			wantInvalid(t, id, err)
			break
		}
		if !id.Time().Equal(end) || id.Compare(last) <= 0 {
			t.Fatalf("got %s after %s", id, last)
		}
		last = id
	}
	if n > 1000 {
		t.Errorf("got %d more IDs in one millisecond", n)
	}
	for _, later := range []time.Time{end.Add(1001 * time.Millisecond), end.AddDate(100, 0, 0), time.Unix(1<<60, 0)} {
		w := &world{ms: later.UnixMilli()}
		id, err := (&distid.Generator{Clock: func() time.Time { return later }, Sleep: w.Sleep}).New(t.Context())
		wantInvalid(t, id, err)
	}

	end128 := at(epoch1700, 1<<48-1)
	h := &distid.Generator128{Clock: func() time.Time { return end128 }}
	if id := mustNew128(t, h); !id.Time().Equal(end128) {
		t.Errorf("got %v, want %v", id.Time(), end128)
	}
	for _, later := range []time.Time{end128.Add(time.Millisecond), time.Unix(1<<60, 0)} {
		h := &distid.Generator128{Clock: func() time.Time { return later }}
		id, err := h.New(t.Context())
		wantInvalid(t, id, err)
	}
}

// A clock that was out of range for a moment leaves no trace.
func TestBackFromOutside(t *testing.T) {
	t.Parallel()
	w := &world{}
	g := &distid.Generator{Clock: w.Clock, Sleep: w.Sleep}
	h := &distid.Generator128{Clock: w.Clock, Sleep: w.Sleep}
	for _, ms := range []int64{start, math.MaxInt64 / 2, start, math.MinInt64 / 2, start} {
		w.ms = ms
		id, err := g.New(t.Context())
		id128, err128 := h.New(t.Context())
		if ms != start {
			wantInvalid(t, id, err)
			wantInvalid(t, id128, err128)
			continue
		}
		// Each of two steps can be a millisecond when the random part overflows.
		if lag := start - id.Time().UnixMilli(); err != nil || lag > 1000 || lag < 998 {
			t.Errorf("got %s, %v", id, err)
		}
		if err128 != nil || id128.Time().UnixMilli() != start {
			t.Errorf("got %s, %v", id128, err128)
		}
	}
}

func TestBeforeEpoch(t *testing.T) {
	t.Parallel()
	for _, early := range []time.Time{
		{},
		time.Unix(-1<<60, 0), epoch1900.Add(-1), epoch1900, epoch1900.Add(time.Second),
		epoch1900.Add(time.Second + time.Millisecond - 1),
	} {
		id, err := (&distid.Generator{Clock: func() time.Time { return early }}).New(t.Context())
		wantInvalid(t, id, err)
	}
	first := epoch1900.Add(time.Second + time.Millisecond)
	if id := mustNew(t, &distid.Generator{Clock: func() time.Time { return first }}); !id.Time().Equal(epoch1900.Add(time.Millisecond)) {
		t.Errorf("got %v", id.Time())
	}
	for _, early := range []time.Time{{}, epoch1700.Add(-1), epoch1700, epoch1700.Add(time.Millisecond - 1)} {
		id, err := (&distid.Generator128{Clock: func() time.Time { return early }}).New(t.Context())
		wantInvalid(t, id, err)
	}
	first = epoch1700.Add(time.Millisecond)
	if id := mustNew128(t, &distid.Generator128{Clock: func() time.Time { return first }}); !id.Time().Equal(first) {
		t.Errorf("got %v", id.Time())
	}
}

func wantInvalid[T interface{ IsZero() bool }](t *testing.T, id T, err error) {
	t.Helper()
	if !errors.Is(err, distid.ErrInvalid) || !id.IsZero() {
		t.Errorf("got %v, %v, want ErrInvalid", id, err)
	}
}

// Whatever a clock does in steps of less than a second, IDs ascend; and what IDs
// say of the time is never later than the latest reading.
func TestWildClock(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	w := &world{ms: start}
	g := &distid.Generator{Clock: w.Clock, Sleep: w.Sleep}
	h := &distid.Generator128{Clock: w.Clock, Sleep: w.Sleep}
	last, last128, latest := mustNew(t, g), mustNew128(t, h), w.ms
	ids := make([]distid.ID, 400)
	for range 2000 {
		w.ms = max(w.ms, latest-500) + r.Int64N(1000) - 499
		w.ms = max(w.ms, latest-999)
		latest = max(latest, w.ms)
		if _, err := g.Fill(t.Context(), ids[:r.IntN(len(ids))+1]); err != nil {
			t.Fatal(err)
		}
		id128 := mustNew128(t, h)
		latest = max(latest, w.ms) // moved by sleeps
		for _, id := range ids {
			if id.IsZero() {
				break
			}
			if id.Compare(last) <= 0 || id.Time().UnixMilli() >= latest {
				t.Fatalf("got %s (%v) after %s at %d", id, id.Time(), last, latest)
			}
			last = id
		}
		clear(ids)
		if id128.Compare(last128) <= 0 || id128.Time().UnixMilli() > latest {
			t.Fatalf("got %s (%v) after %s at %d", id128, id128.Time(), last128, latest)
		}
		last128 = id128
	}
}
