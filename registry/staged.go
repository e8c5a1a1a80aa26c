package registry

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"

	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/store"
)

// stagedStore is a store to read from, as it will be when some more is stored.
type stagedStore struct {
	store.Store
	pages patricia.Reader // nil: those of the store
	logs  []*stagedLog
}

// Get returns a page.
func (s *stagedStore) Get(ctx context.Context, h [32]byte) ([]byte, error) {
	if s.pages == nil {
		return s.Store.Get(ctx, h)
	}
	return s.pages.Page(ctx, h)
}

// Last returns the newest entry of a log.
func (s *stagedStore) Last(ctx context.Context, name string) (last store.Entry, err error) {
	log := s.log(name)
	if log == nil {
		return s.Store.Last(ctx, name)
	}
	err = fmt.Errorf("log %s: %w", name, fs.ErrNotExist)
	for e, failed := range s.Read(ctx, name, 0) {
		if last, err = e, failed; err != nil {
			break
		}
	}
	return last, err
}

// Read returns the entries of a log.
func (s *stagedStore) Read(ctx context.Context, name string, from uint64) iter.Seq2[store.Entry, error] {
	log := s.log(name)
	if log == nil {
		return s.Store.Read(ctx, name, from)
	}
	return func(yield func(store.Entry, error) bool) {
		if from < log.there {
			for e, err := range s.Store.Read(ctx, name, from) {
				if err == nil && e.Seq >= log.there {
					break
				}
				if !yield(e, err) || err != nil {
					return
				}
			}
		}
		seq := log.there
		for data, err := range log.entries {
			if err == nil {
				err = ctx.Err()
			}
			if err == nil && seq < from {
				seq++
				continue
			}
			if !yield(store.Entry{Seq: seq, Data: data}, err) || err != nil {
				return
			}
			seq++
		}
	}
}

func (s *stagedStore) log(name string) *stagedLog {
	for _, log := range s.logs {
		if log.name == name {
			return log
		}
	}
	return nil
}

// stagedLog is a log and what is to be appended to it.
type stagedLog struct {
	name    string
	there   uint64                   // entries that are in the store
	entries iter.Seq2[[]byte, error] // those that follow
}

// newStagedLog compares what the store has of a log with the entries of a copy. One of
// both must be the beginning of the other.
func newStagedLog(ctx context.Context, s store.Store, name string, entries iter.Seq2[[]byte, error]) (*stagedLog, error) {
	log := &stagedLog{name: name}
	next, stop := iter.Pull2(entries)
	defer stop()
	for e, err := range s.Read(ctx, name, 0) {
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err != nil {
			return nil, err
		}
		data, err, ok := next()
		switch {
		case err != nil:
			return nil, err
		case ok && (e.Seq != log.there || !bytes.Equal(data, e.Data)):
			return nil, fmt.Errorf("%w: entry %d of log %s is another one", ErrDiverged, e.Seq, name)
		}
		log.there++
	}
	log.entries = func(yield func([]byte, error) bool) {
		var n uint64
		for data, err := range entries {
			if n++; err == nil && n <= log.there {
				continue
			}
			if !yield(data, err) || err != nil {
				return
			}
		}
	}
	return log, nil
}

// store appends the entries.
func (l *stagedLog) store(ctx context.Context, s store.Store) error {
	seq := l.there
	var batch [][]byte
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		err := store.Commit(ctx, s, store.Batch{Log: l.name, Seq: seq, Entries: batch})
		seq += uint64(len(batch))
		batch = nil
		return err
	}
	for data, err := range l.entries {
		if err != nil {
			return err
		}
		if batch = append(batch, bytes.Clone(data)); len(batch) == groupEntries {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}
