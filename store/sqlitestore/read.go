package sqlitestore

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/seed-05176fc3/idem/store"
)

// A loop reads a batch at a time and holds nothing while its body runs, so that
// the body may call the store, and a slow one does not keep the WAL from
// shrinking.
const (
	batchRows  = 128
	batchBytes = 1 << 20
)

const (
	selectLast = "SELECT l.*, coalesce(e.sum, 0), e.data FROM (" + selectLog + ") l" +
		" LEFT JOIN entries e ON e.id = (l.id << 36) + l.count - 1"

	selectEntries = "SELECT id, sum, data FROM entries WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT ?3"

	// selectNames begins with the row at or before ?1.
	selectNames = "SELECT " + logColumns + " FROM logs" +
		" WHERE name >= (SELECT max(name) FROM logs WHERE name <= ?1) ORDER BY name LIMIT ?2"
)

// Last implements [store.Logs].
func (s *Store) Last(ctx context.Context, name string) (store.Entry, error) {
	if err := store.CheckName(name); err != nil {
		return store.Entry{}, err
	}
	if err := s.enter(); err != nil {
		return store.Entry{}, err
	}
	defer s.leave()
	var sum number
	var data blob
	log, found, err := s.lookup(ctx, s.last, name, &sum, &data)
	if err != nil {
		return store.Entry{}, err
	}
	if !found {
		return store.Entry{}, s.notExist(name)
	}
	seq := log.count - 1
	if err := s.checkEntry(&log, seq, sum, data); err != nil {
		return store.Entry{}, err
	}
	return store.Entry{Seq: seq, Data: data}, nil
}

// checkEntry returns an error unless this is entry seq.
func (s *Store) checkEntry(log *logRow, seq uint64, sum number, data blob) error {
	switch {
	case data == nil:
		return s.damaged("log %q: entry %d is missing", log.name, seq)
	case int64(sum) != log.entrySum(seq, data):
		return s.damaged("log %q: entry %d: wrong checksum", log.name, seq)
	}
	return nil
}

// Read implements [store.Logs]. It ends with the entry that is the newest when
// the loop begins.
func (s *Store) Read(ctx context.Context, name string, from uint64) iter.Seq2[store.Entry, error] {
	return func(yield func(store.Entry, error) bool) {
		end := uint64(maxSeq) + 1
		for next := from; ; {
			batch, count, err := s.batch(ctx, name, next, end)
			for _, e := range batch {
				if err = ctx.Err(); err != nil {
					break
				}
				if !yield(e, nil) {
					return
				}
				next = e.Seq + 1
			}
			if err != nil {
				yield(store.Entry{}, err)
				return
			}
			if end = min(end, count); next >= end {
				return
			}
		}
	}
}

// batch returns some entries from number next on and before end, at least one
// unless there is none, and the log's count.
func (s *Store) batch(ctx context.Context, name string, next, end uint64) (_ []store.Entry, count uint64, _ error) {
	if err := store.CheckName(name); err != nil {
		return nil, 0, err
	}
	if err := s.enter(); err != nil {
		return nil, 0, err
	}
	defer s.leave()
	for {
		log, found, err := s.lookup(ctx, s.log, name)
		if err != nil {
			return nil, 0, err
		}
		if !found {
			return nil, 0, s.notExist(name)
		}
		begin, end := max(next, log.first), min(end, log.count)
		if begin >= end {
			return nil, log.count, nil
		}
		entries, err := s.readEntries(ctx, &log, begin, end)
		if err != nil || len(entries) > 0 {
			return entries, log.count, err
		}
		// The first one is not there. Unless it has been trimmed since the row
		// was read, so that the next round begins behind it, it is lost.
		now, _, err := s.lookup(ctx, s.log, name)
		if err != nil {
			return nil, 0, err
		}
		if now.first <= begin {
			return nil, 0, s.damaged("log %q: entry %d is missing", name, begin)
		}
	}
}

// readEntries returns a batch of entries without gaps from number begin on.
func (s *Store) readEntries(ctx context.Context, log *logRow, begin, end uint64) ([]store.Entry, error) {
	rows, err := s.entries.QueryContext(ctx, log.entryID(begin), log.entryID(0)+int64(end), batchRows)
	if err != nil {
		return nil, s.fail(ctx, fmt.Sprintf("log %q", log.name), err)
	}
	defer rows.Close()
	var batch []store.Entry
	for size := 0; size < batchBytes && rows.Next(); {
		seq := begin + uint64(len(batch))
		var id, sum number
		var data blob
		if err := rows.Scan(&id, &sum, &data); err != nil {
			return nil, s.fail(ctx, fmt.Sprintf("log %q: entry %d", log.name, seq), err)
		}
		if int64(id) != log.entryID(seq) {
			return batch, nil
		}
		if err := s.checkEntry(log, seq, sum, data); err != nil {
			return nil, err
		}
		batch = append(batch, store.Entry{Seq: seq, Data: data})
		size += len(data)
	}
	if err := rows.Err(); err != nil {
		return nil, s.fail(ctx, fmt.Sprintf("log %q", log.name), err)
	}
	return batch, nil
}

// Names implements [store.Logs].
func (s *Store) Names(ctx context.Context, prefix string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for cursor, last := prefix, ""; ; {
			rows, err := s.readNames(ctx, cursor)
			for _, row := range rows {
				if row.name <= last || row.name < prefix {
					continue
				}
				if !strings.HasPrefix(row.name, prefix) {
					return
				}
				if err = ctx.Err(); err != nil {
					break
				}
				if !yield(row.name, nil) {
					return
				}
				last = row.name
			}
			if err != nil {
				yield("", err)
				return
			}
			end := rows[len(rows)-1]
			if end.next == "" {
				return
			}
			cursor = end.name
		}
	}
}

// readNames returns a batch of rows of logs without gaps, at least one, which
// begins at the name or before it.
func (s *Store) readNames(ctx context.Context, name string) ([]logRow, error) {
	if err := s.enter(); err != nil {
		return nil, err
	}
	defer s.leave()
	rows, err := s.names.QueryContext(ctx, name, batchRows)
	if err != nil {
		return nil, s.fail(ctx, "logs", err)
	}
	defer rows.Close()
	var batch []logRow
	for rows.Next() {
		row, err := scanLog(rows.Scan)
		if err != nil {
			return nil, s.fail(ctx, "logs", err)
		}
		if n := len(batch); n == 0 && row.name > name || n > 0 && row.name != batch[n-1].next {
			return nil, s.damaged("logs: row missing before %q", row.name)
		}
		batch = append(batch, row)
	}
	if err := rows.Err(); err != nil {
		return nil, s.fail(ctx, "logs", err)
	}
	if n := len(batch); n == 0 || n < batchRows && batch[n-1].next != "" {
		return nil, s.damaged("logs: row missing at the end")
	}
	return batch, nil
}
