package recipes

import (
	"context"
	_ "embed"
	"reflect"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed-05176fc3/idem/dbtest/recipes/sqlc"
	"github.com/seed-05176fc3/idem/distid"
	"github.com/seed-05176fc3/idem/flax"
	"github.com/seed-05176fc3/idem/payid"
)

//go:embed sqlc/schema.sql
var sqlcSchema string

func TestSqlc(t *testing.T) {
	ctx := t.Context()
	conn, err := pgx.Connect(ctx, server(t, "IDEM_TEST_POSTGRES"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	if _, err := conn.Exec(ctx, sqlcSchema); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Exec(context.Background(), "drop table sqlc_orders") })
	q := sqlc.New(conn)

	// In the order of their IDs and of the bytes of their events, which is not that
	// of the alphabet.
	parent := distid.MustParse("999999999999999999999999999")
	want := []sqlc.SqlcOrder{
		{ID: parent, Trace: bunTrace, Event: flax.MustParse("0RdKJcxqVBiAiQ00"), Payment: payid.MustParse("2KNQ83000")},
		{ID: distid.MustParse("1000000000000000000000000000"), Event: flax.MustParse("0RdKJcxqVBiAiQZ0"), Parent: &parent, Cause: &bunTrace},
		{ID: bunLast, Trace: bunTrace, Event: flax.MustParse("0RdKJcxqVBiAiQa0"), Payment: payid.MustParse("2KNQ8300Z"), Parent: &parent},
	}
	for _, o := range slices.Backward(want) {
		if err := q.AddOrder(ctx, sqlc.AddOrderParams(o)); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := q.Order(ctx, want[1].ID); err != nil || !reflect.DeepEqual(got, want[1]) {
		t.Errorf("one: got %v, %v, want %v", got, err, want[1])
	}
	check := func(name string, want []sqlc.SqlcOrder) func([]sqlc.SqlcOrder, error) {
		return func(got []sqlc.SqlcOrder, err error) {
			t.Helper()
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: got %v, %v, want %v", name, got, err, want)
			}
		}
	}
	check("all", want)(q.Orders(ctx, sqlc.OrdersParams{Last: bunLast}))
	check("range", want[1:])(q.Orders(ctx, sqlc.OrdersParams{First: want[1].ID, Last: bunLast}))
	check("list", want[:2])(q.OrdersByID(ctx, []distid.ID{want[1].ID, want[0].ID}))
	check("events", want[1:])(q.OrdersFromEvent(ctx, want[1].Event))
	if got, err := q.Children(ctx, &parent); err != nil || !slices.Equal(got, []distid.ID{want[1].ID, want[2].ID}) {
		t.Errorf("children: got %v, %v, want %v and %v", got, err, want[1].ID, want[2].ID)
	}
}
