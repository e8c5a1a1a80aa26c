package registry

import (
	"context"
	"iter"
	"sync/atomic"

	"github.com/seed-05176fc3/idem/patricia"
)

const (
	aheadChanges  = 16 // changes that are read ahead
	aheadGranules = 16 // granules of each, for which pages are read ahead
)

// lookAhead reads changes ahead, and the pages that they will need into the cache of
// the set that they will meet, while another core makes those before.
type lookAhead struct {
	set atomic.Pointer[patricia.Tree] // nil as long as it is not known
}

type comingChange struct {
	change Change
	err    error
}

// changes returns the changes. When the loop over them ends early, one more may still be
// read, and is forgotten.
func (l *lookAhead) changes(ctx context.Context, changes iter.Seq2[Change, error]) iter.Seq2[Change, error] {
	return func(yield func(Change, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		coming := make(chan comingChange, aheadChanges)
		go func() {
			defer close(coming)
			for c, err := range changes {
				select {
				case coming <- comingChange{c, err}:
				case <-ctx.Done():
					return
				}
				if err != nil {
					return
				}
				if len(coming) > 0 { // nobody waits for it
					l.warm(ctx, c)
				}
			}
		}()
		for next := range coming {
			if !yield(next.change, next.err) {
				return
			}
		}
	}
}

// warm reads the pages on the way to some granules. Whatever is wrong with them, the
// change itself will tell.
func (l *lookAhead) warm(ctx context.Context, c Change) {
	set := l.set.Load()
	if set == nil {
		return
	}
	for _, p := range c.Pairs[:min(len(c.Pairs), aheadGranules)] {
		_, _, _ = set.Get(ctx, []byte(p.Old))
	}
	if c.Granules == nil {
		return
	}
	n := 0
	for it, err := range c.Granules {
		if n++; err != nil || n > aheadGranules {
			return
		}
		_, _, _ = set.Get(ctx, it.ID)
	}
}
