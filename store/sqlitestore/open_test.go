package sqlitestore_test

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/sqlitestore"
)

func open(t *testing.T, path string, mode sqlitestore.Mode) *sqlitestore.Store {
	t.Helper()
	s, err := sqlitestore.Open(t.Context(), path, mode)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}

// database makes a SQLite file by statements.
func database(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range statements {
		if _, err := db.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// TestOpenRefuses opens what is not a store: an error says so, and the file
// stays as it is.
func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		what string
		make func(t *testing.T, path string)
		mode sqlitestore.Mode
		kind error  // nil for none of the contract's
		text string // part of the message
	}{
		{"missing", func(*testing.T, string) {}, sqlitestore.Existing, fs.ErrNotExist, "no store at"},
		{"empty file", func(t *testing.T, path string) { write(t, path, "") }, sqlitestore.Existing, fs.ErrNotExist, "no store at"},
		{"empty database", func(t *testing.T, path string) { database(t, path, "PRAGMA journal_mode = wal") }, sqlitestore.Existing, fs.ErrNotExist, "no store at"},
		{"one byte", func(t *testing.T, path string) { write(t, path, "x") }, sqlitestore.Create, nil, "is not a store"},
		{"text", func(t *testing.T, path string) { write(t, path, strings.Repeat("granule\n", 1000)) }, sqlitestore.Create, nil, "is not a store"},
		{"folder", func(t *testing.T, path string) { mkdir(t, path) }, sqlitestore.Create, nil, "not a regular file"},
		{"no folder", func(t *testing.T, path string) { mkdir(t, filepath.Dir(path)); remove(t, filepath.Dir(path)) }, sqlitestore.Create, fs.ErrNotExist, "no folder"},
		{"another's database", func(t *testing.T, path string) { database(t, path, "CREATE TABLE logs (name TEXT)") }, sqlitestore.Create, nil, "another SQLite database"},
		{"another's empty database", func(t *testing.T, path string) { database(t, path, "PRAGMA application_id = 7") }, sqlitestore.Create, nil, "application_id 0x00000007"},
		{
			"newer version",
			func(t *testing.T, path string) { storeWith(t, path, "PRAGMA user_version = 2") },
			sqlitestore.Create, store.ErrNewer, "format version 2",
		},
		{
			"version 0",
			func(t *testing.T, path string) { storeWith(t, path, "PRAGMA user_version = 0") },
			sqlitestore.Create, store.ErrDamaged, "format version 0",
		},
		{
			"table missing",
			func(t *testing.T, path string) { storeWith(t, path, "DROP TABLE entries") },
			sqlitestore.Create, store.ErrDamaged, "schema",
		},
		{
			"index missing",
			func(t *testing.T, path string) { storeWith(t, path, "DROP INDEX pages_key") },
			sqlitestore.Create, store.ErrDamaged, "schema",
		},
		{
			"column too many",
			func(t *testing.T, path string) { storeWith(t, path, "ALTER TABLE pages ADD COLUMN more") },
			sqlitestore.Create, store.ErrDamaged, "schema",
		},
		{
			"table too many",
			func(t *testing.T, path string) { storeWith(t, path, "CREATE TABLE more (x)") },
			sqlitestore.Create, store.ErrDamaged, "schema",
		},
	} {
		t.Run(tc.what, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "sub", "store.db")
			mkdir(t, filepath.Dir(path))
			tc.make(t, path)
			before, _ := os.ReadFile(path)
			s, err := sqlitestore.Open(t.Context(), path, tc.mode)
			if err == nil {
				_ = s.Close()
				t.Fatal("got no error")
			}
			if !strings.Contains(err.Error(), tc.text) || !strings.Contains(err.Error(), path) {
				t.Errorf("got error %q, want one that says %q and the path", err, tc.text)
			}
			for _, kind := range []error{fs.ErrNotExist, store.ErrDamaged, store.ErrNewer} {
				if got := errors.Is(err, kind); got != (kind == tc.kind) {
					t.Errorf("got error %q, is %q: %v, want %v", err, kind, got, !got)
				}
			}
			if after, _ := os.ReadFile(path); !slices.Equal(before, after) {
				t.Errorf("the file has changed: it had %d bytes, now %d", len(before), len(after))
			}
		})
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func mkdir(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
}

// storeWith makes a store and runs a statement on its file.
func storeWith(t *testing.T, path, statement string) {
	t.Helper()
	sample(t, path)
	database(t, path, statement)
}

func TestOpenCreates(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	write(t, path, "") // an empty file is as good as none
	s := open(t, path, sqlitestore.Create)
	if err := s.Append(t.Context(), "log", 0, []byte("x")); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []sqlitestore.Mode{sqlitestore.Create, sqlitestore.Existing} {
		if e, err := open(t, path, mode).Last(t.Context(), "log"); err != nil || string(e.Data) != "x" {
			t.Errorf("mode %d: got entry %q and error %v", mode, e.Data, err)
		}
	}
}

// TestPaths opens stores at paths with characters that mean something in a URI,
// and checks that they are where they should be, alone.
func TestPaths(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	var want []string
	for _, name := range []string{
		"plain.db", "with space.db", "a?b.db", "a#b.db", "a%b.db", "a%20b.db", "a&mode=ro.db", "a?mode=rwc", "?mode=memory", "file:x.db", ":memory:", "ä.db", "a+b.db", "a;b", "'", `"`, "-", "a\nb",
	} {
		want = append(want, name)
		for _, path := range []string{name, "./" + name, filepath.Join(dir, name)} {
			s, err := sqlitestore.Open(t.Context(), path, sqlitestore.Create)
			if err != nil {
				t.Errorf("%q: %v", path, err)
				continue
			}
			if err := s.Append(t.Context(), "log", 0, []byte(name)); err != nil && !errors.Is(err, store.ErrConflict) {
				t.Errorf("%q: %v", path, err)
			}
			if e, err := s.Last(t.Context(), "log"); err != nil || string(e.Data) != name {
				t.Errorf("%q: got entry %q and error %v, want %q", path, e.Data, err, name)
			}
			if err := s.Close(); err != nil {
				t.Errorf("%q: %v", path, err)
			}
		}
	}
	slices.Sort(want)
	var got []string
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, want) {
		t.Errorf("files: got %q, want %q and no WAL", got, want)
	}
}

func TestReadOnly(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("the superuser may write everywhere")
	}
	path := filepath.Join(t.TempDir(), "sub", "store.db")
	mkdir(t, filepath.Dir(path))
	sample(t, path)
	for _, tc := range []struct {
		file, folder fs.FileMode
		text         string
	}{
		{0o444, 0o755, "permission denied"},
		{0o644, 0o555, "permission denied"},
		{0o444, 0o555, "permission denied"},
		{0o000, 0o755, "unable to open"},
	} {
		chmod(t, path, tc.file)
		chmod(t, filepath.Dir(path), tc.folder)
		s, err := sqlitestore.Open(t.Context(), path, sqlitestore.Existing)
		if err == nil {
			err = s.Append(t.Context(), "new", 0, []byte("x"))
			_ = s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), tc.text) || !strings.Contains(err.Error(), path) {
			t.Errorf("file %v in folder %v: got error %v, want one that says %q and the path", tc.file, tc.folder, err, tc.text)
		}
	}
	chmod(t, filepath.Dir(path), 0o755)
}

func chmod(t *testing.T, path string, mode fs.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// TestWriterWaits has a writer of another program hold the file: a write waits
// for it, and no longer than its context.
func TestWriterWaits(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	s := open(t, path, sqlitestore.Create)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error)
	go func() { result <- s.Append(ctx, "log", 0, []byte("cancelled")) }()
	cancel()
	if err := <-result; !errors.Is(err, context.Canceled) {
		t.Errorf("Append: got error %v, want context.Canceled", err)
	}
	if _, err := s.Last(t.Context(), "log"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Last while another writes: got error %v, want fs.ErrNotExist", err)
	}

	go func() { result <- s.Append(t.Context(), "log", 0, []byte("waits")) }()
	if _, err := conn.ExecContext(t.Context(), "COMMIT"); err != nil {
		t.Fatal(err)
	}
	if err := <-result; err != nil {
		t.Errorf("Append: %v", err)
	}
}
