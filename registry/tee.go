package registry

import (
	"context"
	"iter"

	"github.com/seed-05176fc3/idem/patricia"
)

// tee lets two goroutines go through one sequence of changes at once.
type tee struct {
	ctx     context.Context
	changes iter.Seq2[patricia.Change, error]
	batches chan []patricia.Change
}

// teeBatch is the number of changes handed over at a time: enough to make handing
// over cheap.
const teeBatch = 1024

func newTee(ctx context.Context, changes iter.Seq2[patricia.Change, error]) *tee {
	return &tee{ctx: ctx, changes: changes, batches: make(chan []patricia.Change, 4)}
}

// main is the sequence; ranging over it feeds side.
func (t *tee) main() iter.Seq2[patricia.Change, error] {
	return func(yield func(patricia.Change, error) bool) {
		defer close(t.batches)
		var ids []byte
		batch := make([]patricia.Change, 0, teeBatch)
		for c, err := range t.changes {
			if err != nil {
				yield(c, err)
				return
			}
			from := len(ids)
			ids = append(ids, c.ID...)
			batch = append(batch, patricia.Change{ID: ids[from:len(ids):len(ids)], Delete: c.Delete})
			if len(batch) == teeBatch {
				if !t.send(batch) {
					yield(c, t.ctx.Err())
					return
				}
				ids = make([]byte, 0, cap(ids))
				batch = make([]patricia.Change, 0, teeBatch)
			}
			if !yield(c, nil) {
				return
			}
		}
		t.send(batch)
	}
}

func (t *tee) send(batch []patricia.Change) bool {
	select {
	case t.batches <- batch:
		return true
	case <-t.ctx.Done():
		return false
	}
}

// side follows main through the changes. An error of the sequence is main's to
// tell; to side it is the end.
type side struct {
	*tee
	batch []patricia.Change
}

// peek returns the next change, or nil at the end.
func (s *side) peek() (*patricia.Change, error) {
	for len(s.batch) == 0 {
		select {
		case batch, ok := <-s.batches:
			if !ok {
				return nil, nil
			}
			s.batch = batch
		case <-s.ctx.Done():
			return nil, s.ctx.Err()
		}
	}
	return &s.batch[0], nil
}

// next goes on to the change after the one that peek returned.
func (s *side) next() { s.batch = s.batch[1:] }
