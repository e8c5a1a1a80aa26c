package distid_test

import (
	"context"
	"encoding/binary"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/distid"
)

// A maker is a generator of either type as the vectors see it: fed by a script, with IDs
// as a timestamp and a random part.
type maker struct {
	*script
	next func(context.Context) (string, uint64, *big.Int, error) // decimal, timestamp, random part
	draw func(*big.Int)                                          // gives a random number

	lead    uint64 // how far timestamps of fresh IDs lie behind the clock
	maxStep *big.Int
}

func newMaker(t *testing.T) *maker {
	s := &script{t: t, epoch: epoch1900}
	g := &distid.Generator{Clock: s.Clock, Rand: s, Sleep: s.Sleep}
	return &maker{
		script: s, lead: 1000, maxStep: ones(41),
		draw: func(v *big.Int) { s.random48(v.Uint64()) },
		next: func(ctx context.Context) (string, uint64, *big.Int, error) {
			id, err := g.New(ctx)
			time, random := parts(id)
			return id.String(), time, random, err
		},
	}
}

func newMaker128(t *testing.T) *maker {
	s := &script{t: t, epoch: epoch1700}
	g := &distid.Generator128{Clock: s.Clock, Rand: s, Sleep: s.Sleep}
	return &maker{
		script: s, maxStep: ones(58), draw: s.random75,
		next: func(ctx context.Context) (string, uint64, *big.Int, error) {
			id, err := g.New(ctx)
			time, random := parts128(id)
			return id.Decimal(), time, random, err
		},
	}
}

func ones(n uint) *big.Int {
	v := new(big.Int).Lsh(big.NewInt(1), n)
	return v.Sub(v, big.NewInt(1))
}

// parts takes an ID apart by the picture in the package's doc.
func parts(id distid.ID) (time uint64, random *big.Int) {
	v := new(big.Int).SetBytes(id[:])
	return new(big.Int).Rsh(v, 48).Uint64(), v.And(v, ones(48))
}

func parts128(id distid.ID128) (time uint64, random *big.Int) {
	hi, lo := binary.BigEndian.Uint64(id[:8]), binary.BigEndian.Uint64(id[8:])
	random = new(big.Int).SetUint64(hi & 0xfff)
	return hi >> 16, random.Lsh(random, 63).Or(random, new(big.Int).SetUint64(lo&(1<<63-1)))
}

// prime makes an ID with the given parts the last one.
func (m *maker) prime(t *testing.T, time uint64, random *big.Int) {
	t.Helper()
	m.clock = []uint64{time + m.lead}
	m.draw(random)
	if _, gotTime, gotRandom, err := m.next(t.Context()); err != nil || gotTime != time || gotRandom.Cmp(random) != 0 {
		t.Fatalf("prime: got %d, %x, %v, want %d, %x", gotTime, gotRandom, err, time, random)
	}
}

// raise makes IDs until the random part of the last one is want.
func (m *maker) raise(t *testing.T, random, want *big.Int) {
	t.Helper()
	for random.Cmp(want) < 0 {
		step := new(big.Int).Sub(want, random)
		if step.Cmp(m.maxStep) > 0 {
			step = m.maxStep
		}
		m.draw(step)
		var err error
		if _, _, random, err = m.next(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTraceVectors(t *testing.T) {
	t.Parallel()
	v := load(t)
	t.Run("ID", func(t *testing.T) { testTraces(t, v.Traces, newMaker) })
	t.Run("ID128", func(t *testing.T) { testTraces(t, v.Traces128, newMaker128) })
}

func testTraces(t *testing.T, traces traces, newMaker func(*testing.T) *maker) {
	t.Parallel()
	for _, trace := range traces.Traces {
		m := newMaker(t)
		var random *big.Int
		for i, call := range trace.Calls {
			if call.Force != nil {
				m.raise(t, random, hexNumber(t, *call.Force))
			}
			m.clock = nil
			for _, reading := range call.Clock {
				m.clock = append(m.clock, number(t, reading))
			}
			m.sleeps = 0
			m.draw(hexNumber(t, call.Fresh))
			id, _, r, err := m.next(t.Context())
			if err != nil || id != call.ID || m.sleeps != call.Sleeps || len(m.clock) != 1 {
				t.Errorf("%s: call %d: got %s, %d sleeps, %d readings left, %v, want %s, %d sleeps",
					trace.Note, i, id, m.sleeps, len(m.clock)-1, err, call.ID, call.Sleeps)
			}
			random = r
		}
	}
}

func TestDecisionVectors(t *testing.T) {
	t.Parallel()
	v := load(t)
	t.Run("ID", func(t *testing.T) { testDecisions(t, v.Decisions, newMaker) })
	t.Run("ID128", func(t *testing.T) { testDecisions(t, v.Decisions128, newMaker128) })
}

func testDecisions(t *testing.T, decisions []decision, newMaker func(*testing.T) *maker) {
	t.Parallel()
	for _, d := range decisions {
		m := newMaker(t)
		if last := number(t, d.PreviousTime); last != 0 {
			m.prime(t, last, hexNumber(t, d.PreviousRandom))
		}
		m.clock = []uint64{number(t, d.Now)}
		m.draw(hexNumber(t, d.Fresh))
		m.wake = errors.New("awake")
		_, time, random, err := m.next(t.Context())
		if strings.HasPrefix(d.Decision, "sleep") {
			if !errors.Is(err, m.wake) || m.sleeps != 1 {
				t.Errorf("%s: got %d, %x, %v, want a sleep", d.Note, time, random, err)
			}
			continue
		}
		if err != nil || time != number(t, d.Time) || random.Cmp(hexNumber(t, d.Random)) != 0 {
			t.Errorf("%s: got %d, %x, %v, want %s, %s", d.Note, time, random, err, d.Time, d.Random)
		}
	}
}

func TestIncrementVectors(t *testing.T) {
	t.Parallel()
	v := load(t)
	t.Run("ID", func(t *testing.T) { testIncrements(t, v.Increments, newMaker) })
	t.Run("ID128", func(t *testing.T) { testIncrements(t, v.Increments128, newMaker128) })
}

func testIncrements(t *testing.T, increments []increase, newMaker func(*testing.T) *maker) {
	t.Parallel()
	const time = 4_000_000_000_000
	for _, x := range increments {
		m := newMaker(t)
		m.prime(t, time, hexNumber(t, x.Previous))
		m.clock = []uint64{time - 500} // what overflows sleeps here, and is told from what does not
		m.draw(hexNumber(t, x.Fresh))
		m.wake = errors.New("awake")
		_, gotTime, random, err := m.next(t.Context())
		if x.Result == nil {
			if !errors.Is(err, m.wake) {
				t.Errorf("%s: got %d, %x, %v, want an overflow", x.Note, gotTime, random, err)
			}
			continue
		}
		if err != nil || gotTime != time || random.Cmp(hexNumber(t, *x.Result)) != 0 {
			t.Errorf("%s: got %d, %x, %v, want %s", x.Note, gotTime, random, err, *x.Result)
		}
	}
}

func TestCarryVector(t *testing.T) {
	t.Parallel()
	v := load(t).Carry128
	m := newMaker128(t)
	m.prime(t, number(t, v.Before.Since1700), hexNumber(t, v.Before.Random75))
	m.draw(hexNumber(t, v.Increment))
	if id, _, _, err := m.next(t.Context()); err != nil || id != v.After.Decimal {
		t.Errorf("got %s, %v, want %s", id, err, v.After.Decimal)
	}
}

// With the largest random numbers each timestamp yields one ID.
func TestBurstVector(t *testing.T) {
	t.Parallel()
	burst := load(t).Burst
	for _, batch := range []int{1, 7, burst.IDs, 10 * burst.IDs} {
		s := &script{t: t, epoch: epoch1900, clock: []uint64{burst.Now}}
		for range burst.IDs + 1 {
			s.random48(1<<48 - 1)
		}
		awake := errors.New("awake")
		sleep := func(context.Context, time.Duration) error { return awake }
		g := &distid.Generator{Clock: s.Clock, Rand: s, Sleep: sleep}
		var times []uint64
		ids := make([]distid.ID, batch)
		for {
			n, err := g.Fill(t.Context(), ids)
			for _, id := range ids[:n] {
				time, _ := parts(id)
				times = append(times, time)
			}
			if err != nil {
				if !errors.Is(err, awake) {
					t.Fatal(err)
				}
				break
			}
		}
		if len(times) != burst.IDs || times[0] != burst.First || times[len(times)-1] != burst.Last || !slices.IsSorted(times) {
			t.Errorf("batches of %d: got %d IDs from %d to %d, want %d from %d to %d",
				batch, len(times), times[0], times[len(times)-1], burst.IDs, burst.First, burst.Last)
		}
	}
}

// Fill makes the same IDs as New does.
func TestFillAsNew(t *testing.T) {
	t.Parallel()
	const n = 1000
	newScript := func() *script {
		s := &script{t: t, epoch: epoch1900, clock: []uint64{4_000_000_000_000}}
		for i := range uint64(n) {
			s.random48(i * 0x9e3779b97f4a7c15 >> 16)
		}
		return s
	}
	one, many := newScript(), newScript()
	g := &distid.Generator{Clock: one.Clock, Rand: one}
	h := &distid.Generator{Clock: many.Clock, Rand: many}
	ids := make([]distid.ID, n)
	if got, err := h.Fill(t.Context(), ids); got != n || err != nil {
		t.Fatalf("got %d, %v, want %d", got, err, n)
	}
	for i, got := range ids {
		want, err := g.New(t.Context())
		if err != nil || got != want {
			t.Fatalf("%d: got %s, want %s, %v", i, got, want, err)
		}
	}
}

func TestFillAsNew128(t *testing.T) {
	t.Parallel()
	const n = 1000
	newScript := func() *script {
		s := &script{t: t, epoch: epoch1700, clock: []uint64{4_000_000_000_000}}
		for i := range int64(n) {
			v := big.NewInt(i*0x4e3779b97f4a7c15 + 1)
			s.random75(v.Abs(v).Lsh(v, 10))
		}
		return s
	}
	one, many := newScript(), newScript()
	g := &distid.Generator128{Clock: one.Clock, Rand: one}
	h := &distid.Generator128{Clock: many.Clock, Rand: many}
	ids := make([]distid.ID128, n)
	if got, err := h.Fill(t.Context(), ids); got != n || err != nil {
		t.Fatalf("got %d, %v, want %d", got, err, n)
	}
	for i, got := range ids {
		want, err := g.New(t.Context())
		if err != nil || got != want {
			t.Fatalf("%d: got %s, want %s, %v", i, got, want, err)
		}
	}
}

func TestRandFails(t *testing.T) {
	t.Parallel()
	s := &script{t: t, epoch: epoch1900, clock: []uint64{4_000_000_000_000}}
	s.random48(1)
	s.random48(2)
	s.bytes = append(s.bytes, 3) // too short for a third number
	g := &distid.Generator{Clock: s.Clock, Rand: s}
	ids := make([]distid.ID, 5)
	n, err := g.Fill(t.Context(), ids)
	if n != 2 || err == nil || ids[1].IsZero() || !ids[2].IsZero() {
		t.Errorf("got %d, %v, %v, want 2 IDs and an error", n, err, ids)
	}
	g128 := &distid.Generator128{Clock: s.Clock, Rand: s}
	if id, err := g128.New(t.Context()); err == nil {
		t.Errorf("got %s, want an error", id)
	}
}

// Each generator has its own numbers, and so has each millisecond. No bit is stuck.
func TestFreshNumbersDiffer(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	var set48, set75 [75]int
	count := func(set *[75]int, random *big.Int) {
		seen[random.String()] = true
		for i := range set {
			set[i] += int(random.Bit(i))
		}
	}
	for range 10 {
		ms := uint64(4_000_000_000_000)
		g := &distid.Generator{Clock: func() time.Time { ms++; return at(epoch1900, ms) }}
		h := &distid.Generator128{Clock: func() time.Time { ms++; return at(epoch1700, ms) }}
		for range 100 {
			_, random := parts(mustNew(t, g))
			count(&set48, random)
			_, random = parts128(mustNew128(t, h))
			count(&set75, random)
		}
	}
	if len(seen) != 2000 {
		t.Errorf("got %d different random parts of 2000", len(seen))
	}
	for i := range 75 { // 500 ± 16 of 1000
		if i < 48 && (set48[i] < 350 || set48[i] > 650) {
			t.Errorf("ID: bit %d is set %d times of 1000", i, set48[i])
		}
		if set75[i] < 350 || set75[i] > 650 {
			t.Errorf("ID128: bit %d is set %d times of 1000", i, set75[i])
		}
	}
}
