package sqlitestore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/seed-05176fc3/idem/store"
)

// damaged returns an error that says what is damaged.
func (s *Store) damaged(format string, args ...any) error {
	return fmt.Errorf("sqlitestore: %s: %s: %w", s.path, fmt.Sprintf(format, args...), store.ErrDamaged)
}

// fail returns the error of a call on the database with the path, what was being
// done, and the kind that the contract asks for.
func (s *Store) fail(ctx context.Context, what string, err error) error {
	kind := ctx.Err()
	if kind == nil {
		kind = kindOf(err)
	}
	if kind == nil || errors.Is(err, kind) {
		return fmt.Errorf("sqlitestore: %s: %s: %w", s.path, what, err)
	}
	return fmt.Errorf("sqlitestore: %s: %s: %w: %w", s.path, what, kind, err)
}

// failOpen is fail for what happens before the file is known to be a store.
func (s *Store) failOpen(ctx context.Context, err error) error {
	if code(err) == sqlite3.SQLITE_NOTADB {
		return fmt.Errorf("sqlitestore: %s is not a store, or its header is damaged: %w", s.path, err)
	}
	return s.fail(ctx, "open", err)
}

// code returns SQLite's extended result code, 0 without one.
func code(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code()
	}
	return 0
}

// kindOf returns the error of the contract that belongs to one of SQLite, nil
// without one.
func kindOf(err error) error {
	switch c := code(err); c & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT:
		return store.ErrDamaged
	case sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG:
		// The statements are always the same ones and the values are checked
		// before: if they do not work, then what is in the file is to blame.
		return store.ErrDamaged
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return fs.ErrPermission
	case sqlite3.SQLITE_IOERR:
		switch c {
		case sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS, sqlite3.SQLITE_IOERR_DATA:
			return store.ErrDamaged
		}
	}
	return nil
}

// checkIndex returns an error if the pages' table and index do not agree. It
// reads all pages, once in the life of a Store.
func (s *Store) checkIndex(ctx context.Context) error {
	if s.sound.Load() {
		return nil
	}
	select {
	case s.checking <- struct{}{}:
		defer func() { <-s.checking }()
	case <-ctx.Done():
		return s.fail(ctx, "check of the pages", ctx.Err())
	}
	if s.sound.Load() {
		return nil
	}
	var found string
	if err := s.reads.QueryRowContext(ctx, "PRAGMA integrity_check('pages')").Scan(&found); err != nil {
		return s.fail(ctx, "check of the pages", err)
	}
	if found != "ok" {
		return s.damaged("pages: %.200s", found)
	}
	s.sound.Store(true)
	return nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum returns the CRC-32C of the parts in turn, as SQLite stores it.
func checksum(parts ...[]byte) int64 {
	sum := uint32(0)
	for _, part := range parts {
		sum = crc32.Update(sum, castagnoli, part)
	}
	return int64(sum)
}

// The types of the columns, strictly: in a damaged row anything can stand, and
// database/sql would convert it.
type (
	number uint64
	text   string
	blob   []byte   // nil for NULL
	key    [32]byte // the hash of a page
)

// Scan implements [sql.Scanner].
func (n *number) Scan(v any) error {
	i, ok := v.(int64)
	if !ok || i < 0 {
		return fmt.Errorf("%w: %T, want a number", store.ErrDamaged, v)
	}
	*n = number(i)
	return nil
}

// Scan implements [sql.Scanner].
func (t *text) Scan(v any) error {
	s, ok := v.(string)
	if !ok {
		return fmt.Errorf("%w: %T, want text", store.ErrDamaged, v)
	}
	*t = text(s)
	return nil
}

// Scan implements [sql.Scanner].
func (b *blob) Scan(v any) error {
	data, ok := v.([]byte)
	if !ok && v != nil {
		return fmt.Errorf("%w: %T, want bytes", store.ErrDamaged, v)
	}
	*b = bytes.Clone(data)
	return nil
}

// Scan implements [sql.Scanner].
func (k *key) Scan(v any) error {
	data, ok := v.([]byte)
	if !ok || len(data) != len(k) {
		return fmt.Errorf("%w: %T, want the bytes of a hash", store.ErrDamaged, v)
	}
	*k = key(data)
	return nil
}
