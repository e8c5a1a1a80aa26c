package payid

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// A Config says how a generator works. Its zero value is good for worker 0.
type Config struct {
	Layout Layout

	// Worker is a worker number given by hand. Whoever gives it must see to it
	// that no other generator has it, in this process or any other.
	Worker int

	// Grants, if not nil, gives the worker numbers, and Worker must be 0.
	Grants Grants

	// NoWait makes the generator return ErrExhausted where it would wait.
	NoWait bool

	// Avoid, if not nil, reports whether an ID is taken already; the generator
	// then goes on to the next. It may be called from many goroutines at once. If
	// it costs a round trip, Generator.InsertRetry is the better way.
	Avoid func(ID) bool

	// Now and After are time.Now and time.After if nil.
	Now   func() time.Time
	After func(time.Duration) <-chan time.Time
}

// A Generator makes IDs. Each ID is greater than those that the generator made
// before. When a second has no counter left, it waits for the next second, or
// returns [ErrExhausted] if so configured. When the clock goes back, it stays in
// the last second and goes on counting; once the counters are used up, it waits
// until the clock has passed that second. A clock that jumped far ahead and was
// set right is thus waited for as long: start another generator then, with a
// worker number that was not in use meanwhile.
//
// With a worker number given by hand, the first ID comes only in a second that
// began after [NewGenerator], so that a quick restart cannot repeat an ID. This
// does not help if the clock goes back between the two runs; [Grants] do.
//
// Before the epoch and after the end of the layout it returns [ErrRange].
//
// A Generator is safe for concurrent use. No lock is held while one of its callers
// waits, so that each of them can give up by its context.
type Generator struct {
	layout Layout // full
	grants Grants
	noWait bool
	avoid  func(ID) bool
	now    func() time.Time
	after  func(time.Duration) <-chan time.Time

	renewing chan struct{} // holds a token while a caller asks for a grant

	mu    sync.Mutex
	grant Grant
	last  int64 // timestamp of the last ID; -1 before the first
	next  int64 // first free counter in last
}

// NewGenerator makes a generator. It reads the clock, and returns [ErrRange] for a
// worker number that the layout does not have.
func NewGenerator(c Config) (*Generator, error) {
	g := &Generator{
		layout: c.Layout.full(), grants: c.Grants, noWait: c.NoWait, avoid: c.Avoid,
		now: c.Now, after: c.After,
		renewing: make(chan struct{}, 1), last: -1,
	}
	if g.now == nil {
		g.now = time.Now
	}
	if g.after == nil {
		g.after = time.After
	}
	if err := g.checkWorker(c.Worker); err != nil {
		return nil, err
	}
	switch {
	case g.grants == nil:
		g.grants = byHand{c.Worker, g.layout.clock(g.now()) + 1}
	case c.Worker != 0:
		return nil, fmt.Errorf("payid: worker %d given by hand beside grants", c.Worker)
	}
	return g, nil
}

func (g *Generator) checkWorker(worker int) error {
	if worker < 0 || int64(worker) >= g.layout.workers {
		return fmt.Errorf("%w: worker %d: want 0 to %d", ErrRange, worker, g.layout.workers-1)
	}
	return nil
}

// New returns the next ID. It may wait until a new second begins; ctx ends that.
func (g *Generator) New(ctx context.Context) (ID, error) {
	for {
		id, _, err := g.take(ctx, 1)
		if err != nil {
			return ID{}, err
		}
		if g.avoid == nil || !g.avoid(id) {
			return id, nil
		}
	}
}

// Fill sets dst to the next len(dst) IDs, in rising order. When it fails on the
// way, it returns how many it has set, and they may be used. One second yields as
// many IDs as the layout has counters, so a long dst takes seconds.
func (g *Generator) Fill(ctx context.Context, dst []ID) (n int, err error) {
	for n < len(dst) {
		first, k, err := g.take(ctx, len(dst)-n)
		if err != nil {
			return n, err
		}
		for i := range uint64(k) {
			if id := (ID{first.n + i}); g.avoid == nil || !g.avoid(id) {
				dst[n] = id
				n++
			}
		}
	}
	return n, nil
}

// take uses up between 1 and want IDs that follow one another, and returns the
// first of them and their number.
func (g *Generator) take(ctx context.Context, want int) (first ID, n int, err error) {
	for {
		if err := ctx.Err(); err != nil {
			return ID{}, 0, fmt.Errorf("payid: no ID made: %w", err)
		}
		first, n, wanted, step := g.reserve(want)
		switch step {
		case haveIDs:
			return first, n, nil
		case needGrant:
			err = g.renew(ctx, wanted)
		case needClock:
			err = g.wait(ctx, wanted)
		case tooEarly, tooLate:
			err = g.rangeError(step)
		}
		if err != nil {
			return ID{}, 0, err
		}
	}
}

// A step is what has to be done for an ID.
type step int

const (
	haveIDs   step = iota // nothing
	needGrant             // get a grant for the wanted timestamp
	needClock             // wait until the clock has reached the wanted timestamp
	tooEarly              // fail: the clock stands before the epoch
	tooLate               // fail: the layout has ended
)

// reserve takes up to want IDs, all of one timestamp, from the grant at hand, or
// says what must come first.
func (g *Generator) reserve(want int) (first ID, n int, wanted int64, _ step) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.layout.clock(g.now())
	if now < 0 && g.last < 0 {
		return ID{}, 0, 0, tooEarly
	}
	t := max(now, g.last, g.grant.Lo)
	if t == g.last && g.next == g.layout.counters {
		t++
	}
	switch {
	case t >= g.layout.end:
		return ID{}, 0, 0, tooLate
	case t > g.last && t-now > g.grant.Ahead:
		return ID{}, 0, t - g.grant.Ahead, needClock
	case t >= g.grant.Hi:
		return ID{}, 0, t, needGrant
	}
	if t > g.last {
		g.last, g.next = t, 0
	}
	first = g.layout.join(t, int64(g.grant.Worker), g.next)
	n = int(min(int64(want), g.layout.counters-g.next))
	g.next += int64(n)
	return first, n, t, haveIDs
}

// renew gets a grant that reaches past timestamp t.
func (g *Generator) renew(ctx context.Context, t int64) error {
	select {
	case g.renewing <- struct{}{}:
		defer func() { <-g.renewing }()
	case <-ctx.Done():
		return nil // take reports it
	}
	g.mu.Lock()
	done := t < g.grant.Hi // another caller was first
	g.mu.Unlock()
	if done {
		return nil
	}
	grant, err := g.grants.Grant(ctx, t)
	if err != nil {
		return fmt.Errorf("payid: no grant for timestamp %d: %w", t, err)
	}
	if err := g.checkWorker(grant.Worker); err != nil {
		return fmt.Errorf("payid: grant: %w", err)
	}
	if grant.Lo < 0 || grant.Hi <= grant.Lo || grant.Hi <= t || grant.Ahead < 0 {
		return fmt.Errorf("payid: grant of [%d, %d), %d ahead, for timestamp %d", grant.Lo, grant.Hi, grant.Ahead, t)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if grant.Worker != g.grant.Worker && g.last >= 0 {
		g.next = g.layout.counters // what follows in this second might be a smaller ID
	}
	g.grant = grant
	return nil
}

// longestWait is how long a waiting generator does not look at the clock, which
// may be set meanwhile.
const longestWait = time.Second

// wait returns when the clock may have reached the beginning of timestamp t.
func (g *Generator) wait(ctx context.Context, t int64) error {
	start := g.layout.Start(t)
	if g.noWait {
		return fmt.Errorf("%w: the next comes at %s", ErrExhausted, start.Format(time.RFC3339))
	}
	select {
	case <-g.after(min(start.Sub(g.now()), longestWait)):
	case <-ctx.Done():
	}
	return nil // take reports the context's end
}

// rangeError says that the clock stands outside the layout, or that its last
// second is used up.
func (g *Generator) rangeError(s step) error {
	if now := g.now(); s == tooEarly || g.layout.clock(now) == g.layout.end {
		return g.layout.timeError(now)
	}
	return fmt.Errorf("%w: the last second is used up", ErrRange)
}
