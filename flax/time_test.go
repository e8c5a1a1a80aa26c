package flax_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/flax"
)

var (
	first = time.Date(2015, 1, 1, 0, 0, 0, 0, time.UTC)
	last  = time.Date(2049, 11, 3, 19, 53, 47, 775e6, time.UTC)
)

func TestNewAtRange(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		at   time.Time
		want time.Time // zero: refused
	}{
		{"first", first, first},
		{"last", last, last},
		{"within the last millisecond", last.Add(time.Millisecond - 1), last},
		{"below a millisecond", first.Add(1_999_999), first.Add(time.Millisecond)},
		{"other zone", first.In(time.FixedZone("", -7*3600)), first},
		{"before the first", first.Add(-1), time.Time{}},
		{"past the last", last.Add(time.Millisecond), time.Time{}},
		{"zero time", time.Time{}, time.Time{}},
		{"Unix 0", time.Unix(0, 0), time.Time{}},
		// 2^64 ms after the first second of the range: in it once the ms wrap.
		{"wraps into the range", time.Unix(math.MaxInt64/500+first.Unix()+1, 0), time.Time{}},
		{"far past", time.Unix(math.MinInt64, 0), time.Time{}},
		{"far future", time.Unix(math.MaxInt64-1<<36, 999_999_999), time.Time{}},
	}
	for _, test := range tests {
		id, err := flax.NewAt(test.at)
		switch {
		case test.want.IsZero() && !errors.Is(err, flax.ErrInvalid):
			t.Errorf("%s: got %s, %v, want %v", test.name, id, err, flax.ErrInvalid)
		case !test.want.IsZero() && (err != nil || id.Time() != test.want):
			t.Errorf("%s: got %s, %v, want %s", test.name, id.Time(), err, test.want)
		}
	}
}

func TestNewAtErrorText(t *testing.T) {
	t.Parallel()
	const want = "flax: invalid ID: time 2049-11-03T19:53:47.776Z is not from 2015-01-01T00:00:00Z to 2049-11-03T19:53:47.775Z"
	if _, err := flax.NewAt(last.Add(time.Millisecond)); err == nil || err.Error() != want {
		t.Errorf("got %v,\nwant %s", err, want)
	}
}

func TestMinMax(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, min, max string
		at             time.Time
	}{
		{"first", "----------------", "------2zzzzzzzzz", first},
		{"last", "zzzzzzw---------", "zzzzzzzzzzzzzzzz", last},
		{"within a millisecond", "------3---------", "------6zzzzzzzzz", first.Add(1_999_999)},
		{"too early", "----------------", "------2zzzzzzzzz", first.Add(-1)},
		{"far too early", "----------------", "------2zzzzzzzzz", time.Unix(math.MinInt64/2, 0)},
		{"too late", "zzzzzzw---------", "zzzzzzzzzzzzzzzz", last.Add(time.Millisecond)},
		{"far too late", "zzzzzzw---------", "zzzzzzzzzzzzzzzz", time.Unix(math.MaxInt64/2, 0)},
	}
	for _, test := range tests {
		if lo, hi := flax.Min(test.at), flax.Max(test.at); lo.String() != test.min || hi.String() != test.max {
			t.Errorf("%s: got %s, %s, want %s, %s", test.name, lo, hi, test.min, test.max)
		}
	}
}

func TestRangeQuery(t *testing.T) {
	t.Parallel()
	from := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	to := from.Add(3 * time.Millisecond)
	lo, hi := flax.Min(from).String(), flax.Max(to).String()
	for ms := -5; ms <= 8; ms++ {
		at := from.Add(time.Duration(ms) * time.Millisecond)
		for range 20 {
			id, err := flax.NewAt(at)
			if err != nil {
				t.Fatal(err)
			}
			text := id.String()
			got := strings.Compare(lo, text) <= 0 && strings.Compare(text, hi) <= 0
			if want := 0 <= ms && ms <= 3; got != want {
				t.Errorf("%s of %d ms in the range: got %t, want %t", text, ms, got, want)
			}
		}
	}
}
