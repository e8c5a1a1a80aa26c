package dbtest

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed-05176fc3/idem/distid"
	"github.com/seed-05176fc3/idem/flax"
	"github.com/seed-05176fc3/idem/payid"
)

// TestPGX is for pgx without database/sql: it chooses between the text and the binary
// form of a type by itself, knows arrays, and copies in binary only.
func TestPGX(t *testing.T) {
	t.Parallel()
	checkPGX(t, column[distid.ID]{typ: "numeric(28)", ids: ids93()})
	checkPGX(t, column[distid.ID]{typ: "numeric", ids: ids93()})
	checkPGX(t, column[distid.ID]{typ: `text collate "C"`, ids: ids28()})
	checkPGX(t, column[distid.ID]{typ: "uuid", ids: ids93(), write: func(id distid.ID) any { return [16]byte(id) }})
	checkPGX(t, column[distid.ID]{typ: "bytea", ids: ids93(), write: bytes93})

	checkPGX(t, column[distid.ID128]{typ: "uuid", ids: ids128()})
	checkPGX(t, column[distid.ID128]{typ: "uuid", ids: ids128(), write: func(id distid.ID128) any { return [16]byte(id) }})
	checkPGX(t, column[distid.ID128]{typ: `text collate "C"`, ids: ids128()})
	checkPGX(t, column[distid.ID128]{typ: "numeric(39)", ids: ids128(), write: decimal128})
	checkPGX(t, column[distid.ID128]{typ: "bytea", ids: ids128(), write: bytes128})

	checkPGX(t, column[flax.ID]{typ: `text collate "C"`, ids: idsFlax()})
	checkPGX(t, column[flax.ID]{typ: `char(16) collate "C"`, ids: idsFlax()})
	checkPGX(t, column[flax.ID]{typ: "bytea", ids: idsFlax(), write: bytesFlax})

	checkPGX(t, column[payid.ID]{typ: `char(9) collate "C"`, ids: idsPay()})
	checkPGX(t, column[payid.ID]{typ: "bigint", ids: idsPay(), write: integerPay})
}

// connect returns a connection of pgx with a temporary table "ids".
func connect(t *testing.T, typ string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), server(t, "IDEM_TEST_POSTGRES"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	if _, err := conn.Exec(t.Context(), "create temporary table ids (id "+typ+")"); err != nil {
		t.Fatal(err)
	}
	return conn
}

func checkPGX[T idType[T]](t *testing.T, c column[T]) {
	t.Run(c.typ, func(t *testing.T) {
		ctx, conn := t.Context(), connect(t, c.typ)
		rows := pgx.CopyFromSlice(len(c.ids), func(i int) ([]any, error) { return []any{c.arg(c.ids[i])}, nil })
		if n, err := conn.CopyFrom(ctx, pgx.Identifier{"ids"}, []string{"id"}, rows); err != nil || n != int64(len(c.ids)) {
			t.Fatalf("copy: %d, %v", n, err)
		}
		if _, err := conn.Exec(ctx, "insert into ids values (null)"); err != nil {
			t.Fatal(err)
		}
		want := sorted(c.ids)
		for name, format := range map[string]int16{"text": pgx.TextFormatCode, "binary": pgx.BinaryFormatCode} {
			got := c.query(t, conn, "select id from ids where id is not null order by id", pgx.QueryResultFormats{format})
			if !slices.EqualFunc(got, want, equal[T]) {
				t.Errorf("%s: got %v, want %v", name, got, want)
			}
			for _, mode := range []pgx.QueryExecMode{
				pgx.QueryExecModeCacheStatement, pgx.QueryExecModeCacheDescribe, pgx.QueryExecModeDescribeExec, pgx.QueryExecModeExec,
			} {
				if mode == pgx.QueryExecModeExec && c.write != nil {
					continue // pgx must know the type of an argument then
				}
				for i := 0; i < len(want); i += 7 {
					id := want[i]
					got := c.query(t, conn, "select id from ids where id = $1", mode, pgx.QueryResultFormats{format}, c.arg(id))
					if len(got) != 1 || got[0] != id {
						t.Errorf("%s, %v: got %v, want %v", name, mode, got, id)
					}
				}
			}
		}
		c.checkNullPGX(t, conn)
		if c.write == nil {
			c.checkArray(t, conn, want)
			got := c.query(t, conn, "select id from ids where id = $1", pgx.QueryExecModeSimpleProtocol, want[9])
			if len(got) != 1 || got[0] != want[9] {
				t.Errorf("simple protocol: got %v, want %v", got, want[9])
			}
		}
	})
}

func (c column[T]) query(t *testing.T, conn *pgx.Conn, query string, args ...any) []T {
	t.Helper()
	rows, err := conn.Query(t.Context(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[T])
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return ids
}

func (c column[T]) checkNullPGX(t *testing.T, conn *pgx.Conn) {
	t.Helper()
	got := new(T)
	if err := conn.QueryRow(t.Context(), "select id from ids where id is null").Scan(&got); err != nil || got != nil {
		t.Errorf("NULL: got %v, %v, want nil", got, err)
	}
	var plain T
	if err := conn.QueryRow(t.Context(), "select id from ids where id is null").Scan(&plain); err == nil {
		t.Errorf("NULL: got %v, want an error", plain)
	}
}

func (c column[T]) checkArray(t *testing.T, conn *pgx.Conn, want []T) {
	t.Helper()
	got := c.query(t, conn, "select id from ids where id = any($1) order by id", want)
	if !slices.EqualFunc(got, want, equal[T]) {
		t.Errorf("array as a parameter: got %v, want %v", got, want)
	}
	for name, format := range map[string]int16{"text": pgx.TextFormatCode, "binary": pgx.BinaryFormatCode} {
		row := conn.QueryRow(t.Context(), "select array_agg(id order by id) from ids where id is not null", pgx.QueryResultFormats{format})
		if err := row.Scan(&got); err != nil || !slices.EqualFunc(got, want, equal[T]) {
			t.Errorf("%s array as a result: got %v, %v, want %v", name, got, err, want)
		}
	}
	batch := new(pgx.Batch)
	for _, id := range want {
		batch.Queue("select id from ids where id = $1", id)
	}
	results := conn.SendBatch(t.Context(), batch)
	for _, id := range want {
		var got T
		if err := results.QueryRow().Scan(&got); err != nil || !equal(got, id) {
			t.Errorf("batch: got %v, %v, want %v", got, err, id)
		}
	}
	if err := results.Close(); err != nil {
		t.Error(err)
	}
}

// TestFractionPostgres shows that a column with decimals of zero gives IDs back, and
// that a true fraction is an error.
func TestFractionPostgres(t *testing.T) {
	t.Parallel()
	conn := connect(t, "numeric")
	for _, format := range []int16{pgx.TextFormatCode, pgx.BinaryFormatCode} {
		for query, want := range map[string]string{
			"select 1088824355131185736905670087.000":                    "1088824355131185736905670087",
			"select 1000000000000000000000000000.0":                      "1000000000000000000000000000",
			"select 1e27::numeric":                                       "1000000000000000000000000000",
			"select 0.00":                                                "0",
			"select 1088824355131185736905670087.5":                      "",
			"select -1::numeric":                                         "",
			"select 10000000000000000000000000000":                       "",
			"select 'NaN'::numeric":                                      "",
			"select 'Infinity'::numeric":                                 "",
			"select 1088824355131185736905670087::double precision":      "",
			"select '00000000-0384-a786-907d-b2ad82883dc7'::uuid":        "1088824355131185736905670087",
			"select '\\x000000000384a786907db2ad82883dc7'::bytea":        "1088824355131185736905670087",
			"select '10000000-0384-a786-907d-b2ad82883dc7'::uuid":        "",
			"select 42::bigint":                                          "42",
			"select 1088824355131185736905670087::text":                  "1088824355131185736905670087",
			"select sum(n) from (values (1e27::numeric), (1)) as v(n)":   "1000000000000000000000000001",
			"select max(n) from (values (1e27::numeric), (1)) as v(n)":   "1000000000000000000000000000",
			"select avg(n) from (values (2::numeric), (4)) as v(n)":      "3",
			"select 1088824355131185736905670087::numeric(28) / 1 * 1.0": "1088824355131185736905670087",
		} {
			var got distid.ID
			err := conn.QueryRow(t.Context(), query, pgx.QueryResultFormats{format}).Scan(&got)
			if want == "" {
				if !errors.Is(err, distid.ErrInvalid) {
					t.Errorf("%s: got %v, %v, want ErrInvalid", query, got, err)
				}
				continue
			}
			if err != nil || got.String() != want {
				t.Errorf("%s: got %v, %v, want %s", query, got, err, want)
			}
		}
	}
}

// TestHalves keeps an ID128 in two columns of BIGINT.
func TestHalves(t *testing.T) {
	t.Parallel()
	ctx, conn := t.Context(), connect(t, "bigint, low bigint, unique (id, low)")
	ids := halves()
	for _, id := range ids {
		upper, lower, err := id.Split()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Exec(ctx, "insert into ids values ($1, $2)", upper, lower); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := conn.Query(ctx, "select id, low from ids order by id, low")
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (distid.ID128, error) {
		var upper, lower int64
		if err := row.Scan(&upper, &lower); err != nil {
			return distid.ID128{}, err
		}
		return distid.Join(upper, lower)
	})
	if want := sorted(ids); err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}
