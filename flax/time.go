package flax

import (
	"encoding/binary"
	"fmt"
	"time"
)

const (
	epoch  = 1_420_070_400 // 2015-01-01T00:00:00Z in Unix seconds
	lastMS = 1<<40 - 1     // the last millisecond since the epoch that fits
)

// Time returns when id was made, to the millisecond, in UTC.
func (id ID) Time() time.Time {
	ms := binary.BigEndian.Uint64(id[0:8]) >> 24
	return time.UnixMilli(int64(ms) + epoch*1000).UTC()
}

// Min returns the lowest ID of the millisecond that holds t. With [Max] it
// makes range queries: the IDs made from one time on until another, both
// included, are those from Min of the first to Max of the second.
//
// A time that has no ID counts as the nearest one that has: as the first
// millisecond of 2015 when it is earlier, as 2049-11-03T19:53:47.775Z when it
// is later.
func Min(t time.Time) ID { return compose(clamp(t), 0) }

// Max returns the highest ID of the millisecond that holds t. See [Min].
func Max(t time.Time) ID { return compose(clamp(t), 1<<56-1) }

// millis returns the milliseconds from the epoch to t and whether they fit in 40
// bits. Time.UnixMilli will not do, as it wraps for years far away.
func millis(t time.Time) (ms uint64, ok bool) {
	sec := t.Unix() - epoch
	if sec < 0 || sec > lastMS/1000 {
		return 0, false
	}
	ms = uint64(sec)*1000 + uint64(t.Nanosecond())/1e6
	return ms, ms <= lastMS
}

func clamp(t time.Time) uint64 {
	ms, ok := millis(t)
	switch {
	case ok:
		return ms
	case t.Unix() < epoch:
		return 0
	default:
		return lastMS
	}
}

func errTime(t time.Time) error {
	return fmt.Errorf("%w: time %s is not from 2015-01-01T00:00:00Z to 2049-11-03T19:53:47.775Z",
		ErrInvalid, t.UTC().Format(time.RFC3339Nano))
}
