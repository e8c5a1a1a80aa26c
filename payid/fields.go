package payid

import (
	"fmt"
	"time"
)

// NewAt returns the ID of a time, a worker and a counter, for IDs made up after
// the fact. It knows nothing of generators: keep to times before they started, or
// to worker numbers of your own. Its error is [ErrRange].
func (l Layout) NewAt(t time.Time, worker, counter int) (ID, error) {
	ts, err := l.Timestamp(t)
	if err != nil {
		return ID{}, err
	}
	l = l.full()
	if worker < 0 || int64(worker) >= l.workers {
		return ID{}, fmt.Errorf("%w: worker %d: want 0 to %d", ErrRange, worker, l.workers-1)
	}
	if counter < 0 || int64(counter) >= l.counters {
		return ID{}, fmt.Errorf("%w: counter %d: want 0 to %d", ErrRange, counter, l.counters-1)
	}
	return l.join(ts, int64(worker), int64(counter)), nil
}

// join puts the parts of an ID together. l is full.
func (l *Layout) join(timestamp, worker, counter int64) ID {
	return ID{uint64(timestamp*l.tail + worker*l.counters + counter)}
}

// Min returns the smallest ID that the layout has for the timestamp of t. Its error
// is [ErrRange].
func (l Layout) Min(t time.Time) (ID, error) { return l.NewAt(t, 0, 0) }

// Max returns the greatest ID that the layout has for the timestamp of t. Its error
// is [ErrRange].
func (l Layout) Max(t time.Time) (ID, error) {
	f := l.full()
	return f.NewAt(t, int(f.workers-1), int(f.counters-1))
}

// Contains reports whether the layout has the ID. It is always true of layouts
// that use every value, as [Standard] does, and tells nothing about the origin of
// an ID then.
func (l Layout) Contains(id ID) bool {
	l = l.full()
	return int64(id.n)%l.tail < l.workers*l.counters
}

// Time returns the time in UTC at which the ID's timestamp begins. It means
// something only for IDs that were made with this layout, as Worker and Counter
// do.
func (l Layout) Time(id ID) time.Time { return l.Start(int64(id.n) / l.full().tail) }

// Worker returns the worker number in the ID. It is under the layout's number of
// workers if the layout [Layout.Contains] the ID.
func (l Layout) Worker(id ID) int {
	l = l.full()
	return int(int64(id.n) % l.tail / l.counters)
}

// Counter returns the counter in the ID.
func (l Layout) Counter(id ID) int {
	l = l.full()
	return int(int64(id.n) % l.tail % l.counters)
}
