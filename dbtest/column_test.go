package dbtest

import (
	"database/sql"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/distid"
	"github.com/seed-05176fc3/idem/flax"
	"github.com/seed-05176fc3/idem/payid"
)

// A scheme is what the tests must know of an ID type besides its methods.
type scheme[T any] struct {
	invalid  error
	at       func(T) time.Time
	min, max func(time.Time) T
}

var (
	scheme93   = scheme[distid.ID]{distid.ErrInvalid, distid.ID.Time, distid.Min, distid.Max}
	scheme128  = scheme[distid.ID128]{distid.ErrInvalid, distid.ID128.Time, distid.Min128, distid.Max128}
	schemeFlax = scheme[flax.ID]{flax.ErrInvalid, flax.ID.Time, flax.Min, flax.Max}
	schemePay  = scheme[payid.ID]{payid.ErrInvalid, payid.Standard().Time, border(payid.Layout.Min), border(payid.Layout.Max)}
)

func border(f func(payid.Layout, time.Time) (payid.ID, error)) func(time.Time) payid.ID {
	return func(at time.Time) payid.ID {
		id, err := f(payid.Standard(), at)
		if err != nil {
			panic(err)
		}
		return id
	}
}

// A column is a type of column, and how IDs are kept in it.
type column[T any] struct {
	typ   string // in SQL
	ids   []T
	write func(T) any             // nil: by Value
	read  func(string) (T, error) // nil: by Scan
}

// check proves that IDs survive in a column, and that it sorts as they do.
func check[T idType[T], P idPointer[T]](t *testing.T, e engine, s scheme[T], c column[T]) {
	t.Run(c.typ, func(t *testing.T) {
		c.checkAll(t, e, s, func(row interface{ Scan(...any) error }) (id T, err error) {
			if c.read == nil {
				return id, row.Scan(P(&id))
			}
			var text string
			if err := row.Scan(&text); err != nil {
				return id, err
			}
			return c.read(text)
		})
		if c.read == nil {
			checkNull[T, P](t, e, s, c)
		}
	})
}

func (c column[T]) arg(id T) any {
	if c.write == nil {
		return id
	}
	return c.write(id)
}

// fill makes a table with the IDs of a column, written by a prepared statement.
func (c column[T]) fill(t *testing.T, e engine) (table string) {
	t.Helper()
	table = e.table(t, "id "+c.typ+" not null primary key")
	insert, err := e.db.Prepare(e.sql("insert into " + table + " (id) values (?)"))
	if err != nil {
		t.Fatal(err)
	}
	defer insert.Close()
	for _, id := range c.ids {
		if _, err := insert.Exec(c.arg(id)); err != nil {
			t.Fatalf("%v: %v", id, err)
		}
	}
	return table
}

type scanFunc[T any] func(interface{ Scan(...any) error }) (T, error)

func (c column[T]) checkAll(t *testing.T, e engine, s scheme[T], scan scanFunc[T]) {
	t.Helper()
	table := c.fill(t, e)
	for _, id := range c.ids {
		got, err := scan(e.db.QueryRow(e.sql("select id from "+table+" where id = ?"), c.arg(id)))
		if err != nil || any(got) != any(id) {
			t.Errorf("got %v, %v, want %v", got, err, id)
		}
	}

	want := slices.Clone(c.ids)
	slices.SortFunc(want, compare[T])
	if got := query(t, e, scan, "select id from "+table+" order by id"); !slices.EqualFunc(got, want, equal[T]) {
		t.Errorf("order by: got %v, want %v", got, want)
	}

	// The middle half of the times that both ends have an ID for.
	from, to := s.at(want[len(want)/4]), s.at(want[len(want)*3/4])
	want = slices.DeleteFunc(want, func(id T) bool { return s.at(id).Before(from) || s.at(id).After(to) })
	got := query(t, e, scan, "select id from "+table+" where id between ? and ? order by id", c.arg(s.min(from)), c.arg(s.max(to)))
	if !slices.EqualFunc(got, want, equal[T]) || len(got) == 0 {
		t.Errorf("from %v to %v: got %v, want %v", from, to, got, want)
	}
}

func compare[T any](a, b T) int { return any(a).(interface{ Compare(T) int }).Compare(b) }
func equal[T any](a, b T) bool  { return any(a) == any(b) }

func query[T any](t *testing.T, e engine, scan scanFunc[T], query string, args ...any) (ids []T) {
	t.Helper()
	rows, err := e.db.Query(e.sql(query), args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		id, err := scan(rows)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return ids
}

// checkNull proves that NULL and only NULL is the absence of an ID; the zero ID is
// an ID.
func checkNull[T idType[T], P idPointer[T]](t *testing.T, e engine, s scheme[T], c column[T]) {
	t.Helper()
	table := e.table(t, "n integer not null, id "+c.typ)
	insert := "insert into " + table + " (n, id) values (?, ?)"
	var zero T
	id := c.ids[len(c.ids)-1]
	if c.write == nil {
		e.exec(t, insert, 1, sql.Null[T]{})
		e.exec(t, insert, 2, (*T)(nil))
		e.exec(t, insert, 3, sql.Null[T]{V: id, Valid: true})
		e.exec(t, insert, 4, &id)
	} else {
		e.exec(t, insert, 1, nil)
		e.exec(t, insert, 2, nil)
		e.exec(t, insert, 3, c.write(id))
		e.exec(t, insert, 4, c.write(id))
	}
	e.exec(t, insert, 5, c.arg(zero))

	for n, want := range []*T{nil, nil, &id, &id, &zero} {
		row := func() *sql.Row { return e.db.QueryRow(e.sql("select id from "+table+" where n = ?"), n+1) }
		var null sql.Null[T]
		if err := row().Scan(&null); err != nil || null.Valid != (want != nil) || want != nil && null.V != *want {
			t.Errorf("row %d: sql.Null: got %v, %v, want %v", n+1, null, err, want)
		}
		pointer := &zero
		if err := row().Scan(&pointer); err != nil || (pointer == nil) != (want == nil) || want != nil && *pointer != *want {
			t.Errorf("row %d: pointer: got %v, %v, want %v", n+1, pointer, err, want)
		}
		var plain T
		switch err := row().Scan(P(&plain)); {
		case want == nil && !errors.Is(err, s.invalid):
			t.Errorf("row %d: got %v, %v, want %v", n+1, plain, err, s.invalid)
		case want != nil && (err != nil || plain != *want):
			t.Errorf("row %d: got %v, %v, want %v", n+1, plain, err, *want)
		}
	}
	var got int
	if err := e.db.QueryRow("select count(*) from " + table + " where id is null").Scan(&got); err != nil || got != 2 {
		t.Errorf("NULLs: got %d, %v, want 2", got, err)
	}
}
