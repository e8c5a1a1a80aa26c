package distid

import (
	"context"
	"io"
	"math/bits"
	"sync"
	"time"
)

const (
	patience    = 1000 // ms from which on a step back of the clock is not waited for
	stepBits128 = 58
)

// A Generator128 makes IDs that ascend. When its clock goes back, it goes on from the last
// ID as long as there is room, which is about 131,000 IDs in a millisecond. Then
// it waits for the clock, a millisecond at a time; but when that lies a second or more
// behind the last ID, it starts anew at the clock's time, like one more machine.
// A clock before 1700-01-01T00:00:00.001Z or past the end of the 48 bits, in the year
// 10619, is an error.
//
// The zero Generator128 is ready to use. Its fields must not be changed after that. It is
// safe for concurrent use; Clock and Rand are called under its lock.
//
// # Algorithm
//
// Let T be the clock, P and V the timestamp and the random part of the last ID, and R a
// fresh random number of 75 bits, 1 if it is 0.
//
//  1. If T > P, the next ID is (T, R).
//  2. Else, if V + (R mod 2^58, 1 if that is 0) has 75 bits, it is (P, that sum).
//  3. Else, if T + 1000 > P, wait 1 ms and begin again with the same R.
//  4. Else it is (T, R).
type Generator128 struct {
	// Clock tells the time. Nil is time.Now.
	Clock func() time.Time

	// Rand delivers the random numbers, 16 bytes for each ID: the top 11 bits of the
	// first eight, lowest byte first, stand above all bits of the other eight,
	// lowest byte first. Nil is a ChaCha8 with a key from crypto/rand for each millisecond.
	Rand io.Reader

	// Sleep waits for the given time, or until ctx is done, and then returns its
	// error. Nil uses a timer. No lock is held. Of calls that wait, one sleeps at a time.
	Sleep func(ctx context.Context, d time.Duration) error

	mu     sync.Mutex
	last   state128
	source source
	queue  queue
}

// std128 is the default generator.
var std128 Generator128

// New returns the next ID. When it has to wait, ctx ends the wait; the error wraps that
// of ctx, [ErrInvalid] for a clock out of range, or the error of Rand.
func (g *Generator128) New(ctx context.Context) (ID128, error) {
	var ids [1]ID128
	_, err := g.Fill(ctx, ids[:])
	return ids[0], err
}

// Fill sets ids to the next IDs, in ascending order, several times as fast as calls of
// New. It reads the clock once for up to 256 of them. The error is as that of New; then
// only the first n IDs are set.
func (g *Generator128) Fill(ctx context.Context, ids []ID128) (n int, err error) {
	var fresh random75 // drawn for ids[n], which had to wait; else zero
	turn := false      // of the queue
	for n < len(ids) {
		var done int
		done, fresh, err = g.fill(ids[n:min(n+chunk, len(ids))], fresh)
		n += done
		if turn && (done > 0 || err != nil) {
			g.queue.leave()
			turn = false
		}
		if err == nil && fresh != (random75{}) {
			turn, err = g.queue.wait(ctx, turn, g.Sleep, time.Millisecond)
		}
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// fill makes IDs until ids is full or one has to wait. Of that one it returns the fresh number.
func (g *Generator128) fill(ids []ID128, fresh random75) (n int, _ random75, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	t := now(g.Clock)
	ms, ok := epoch1700.since(t)
	if !ok || ms == 0 || ms > maxTime128 {
		return 0, random75{}, epoch1700.outside(t, 1, maxTime128)
	}
	g.source.at(g.Rand, ms)
	for i := range ids {
		if fresh == (random75{}) {
			var low uint64
			if g.Rand == nil {
				low = g.source.drawLow()
			} else if low, err = g.source.readLow(g.Rand); err != nil {
				return i, random75{}, err
			}
			if g.last.step(ms, low) {
				ids[i].set(g.last.time, g.last.random)
				continue
			}
			fresh = newRandom75(g.source.high(g.Rand), low)
		}
		if !g.last.advance(ms, fresh) {
			return i, fresh, nil
		}
		ids[i].set(g.last.time, g.last.random)
		fresh = random75{}
	}
	return len(ids), random75{}, nil
}

// state128 is what a generator knows of its last ID. At first it is zero.
type state128 struct {
	time   uint64
	random random75
}

// advance moves to the next ID, unless the call has to wait; then it returns false. It
// takes the clock's reading, over 0, and a fresh random number.
func (s *state128) advance(now uint64, fresh random75) bool {
	if s.step(now, fresh.lo) {
		return true
	}
	if now <= s.time && s.time < now+patience {
		return false
	}
	*s = state128{now, fresh}
	return true
}

// step is the part of advance that most IDs of a batch come from: the next ID of the last
// timestamp, if there is room. The low bits of the fresh number are enough for it.
func (s *state128) step(now, low uint64) bool {
	if now > s.time {
		return false
	}
	lo, carry := bits.Add64(s.random.lo, max(1, low&(1<<stepBits128-1)), 0)
	hi := s.random.hi + carry
	if hi > maxHigh11 {
		return false
	}
	s.random = random75{hi, lo}
	return true
}
