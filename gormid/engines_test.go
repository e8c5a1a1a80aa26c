package gormid_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/glebarez/sqlite"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/seed-05176fc3/idem/gormid"
	"github.com/seed-05176fc3/idem/internal/testenv"
)

// onEngines runs a test on three databases, with the plugin.
func onEngines(t *testing.T, test func(*testing.T, *gorm.DB)) {
	t.Parallel()
	for _, engine := range []string{"postgres", "mysql", "sqlite"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			db := open(t, engine)
			if err := db.Use(gormid.Plugin{}); err != nil {
				t.Fatal(err)
			}
			test(t, db)
		})
	}
}

var databases atomic.Int64

// open returns an empty database of an engine.
func open(t *testing.T, engine string) *gorm.DB {
	t.Helper()
	var db *gorm.DB
	name := fmt.Sprintf("gormid_%d_%d", os.Getpid(), databases.Add(1))
	switch engine {
	case "postgres":
		dsn := server(t, "IDEM_TEST_POSTGRES")
		admin := connect(t, postgres.Open(dsn))
		must(t, admin.Exec("create schema "+name).Error)
		t.Cleanup(func() { must(t, admin.Exec("drop schema "+name+" cascade").Error) })
		db = connect(t, postgres.Open(dsn+"&search_path="+name))
	case "mysql":
		dsn := server(t, "IDEM_TEST_MARIADB")
		admin := connect(t, mysql.Open(dsn))
		must(t, admin.Exec("create database "+name).Error)
		t.Cleanup(func() { must(t, admin.Exec("drop database "+name).Error) })
		db = connect(t, mysql.Open(dsn[:strings.LastIndex(dsn, "/")+1]+name))
	case "sqlite":
		db = connect(t, sqlite.Open(filepath.Join(t.TempDir(), "test.db")+"?_pragma=foreign_keys(1)"))
	}
	return db
}

func server(t *testing.T, variable string) string {
	t.Helper()
	dsn := os.Getenv(variable)
	if dsn == "" {
		testenv.Skip(t, variable+" is not set; scripts/servers sets it")
	}
	return dsn
}

func connect(t *testing.T, dialector gorm.Dialector) *gorm.DB {
	t.Helper()
	db, err := gorm.Open(dialector, &gorm.Config{Logger: new(record), TranslateError: true})
	must(t, err)
	pool, err := db.DB()
	must(t, err)
	t.Cleanup(func() { pool.Close() })
	return db
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A record is a logger that keeps the statements which change tables.
type record struct {
	mu      sync.Mutex
	changes []string
}

func (r *record) LogMode(logger.LogLevel) logger.Interface { return r }
func (r *record) Info(context.Context, string, ...any)     {}
func (r *record) Warn(context.Context, string, ...any)     {}
func (r *record) Error(context.Context, string, ...any)    {}
func (r *record) Trace(_ context.Context, _ time.Time, statement func() (string, int64), _ error) {
	text, _ := statement()
	for _, verb := range []string{"create", "alter", "drop"} {
		if strings.HasPrefix(strings.ToLower(strings.TrimSpace(text)), verb) {
			r.mu.Lock()
			r.changes = append(r.changes, text)
			r.mu.Unlock()
		}
	}
}
