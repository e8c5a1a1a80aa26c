package payid_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/payid"
)

var errTaken = errors.New("UNIQUE constraint failed: payments.id")

func isTaken(err error) bool { return errors.Is(err, errTaken) }

// table is a database table with a unique key.
type table map[payid.ID]bool

func (tab table) insert(_ context.Context, v payid.ID) error {
	if tab[v] {
		return errTaken
	}
	tab[v] = true
	return nil
}

// running returns a generator at its first second, 2KNQ83.
func running(t testing.TB) *payid.Generator {
	c := &clock{t: utc("2028-12-06T07:02:26Z")}
	g := generator(t, payid.Config{NoWait: true, Now: c.now})
	c.step(time.Second)
	return g
}

func TestInsertRetry(t *testing.T) {
	t.Parallel()
	// Two IDs of older origin stand in the way.
	tab := table{payid.MustParse("2KNQ83000"): true, payid.MustParse("2KNQ83001"): true}
	g := running(t)
	v, err := g.InsertRetry(t.Context(), 3, tab.insert, isTaken)
	if err != nil || v.String() != "2KNQ83002" || !tab[v] {
		t.Errorf("got %v, %v, want 2KNQ83002", v, err)
	}
	v, err = g.InsertRetry(t.Context(), 1, tab.insert, isTaken)
	if err != nil || v.String() != "2KNQ83003" {
		t.Errorf("got %v, %v, want 2KNQ83003", v, err)
	}
}

func TestInsertRetryGivesUp(t *testing.T) {
	t.Parallel()
	for attempts := 1; attempts < 4; attempts++ {
		calls := 0
		full := func(context.Context, payid.ID) error { calls++; return errTaken }
		v, err := running(t).InsertRetry(t.Context(), attempts, full, isTaken)
		if !errors.Is(err, errTaken) || calls != attempts || !v.IsZero() {
			t.Errorf("%d attempts: got %v, %v after %d", attempts, v, err, calls)
		}
	}
	for _, attempts := range []int{0, -1} {
		if v, err := running(t).InsertRetry(t.Context(), attempts, table{}.insert, isTaken); err == nil {
			t.Errorf("%d attempts: got %v", attempts, v)
		}
	}
}

func TestInsertRetryOtherErrors(t *testing.T) {
	t.Parallel()
	errLost := errors.New("connection lost")
	calls := 0
	lost := func(context.Context, payid.ID) error { calls++; return errLost }
	if v, err := running(t).InsertRetry(t.Context(), 5, lost, isTaken); err != errLost || calls != 1 {
		t.Errorf("got %v, %v after %d calls, want the error itself after one", v, err, calls)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancelling := func(context.Context, payid.ID) error { cancel(); return errTaken }
	if v, err := running(t).InsertRetry(ctx, 5, cancelling, isTaken); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v, want the context's error", v, err)
	}
}
