package sqlitestore

import (
	"context"
	"fmt"
	"slices"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/seed-05176fc3/idem/store"
)

const (
	applicationID = 0x6964656d // "idem"
	version       = 1
)

// schema is the whole schema, as SQLite keeps it: one text for each object, in
// the order of their names.
var schema = []string{
	"CREATE TABLE entries (id INTEGER PRIMARY KEY, sum INTEGER NOT NULL, data BLOB NOT NULL)",
	"CREATE TABLE logs (name TEXT PRIMARY KEY, id INTEGER NOT NULL, first INTEGER NOT NULL," +
		" count INTEGER NOT NULL, next TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID",
	"CREATE TABLE pages (id INTEGER PRIMARY KEY, hash BLOB NOT NULL, sum INTEGER NOT NULL, data BLOB NOT NULL)",
	"CREATE INDEX pages_key ON pages (substr(hash, 1, 8))",
}

// prepareFile checks that the file is a store, or makes it one.
func (s *Store) prepareFile(ctx context.Context, mode Mode) error {
	empty, err := s.identify(ctx)
	if err != nil {
		return err
	}
	if empty && mode == Existing {
		return s.noStore()
	}
	if err := s.setWAL(ctx); err != nil {
		return err
	}
	if empty {
		if err := s.create(ctx); err != nil {
			return err
		}
	}
	return s.checkSchema(ctx)
}

// identify returns whether the database is empty, and an error if it is neither
// that nor a store of this version. It writes nothing.
func (s *Store) identify(ctx context.Context) (empty bool, err error) {
	const query = "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)" +
		" FROM pragma_application_id, pragma_user_version"
	var app, user, objects int64
	err = s.write.conn.QueryRowContext(ctx, query).Scan(&app, &user, &objects)
	switch {
	case err != nil:
		return false, s.failOpen(ctx, err)
	case app == 0 && user == 0 && objects == 0:
		return true, nil
	case app != applicationID:
		return false, fmt.Errorf("sqlitestore: %s is not a store, but another SQLite database: application_id 0x%08x, want 0x%08x",
			s.path, uint32(app), applicationID)
	case user > version:
		return false, fmt.Errorf("sqlitestore: %s: format version %d, want at most %d: %w", s.path, user, version, store.ErrNewer)
	case user < version:
		return false, s.damaged("header: format version %d", user)
	}
	return false, nil
}

// setWAL turns WAL mode on, which lasts.
func (s *Store) setWAL(ctx context.Context) error {
	var mode string
	for wait := time.Millisecond; ; wait *= 2 {
		err := s.write.conn.QueryRowContext(ctx, "PRAGMA journal_mode = wal").Scan(&mode)
		if err == nil {
			break
		}
		// Of several who turn it on in a new file SQLite refuses some at once: they
		// would wait for each other.
		if code(err)&0xff != sqlite3.SQLITE_BUSY || wait > busyTimeout {
			return s.failOpen(ctx, err)
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
		}
	}
	if mode != "wal" {
		return fmt.Errorf("sqlitestore: %s: journal mode stays %q, want \"wal\"", s.path, mode)
	}
	return nil
}

// create makes the schema, unless another process just has.
func (s *Store) create(ctx context.Context) error {
	return s.write.transact(ctx, func() error {
		if empty, err := s.identify(ctx); err != nil || !empty {
			return err
		}
		var root logRow
		texts := slices.Clone(schema)
		texts = append(texts,
			fmt.Sprintf("INSERT INTO logs VALUES ('', 0, 0, 0, '', %d)", root.sum()),
			fmt.Sprintf("PRAGMA application_id = %d", applicationID),
			fmt.Sprintf("PRAGMA user_version = %d", version),
		)
		for _, text := range texts {
			if _, err := s.write.conn.ExecContext(ctx, text); err != nil {
				return s.fail(ctx, "create", err)
			}
		}
		return nil
	})
}

// checkSchema compares the schema with what it must be.
func (s *Store) checkSchema(ctx context.Context) error {
	rows, err := s.write.conn.QueryContext(ctx, "SELECT sql FROM sqlite_schema ORDER BY name")
	if err != nil {
		return s.failOpen(ctx, err)
	}
	defer rows.Close()
	n := 0
	for ; rows.Next(); n++ {
		var got text
		if err := rows.Scan(&got); err != nil {
			return s.failOpen(ctx, err)
		}
		if n >= len(schema) || string(got) != schema[n] {
			return s.damaged("schema: %.200q", string(got))
		}
	}
	if err := rows.Err(); err != nil {
		return s.failOpen(ctx, err)
	}
	if n < len(schema) {
		return s.damaged("schema: %d tables and indexes, want %d", n, len(schema))
	}
	return nil
}
