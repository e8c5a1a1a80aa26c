package dbtest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/distid"
	"github.com/seed-05176fc3/idem/flax"
	"github.com/seed-05176fc3/idem/payid"
)

// The traps that the documentation warns of. Should one of these tests fail, a
// warning has become needless.

// TestCollationBreaksOrder shows that texts with both cases of letters need a
// binary collation.
func TestCollationBreaksOrder(t *testing.T) {
	t.Parallel()
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		e := openPostgres(t, "")
		for _, typ := range []string{`text collate "en-x-icu"`, `text collate "und-x-icu"`, `char(16) collate "de-x-icu"`} {
			wrongOrder(t, e, column[flax.ID]{typ: typ, ids: idsFlax()}, (*flax.ID).Scan)
			wrongOrder(t, e, column[distid.ID]{typ: typ, ids: ids93(), write: alpha93}, scanAlpha93)
		}
	})
	t.Run("mariadb", func(t *testing.T) {
		t.Parallel()
		e := openMariaDB(t, "")
		// A collation that tells letters apart, but sorts them as dictionaries do.
		wrongOrder(t, e, column[flax.ID]{typ: "varchar(16) collate utf8mb4_czech_ci", ids: oneCase(idsFlax())}, (*flax.ID).Scan)
	})
}

// oneCase leaves out IDs that differ from another in the case of letters only.
func oneCase(ids []flax.ID) []flax.ID {
	seen := map[string]bool{}
	return slices.DeleteFunc(ids, func(id flax.ID) bool {
		folded := strings.ToLower(id.String())
		defer func() { seen[folded] = true }()
		return seen[folded]
	})
}

func scanAlpha93(id *distid.ID, src any) (err error) {
	text, _ := src.(string)
	*id, err = distid.ParseAlphanumeric(text)
	return err
}

func wrongOrder[T idType[T]](t *testing.T, e engine, c column[T], scan func(*T, any) error) {
	t.Helper()
	table := c.fill(t, e)
	got := query(t, e, func(row interface{ Scan(...any) error }) (id T, err error) {
		var text string
		if err := row.Scan(&text); err != nil {
			return id, err
		}
		return id, scan(&id, text)
	}, "select id from "+table+" order by id")
	if want := sorted(c.ids); slices.Equal(got, want) {
		t.Errorf("%s sorts %T as Compare does", c.typ, want[0])
	} else if !slices.Equal(sorted(got), want) {
		t.Errorf("%s: got %v, want %v in any order", c.typ, got, want)
	}
}

// TestCollationBreaksUniqueness shows that a collation which ignores case takes two
// IDs for one.
func TestCollationBreaksUniqueness(t *testing.T) {
	t.Parallel()
	a, b := flax.MustParse("0RdKJcxqVBiAiQr0"), flax.MustParse("0RDKJCXQVBIAIQR0")
	for name, test := range map[string]struct {
		open func(*testing.T) engine
		typ  string
	}{
		"mariadb": {func(t *testing.T) engine { return openMariaDB(t, "") }, "char(16) collate utf8mb4_general_ci"},
		"mysql 8": {func(t *testing.T) engine { return openMariaDB(t, "") }, "char(16) collate utf8mb4_unicode_520_ci"},
		"sqlite":  {openSQLite, "text collate nocase"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := test.open(t)
			table := e.table(t, "id "+test.typ+" primary key")
			e.exec(t, "insert into "+table+" values (?)", a)
			if _, err := e.db.Exec("insert into "+table+" values (?)", b); err == nil {
				t.Errorf("%s keeps %v and %v apart", test.typ, a, b)
			}
		})
	}
}

// TestColumnLosesDigits shows which columns do not hold 28 digits, and that Scan says
// so where the database does not.
func TestColumnLosesDigits(t *testing.T) {
	t.Parallel()
	id := distid.MustParse("1088824355131185736905670087")
	for _, test := range []struct {
		name, typ string
		open      func(*testing.T) engine
		refused   bool // when written
	}{
		{"sqlite", "decimal(28,0)", openSQLite, false},
		{"sqlite", "numeric", openSQLite, false},
		{"sqlite", "integer", openSQLite, false},
		{"sqlite", "string", openSQLite, false}, // not one of its names for text
		{"mariadb", "double", func(t *testing.T) engine { return openMariaDB(t, "") }, false},
		{"mariadb", "bigint", func(t *testing.T) engine { return openMariaDB(t, "") }, true},
		{"mariadb", "decimal(27,0)", func(t *testing.T) engine { return openMariaDB(t, "") }, true},
		{"mariadb", "decimal", func(t *testing.T) engine { return openMariaDB(t, "") }, true}, // that is decimal(10,0)
		{"postgres", "double precision", func(t *testing.T) engine { return openPostgres(t, "") }, false},
		{"postgres", "numeric(28,2)", func(t *testing.T) engine { return openPostgres(t, "") }, true},
		{"postgres", "numeric(27)", func(t *testing.T) engine { return openPostgres(t, "") }, true},
		{"postgres", "bigint", func(t *testing.T) engine { return openPostgres(t, "") }, true},
	} {
		t.Run(test.name+" "+test.typ, func(t *testing.T) {
			t.Parallel()
			e := test.open(t)
			table := e.table(t, "id "+test.typ)
			_, err := e.db.Exec(e.sql("insert into "+table+" values (?)"), id)
			if test.refused {
				if err == nil {
					t.Error("it was written")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var got distid.ID
			if err := e.db.QueryRow("select id from " + table).Scan(&got); !errors.Is(err, distid.ErrInvalid) {
				t.Errorf("got %v, %v, want ErrInvalid", got, err)
			}
		})
	}
}

// TestMariaDBUUID shows that the uuid type of MariaDB is good for every ID128, and that
// it refuses some IDs, since it looks at versions and variants.
func TestMariaDBUUID(t *testing.T) {
	t.Parallel()
	e := openMariaDB(t, "")
	check(t, e, scheme128, column[distid.ID128]{typ: "uuid", ids: ids128()})
	table := e.table(t, "id uuid")
	id := distid.MustParse("1000000000000000000000000")
	if _, err := e.db.Exec("insert into "+table+" values (?)", id.UUID()); err == nil {
		t.Errorf("it takes %s", id.UUID())
	}
}

// TestBytesTakeText shows that a column of bytes takes the text of an ID without a
// word: what is meant to be written as bytes must be given as bytes.
func TestBytesTakeText(t *testing.T) {
	t.Parallel()
	id := flax.MustParse("0RdKJcxqVBiAiQr0")
	for name, test := range map[string]struct {
		e   engine
		typ string
	}{
		"postgres": {openPostgres(t, ""), "bytea"},
		"mariadb":  {openMariaDB(t, ""), "varbinary(16)"},
		"sqlite":   {openSQLite(t), "blob"},
	} {
		table := test.e.table(t, "id "+test.typ)
		test.e.exec(t, "insert into "+table+" values (?)", id)
		test.e.exec(t, "insert into "+table+" values (?)", id[:])
		lengths := []int{}
		rows, err := test.e.db.Query("select length(id) from " + table + " order by length(id)")
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var n int
			if err := rows.Scan(&n); err != nil {
				t.Fatal(err)
			}
			lengths = append(lengths, n)
		}
		if rows.Close(); !slices.Equal(lengths, []int{12, 16}) {
			t.Errorf("%s: got lengths %d, want 12 and 16", name, lengths)
		}
	}
}

// TestSQLiteNumbers shows that columns which SQLite takes for numbers change IDs that
// look like numbers, whatever type of ID they are.
func TestSQLiteNumbers(t *testing.T) {
	t.Parallel()
	e := openSQLite(t)
	for _, typ := range []string{"string", "decimal(28,0)", "uuid"} {
		table := e.table(t, "id "+typ)
		e.exec(t, "insert into "+table+" values (?)", payid.MustParse("000123E10"))
		var got payid.ID
		if err := e.db.QueryRow("select id from " + table).Scan(&got); err == nil && got.String() == "000123E10" {
			t.Errorf("%s keeps a payment ID", typ)
		}
	}
}

// TestMariaDBListOfTexts shows that MariaDB compares decimals with a list of texts as
// floats, and misses rows without a word.
func TestMariaDBListOfTexts(t *testing.T) {
	t.Parallel()
	e := openMariaDB(t, "")
	ids := []distid.ID{distid.MustParse("1088824355131185736905670087"), distid.MustParse("1088824355131185736905670088")}
	table := e.table(t, "id decimal(28,0) primary key")
	for _, id := range ids {
		e.exec(t, "insert into "+table+" values (?)", id)
	}
	for condition, want := range map[string]bool{
		"id in (?, ?)":     false,
		"id = ? or id = ?": true,
		"id in (cast(? as decimal(28,0)), cast(? as decimal(28,0)))": true,
	} {
		var n int
		if err := e.db.QueryRow("select count(*) from "+table+" where "+condition, ids[0], ids[1]).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if all := n == len(ids); all != want {
			t.Errorf("%s finds %d of %d", condition, n, len(ids))
		}
	}
}
