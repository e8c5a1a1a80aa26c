package distid

import (
	"container/list"
	"context"
	"fmt"
	"sync"
	"time"
)

// A queue holds the calls that have to wait for the clock. Only the first of them
// sleeps; the others wait for their turn, so that a thousand of them do not set a
// thousand timers each millisecond. Its zero value is empty.
type queue struct {
	mu     sync.Mutex
	taken  bool      // a call has the turn
	behind list.List // of chan struct{}, closed when the turn comes
}

// wait takes the turn unless the call has it, and lets d pass when the turn was free. It
// returns whether the call has the turn, which it does unless there is an error. It
// must then leave as soon as it has an ID, or gives up.
func (q *queue) wait(ctx context.Context, turn bool, sleep func(context.Context, time.Duration) error, d time.Duration) (bool, error) {
	if !turn {
		if queued, err := q.enter(ctx); err != nil || queued {
			return err == nil, err // time has passed in the queue: look again first
		}
	}
	if sleep == nil {
		sleep = timer
	}
	if err := sleep(ctx, d); err != nil {
		q.leave()
		return false, waitError(err)
	}
	return true, nil
}

// enter takes the turn, at once or after those who came before.
func (q *queue) enter(ctx context.Context) (queued bool, err error) {
	q.mu.Lock()
	if !q.taken {
		q.taken = true
		q.mu.Unlock()
		return false, nil
	}
	turn := make(chan struct{})
	place := q.behind.PushBack(turn)
	q.mu.Unlock()

	select {
	case <-turn:
		return true, nil
	case <-ctx.Done():
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	select {
	case <-turn: // came at the same time, and goes to the next
		q.next()
	default:
		q.behind.Remove(place)
	}
	return true, waitError(ctx.Err())
}

// leave gives the turn to the next.
func (q *queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.next()
}

func (q *queue) next() {
	if first := q.behind.Front(); first != nil {
		close(q.behind.Remove(first).(chan struct{}))
	} else {
		q.taken = false
	}
}

func timer(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

func waitError(err error) error {
	return fmt.Errorf("distid: wait for the next millisecond: %w", err)
}
