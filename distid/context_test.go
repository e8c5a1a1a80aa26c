package distid_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/seed-05176fc3/idem/distid"
)

func newFrom(t *testing.T, ctx context.Context) distid.ID {
	t.Helper()
	id, err := distid.NewFrom(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// The sample of the .NET package's documentation: a fixed ID, within it a counter, then the
// fixed one again; and the default around both.
func TestNestedGenerators(t *testing.T) {
	t.Parallel()
	one := distid.MustParse("1")
	outer := t.Context()
	fixed := distid.WithGenerator(outer, distid.Fixed(one))
	counter := distid.WithGenerator(fixed, distid.NewIncremental(one))

	if id := newFrom(t, fixed); id != one {
		t.Errorf("got %s, want 1", id)
	}
	for _, want := range []string{"1", "2", "3"} {
		if id := newFrom(t, counter); id.String() != want {
			t.Errorf("got %s, want %s", id, want)
		}
	}
	if id := newFrom(t, fixed); id != one {
		t.Errorf("got %s, want 1", id)
	}
	for _, ctx := range []context.Context{outer, distid.WithGenerator[distid.ID](counter, nil)} {
		a, b := newFrom(t, ctx), newFrom(t, ctx)
		if a.Compare(b) >= 0 || len(a.String()) != 28 {
			t.Errorf("got %s and %s, want IDs of the default generator", a, b)
		}
	}

	// The other type is not concerned.
	a, err := distid.NewFrom128(counter)
	if err != nil || a.Hex()[12] != '7' {
		t.Errorf("got %s, %v, want one of the default generator", a, err)
	}
	wide := distid.WithGenerator(counter, distid.NewIncremental(distid.MustParse128(sample128)))
	if id, err := distid.NewFrom128(wide); err != nil || id.String() != sample128 {
		t.Errorf("got %s, %v, want %s", id, err, sample128)
	}
	if id := newFrom(t, wide); id.String() != "4" {
		t.Errorf("got %s, want 4", id)
	}
}

// A function that sets its own generator changes nothing for its caller.
func TestGeneratorDoesNotLeak(t *testing.T) {
	t.Parallel()
	ctx := distid.WithGenerator(t.Context(), distid.Fixed(distid.MustParse("5")))
	callee := func(ctx context.Context) distid.ID {
		return newFrom(t, distid.WithGenerator(ctx, distid.Fixed(distid.MustParse("6"))))
	}
	if id := callee(ctx); id.String() != "6" {
		t.Errorf("got %s, want 6", id)
	}
	if id := newFrom(t, ctx); id.String() != "5" {
		t.Errorf("got %s, want 5", id)
	}
}

// Goroutines see the generator of the context that they were given, at the same time.
func TestGeneratorsOfGoroutines(t *testing.T) {
	t.Parallel()
	const calls = 200
	shared := distid.WithGenerator(t.Context(), distid.NewIncremental(distid.MustParse("1")))
	var mu sync.Mutex
	var got []int
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			own := distid.WithGenerator(shared, distid.NewIncremental(distid.MustParse(strconv.Itoa(i+1)+"000000")))
			for n := range calls {
				want := (i+1)*1_000_000 + n
				if id, err := distid.NewFrom(own); err != nil || id.String() != strconv.Itoa(want) {
					t.Errorf("got %s, %v, want %d", id, err, want)
				}
				id, err := distid.NewFrom(shared)
				v, _ := strconv.Atoi(id.String())
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				got = append(got, v)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	slices.Sort(got)
	for i, v := range got {
		if v != i+1 {
			t.Fatalf("the %dth number is %d", i+1, v)
		}
	}
	if len(got) != 8*calls {
		t.Errorf("got %d IDs, want %d", len(got), 8*calls)
	}
}

func TestIncremental(t *testing.T) {
	t.Parallel()
	next := func(g *distid.Incremental[distid.ID]) (string, error) {
		id, err := g.New(t.Context())
		return id.String(), err
	}
	for _, test := range [][]string{
		{"0", "1", "2"},
		{"18446744073709551615", "18446744073709551616"},
		{"9999999999999999999999999998", largest},
	} {
		g := distid.NewIncremental(distid.MustParse(test[0]))
		for _, want := range test {
			if got, err := next(g); err != nil || got != want {
				t.Errorf("got %s, %v, want %s", got, err, want)
			}
		}
	}
	g := distid.NewIncremental(distid.MustParse(largest))
	_, _ = next(g)
	for range 2 {
		if got, err := next(g); !errors.Is(err, distid.ErrInvalid) {
			t.Errorf("got %s, %v after the largest ID, want ErrInvalid", got, err)
		}
	}

	h := distid.NewIncremental(distid.MustParse128("ffffffff-ffff-ffff-ffff-ffffffffffff"))
	for _, want := range []string{"340282366920938463463374607431768211455", "0", "1"} {
		if id, err := h.New(t.Context()); err != nil || id.Decimal() != want {
			t.Errorf("got %s, %v, want %s", id.Decimal(), err, want)
		}
	}
}

func TestMakerFunc(t *testing.T) {
	t.Parallel()
	calls := 0
	broken := errors.New("broken")
	f := distid.MakerFunc[distid.ID128](func(context.Context) (id distid.ID128, err error) {
		if calls++; calls > 3 {
			return id, broken
		}
		id[15] = byte(calls)
		return id, nil
	})
	ctx := distid.WithGenerator(t.Context(), f)
	ids := make([]distid.ID128, 5)
	n, err := distid.Fill(ctx, ids)
	if n != 3 || !errors.Is(err, broken) || calls != 4 || ids[2][15] != 3 {
		t.Errorf("got %d, %v, %v after %d calls", n, err, ids, calls)
	}
}

func TestFillFrom(t *testing.T) {
	t.Parallel()
	s := &script{t: t, epoch: epoch1900, clock: []uint64{4_000_000_000_000}}
	for range 100 {
		s.random48(1)
	}
	g := &distid.Generator{Clock: s.Clock, Rand: s}
	for _, ctx := range []context.Context{t.Context(), distid.WithGenerator(t.Context(), g)} {
		ids := make([]distid.ID, 100)
		if n, err := distid.Fill(ctx, ids); n != 100 || err != nil {
			t.Fatalf("got %d, %v", n, err)
		}
		if !slices.IsSortedFunc(ids, distid.ID.Compare) || len(slices.Compact(ids)) != 100 {
			t.Errorf("got %v, want ascending IDs", ids)
		}
	}
	if len(s.bytes) != 0 {
		t.Errorf("%d bytes of the generator's source are left", len(s.bytes))
	}
	wide := make([]distid.ID128, 100)
	if n, err := distid.Fill(t.Context(), wide); n != 100 || err != nil || !slices.IsSortedFunc(wide, distid.ID128.Compare) {
		t.Errorf("got %d, %v, %v", n, err, wide)
	}
}
