package granule_test

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-05176fc3/idem/granule"
)

// stamped returns a Stamper of collection C___1 with whole suffixes, and what it
// should make of G at a timestamp.
func stamped(t *testing.T, clock func() time.Time) (s *granule.Stamper, want func(ns int64) string) {
	t.Helper()
	s, err := granule.NewStamper("C___1", granule.MaxSuffix)
	if err != nil {
		t.Fatal(err)
	}
	s.Clock = clock
	return s, func(ns int64) string { return model("G", "C___1_"+strconv.FormatInt(ns, 10), granule.MaxSuffix) }
}

func TestStamperGoesOn(t *testing.T) {
	t.Parallel()
	steps := []struct{ clock, want int64 }{
		{0, 0},
		{0, 1},   // stands still
		{0, 2},   // and still
		{10, 10}, // on
		{3, 11},  // back
		{12, 12},
		{math.MaxInt64, math.MaxInt64},
	}
	var now int64
	s, want := stamped(t, func() time.Time { return time.Unix(0, now) })
	for i, step := range steps {
		now = step.clock
		if got, err := s.Unique("G"); err != nil || got != want(step.want) {
			t.Errorf("step %d, clock at %d: got %s, %v, want %s", i, step.clock, got, err, want(step.want))
		}
	}
	if got, err := s.Unique("G"); !errors.Is(err, granule.ErrInvalid) || !strings.Contains(err.Error(), "no timestamp is left") {
		t.Errorf("past the end: got %s, %v, want %v", got, err, granule.ErrInvalid)
	}
}

func TestStamperClockOutOfRange(t *testing.T) {
	t.Parallel()
	for _, now := range []time.Time{
		{},
		time.Unix(0, -1),
		time.Unix(math.MinInt64, 0),
		time.Unix(0, math.MaxInt64).Add(1),
		time.Unix(math.MaxInt64/1_000_000_000, 999_999_999),
		time.Unix(math.MaxInt64/500_000_000+1, 0), // wraps into the range
		time.Unix(1<<60, 0),
	} {
		s, _ := stamped(t, func() time.Time { return now })
		if got, err := s.Unique("G"); !errors.Is(err, granule.ErrInvalid) || got != "" {
			t.Errorf("clock at %s: got %q, %v, want %v", now, got, err, granule.ErrInvalid)
		}
		s.Clock = func() time.Time { return time.Unix(0, 5) }
		if got, err := s.Unique("G"); err != nil {
			t.Errorf("after a clock at %s: got %s, %v", now, got, err)
		}
	}
}

func TestStamperConcurrent(t *testing.T) {
	t.Parallel()
	const workers, each = 8, 500
	s, want := stamped(t, func() time.Time { return time.Unix(1, 0) })
	var mu sync.Mutex
	made := make(map[string]bool)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for range each {
				id, err := s.Unique("G")
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				made[id] = true
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	for ns := range int64(workers * each) {
		if !made[want(1e9+ns)] {
			t.Errorf("timestamp %d was not used", 1e9+ns)
		}
	}
	if len(made) != workers*each {
		t.Errorf("got %d IDs, want %d", len(made), workers*each)
	}
}

// TestStamperMachineClock runs on the clock of synctest.
func TestStamperMachineClock(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, want := stamped(t, nil)
		ns := time.Now().UnixNano()
		if got, err := s.Unique("G"); err != nil || got != want(ns) {
			t.Errorf("got %s, %v, want %s", got, err, want(ns))
		}
	})
}

func TestStamperRefuses(t *testing.T) {
	t.Parallel()
	if _, err := granule.NewStamper("C___1", -1); !errors.Is(err, granule.ErrInvalid) {
		t.Errorf("negative hash length: got %v, want %v", err, granule.ErrInvalid)
	}
	if _, err := granule.NewStamper("\xff", 8); !errors.Is(err, granule.ErrInvalid) {
		t.Errorf("invalid collection: got %v, want %v", err, granule.ErrInvalid)
	}
	s, _ := stamped(t, nil)
	if got, err := s.Unique("\xff"); !errors.Is(err, granule.ErrInvalid) {
		t.Errorf("invalid granule ID: got %q, %v, want %v", got, err, granule.ErrInvalid)
	}
}
