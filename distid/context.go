package distid

import (
	"context"
	"fmt"
	"math/bits"
	"sync/atomic"

	"github.com/seed-05176fc3/idem/internal/idtext"
)

// A Maker makes one ID a call. [Generator] and [Generator128] are those of the formats;
// the others here make the IDs that a test expects. A Maker in a context must be safe for
// concurrent use if that context is.
type Maker[T ID | ID128] interface {
	New(ctx context.Context) (T, error)
}

var (
	_ Maker[ID]    = (*Generator)(nil)
	_ Maker[ID128] = (*Generator128)(nil)
	_ Maker[ID]    = (*Incremental[ID])(nil)
	_ Maker[ID]    = MakerFunc[ID](nil)
)

// MakerFunc is a function as a [Maker], called once for each ID.
type MakerFunc[T ID | ID128] func(ctx context.Context) (T, error)

// New calls f.
func (f MakerFunc[T]) New(ctx context.Context) (T, error) { return f(ctx) }

// Fixed returns a Maker of nothing but id.
func Fixed[T ID | ID128](id T) MakerFunc[T] {
	return func(context.Context) (T, error) { return id, nil }
}

// Incremental makes IDs that count up by one. It is safe for concurrent use.
type Incremental[T ID | ID128] struct {
	first T
	calls atomic.Uint64
}

// NewIncremental returns an Incremental that begins with first.
func NewIncremental[T ID | ID128](first T) *Incremental[T] { return &Incremental[T]{first: first} }

// New returns the next ID. An ID128 follows 2^128-1 with 0; for an ID there is an error
// after 10^28-1.
func (g *Incremental[T]) New(context.Context) (T, error) {
	first := ID128(g.first)
	hi, lo := first.high(), first.low()
	lo, carry := bits.Add64(lo, g.calls.Add(1)-1, 0)
	next := fromHalves128(hi+carry, lo)
	if _, narrow := any(g.first).(ID); narrow && !idtext.Fits28(next.high(), next.low()) {
		return T{}, fmt.Errorf("%w: nothing follows 10^28-1", ErrInvalid)
	}
	return T(next), nil
}

// makerKey is the key of a Maker[T] in a context.
type makerKey[T ID | ID128] struct{}

// WithGenerator returns a context in which [NewFrom], or [NewFrom128], and [Fill] use m.
// It is seen by all who get that context and by no one else; outside of it, what was valid
// before is valid again. The two sizes of IDs are apart. A nil m stands for the default
// generator.
func WithGenerator[T ID | ID128](ctx context.Context, m Maker[T]) context.Context {
	return context.WithValue(ctx, makerKey[T]{}, m)
}

// maker returns the innermost Maker in ctx, or else the default generator.
func maker[T ID | ID128](ctx context.Context) Maker[T] {
	if m, ok := ctx.Value(makerKey[T]{}).(Maker[T]); ok {
		return m
	}
	if m, ok := any(&std).(Maker[T]); ok {
		return m
	}
	return any(&std128).(Maker[T])
}

// NewFrom returns a new ID from the generator that ctx carries, or else from the default
// one. When it has to wait, ctx ends the wait.
func NewFrom(ctx context.Context) (ID, error) { return maker[ID](ctx).New(ctx) }

// NewFrom128 is [NewFrom] for an ID128.
func NewFrom128(ctx context.Context) (ID128, error) { return maker[ID128](ctx).New(ctx) }

// Fill sets ids to new IDs from the generator that ctx carries, or else from the default
// one: with its Fill method if it has one, which is several times as fast as calls of
// New. On an error only the first n IDs are set.
func Fill[T ID | ID128](ctx context.Context, ids []T) (n int, err error) {
	m := maker[T](ctx)
	if f, ok := m.(interface {
		Fill(context.Context, []T) (int, error)
	}); ok {
		return f.Fill(ctx, ids)
	}
	for i := range ids {
		if ids[i], err = m.New(ctx); err != nil {
			return i, err
		}
	}
	return len(ids), nil
}
