package recipes

import (
	"context"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/mysqldialect"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	"github.com/uptrace/bun/schema"

	"github.com/seed-05176fc3/idem/distid"
	"github.com/seed-05176fc3/idem/flax"
)

// The type in the tag is the column: numeric(28) in PostgreSQL and MySQL, text in
// SQLite, where numbers lose digits. Tags cannot hold the quotes of COLLATE "C";
// ucs_basic is the same order. Absent IDs are pointers; a zero ID is an ID.
type pgOrder struct {
	bun.BaseModel `bun:"table:bun_orders"`

	ID     distid.ID     `bun:"type:numeric(28),pk"`
	Trace  distid.ID128  `bun:"type:uuid"`
	Event  flax.ID       `bun:"type:text collate ucs_basic"`
	Parent *distid.ID    `bun:"type:numeric(28)"`
	Cause  *distid.ID128 `bun:"type:uuid"`
}

type mysqlOrder struct {
	bun.BaseModel `bun:"table:bun_orders"`

	ID     distid.ID     `bun:"type:numeric(28),pk"`
	Trace  distid.ID128  `bun:"type:char(36) collate ascii_bin"`
	Event  flax.ID       `bun:"type:char(16) collate ascii_bin"`
	Parent *distid.ID    `bun:"type:numeric(28)"`
	Cause  *distid.ID128 `bun:"type:char(36) collate ascii_bin"`
}

type sqliteOrder struct {
	bun.BaseModel `bun:"table:bun_orders"`

	ID     distid.ID     `bun:"type:text,pk"`
	Trace  distid.ID128  `bun:"type:text"`
	Event  flax.ID       `bun:"type:text"`
	Parent *distid.ID    `bun:"type:text"`
	Cause  *distid.ID128 `bun:"type:text"`
}

var (
	bunID    = distid.MustParse("1000000000000000000000000000")
	bunLast  = distid.MustParse("9999999999999999999999999999")
	bunTrace = distid.MustParse128("094954a8-622c-76ad-1b93-cdefcbdf0888")
	bunEvent = flax.MustParse("0RdKJcxqVBiAiQr0")
)

func TestBun(t *testing.T) {
	t.Run("postgres", func(t *testing.T) {
		checkBun(t, bunDB(t, "pgx", server(t, "IDEM_TEST_POSTGRES"), pgdialect.New()),
			[]pgOrder{{ID: bunID, Trace: bunTrace, Event: bunEvent, Parent: &bunLast, Cause: &bunTrace}, {ID: bunLast}})
	})
	t.Run("mariadb", func(t *testing.T) {
		checkBun(t, bunDB(t, "mysql", server(t, "IDEM_TEST_MARIADB"), mysqldialect.New()),
			[]mysqlOrder{{ID: bunID, Trace: bunTrace, Event: bunEvent, Parent: &bunLast, Cause: &bunTrace}, {ID: bunLast}})
	})
	t.Run("sqlite", func(t *testing.T) {
		checkBun(t, bunDB(t, "sqlite", filepath.Join(t.TempDir(), "test.db"), sqlitedialect.New()),
			[]sqliteOrder{{ID: bunID, Trace: bunTrace, Event: bunEvent, Parent: &bunLast, Cause: &bunTrace}, {ID: bunLast}})
	})
}

func bunDB(t *testing.T, driver, dsn string, dialect schema.Dialect) *bun.DB {
	t.Helper()
	return bun.NewDB(open(t, driver, dsn), dialect)
}

func checkBun[T any](t *testing.T, db *bun.DB, want []T) {
	t.Helper()
	ctx := t.Context()
	if _, err := db.NewCreateTable().Model((*T)(nil)).Exec(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.NewDropTable().Model((*T)(nil)).Exec(context.Background()) })
	if _, err := db.NewInsert().Model(&want).Exec(ctx); err != nil {
		t.Fatal(err)
	}
	var got []T
	if err := db.NewSelect().Model(&got).OrderExpr("id").Scan(ctx); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	if n, err := db.NewSelect().Model((*T)(nil)).Where("id in (?) and event = ?", bun.In([]distid.ID{bunID, bunLast}), bunEvent).Count(ctx); err != nil || n != 1 {
		t.Errorf("list: got %d, %v, want 1", n, err)
	}
	if n, err := db.NewSelect().Model((*T)(nil)).Where("parent is null and cause is null").Count(ctx); err != nil || n != 1 {
		t.Errorf("absent: got %d, %v, want 1", n, err)
	}
	var ids []distid.ID
	if err := db.NewSelect().Model((*T)(nil)).Column("parent").Where("parent is not null").Scan(ctx, &ids); err != nil || !slices.Equal(ids, []distid.ID{bunLast}) {
		t.Errorf("parents: got %v, %v, want %v", ids, err, bunLast)
	}
}
