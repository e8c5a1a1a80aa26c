package distid

import (
	"fmt"
	"time"
)

// An epoch is the Unix time in seconds at which a layout begins to count.
type epoch int64

const (
	epoch1900 epoch = -2_208_988_800
	epoch1700 epoch = -8_520_336_000
)

// farFuture is past the end of both layouts, and far from overflow.
const farFuture = 1 << 62

// since returns the whole milliseconds from e to t, rounded down, and false when t lies
// before e. Far past all layouts it returns farFuture.
func (e epoch) since(t time.Time) (ms uint64, ok bool) {
	seconds := t.Unix()
	switch {
	case seconds < int64(e):
		return 0, false
	case seconds > farFuture/1000+int64(e):
		return farFuture, true
	}
	return uint64(seconds-int64(e))*1000 + uint64(t.Nanosecond()/1e6), true
}

// time is the inverse of since.
func (e epoch) time(ms uint64) time.Time {
	return time.Unix(int64(ms/1000)+int64(e), int64(ms%1000)*1e6).UTC()
}

const stamp = "2006-01-02T15:04:05.000Z"

// outside says that t does not lie from first to last, in milliseconds since e.
func (e epoch) outside(t time.Time, first, last uint64) error {
	return fmt.Errorf("%w: time %s is not from %s to %s", ErrInvalid,
		t.UTC().Format(stamp), e.time(first).Format(stamp), e.time(last).Format(stamp))
}

// past says that the timestamps of a layout, which begin at e, end with last.
func (e epoch) past(last uint64) error {
	return fmt.Errorf("%w: no timestamp is left after %s", ErrInvalid, e.time(last).Format(stamp))
}

func now(clock func() time.Time) time.Time {
	if clock == nil {
		return time.Now()
	}
	return clock()
}
