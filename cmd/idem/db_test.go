package main

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/internal/testenv"
)

// runDB runs idem db with arguments.
func runDB(t *testing.T, args ...string) (stdout string, err error) {
	t.Helper()
	cmd := newDB()
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetArgs(args)
	err = cmd.ExecuteContext(t.Context())
	return out.String(), err
}

func TestDBCheck(t *testing.T) {
	t.Setenv("IDEM_DB", "")
	dir := t.TempDir()
	path := filepath.Join(dir, "a b%20c.db")
	db, _, err := openDB("sqlite:" + path)
	if err == nil {
		db.Close()
		t.Fatal("a database that is not there was opened")
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := runDB(t, "check", "sqlite:"+path); err != nil || out != "" {
		t.Errorf("empty: got %q, %v, want nothing", out, err)
	}
	fill(t, path, "create table orders (id decimal(28,0), event_id text collate nocase)")

	const want = "orders.id (decimal(28,0), collation binary): SQLite takes this type for numbers"
	out, err := runDB(t, "check", "sqlite:"+path)
	if !errors.Is(err, errNo) || !strings.HasPrefix(out, want) || strings.Count(out, "\n") != 2 {
		t.Errorf("got %q, %v, want %q … and one more line, %v", out, err, want, errNo)
	}
	file := filepath.Join(dir, "dsn")
	if err := os.WriteFile(file, []byte("sqlite:"+path+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if again, err := runDB(t, "check", "--dsn-file", file); again != out || !errors.Is(err, errNo) {
		t.Errorf("file: got %q, %v, want %q", again, err, out)
	}
	t.Setenv("IDEM_DB", "sqlite:"+path)
	if out, err := runDB(t, "check", "--json"); !errors.Is(err, errNo) || !strings.HasPrefix(out, `{"table":"orders","column":"id","type":"decimal(28,0)"`) {
		t.Errorf("environment: got %q, %v", out, err)
	}
}

// TestDBSecrets looks for the password in all errors.
func TestDBSecrets(t *testing.T) {
	const secret = "hunter%2F2x"
	var usage usageError
	for _, dsn := range []string{
		"postgres://u:" + secret + "@127.0.0.1:1/d",
		"postgres://u:" + secret + "@127.0.0.1:1/d?sslmode=nonsense",
		"postgres://127.0.0.1:1/d?user=u&password=" + secret,
		"postgres://u:" + secret + "@[::1/d",
		"mysql://u:" + secret + "@127.0.0.1:1/d",
		"mysql://u:" + secret + "@127.0.0.1:1/d?tls=nonsense",
		"mysql://u:" + secret + "@127.0.0.1:x/d",
		"mariadb://u:" + secret + "@/",
		"oracle://u:" + secret + "@127.0.0.1:1/d",
		"host=127.0.0.1 port=1 password=" + secret,
		"u:" + secret + "@tcp(127.0.0.1:1)/d",
	} {
		t.Setenv("IDEM_DB", dsn)
		_, err := runDB(t, "check")
		if err == nil || strings.Contains(err.Error(), "hunter") || strings.Contains(err.Error(), "2x") {
			t.Errorf("got %v, want an error without the password", err)
		}
		t.Setenv("IDEM_DB", "")
		_, err = runDB(t, "check", dsn)
		if !errors.As(err, &usage) || strings.Contains(err.Error(), "hunter") || strings.Contains(err.Error(), "2x") {
			t.Errorf("argument: got %v, want a usage error without the password", err)
		}
	}
	if _, err := runDB(t, "check"); !errors.As(err, &usage) {
		t.Errorf("no DSN: got %v, want a usage error", err)
	}
}

func fill(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

// TestDBServers connects to real servers, by the right password and by a wrong one.
func TestDBServers(t *testing.T) {
	for _, variable := range []string{"IDEM_TEST_POSTGRES", "IDEM_TEST_MARIADB"} {
		dsn := os.Getenv(variable)
		if dsn == "" {
			testenv.Skip(t, variable+" is not set; scripts/servers sets it")
		}
		if variable == "IDEM_TEST_MARIADB" {
			dsn = "mysql://" + strings.NewReplacer("@tcp(", "@", ")/", "/").Replace(dsn)
		}
		t.Setenv("IDEM_DB", dsn)
		if _, err := runDB(t, "check"); err != nil && !errors.Is(err, errNo) {
			t.Errorf("%s: %v", variable, err)
		}
		t.Setenv("IDEM_DB", strings.Replace(dsn, "@", "wrong@", 1))
		if _, err := runDB(t, "check"); err == nil || errors.Is(err, errNo) || strings.Contains(err.Error(), "wrong") {
			t.Errorf("%s: wrong password: got %v, want an error without it", variable, err)
		}
	}
}
