package payid

import (
	"context"
	"math"
)

// A Grant permits one worker number for a range of timestamps.
type Grant struct {
	Worker int   // 0 to the layout's Workers-1
	Lo, Hi int64 // timestamps t with Lo <= t < Hi; Lo >= 0

	// Ahead is how many units a timestamp may begin before its time has come by
	// the generator's clock; at least 0. With 0, a Lo in the future is waited for.
	Ahead int64
}

// Grants gives a generator its worker number and the seconds in which it may use
// it. It is what keeps two generators from making the same ID: the grants of one
// worker number, to whomever they go, must not overlap, whatever clocks do.
type Grants interface {
	// Grant returns a grant with Hi > t, the next timestamp that the generator
	// wants. A generator asks when it has none, when its clock has reached Hi, and
	// when it has used up all before Hi; it uses only the latest one it got, and
	// that until then. So a source that means to give the rest of its range back
	// deals the range out in short pieces, and keeps those it dealt out.
	//
	// One generator makes one call at a time, without holding a lock; minting from
	// the grant before goes on meanwhile where it can. An error goes to the caller
	// of the generator, and the next caller asks again.
	Grant(ctx context.Context, t int64) (Grant, error)
}

// byHand grants a worker number for all timestamps from a certain one on.
type byHand struct {
	worker int
	lo     int64
}

func (g byHand) Grant(context.Context, int64) (Grant, error) {
	return Grant{Worker: g.worker, Lo: g.lo, Hi: math.MaxInt64}, nil
}
