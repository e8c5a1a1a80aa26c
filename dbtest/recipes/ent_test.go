package recipes

import (
	"context"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	entschema "entgo.io/ent/dialect/sql/schema"

	"github.com/seed-05176fc3/idem/dbtest/recipes/ent"
	"github.com/seed-05176fc3/idem/dbtest/recipes/ent/migrate"
	"github.com/seed-05176fc3/idem/dbtest/recipes/ent/order"
	"github.com/seed-05176fc3/idem/distid"
	"github.com/seed-05176fc3/idem/flax"
	"github.com/seed-05176fc3/idem/payid"
)

func TestEnt(t *testing.T) {
	t.Run("postgres", func(t *testing.T) {
		checkEnt(t, "pgx", dialect.Postgres, server(t, "IDEM_TEST_POSTGRES"))
	})
	t.Run("mariadb", func(t *testing.T) {
		checkEnt(t, "mysql", dialect.MySQL, server(t, "IDEM_TEST_MARIADB"))
	})
	t.Run("sqlite", func(t *testing.T) {
		checkEnt(t, "sqlite", dialect.SQLite, filepath.Join(t.TempDir(), "test.db")+"?_pragma=foreign_keys(1)")
	})
}

func checkEnt(t *testing.T, driver, name, dsn string) {
	t.Helper()
	ctx := t.Context()
	db := open(t, driver, dsn)
	client := ent.NewClient(ent.Driver(entsql.OpenDB(name, db)))
	if err := createEnt(ctx, client, name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.ExecContext(context.Background(), "drop table ent_orders") })

	// In the order of their IDs and of the bytes of their events, which is not that
	// of the alphabet.
	parent := distid.MustParse("1000000000000000000000000000")
	want := []*ent.Order{
		{ID: parent, Trace: bunTrace, Event: flax.MustParse("0RdKJcxqVBiAiQ00"), Payment: payid.MustParse("2KNQ83000")},
		{ID: distid.MustParse("1000000000000000000000000001"), Event: flax.MustParse("0RdKJcxqVBiAiQZ0"), Payment: payid.MustParse("2KNQ8300Z"), Parent: &parent},
		{ID: distid.MustParse("9999999999999999999999999999"), Trace: bunTrace, Event: flax.MustParse("0RdKJcxqVBiAiQa0"), Parent: &parent},
	}
	for _, o := range slices.Backward(want) {
		err := client.Order.Create().SetID(o.ID).SetTrace(o.Trace).SetEvent(o.Event).SetPayment(o.Payment).SetNillableParent(o.Parent).Exec(ctx)
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		name  string
		query *ent.OrderQuery
		want  []*ent.Order
	}{
		{"by ID", client.Order.Query().Order(order.ByID()), want},
		{"by event", client.Order.Query().Order(order.ByEvent()), want},
		{"range", client.Order.Query().Where(order.IDGT(want[0].ID), order.IDLTE(want[2].ID)).Order(order.ByID()), want[1:]},
		// Not IDIn: MariaDB compares decimals with a list of texts as floats.
		{"either", client.Order.Query().Where(order.Or(order.ID(want[0].ID), order.ID(want[1].ID))).Order(order.ByID()), want[:2]},
		{"list", client.Order.Query().Where(order.TraceIn(bunTrace, distid.ID128{}), order.EventIn(want[0].Event, want[1].Event)).Order(order.ByID()), want[:2]},
		{"trace", client.Order.Query().Where(order.Trace(bunTrace), order.ParentIsNil()), want[:1]},
		{"event", client.Order.Query().Where(order.EventGT(want[0].Event), order.EventLT(want[2].Event)), want[1:2]},
		{"payment", client.Order.Query().Where(order.Payment(want[1].Payment)), want[1:2]},
		{"parent", client.Order.Query().Where(order.Parent(parent)).Order(order.ByID()), want[1:]},
	} {
		got, err := test.query.All(ctx)
		if err != nil || !slices.EqualFunc(got, test.want, sameOrder) {
			t.Errorf("%s: got %v, %v, want %v", test.name, got, err, test.want)
		}
	}
}

// createEnt makes the tables. PostgreSQL's text must be told to sort as bytes do; that
// of ent in MariaDB and of SQLite does. An annotation in the schema would be for all.
func createEnt(ctx context.Context, client *ent.Client, name string) error {
	tables, err := entschema.CopyTables(migrate.Tables)
	if err != nil {
		return err
	}
	if name == dialect.Postgres {
		for _, table := range tables {
			for _, c := range table.Columns {
				if strings.HasPrefix(c.SchemaType[name], "varchar") {
					c.Collation = "C"
				}
			}
		}
	}
	return migrate.Create(ctx, client.Schema, tables)
}

func sameOrder(a, b *ent.Order) bool {
	return a.ID == b.ID && a.Trace == b.Trace && a.Event == b.Event && a.Payment == b.Payment && reflect.DeepEqual(a.Parent, b.Parent)
}
