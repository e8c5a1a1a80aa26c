package recipes

import (
	"database/sql"
	"os"
	"testing"

	_ "github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"github.com/seed-05176fc3/idem/internal/testenv"
)

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
