package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/store"
)

// TestFull lets the file grow no further: a write fails with an error that says
// so, nothing of it is stored, and the store stays as good as it was.
func TestFull(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	s, err := Open(t.Context(), path, Create)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Append(t.Context(), "log", 0, []byte("first")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.write.conn.ExecContext(t.Context(), "PRAGMA max_page_count = 20"); err != nil {
		t.Fatal(err)
	}
	pages := []store.Page{
		{Hash: [32]byte{1}, Data: make([]byte, 1000)},
		{Hash: [32]byte{2}, Data: make([]byte, 200_000)},
	}
	for range 3 {
		err = s.Commit(t.Context(), store.Batch{Pages: pages, Log: "log", Seq: 1, Entries: [][]byte{[]byte("second")}})
		if err == nil || errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "full") || !strings.Contains(err.Error(), path) {
			t.Fatalf("Commit: got error %v, want one that says that the disk is full, and the path", err)
		}
	}
	if _, err := s.Get(t.Context(), pages[0].Hash); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Get: got error %v, want fs.ErrNotExist", err)
	}
	if err := s.Commit(t.Context(), store.Batch{Pages: pages[:1], Log: "log", Seq: 1, Entries: [][]byte{[]byte("second")}}); err != nil {
		t.Errorf("Commit of what fits: %v", err)
	}
	if last, err := s.Last(t.Context(), "log"); err != nil || last.Seq != 1 {
		t.Errorf("Last: got %d and error %v", last.Seq, err)
	}
}

// TestPlans checks that no statement reads a whole table.
func TestPlans(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "store.db"), Create)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, statement := range []string{
		selectPage, selectPages, selectFollowing, insertPage, selectLog, insertLog, updateLog, selectLast, selectEntries, insertEntry, deleteEntries, selectNames,
	} {
		rows, err := s.reads.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+statement, make([]any, batchPages)...)
		if err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
		for rows.Next() {
			var id, parent, unused int
			var detail string
			if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
				t.Fatalf("%s: %v", statement, err)
			}
			whole := strings.HasPrefix(detail, "SCAN") && detail != "SCAN l" && detail != "SCAN CONSTANT ROW" // l is one row
			if whole || strings.Contains(detail, "TEMP B-TREE") {
				t.Errorf("%s: %s", statement, detail)
			}
		}
		if err := rows.Err(); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// TestSettings checks what durability and patience hang on, on every connection.
func TestSettings(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "store.db"), Create)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, setting := range []struct{ name, want string }{
		{"journal_mode", "wal"},
		{"synchronous", "2"}, // FULL
		{"busy_timeout", "10000"},
		{"page_size", "4096"},
	} {
		for _, from := range []interface {
			QueryRowContext(context.Context, string, ...any) *sql.Row
		}{s.write.conn, s.reads} {
			var got string
			if err := from.QueryRowContext(t.Context(), "PRAGMA "+setting.name).Scan(&got); err != nil {
				t.Fatal(err)
			}
			if got != setting.want {
				t.Errorf("%s: got %s, want %s", setting.name, got, setting.want)
			}
		}
	}
}
