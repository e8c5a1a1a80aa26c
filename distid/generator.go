package distid

import (
	"context"
	"io"
	"sync"
	"time"
)

const (
	leeway       = 1000 // ms by which timestamps run behind the clock
	stepBits     = 41
	perTimestamp = 1 << (randomBits - stepBits) // IDs, on average
)

// A Generator makes IDs that ascend. When its clock goes back, it goes on from the last
// ID as long as there is room: for steps of up to a second it stays in order, waiting if
// it must. After a larger step it starts anew at the clock's time once the room is used
// up, like one more machine. A millisecond holds about 128 IDs; then the unused
// milliseconds of the last second are taken, so that a burst has about 128,000
// IDs; then a call waits, a millisecond at a time, for about 128,000 IDs a second. A
// clock before 1900-01-01T00:00:01.001Z or after 3014-12-13T12:41:29.831Z is an error.
//
// The zero Generator is ready to use. Its fields must not be changed after that. It is
// safe for concurrent use; Clock and Rand are called under its lock. Any number of
// generators can work side by side, in one process too, for more IDs a second.
//
// # Algorithm
//
// Let T be the clock minus 1000 ms, P and V the timestamp and the random part of the
// last ID, and R a fresh random number of 48 bits, 1 if it is 0.
//
//  1. If T > P, the next ID is (T, R).
//  2. Else, if V + (R mod 2^41, 1 if that is 0) has 48 bits, it is (P, that sum).
//  3. Else, if P < T+999, it is (P+1, R).
//  4. Else, if P - (T+999) <= 1000, wait 1 ms and begin again with the same R. [Generator.Fill]
//     waits for up to 5 ms if that many milliseconds' IDs are still to be made.
//  5. Else it is (T, R).
type Generator struct {
	// Clock tells the time. Nil is time.Now.
	Clock func() time.Time

	// Rand delivers the random numbers: six bytes for each ID, lowest byte first. Nil is
	// a ChaCha8 with a key from crypto/rand for each millisecond.
	Rand io.Reader

	// Sleep waits for the given time, or until ctx is done, and then returns its
	// error. Nil uses a timer. No lock is held. Of calls that wait, one sleeps at a time.
	Sleep func(ctx context.Context, d time.Duration) error

	mu     sync.Mutex
	last   state
	source source
	queue  queue
}

// std is the default generator.
var std Generator

// New returns the next ID. When it has to wait, ctx ends the wait; the error wraps that
// of ctx, [ErrInvalid] for a clock out of range, or the error of Rand.
func (g *Generator) New(ctx context.Context) (ID, error) {
	var ids [1]ID
	_, err := g.Fill(ctx, ids[:])
	return ids[0], err
}

// Fill sets ids to the next IDs, in ascending order, several times as fast as calls of
// New. It reads the clock once for up to 256 of them. The error is as that of New; then
// only the first n IDs are set.
func (g *Generator) Fill(ctx context.Context, ids []ID) (n int, err error) {
	var fresh uint64 // drawn for ids[n], which had to wait; else 0
	turn := false    // of the queue
	for n < len(ids) {
		var done int
		done, fresh, err = g.fill(ids[n:min(n+chunk, len(ids))], fresh)
		n += done
		if turn && (done > 0 || err != nil) {
			g.queue.leave()
			turn = false
		}
		if err == nil && fresh != 0 {
			turn, err = g.queue.wait(ctx, turn, g.Sleep, pause(len(ids)-n))
		}
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// pause is how long to wait when so many IDs are still to be made. For many it is
// longer, as the room grows meanwhile and few wake-ups cost less than many.
func pause(left int) time.Duration {
	const longest = 5
	return time.Duration(min(max(left/perTimestamp, 1), longest)) * time.Millisecond
}

// chunk is how many IDs Fill makes under one lock and one reading of the clock.
const chunk = 256

// fill makes IDs until ids is full or one has to wait. Of that one it returns the fresh number.
func (g *Generator) fill(ids []ID, fresh uint64) (n int, _ uint64, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	t := now(g.Clock)
	ms, ok := epoch1900.since(t)
	if !ok || ms <= leeway || ms > leeway+maxTime {
		return 0, 0, epoch1900.outside(t, leeway+1, leeway+maxTime)
	}
	g.source.at(g.Rand, ms)
	for i := range ids {
		if fresh == 0 {
			if g.Rand == nil {
				fresh = g.source.draw48()
			} else if fresh, err = g.source.read48(g.Rand); err != nil {
				return i, 0, err
			}
		}
		if !g.last.advance(ms, fresh) {
			return i, fresh, nil
		}
		if g.last.time > maxTime { // rule 3, in the last second of the layout
			return i, 0, epoch1900.past(maxTime)
		}
		ids[i].set(g.last.time, g.last.random)
		fresh = 0
	}
	return len(ids), 0, nil
}

// state is what a generator knows of its last ID. At first it is zero.
type state struct{ time, random uint64 }

// advance moves to the next ID, unless the call has to wait; then it returns false. It
// takes the clock's reading, over 1000, and a fresh random number.
func (s *state) advance(now, fresh uint64) bool {
	t := now - leeway
	newest := now - 1
	if t > s.time {
		*s = state{t, fresh}
		return true
	}
	if sum := s.random + max(1, fresh&(1<<stepBits-1)); sum <= maxRandom {
		s.random = sum
		return true
	}
	switch {
	case s.time < newest:
		*s = state{s.time + 1, fresh}
	case s.time-newest <= leeway:
		return false
	default:
		*s = state{t, fresh}
	}
	return true
}
