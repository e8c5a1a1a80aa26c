package payid_test

import (
	"errors"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/payid"
)

// The design document that payment IDs come from contradicts itself. These tests
// hold its example values, and what holds in this package where it is wrong.

func TestErrataEpoch(t *testing.T) {
	t.Parallel()
	// Its list says 2024, its example January 1, 2022: 2024 unless configured.
	v := payid.MustParse("2KNQ8300Z")
	if got := payid.Standard().Time(v); !got.Equal(utc("2028-12-06T07:02:27Z")) {
		t.Errorf("epoch 2024: got %v", got)
	}
	l := layout(t, payid.Spec{Epoch: utc("2022-01-01T00:00:00Z")})
	if got := l.Time(v); !got.Equal(utc("2026-12-07T07:02:27Z")) {
		t.Errorf("epoch 2022: got %v", got)
	}
	if ts, err := payid.Standard().Timestamp(utc("2028-12-06T07:02:27Z")); err != nil || ts != 155631747 {
		t.Errorf("timestamp: got %d, %v, want 155631747", ts, err)
	}
}

func TestErrataExample(t *testing.T) {
	t.Parallel()
	// It reads 2KNQ83 as the time, 3 as the worker and 00Z as the counter, and so
	// the 3 twice, and 10 characters out of 9. It is worker 0, counters 35 to 38.
	l := payid.Standard()
	at := utc("2028-12-06T07:02:27Z")
	for i, s := range []string{"2KNQ8300Z", "2KNQ83010", "2KNQ83011", "2KNQ83012"} {
		v := payid.MustParse(s)
		if w, c := l.Worker(v), l.Counter(v); w != 0 || c != 35+i || !l.Time(v).Equal(at) {
			t.Errorf("%s: got worker %d, counter %d, %v", s, w, c, l.Time(v))
		}
	}
	// What it meant by worker 3:
	if v, err := l.NewAt(at, 3, 35); err != nil || v.String() != "2KNQ8330Z" {
		t.Errorf("worker 3: got %v, %v", v, err)
	}
	if _, err := payid.Parse("2KNQ83300Z"); !errors.Is(err, payid.ErrInvalid) {
		t.Errorf("ten characters: got %v", err)
	}
}

func TestErrataSpan(t *testing.T) {
	t.Parallel()
	// It says 60 years; 36^6 seconds are nearly 69.
	l := payid.Standard()
	span := l.Time(payid.MustParse("ZZZZZZ000")).Sub(l.Spec().Epoch) + time.Second
	if span != 2176782336*time.Second {
		t.Errorf("got %v", span)
	}
}

func TestErrataMoreWorkers(t *testing.T) {
	t.Parallel()
	// It proposes 6 bits of worker and 10 bits of counter in 3 characters, which
	// hold 46,656 values and not 65,536.
	if _, err := payid.NewLayout(payid.Spec{Workers: 64, Counters: 1024}); !errors.Is(err, payid.ErrLayout) {
		t.Errorf("64 × 1024: got %v", err)
	}
	if s := payid.Wide().Spec(); s.Workers != 45 || s.Counters != 1024 {
		t.Errorf("wide: got %+v", s)
	}
}
