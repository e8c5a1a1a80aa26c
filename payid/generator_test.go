package payid_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-05176fc3/idem/payid"
)

// A clock stands until it is set. Its timers fire at once and move it forward, so
// that whoever waits is the one who makes time go by.
type clock struct {
	mu    sync.Mutex
	t     time.Time
	waits []time.Duration
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) step(d time.Duration) { c.set(c.now().Add(d)) }

func (c *clock) set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = t
}

func (c *clock) after(d time.Duration) <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
	c.waits = append(c.waits, d)
	ch := make(chan time.Time, 1)
	ch <- c.t
	return ch
}

func generator(t testing.TB, c payid.Config) *payid.Generator {
	t.Helper()
	g, err := payid.NewGenerator(c)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// newID makes an ID and fails the test if there is none.
func newID(t testing.TB, g *payid.Generator) payid.ID {
	t.Helper()
	v, err := g.New(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestFirstSecond(t *testing.T) {
	t.Parallel()
	for _, start := range []string{
		"2028-12-06T07:02:26Z", "2028-12-06T07:02:26.001Z", "2028-12-06T07:02:26.999999999Z",
	} {
		c := &clock{t: utc(start)}
		g := generator(t, payid.Config{Worker: 3, NoWait: true, Now: c.now})
		if v, err := g.New(t.Context()); !errors.Is(err, payid.ErrExhausted) {
			t.Errorf("started %s: got %v, %v in that second", start, v, err)
		} else if !strings.Contains(err.Error(), "2028-12-06T07:02:27Z") {
			t.Errorf("started %s: %v does not say when", start, err)
		}
		c.set(utc("2028-12-06T07:02:26.9999999999Z"))
		if v, err := g.New(t.Context()); err == nil {
			t.Errorf("started %s: got %v before the second was over", start, v)
		}
		c.set(utc("2028-12-06T07:02:27Z"))
		for i, want := range []string{"2KNQ83300", "2KNQ83301", "2KNQ83302"} {
			if got := newID(t, g); got.String() != want {
				t.Errorf("started %s: ID %d: got %v, want %s", start, i, got, want)
			}
		}
	}
}

func TestWaitsForFirstSecond(t *testing.T) {
	t.Parallel()
	c := &clock{t: utc("2028-12-06T07:02:26.25Z")}
	g := generator(t, payid.Config{Now: c.now, After: c.after})
	if got := newID(t, g); got.String() != "2KNQ83000" {
		t.Errorf("got %v", got)
	}
	if got := fmt.Sprint(c.waits); got != "[750ms]" {
		t.Errorf("waited %s, want once 750ms", got)
	}
}

func TestClockStories(t *testing.T) {
	t.Parallel()
	const hour, year = time.Hour, 365 * 24 * time.Hour
	type call struct {
		step time.Duration
		want string // empty: exhausted
	}
	for name, calls := range map[string][]call{
		"stopped clock":   {{0, "2KNQ83003"}, {0, "2KNQ83004"}, {0, "2KNQ83005"}, {0, ""}, {0, ""}},
		"back by 1 ms":    {{-time.Millisecond, "2KNQ83003"}, {-time.Millisecond, "2KNQ83004"}},
		"back by 999 ms":  {{-999 * time.Millisecond, "2KNQ83003"}, {998 * time.Millisecond, "2KNQ83004"}, {time.Millisecond, "2KNQ83005"}},
		"back by 1 s":     {{-time.Second, "2KNQ83003"}, {time.Second, "2KNQ83004"}, {time.Second, "2KNQ84000"}},
		"back by 2 s":     {{-2 * time.Second, "2KNQ83003"}, {time.Second, "2KNQ83004"}, {2 * time.Second, "2KNQ84000"}},
		"back by an hour": {{-hour, "2KNQ83003"}, {0, "2KNQ83004"}, {0, "2KNQ83005"}, {0, ""}, {hour, ""}, {time.Second, "2KNQ84000"}},
		"back before the epoch": {
			{-20 * year, "2KNQ83003"}, {0, "2KNQ83004"}, {0, "2KNQ83005"}, {0, ""}, {20*year + time.Second, "2KNQ84000"},
		},
		"ahead by a year": {{year, "33FNK3000"}, {time.Second, "33FNK4000"}},
		"ahead by a year and back": {
			{year, "33FNK3000"},
			{-year, "33FNK3001"},
			{time.Second, "33FNK3002"},
			{0, "33FNK3003"},
			{0, "33FNK3004"},
			{0, "33FNK3005"},
			{0, ""},
			{hour, ""},
			{year, "33FQC4000"},
		},
		"to and fro": {{time.Second, "2KNQ84000"}, {-time.Second, "2KNQ84001"}, {time.Second, "2KNQ84002"}},
	} {
		c := &clock{t: utc("2028-12-06T07:02:26Z")}
		l := layout(t, payid.Spec{Counters: 6})
		g := generator(t, payid.Config{Layout: l, NoWait: true, Now: c.now})
		c.step(time.Second)
		for range 3 {
			newID(t, g)
		}
		for i, call := range calls {
			c.step(call.step)
			v, err := g.New(t.Context())
			switch {
			case call.want == "" && !errors.Is(err, payid.ErrExhausted):
				t.Errorf("%s: call %d: got %v, %v, want ErrExhausted", name, i, v, err)
			case call.want != "" && (err != nil || v.String() != rebase(t, l, call.want)):
				t.Errorf("%s: call %d: got %v, %v, want %s", name, i, v, err, call.want)
			}
		}
	}
}

// rebase turns an ID of worker 0 in the standard layout into one of l with the
// same number of timestamp characters: worker 0 reads alike in both.
func rebase(t *testing.T, l payid.Layout, s string) string {
	t.Helper()
	std := payid.Standard()
	v := payid.MustParse(s)
	out, err := l.NewAt(std.Time(v), std.Worker(v), std.Counter(v))
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestEnds(t *testing.T) {
	t.Parallel()
	l := layout(t, payid.Spec{Counters: 2})
	c := &clock{t: utc("2023-12-31T23:59:58Z")}
	g := generator(t, payid.Config{Layout: l, NoWait: true, Now: c.now})
	outOfRange := func(when string) {
		t.Helper()
		if v, err := g.New(t.Context()); !errors.Is(err, payid.ErrRange) {
			t.Errorf("%s: got %v, %v, want ErrRange", when, v, err)
		}
	}
	outOfRange("before the epoch")
	c.step(2*time.Second - 1)
	outOfRange("just before the epoch")
	c.step(1)
	if got := newID(t, g); got.String() != "000000000" {
		t.Errorf("at the epoch: got %v", got)
	}
	c.set(utc("2092-12-23T05:45:35.9Z"))
	for _, want := range []string{"ZZZZZZ000", "ZZZZZZ001"} {
		if got := newID(t, g); got.String() != want {
			t.Errorf("last second: got %v, want %s", got, want)
		}
	}
	outOfRange("last second used up")
	c.step(100 * time.Millisecond)
	outOfRange("after the end")
	late := generator(t, payid.Config{Layout: l, NoWait: true, Now: c.now})
	if v, err := late.New(t.Context()); !errors.Is(err, payid.ErrRange) {
		t.Errorf("started after the end: got %v, %v", v, err)
	}
	// A generator that met the end on a wrong clock goes on when it is set right.
	c.set(utc("2030-01-01T00:00:00Z"))
	g = generator(t, payid.Config{Layout: l, NoWait: true, Now: c.now})
	c.set(utc("2100-01-01T00:00:00Z"))
	if v, err := g.New(t.Context()); !errors.Is(err, payid.ErrRange) {
		t.Errorf("after the end: got %v, %v", v, err)
	}
	c.set(utc("2030-01-01T00:00:01Z"))
	newID(t, g)
}

func TestNewGeneratorRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []payid.Config{
		{Worker: 36}, {Worker: -1}, {Worker: 45, Layout: payid.Wide()},
	} {
		if _, err := payid.NewGenerator(c); !errors.Is(err, payid.ErrRange) {
			t.Errorf("worker %d: got %v", c.Worker, err)
		}
	}
	if _, err := payid.NewGenerator(payid.Config{Worker: 1, Grants: &scripted{}}); err == nil {
		t.Error("a worker number beside grants: got no error")
	}
}

// TestAgainstModel runs random scripts of clock steps against a map of counters.
func TestAgainstModel(t *testing.T) {
	t.Parallel()
	steps := []time.Duration{
		0, 0, 0, 0, 0, time.Millisecond, 300 * time.Millisecond, time.Second, time.Second, 2 * time.Second,
		-time.Millisecond, -999 * time.Millisecond, -time.Second, -2 * time.Second, time.Hour, -time.Hour,
	}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 0))
		start := utc("2028-12-06T07:02:26.5Z")
		c := &clock{t: start}
		spec := payid.Spec{Workers: 1 + r.IntN(5), Counters: 1 + r.IntN(4)}
		worker := r.IntN(spec.Workers)
		g := generator(t, payid.Config{Layout: layout(t, spec), Worker: worker, NoWait: true, Now: c.now})

		second := func() int64 { return c.now().Unix() - 1704067200 }
		used := map[int64]int{} // IDs made in each second
		latest := second() + 1  // the second it is in
		for call := range 200 {
			c.step(steps[r.IntN(len(steps))])
			v, err := g.New(t.Context())
			now := second()
			latest = max(latest, now)
			if latest > now && used[latest] == 0 || used[latest] == spec.Counters {
				if !errors.Is(err, payid.ErrExhausted) {
					t.Fatalf("seed %d, call %d: got %v, %v, want ErrExhausted", seed, call, v, err)
				}
				continue
			}
			want := strings.ToUpper(strconv.FormatInt(latest, 36)) +
				fmt.Sprintf("%03s", strings.ToUpper(strconv.FormatInt(int64(worker*spec.Counters+used[latest]), 36)))
			used[latest]++
			if err != nil || v.String() != want {
				t.Fatalf("seed %d, call %d: got %v, %v, want %s", seed, call, v, err, want)
			}
		}
	}
}

func TestWaitsWhenExhausted(t *testing.T) {
	t.Parallel()
	c := &clock{t: utc("2028-12-06T07:02:26Z")}
	g := generator(t, payid.Config{Now: c.now, After: c.after})
	c.set(utc("2028-12-06T07:02:27.4Z"))
	ids := make([]payid.ID, 3*1296)
	if n, err := g.Fill(t.Context(), ids); n != len(ids) || err != nil {
		t.Fatalf("got %d, %v", n, err)
	}
	for i, v := range ids {
		if i > 0 && v.Compare(ids[i-1]) <= 0 {
			t.Fatalf("ID %d: %v after %v", i, v, ids[i-1])
		}
	}
	if first, last := ids[0].String(), ids[len(ids)-1].String(); first != "2KNQ83000" || last != "2KNQ850ZZ" {
		t.Errorf("got %s to %s", first, last)
	}
	if got := fmt.Sprint(c.waits); got != "[600ms 1s]" {
		t.Errorf("waited %s", got)
	}
}

// TestLongWaitLooksAtTheClock checks that a clock set right in mid-wait is noticed.
func TestLongWaitLooksAtTheClock(t *testing.T) {
	t.Parallel()
	c := &clock{t: utc("2028-12-06T07:02:26Z")}
	var waits []time.Duration
	after := func(d time.Duration) <-chan time.Time {
		if waits = append(waits, d); len(waits) == 3 {
			c.step(time.Hour)
		}
		return c.after(d)
	}
	l := layout(t, payid.Spec{Counters: 1})
	g := generator(t, payid.Config{Layout: l, Now: c.now, After: after})
	c.step(time.Second)
	newID(t, g)
	c.step(-time.Hour)
	newID(t, g)
	if got := fmt.Sprint(waits); got != "[1s 1s 1s]" {
		t.Errorf("waited %s, want 1s three times", got)
	}
}

// inBubble shifts the clock of a synctest bubble, which starts in 2000, past the epoch.
func inBubble() time.Time { return time.Now().AddDate(30, 0, 0) }

func TestContextEndsWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := generator(t, payid.Config{Now: inBubble})
		begin := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		if v, err := g.New(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, %v", v, err)
		}
		if d := time.Since(begin); d != 300*time.Millisecond {
			t.Errorf("gave up after %v", d)
		}
		newID(t, g)
		if d := time.Since(begin); d != time.Second {
			t.Errorf("first ID after %v, want 1s", d)
		}
		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		if v, err := g.New(cancelled); !errors.Is(err, context.Canceled) {
			t.Errorf("context cancelled before: got %v, %v", v, err)
		}
	})
}

// TestLockReleasedWhileWaiting lets a caller fail by its context while another one
// waits, and sets the clock forward meanwhile.
func TestLockReleasedWhileWaiting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := generator(t, payid.Config{Layout: layout(t, payid.Spec{Counters: 1}), Now: inBubble})
		newID(t, g)
		var first payid.ID
		done := make(chan error)
		go func() {
			var err error
			first, err = g.New(t.Context())
			done <- err
		}()
		synctest.Wait() // it waits now
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if v, err := g.New(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("second caller: got %v, %v", v, err)
		}
		if err := <-done; err != nil || first.IsZero() {
			t.Errorf("first caller: got %v, %v", first, err)
		}
	})
}

func TestConcurrent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const callers, each = 8, 700
		g := generator(t, payid.Config{Now: inBubble})
		begin := time.Now()
		out := make([][]payid.ID, callers)
		var wg sync.WaitGroup
		for i := range out {
			wg.Go(func() {
				ids := make([]payid.ID, each)
				if i%2 == 0 {
					if _, err := g.Fill(t.Context(), ids); err != nil {
						t.Error(err)
					}
				} else {
					for j := range ids {
						ids[j] = newID(t, g)
					}
				}
				out[i] = ids
			})
		}
		wg.Wait()
		seen := map[payid.ID]bool{}
		for _, ids := range out {
			for j, v := range ids {
				if seen[v] || j > 0 && v.Compare(ids[j-1]) <= 0 {
					t.Fatalf("%v is not new", v)
				}
				seen[v] = true
			}
		}
		// 5,600 IDs fill 4 seconds and begin a fifth; the first had to be waited for.
		if d := time.Since(begin); d != 5*time.Second {
			t.Errorf("took %v, want 5s", d)
		}
	})
}

func TestAvoid(t *testing.T) {
	t.Parallel()
	std := payid.Standard()
	odd := func(v payid.ID) bool { return std.Counter(v)%2 == 1 }
	c := &clock{t: utc("2028-12-06T07:02:26Z")}
	g := generator(t, payid.Config{Avoid: odd, NoWait: true, Now: c.now})
	c.step(time.Second)
	if a, b := newID(t, g), newID(t, g); a.String() != "2KNQ83000" || b.String() != "2KNQ83002" {
		t.Errorf("got %v, %v", a, b)
	}
	ids := make([]payid.ID, 1000)
	n, err := g.Fill(t.Context(), ids)
	if n != 646 || !errors.Is(err, payid.ErrExhausted) {
		t.Errorf("got %d, %v, want the 646 even ones left", n, err)
	}
	for i, v := range ids[:n] {
		if std.Counter(v) != 4+2*i {
			t.Fatalf("ID %d: got %v", i, v)
		}
	}
	all := generator(t, payid.Config{Avoid: func(payid.ID) bool { return true }, NoWait: true, Now: c.now})
	c.step(time.Second)
	if v, err := all.New(t.Context()); !errors.Is(err, payid.ErrExhausted) {
		t.Errorf("all taken: got %v, %v", v, err)
	}
}

func TestGeneratorAllocatesNothing(t *testing.T) {
	c := &clock{t: utc("2028-12-06T07:02:26Z")}
	g := generator(t, payid.Config{Now: c.now, NoWait: true})
	c.step(time.Second)
	ids := make([]payid.ID, 4)
	if n := testing.AllocsPerRun(100, func() {
		_, _ = g.New(t.Context())
		_, _ = g.Fill(t.Context(), ids)
	}); n != 0 {
		t.Errorf("got %v allocations, want 0", n)
	}
}
