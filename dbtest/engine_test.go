package dbtest

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	_ "github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"github.com/seed-05176fc3/idem/internal/testenv"
)

// An engine is a database and the form of its parameters.
type engine struct {
	db     *sql.DB
	dollar bool // parameters are $1, $2 … instead of ?
}

// openPostgres connects through database/sql; params are settings of pgx.
func openPostgres(t *testing.T, params string) engine {
	return engine{open(t, "pgx", server(t, "IDEM_TEST_POSTGRES")+params), true}
}

// openMariaDB connects through database/sql; params are settings of the driver.
func openMariaDB(t *testing.T, params string) engine {
	return engine{open(t, "mysql", server(t, "IDEM_TEST_MARIADB")+params), false}
}

func openSQLite(t *testing.T) engine {
	return engine{open(t, "sqlite", filepath.Join(t.TempDir(), "test.db")), false}
}

// server returns where a server for tests is. scripts/servers says it.
func server(t *testing.T, variable string) string {
	t.Helper()
	dsn := os.Getenv(variable)
	if dsn == "" {
		testenv.Skip(t, variable+" is not set; scripts/servers sets it")
	}
	return dsn
}

func open(t *testing.T, driver, dsn string) *sql.DB {
	t.Helper()
	db, err := sql.Open(driver, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

var tables atomic.Int64

// table makes a table for the time of the test, and returns its name.
func (e engine) table(t *testing.T, columns string) string {
	t.Helper()
	name := fmt.Sprintf("idem_%d_%d", os.Getpid(), tables.Add(1))
	e.exec(t, "create table "+name+" ("+columns+")")
	t.Cleanup(func() { e.exec(t, "drop table "+name) })
	return name
}

func (e engine) exec(t *testing.T, query string, args ...any) {
	t.Helper()
	if _, err := e.db.Exec(e.sql(query), args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// sql gives the parameters of a query, each a "?", the form of the engine.
func (e engine) sql(query string) string {
	if !e.dollar {
		return query
	}
	var b strings.Builder
	n := 0
	for part := range strings.SplitSeq(query, "?") {
		if n > 0 {
			b.WriteString("$" + strconv.Itoa(n))
		}
		b.WriteString(part)
		n++
	}
	return b.String()
}
