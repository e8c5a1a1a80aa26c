package payid

import (
	"fmt"
	"time"
)

// maxTimeChars is the most that 8,000 years of seconds need.
const maxTimeChars = 7

// A Spec names the parts of a layout. A field that is zero stands for that of
// [Standard].
type Spec struct {
	Epoch     time.Time     // a whole second, in the years 1 to 9999
	Unit      time.Duration // of one timestamp: whole seconds
	TimeChars int           // characters of the timestamp: 1 to 7
	Workers   int           // worker numbers: at least 1
	Counters  int           // IDs of one worker in one unit: at least 1
}

// A Layout says what the characters of an ID mean. Layouts can be compared with
// ==. The zero Layout is [Standard].
type Layout struct {
	epoch    int64 // seconds since 1970
	unit     int64 // seconds
	end      int64 // number of timestamps: 36^TimeChars
	tail     int64 // values of the characters after the timestamp: space / end
	workers  int64
	counters int64 // workers * counters <= tail
}

// standard is what the zero Layout stands for.
var standard = Layout{
	epoch: 1704067200, unit: 1,
	end: group * group, tail: group,
	workers: 36, counters: 36 * 36,
}

// Standard returns the layout of 6 characters for the seconds since 2024, 36
// workers and 1,296 IDs a second for each.
func Standard() Layout { return Layout{} }

// Wide returns the layout of 6 characters for the seconds since 2024, 45 workers
// and 1,024 IDs a second for each.
func Wide() Layout {
	wide := standard
	wide.workers, wide.counters = 45, 1024
	return wide
}

// NewLayout makes a layout. Its error is [ErrLayout]: a part is out of its range,
// workers times counters do not fit the characters after the timestamp, or the
// last timestamp lies after the year 9999.
func NewLayout(s Spec) (Layout, error) {
	l := standard
	if !s.Epoch.IsZero() {
		if y := s.Epoch.UTC().Year(); y < 1 || y > 9999 || s.Epoch.Nanosecond() != 0 {
			return Layout{}, fmt.Errorf("%w: epoch %v: want a whole second of the years 1 to 9999", ErrLayout, s.Epoch)
		}
		l.epoch = s.Epoch.Unix()
	}
	if s.Unit != 0 {
		if s.Unit < 0 || s.Unit%time.Second != 0 {
			return Layout{}, fmt.Errorf("%w: unit %v: not whole seconds", ErrLayout, s.Unit)
		}
		l.unit = int64(s.Unit / time.Second)
	}
	if s.TimeChars != 0 {
		if s.TimeChars < 0 || s.TimeChars > maxTimeChars {
			return Layout{}, fmt.Errorf("%w: %d characters of time: want 1 to %d", ErrLayout, s.TimeChars, maxTimeChars)
		}
		l.end = 1
		for range s.TimeChars {
			l.end *= int64(radix)
		}
		l.tail = space / l.end
	}
	if s.Workers != 0 {
		l.workers = int64(s.Workers)
	}
	if s.Counters != 0 {
		l.counters = int64(s.Counters)
	}
	if l.workers < 0 || l.counters < 0 || l.counters > l.tail/l.workers {
		return Layout{}, fmt.Errorf("%w: %d workers of %d counters: want at least one of each, and %d at most together",
			ErrLayout, l.workers, l.counters, l.tail)
	}
	// The first test keeps the product of the second from overflowing.
	if limit := time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC).Unix(); l.unit > (limit-l.epoch)/l.end {
		return Layout{}, fmt.Errorf("%w: %d timestamps of %v reach past the year 9999",
			ErrLayout, l.end, time.Duration(l.unit)*time.Second)
	}
	if l == standard {
		return Layout{}, nil
	}
	return l, nil
}

// full returns the layout with its parts set.
func (l Layout) full() Layout {
	if l.end == 0 {
		return standard
	}
	return l
}

// Spec returns the parts of the layout.
func (l Layout) Spec() Spec {
	l = l.full()
	chars := 0
	for n := l.end; n > 1; n /= int64(radix) {
		chars++
	}
	return Spec{
		Epoch:     time.Unix(l.epoch, 0).UTC(),
		Unit:      time.Duration(l.unit) * time.Second,
		TimeChars: chars,
		Workers:   int(l.workers),
		Counters:  int(l.counters),
	}
}

// Fingerprint returns a text that two layouts share only if they give every ID
// the same meaning, for instance
//
//	payid epoch=2024-01-01T00:00:00Z unit=1s time=36^6 workers=36 counters=1296 alphabet=0-9A-Z
//
// Whoever keeps worker numbers for others stores it beside them and refuses
// another.
func (l Layout) Fingerprint() string {
	s := l.Spec()
	return fmt.Sprintf("payid epoch=%s unit=%ds time=%d^%d workers=%d counters=%d alphabet=0-9A-Z",
		s.Epoch.Format(time.RFC3339), l.full().unit, radix, s.TimeChars, s.Workers, s.Counters)
}

// Timestamp returns the timestamp of a time: whole units since the epoch, rounded
// down. Before the epoch and after the last timestamp its error is [ErrRange].
func (l Layout) Timestamp(t time.Time) (int64, error) {
	l = l.full()
	ts := l.clock(t)
	if ts < 0 || ts >= l.end {
		return 0, l.timeError(t)
	}
	return ts, nil
}

// Start returns the time in UTC at which a timestamp begins. That of 36^TimeChars
// is the end of the layout.
func (l Layout) Start(timestamp int64) time.Time {
	l = l.full()
	return time.Unix(l.epoch+timestamp*l.unit, 0).UTC()
}

// clock is Timestamp for a generator: -1 for all time before the epoch, l.end for
// all time after the last timestamp. l is full.
func (l *Layout) clock(t time.Time) int64 {
	s := t.Unix()
	switch {
	case s < l.epoch:
		return -1
	case s >= l.epoch+l.end*l.unit:
		return l.end
	}
	return (s - l.epoch) / l.unit
}

func (l Layout) timeError(t time.Time) error {
	return fmt.Errorf("%w: %s: want %s or later, before %s", ErrRange, t.UTC().Format(time.RFC3339),
		l.Start(0).Format(time.RFC3339), l.Start(l.full().end).Format(time.RFC3339))
}
