package granule

import (
	"fmt"
	"math"
	"strconv"
	"sync/atomic"
	"time"
)

// A Stamper makes unique granule IDs in the timestamp mode: each ID gets the
// suffix of the collection and of a timestamp of its own. When the clock goes back
// or stands still, the timestamps go on from the last one by a nanosecond each;
// they end in the year 2262, with an error. IDs from several Stampers, processes
// or machines may have equal timestamps: two of one producer granule ID and one
// collection are then equal.
//
// The timestamp is the Unix time in nanoseconds. Cumulus counts the nanoseconds
// since the start of the machine in some of its languages; as the timestamp is
// not kept, readers cannot tell.
//
// A Stamper is safe for concurrent use when its Clock is.
type Stamper struct {
	// Clock tells the timestamp, which must be from 1970 on. Nil is time.Now. It
	// must not be changed after the first use.
	Clock func() time.Time

	collection string
	length     int
	next       atomic.Int64 // the lowest timestamp not given out; negative past the end
}

// NewStamper returns a Stamper for a collection and a hash length. Its errors are
// those of [Suffix].
func NewStamper(collection string, length int) (*Stamper, error) {
	if _, err := Suffix(collection, length); err != nil {
		return nil, err
	}
	return &Stamper{collection: collection, length: length}, nil
}

// Unique returns a unique granule ID of a producer granule ID, another one each
// time as far as the hash length goes: with 8 characters, ten thousand IDs of one
// producer granule ID hold two equal ones with a probability of 2 in 10 million,
// with 6 of 8 in 10 thousand. The error wraps [ErrInvalid] if id is not valid UTF-8
// or the clock is out of range.
func (s *Stamper) Unique(id string) (string, error) {
	if err := checkUTF8("granule ID", id); err != nil {
		return "", err
	}
	timestamp, err := s.timestamp()
	if err != nil {
		return "", err
	}
	input := make([]byte, 0, 128)
	input = append(input, s.collection...)
	input = append(input, '_')
	input = strconv.AppendInt(input, timestamp, 10)

	unique := make([]byte, 0, len(id)+1+MaxSuffix)
	unique = append(unique, id...)
	unique = append(unique, '_')
	unique, err = appendSuffix(unique, input, s.length)
	if err != nil {
		return "", err
	}
	return string(unique), nil
}

// timestamp returns the time in nanoseconds, or the next number after the last
// one where that is higher.
func (s *Stamper) timestamp() (int64, error) {
	clock := s.Clock
	if clock == nil {
		clock = time.Now
	}
	now := clock()
	// UnixNano is undefined outside these seconds, and within the last one it
	// may still wrap.
	sec, ns := now.Unix(), now.UnixNano()
	if sec < 0 || sec > math.MaxInt64/int64(time.Second) || ns < 0 {
		return 0, fmt.Errorf("%w: time %s is not from 1970 to 2262", ErrInvalid, now.UTC().Format(time.RFC3339Nano))
	}
	for {
		next := s.next.Load()
		if next < 0 {
			return 0, fmt.Errorf("%w: no timestamp is left after %d", ErrInvalid, math.MaxInt64)
		}
		timestamp := max(ns, next)
		if s.next.CompareAndSwap(next, timestamp+1) {
			return timestamp, nil
		}
	}
}
