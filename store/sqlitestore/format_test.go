package sqlitestore_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/sqlitestore"
)

// TestFormat makes the store of the package documentation's example and looks at
// what is in the file.
func TestFormat(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	s := open(t, path, sqlitestore.Create)
	page := store.Page{Data: []byte("page")}
	copy(page.Hash[:], "0123456789abcdef0123456789abcdef")
	if err := s.Commit(t.Context(), store.Batch{Pages: []store.Page{page}, Log: "a", Entries: [][]byte{[]byte("x")}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(t.Context(), "a", 1, []byte("y")); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, tc := range []struct {
		query string
		want  []string
	}{
		{"PRAGMA application_id", []string{"1768187245"}},
		{"PRAGMA user_version", []string{"1"}},
		{"PRAGMA journal_mode", []string{"'wal'"}},
		{"PRAGMA integrity_check", []string{"'ok'"}},
		{"SELECT sql FROM sqlite_schema ORDER BY name", []string{
			"'CREATE TABLE entries (id INTEGER PRIMARY KEY, sum INTEGER NOT NULL, data BLOB NOT NULL)'",
			"'CREATE TABLE logs (name TEXT PRIMARY KEY, id INTEGER NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL, next TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID'",
			"'CREATE TABLE pages (id INTEGER PRIMARY KEY, hash BLOB NOT NULL, sum INTEGER NOT NULL, data BLOB NOT NULL)'",
			"'CREATE INDEX pages_key ON pages (substr(hash, 1, 8))'",
		}},
		{"SELECT * FROM pages ORDER BY id", []string{
			"1 x'3031323334353637383961626364656630313233343536373839616263646566' 1066538103 x'70616765'",
		}},
		{"SELECT * FROM logs ORDER BY name", []string{
			"'' 0 0 1 'a' 3282383933",
			"'a' 1 0 2 '' 2780811867",
		}},
		{"SELECT * FROM entries ORDER BY id", []string{
			"68719476736 2158515295 x'78'",
			"68719476737 1633767211 x'79'",
		}},
	} {
		if got := query(t, db, tc.query); !slices.Equal(got, tc.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", tc.query, got, tc.want)
		}
	}
}

// query returns the rows, each as its values with spaces between.
func query(t *testing.T, db *sql.DB, text string) []string {
	t.Helper()
	rows, err := db.Query(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for rows.Next() {
		values := make([]any, len(columns))
		pointers := make([]any, len(columns))
		for i := range values {
			pointers[i] = &values[i]
		}
		if err := rows.Scan(pointers...); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var row strings.Builder
		for _, v := range values {
			switch v := v.(type) {
			case int64:
				row.WriteString(fmt.Sprintf(" %d", v))
			case string:
				row.WriteString(fmt.Sprintf(" '%s'", v))
			case []byte:
				row.WriteString(fmt.Sprintf(" x'%x'", v))
			default:
				row.WriteString(fmt.Sprintf(" %T", v))
			}
		}
		got = append(got, row.String()[1:])
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return got
}
