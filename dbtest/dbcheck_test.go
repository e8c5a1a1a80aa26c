package dbtest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/internal/dbcheck"
)

// TestCheck proves that the judgement of idem db check knows how live schemas tell
// what the tests of traps show to be wrong.
func TestCheck(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		open      func(*testing.T) engine
		engine    dbcheck.Engine
		good, bad []string // types of columns
	}{
		"postgres": {
			func(t *testing.T) engine { return openPostgres(t, "") }, dbcheck.PostgreSQL,
			[]string{"numeric", "numeric(28)", "uuid", "bytea", "bigint", `text collate "C"`, `char(16) collate "C"`, `varchar(9) collate "POSIX"`},
			[]string{"double precision", "real", "numeric(27)", "numeric(28,2)", `text collate "en-x-icu"`, `char(16) collate "und-x-icu"`},
		},
		"mariadb": {
			func(t *testing.T) engine { return openMariaDB(t, "") }, dbcheck.MySQL,
			[]string{"decimal(28,0)", "decimal(39,0) unsigned", "binary(16)", "bigint", "uuid", "char(16) collate ascii_bin", "varchar(16) collate utf8mb4_bin"},
			[]string{"decimal", "decimal(27,0)", "double", "float", "char(16) collate utf8mb4_general_ci", "varchar(16) collate latin1_general_cs", "text"},
		},
		"sqlite": {
			openSQLite, dbcheck.SQLite,
			[]string{"text", "blob", "integer", "text collate binary", "varchar(16)"},
			[]string{"decimal(28,0)", "numeric", "string", "uuid", "double", "text collate nocase"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := test.open(t)
			columns, want := []string{"amount decimal(9,2)"}, []string{}
			for i, typ := range test.good {
				columns = append(columns, fmt.Sprintf("good%d_id %s", i, typ))
			}
			for i, typ := range test.bad {
				columns = append(columns, fmt.Sprintf("bad%d_id %s", i, typ))
				want = append(want, fmt.Sprintf("bad%d_id", i))
			}
			table := e.table(t, strings.Join(columns, ", "))
			report, err := dbcheck.Check(t.Context(), e.db, test.engine)
			if err != nil {
				t.Fatal(err)
			}
			got := []string{}
			for _, f := range report.Findings {
				if strings.HasSuffix(f.Table, table) { // other tests have tables too
					got = append(got, f.Name)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("got %v, want %v of %v", got, want, test.bad)
			}
		})
	}
}
