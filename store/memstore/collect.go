package memstore

import (
	"context"
	"iter"
	"maps"
	"slices"

	"github.com/seed-05176fc3/idem/store"
)

// take waits for the turn to append an entry or to forget pages, which give ends.
func (s *Store) take(ctx context.Context) error {
	if err := s.alive(ctx); err != nil {
		return err
	}
	select {
	case s.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Store) give() { <-s.turn }

// Stored implements [store.Collector].
func (s *Store) Stored(ctx context.Context) iter.Seq2[store.PageInfo, error] {
	return func(yield func(store.PageInfo, error) bool) {
		s.mu.RLock()
		hashes, err := slices.Collect(maps.Keys(s.pages)), s.check(ctx)
		s.mu.RUnlock()
		if err != nil {
			yield(store.PageInfo{}, err)
			return
		}
		for _, hash := range hashes {
			s.mu.RLock()
			data, ok := s.pages[hash]
			err := s.check(ctx)
			s.mu.RUnlock()
			if err != nil {
				yield(store.PageInfo{}, err)
				return
			}
			if ok && !yield(store.PageInfo{Hash: hash, Size: len(data)}, nil) {
				return
			}
		}
	}
}

// Forget implements [store.Collector].
func (s *Store) Forget(ctx context.Context, choose func(context.Context) ([][32]byte, error)) error {
	if err := s.take(ctx); err != nil {
		return err
	}
	defer s.give()
	hashes, err := choose(ctx)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.check(ctx); err != nil {
		return err
	}
	for _, hash := range hashes {
		delete(s.pages, hash)
	}
	return nil
}

// Compact implements [store.Collector]. The room of what was forgotten is free
// already.
func (s *Store) Compact(ctx context.Context) (int64, error) { return 0, s.alive(ctx) }
