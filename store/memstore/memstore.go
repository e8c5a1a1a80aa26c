// Package memstore is a store in memory, for tests, examples and trials. It
// keeps the whole contract of package store, but nothing outlives the process.
package memstore

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/seed-05176fc3/idem/store"
)

// Store is an engine in memory. Make one with [New].
type Store struct {
	turn   chan struct{} // holds one element while an entry is appended, or pages are forgotten
	mu     sync.RWMutex
	pages  map[[32]byte][]byte
	logs   map[string]*log
	closed bool
}

// log holds the entries first, first+1 … of a log; there is always one.
type log struct {
	first   uint64
	entries [][]byte
}

// next is the number that the next entry gets.
func (l *log) next() uint64 { return l.first + uint64(len(l.entries)) }

var (
	_ store.Store     = (*Store)(nil)
	_ store.Collector = (*Store)(nil)
)

// New returns an empty store.
func New() *Store {
	return &Store{turn: make(chan struct{}, 1), pages: map[[32]byte][]byte{}, logs: map[string]*log{}}
}

// Close implements [store.Store]. It lets go of all data.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.pages, s.logs = nil, nil
	return nil
}

// check returns why a call cannot go on; it is called with the lock held.
func (s *Store) check(ctx context.Context) error {
	if s.closed {
		return fmt.Errorf("memstore: %w", fs.ErrClosed)
	}
	return ctx.Err()
}

// Get implements [store.Pages].
func (s *Store) Get(ctx context.Context, hash [32]byte) ([]byte, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.check(ctx); err != nil {
		return nil, err
	}
	data, ok := s.pages[hash]
	if !ok {
		return nil, fmt.Errorf("memstore: page %x: %w", hash, fs.ErrNotExist)
	}
	return bytes.Clone(data), nil
}

// PutAll implements [store.Pages].
func (s *Store) PutAll(ctx context.Context, pages []store.Page) error {
	if err := store.CheckPages(pages); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.check(ctx); err != nil {
		return err
	}
	s.put(pages)
	return nil
}

func (s *Store) put(pages []store.Page) {
	for _, p := range pages {
		if _, ok := s.pages[p.Hash]; !ok {
			s.pages[p.Hash] = bytes.Clone(p.Data)
		}
	}
}

// Append implements [store.Logs].
func (s *Store) Append(ctx context.Context, name string, seq uint64, entry []byte) error {
	return s.Commit(ctx, store.Batch{Log: name, Seq: seq, Entries: [][]byte{entry}})
}

// Commit implements [store.Committer].
func (s *Store) Commit(ctx context.Context, b store.Batch) error {
	if err := store.CheckBatch(b); err != nil {
		return err
	}
	if err := s.take(ctx); err != nil {
		return err
	}
	defer s.give()
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.check(ctx); err != nil {
		return err
	}
	l, ok := s.logs[b.Log]
	if !ok {
		l = &log{}
	}
	if b.Seq != l.next() {
		return fmt.Errorf("memstore: log %q: entry %d, want %d: %w", b.Log, b.Seq, l.next(), store.ErrConflict)
	}
	for _, hash := range b.Needs {
		if _, ok := s.pages[hash]; !ok {
			return fmt.Errorf("memstore: page %x is gone: %w", hash, store.ErrConflict)
		}
	}
	s.put(b.Pages)
	for _, entry := range b.Entries {
		l.entries = append(l.entries, bytes.Clone(entry))
	}
	s.logs[b.Log] = l
	return nil
}

// find returns the named log; it is called with the lock held.
func (s *Store) find(ctx context.Context, name string) (*log, error) {
	if err := s.check(ctx); err != nil {
		return nil, err
	}
	if err := store.CheckName(name); err != nil {
		return nil, err
	}
	l, ok := s.logs[name]
	if !ok {
		return nil, fmt.Errorf("memstore: log %q: %w", name, fs.ErrNotExist)
	}
	return l, nil
}

// Last implements [store.Logs].
func (s *Store) Last(ctx context.Context, name string) (store.Entry, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	l, err := s.find(ctx, name)
	if err != nil {
		return store.Entry{}, err
	}
	return store.Entry{Seq: l.next() - 1, Data: bytes.Clone(l.entries[len(l.entries)-1])}, nil
}

// Read implements [store.Logs]. It ends with the entry that is the newest when
// the loop begins.
func (s *Store) Read(ctx context.Context, name string, from uint64) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) {
		next, end, err := s.span(ctx, name, from)
		for err == nil && next < end {
			var e store.Entry
			if e, err = s.at(ctx, name, next); err != nil {
				break
			}
			if !yield(e, nil) {
				return
			}
			next = e.Seq + 1
		}
		if err != nil {
			yield(store.Entry{}, err)
		}
	}
}

// span returns the numbers that Read goes through now: next up to, not
// including, end.
func (s *Store) span(ctx context.Context, name string, from uint64) (next, end uint64, err error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	l, err := s.find(ctx, name)
	if err != nil {
		return 0, 0, err
	}
	return from, l.next(), nil
}

// at returns the entry seq, or the oldest one if that has been trimmed.
func (s *Store) at(ctx context.Context, name string, seq uint64) (store.Entry, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	l, err := s.find(ctx, name)
	if err != nil {
		return store.Entry{}, err
	}
	seq = max(seq, l.first)
	return store.Entry{Seq: seq, Data: bytes.Clone(l.entries[seq-l.first])}, nil
}

// Names implements [store.Logs]. It delivers the logs that are there when the
// loop begins.
func (s *Store) Names(ctx context.Context, prefix string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		names, err := s.names(ctx, prefix)
		for _, name := range names {
			if err = s.alive(ctx); err != nil {
				break
			}
			if !yield(name, nil) {
				return
			}
		}
		if err != nil {
			yield("", err)
		}
	}
}

func (s *Store) names(ctx context.Context, prefix string) ([]string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := s.check(ctx); err != nil {
		return nil, err
	}
	var names []string
	for name := range s.logs {
		if strings.HasPrefix(name, prefix) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

func (s *Store) alive(ctx context.Context) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.check(ctx)
}

// Trim implements [store.Logs].
func (s *Store) Trim(ctx context.Context, name string, before uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, err := s.find(ctx, name)
	if err != nil {
		return err
	}
	if before = min(before, l.next()-1); before > l.first {
		l.entries = slices.Clone(l.entries[before-l.first:])
		l.first = before
	}
	return nil
}
