package main

import (
	"context"
	"database/sql"
	"errors"
	"net"
	"net/url"
	"os"
	"strings"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/seed-05176fc3/idem/internal/dbcheck"
)

// errDSN does not say which text it is about: there may be a password in it.
var errDSN = usagef("not a DSN: want postgres://, mysql:// or sqlite:PATH")

// checkDB checks the schema of the database that a DSN names.
func checkDB(ctx context.Context, dsn string) (dbcheck.Report, error) {
	db, engine, err := openDB(dsn)
	if err != nil {
		return dbcheck.Report{}, hidePassword(dsn, err)
	}
	defer db.Close()
	report, err := dbcheck.Check(ctx, db, engine)
	return report, hidePassword(dsn, err)
}

func openDB(dsn string) (*sql.DB, dbcheck.Engine, error) {
	scheme, rest, _ := strings.Cut(dsn, ":")
	switch scheme {
	case "postgres", "postgresql":
		c, err := pgx.ParseConfig(dsn)
		if err != nil {
			return nil, 0, errDSN
		}
		return stdlib.OpenDB(*c), dbcheck.PostgreSQL, nil
	case "mysql", "mariadb":
		c, err := mysqlConfig(dsn)
		if err != nil {
			return nil, 0, err
		}
		connector, err := mysql.NewConnector(c)
		if err != nil {
			return nil, 0, errDSN
		}
		return sql.OpenDB(connector), dbcheck.MySQL, nil
	case "sqlite":
		if _, err := os.Stat(rest); err != nil { // it would be created
			return nil, 0, err
		}
		db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Opaque: url.PathEscape(rest), RawQuery: "mode=ro"}).String())
		return db, dbcheck.SQLite, err
	}
	return nil, 0, errDSN
}

// mysqlConfig reads mysql://USER:PASSWORD@HOST:PORT/DATABASE?tls=true.
func mysqlConfig(dsn string) (*mysql.Config, error) {
	u, err := url.Parse(dsn)
	if err != nil || u.Hostname() == "" || len(u.Path) < 2 {
		return nil, errDSN
	}
	port := u.Port()
	if port == "" {
		port = "3306"
	}
	c := mysql.NewConfig()
	c.Net, c.Addr = "tcp", net.JoinHostPort(u.Hostname(), port)
	c.User = u.User.Username()
	c.Passwd, _ = u.User.Password()
	c.DBName = u.Path[1:]
	c.TLSConfig = u.Query().Get("tls")
	return c, nil
}

// hasPassword tells whether a DSN holds a password, or could hold one.
func hasPassword(dsn string) bool {
	if strings.HasPrefix(dsn, "sqlite:") {
		return false
	}
	return len(passwords(dsn)) > 0 || strings.Contains(strings.ToLower(dsn), "password")
}

// passwords returns what may be a password in a DSN, in all ways that it may be
// written in an error.
func passwords(dsn string) (found []string) {
	_, rest, _ := strings.Cut(dsn, "://")
	if at := strings.LastIndex(rest, "@"); at >= 0 {
		if _, raw, ok := strings.Cut(rest[:at], ":"); ok {
			found = append(found, raw)
		}
	}
	if u, err := url.Parse(dsn); err == nil {
		if p, ok := u.User.Password(); ok {
			found = append(found, p)
		}
		for _, key := range []string{"password", "sslpassword"} {
			found = append(found, u.Query()[key]...)
		}
	}
	return found
}

// hidePassword makes sure that an error does not tell the password of a DSN.
func hidePassword(dsn string, err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	for _, password := range passwords(dsn) {
		if password != "" {
			text = strings.ReplaceAll(text, password, "***")
		}
	}
	if text == err.Error() {
		return err
	}
	return errors.New(text)
}
