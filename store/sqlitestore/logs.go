package sqlitestore

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"

	"github.com/seed-05176fc3/idem/store"
)

// Numbers of entries take 36 bits, ids of logs the 27 above them.
const (
	seqBits = 36
	maxSeq  = 1<<seqBits - 1
	maxLogs = 1<<(63-seqBits) - 1
)

const (
	logColumns = "name, id, first, count, next, sum"

	// selectLog finds the log or, without it, the row before it in the chain.
	selectLog = "SELECT " + logColumns + " FROM logs WHERE name <= ?1 ORDER BY name DESC LIMIT 1"
	insertLog = "INSERT INTO logs (" + logColumns + ") VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
	updateLog = "UPDATE logs SET first = ?2, count = ?3, next = ?4, sum = ?5 WHERE name = ?1"

	insertEntry   = "INSERT INTO entries (id, sum, data) VALUES (?1, ?2, ?3)"
	deleteEntries = "DELETE FROM entries WHERE id >= ?1 AND id < ?2"
)

// logRow is a row of the table of logs.
type logRow struct {
	name             string
	id, first, count uint64
	next             string
}

// entryID returns the id of the row of an entry.
func (r *logRow) entryID(seq uint64) int64 { return int64(r.id<<seqBits | seq) }

// entrySum returns what the sum of an entry must be.
func (r *logRow) entrySum(seq uint64, data []byte) int64 {
	var id [8]byte
	binary.BigEndian.PutUint64(id[:], uint64(r.entryID(seq)))
	return checksum(id[:], data)
}

// sum returns what the row's sum must be.
func (r *logRow) sum() int64 {
	var buf [512]byte
	b := binary.BigEndian.AppendUint64(buf[:0], r.id)
	b = binary.BigEndian.AppendUint64(b, r.first)
	b = binary.BigEndian.AppendUint64(b, r.count)
	b = binary.BigEndian.AppendUint64(b, uint64(len(r.name)))
	b = append(b, r.name...)
	b = append(b, r.next...)
	return checksum(b)
}

// scanLog reads a row with the columns of logColumns, and then more, and checks
// its sum.
func scanLog(scan func(...any) error, more ...any) (logRow, error) {
	var (
		name, next            text
		id, first, count, sum number
	)
	if err := scan(append([]any{&name, &id, &first, &count, &next, &sum}, more...)...); err != nil {
		return logRow{}, err
	}
	row := logRow{name: string(name), id: uint64(id), first: uint64(first), count: uint64(count), next: string(next)}
	if int64(sum) != row.sum() {
		return logRow{}, fmt.Errorf("%w: row %q of logs: wrong checksum", store.ErrDamaged, row.name)
	}
	return row, nil
}

// lookup runs a statement that begins with selectLog's columns. Without the log it
// returns the row before it, which proves that there is none.
func (s *Store) lookup(ctx context.Context, stmt *sql.Stmt, name string, more ...any) (row logRow, found bool, err error) {
	row, err = scanLog(stmt.QueryRowContext(ctx, name).Scan, more...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return row, false, s.damaged("logs: the first row is missing")
	case err != nil:
		return row, false, s.fail(ctx, fmt.Sprintf("log %q", name), err)
	case row.name == name:
		return row, true, nil
	case row.name > name || row.next != "" && row.next <= name:
		return row, false, s.damaged("log %q: row missing between %q and %q", name, row.name, row.next)
	}
	return row, false, nil
}

func (s *Store) notExist(name string) error {
	return fmt.Errorf("sqlitestore: %s: log %q: %w", s.path, name, fs.ErrNotExist)
}

// Append implements [store.Logs].
func (s *Store) Append(ctx context.Context, name string, seq uint64, entry []byte) error {
	return s.Commit(ctx, store.Batch{Log: name, Seq: seq, Entries: [][]byte{entry}})
}

// Commit implements [store.Committer]: pages and entries in one transaction.
func (s *Store) Commit(ctx context.Context, b store.Batch) error {
	if err := store.CheckBatch(b); err != nil {
		return err
	}
	if err := s.enter(); err != nil {
		return err
	}
	defer s.leave()
	return s.write.transact(ctx, func() error {
		if err := s.write.append(ctx, b.Log, b.Seq, b.Entries); err != nil {
			return err
		}
		if err := s.write.need(ctx, b.Needs); err != nil {
			return err
		}
		return s.write.put(ctx, b.Pages)
	})
}

// append appends the entries to the log, which it makes if seq is 0.
func (w *writer) append(ctx context.Context, name string, seq uint64, entries [][]byte) error {
	s, background := w.store, context.WithoutCancel(ctx)
	log, found, err := s.lookup(background, w.findLog, name)
	if err != nil {
		return err
	}
	before := log
	if !found {
		log = logRow{name: name, next: before.next}
	}
	if seq != log.count {
		return fmt.Errorf("sqlitestore: %s: log %q: entry %d, want %d: %w", s.path, name, seq, log.count, store.ErrConflict)
	}
	log.count += uint64(len(entries))
	if log.count > maxSeq+1 {
		return fmt.Errorf("%w: log %q is full: it has %d entries", store.ErrInvalid, name, seq)
	}
	if found {
		err = w.update(background, &log)
	} else {
		err = w.insert(background, &before, &log)
	}
	if err != nil {
		return err
	}
	for i, entry := range entries {
		seq := seq + uint64(i)
		if _, err := w.insertEntry.ExecContext(background, log.entryID(seq), log.entrySum(seq, entry), entry); err != nil {
			return s.fail(background, fmt.Sprintf("log %q: entry %d", name, seq), err)
		}
	}
	return nil
}

// update writes a row that is there.
func (w *writer) update(ctx context.Context, row *logRow) error {
	result, err := w.updateLog.ExecContext(ctx, row.name, int64(row.first), int64(row.count), row.next, row.sum())
	if err != nil {
		return w.store.fail(ctx, fmt.Sprintf("log %q", row.name), err)
	}
	if n, err := result.RowsAffected(); err != nil || n != 1 {
		return w.store.damaged("log %q: %d rows", row.name, n)
	}
	return nil
}

// insert puts the row of a new log into the chain behind the row before it.
func (w *writer) insert(ctx context.Context, before, log *logRow) error {
	root, _, err := w.store.lookup(ctx, w.findLog, "")
	if err != nil {
		return err
	}
	root.count++
	if log.id = root.count; log.id > maxLogs {
		return fmt.Errorf("%w: log %q: there are %d logs already", store.ErrInvalid, log.name, maxLogs)
	}
	if before.name == root.name {
		before = &root
	} else if err := w.update(ctx, &root); err != nil {
		return err
	}
	before.next = log.name
	if err := w.update(ctx, before); err != nil {
		return err
	}
	_, err = w.insertLog.ExecContext(ctx, log.name, int64(log.id), int64(log.first), int64(log.count), log.next, log.sum())
	if err != nil {
		return w.store.fail(ctx, fmt.Sprintf("log %q", log.name), err)
	}
	return nil
}

// Trim implements [store.Logs].
func (s *Store) Trim(ctx context.Context, name string, before uint64) error {
	if err := store.CheckName(name); err != nil {
		return err
	}
	if err := s.enter(); err != nil {
		return err
	}
	defer s.leave()
	w := s.write
	return w.transact(ctx, func() error {
		log, found, err := s.lookup(ctx, w.findLog, name)
		if err != nil {
			return err
		}
		if !found {
			return s.notExist(name)
		}
		before = min(before, log.count-1)
		if before <= log.first {
			return nil
		}
		result, err := w.deleteEntries.ExecContext(ctx, log.entryID(log.first), log.entryID(before))
		if err != nil {
			return s.fail(ctx, fmt.Sprintf("log %q", name), err)
		}
		if n, err := result.RowsAffected(); err != nil || uint64(n) != before-log.first {
			return s.damaged("log %q: %d entries from %d to %d", name, n, log.first, before-1)
		}
		log.first = before
		return w.update(ctx, &log)
	})
}
