// Package schema is what ent generates code from.
package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"

	"github.com/seed-05176fc3/idem/distid"
	"github.com/seed-05176fc3/idem/flax"
	"github.com/seed-05176fc3/idem/payid"
)

// Order has a field of each type.
type Order struct {
	ent.Schema
}

// Fields returns fields made with Other, which takes the column from here and gives
// all predicates of an order: IDGT, EventIn, ParentIsNil. A zero ID is an ID, so one
// that may be absent is Nillable.
func (Order) Fields() []ent.Field {
	return []ent.Field{
		field.Other("id", distid.ID{}).SchemaType(decimal).Immutable(),
		field.Other("trace", distid.ID128{}).SchemaType(uuid),
		field.Other("event", flax.ID{}).SchemaType(text("16")),
		field.Other("payment", payid.ID{}).SchemaType(text("9")),
		field.Other("parent", distid.ID{}).SchemaType(decimal).Optional().Nillable(),
	}
}

// Annotations returns the name of the table.
func (Order) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Table("ent_orders")}
}

// SQLite has text where its numbers lose digits. In MySQL, ent gives all text a
// binary collation; PostgreSQL's is set where the tables are created.
var (
	decimal = map[string]string{dialect.Postgres: "numeric(28,0)", dialect.MySQL: "decimal(28,0)", dialect.SQLite: "text"}
	uuid    = map[string]string{dialect.Postgres: "uuid", dialect.MySQL: "char(36)", dialect.SQLite: "text"}
)

func text(length string) map[string]string {
	return map[string]string{
		dialect.Postgres: "varchar(" + length + ")",
		dialect.MySQL:    "char(" + length + ")",
		dialect.SQLite:   "text",
	}
}
