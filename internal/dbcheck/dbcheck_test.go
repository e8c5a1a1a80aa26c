package dbcheck

import (
	"database/sql"
	"path/filepath"
	"slices"
	"testing"

	_ "modernc.org/sqlite"
)

func TestJudge(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		engine Engine
		column Column
		want   string // advice, "" if nothing is wrong
	}{
		{PostgreSQL, Column{Name: "id", Type: "numeric(28,0)"}, ""},
		{PostgreSQL, Column{Name: "id", Type: "numeric"}, ""},
		{PostgreSQL, Column{Name: "id", Type: "numeric(30,2)"}, ""},
		{PostgreSQL, Column{Name: "id", Type: "numeric(28,2)"}, "numeric(28,0)"},
		{PostgreSQL, Column{Name: "id", Type: "numeric(27,0)"}, "numeric(28,0)"},
		{PostgreSQL, Column{Name: "order_id", Type: "double precision"}, "numeric(28,0)"},
		{PostgreSQL, Column{Name: "ID", Type: "real"}, "numeric(28,0)"},
		{PostgreSQL, Column{Name: "idle", Type: "real"}, ""},
		{PostgreSQL, Column{Name: "paid", Type: "real"}, ""},
		{PostgreSQL, Column{Name: "orderId", Type: "real"}, "numeric(28,0)"},
		{PostgreSQL, Column{Name: "id", Type: "uuid"}, ""},
		{PostgreSQL, Column{Name: "id", Type: "bigint"}, ""},
		{PostgreSQL, Column{Name: "id", Type: "bytea"}, ""},
		{PostgreSQL, Column{Name: "id", Type: "text", Collation: "C"}, ""},
		{PostgreSQL, Column{Name: "id", Type: "text", Collation: "C.UTF-8"}, ""},
		{PostgreSQL, Column{Name: "id", Type: "character(16)", Collation: "en_US.utf8"}, `collate "C"`},
		{PostgreSQL, Column{Name: "id", Type: "character varying(16)", Collation: "de-x-icu"}, `collate "C"`},
		{PostgreSQL, Column{Name: "id", Type: "text", Collation: "ci", IgnoresCase: true}, `collate "C"`},
		{MySQL, Column{Name: "id", Type: "decimal(28,0)"}, ""},
		{MySQL, Column{Name: "id", Type: "decimal(28,0) unsigned"}, ""},
		{MySQL, Column{Name: "id", Type: "decimal(10,0)"}, "decimal(28,0)"},
		{MySQL, Column{Name: "id", Type: "decimal"}, "decimal(28,0)"},
		{MySQL, Column{Name: "id", Type: "double"}, "decimal(28,0)"},
		{MySQL, Column{Name: "id", Type: "char(16)", Collation: "ascii_bin"}, ""},
		{MySQL, Column{Name: "id", Type: "char(16)", Collation: "utf8mb4_bin"}, ""},
		{MySQL, Column{Name: "id", Type: "char(16)", Collation: "utf8mb4_general_ci", IgnoresCase: true}, "character set ascii collate ascii_bin"},
		{MySQL, Column{Name: "id", Type: "varchar(16)", Collation: "latin1_general_cs"}, "character set ascii collate ascii_bin"},
		{MySQL, Column{Name: "id", Type: "binary(16)"}, ""},
		{SQLite, Column{Name: "id", Type: "TEXT", Collation: "binary"}, ""},
		{SQLite, Column{Name: "id", Type: "TEXT", Collation: "nocase", IgnoresCase: true}, "collate binary"},
		{SQLite, Column{Name: "id", Type: "TEXT", Collation: "rtrim"}, "collate binary"},
		{SQLite, Column{Name: "id", Type: "DECIMAL(28,0)"}, "text"},
		{SQLite, Column{Name: "id", Type: "STRING"}, "text"},
		{SQLite, Column{Name: "id", Type: "UUID"}, "text"},
		{SQLite, Column{Name: "id", Type: "DOUBLE"}, "text"},
		{SQLite, Column{Name: "id", Type: "INTEGER"}, ""},
		{SQLite, Column{Name: "id", Type: "BLOB"}, ""},
		{SQLite, Column{Name: "id", Type: ""}, ""},
	} {
		got, found := judge(test.engine, test.column)
		if found != (test.want != "") || got.Advice != test.want || found && got.Problem == "" {
			t.Errorf("%d %v: got %t %+v, want %q", test.engine, test.column, found, got, test.want)
		}
	}
}

func TestSQLiteCollation(t *testing.T) {
	t.Parallel()
	const create = "CREATE TABLE t (a TEXT CHECK (a in ('x', 'y')) COLLATE NOCASE,\n\t\"id\" text\n collate\n \"rtrim\", `b` text, c_id text collate binary)"
	for column, want := range map[string]string{"a": "nocase", "id": "rtrim", "ID": "rtrim", "b": "binary", "c_id": "binary", "absent": "binary"} {
		if got := sqliteCollation(create, column); got != want {
			t.Errorf("%s: got %s, want %s", column, got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`create table good (id text primary key, other_id integer, amount decimal(9,2));
		create table bad (id decimal(28,0) primary key, note text, event_id text collate nocase)`); err != nil {
		t.Fatal(err)
	}
	r, err := Check(t.Context(), db, SQLite)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range r.Findings {
		got = append(got, f.Table+"."+f.Name)
	}
	if want := []string{"bad.id", "bad.event_id"}; !slices.Equal(got, want) || r.Columns != 4 {
		t.Errorf("got %v of %d, want %v of 4", got, r.Columns, want)
	}
	if _, err := Check(t.Context(), db, PostgreSQL); err == nil {
		t.Error("a query of another engine: got no error")
	}
}
