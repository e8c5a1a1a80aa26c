package gormid

import (
	"database/sql"
	"reflect"
	"strings"

	"github.com/shopspring/decimal"
	"gorm.io/gorm/schema"

	"github.com/seed-05176fc3/idem/distid"
	"github.com/seed-05176fc3/idem/flax"
	"github.com/seed-05176fc3/idem/payid"
)

// digits is the precision of a column for distributed IDs of 93 bits.
const digits = 28

// columns are the column types of an ID type; dialects without one keep theirs.
type columns map[string]schema.DataType

var (
	decimals = columns{
		"postgres": "numeric(28,0)",
		"sqlite":   "text",
		"":         "decimal(28,0)", // all others
	}
	uuids = columns{
		"postgres": "uuid",
		"mysql":    "char(36) CHARACTER SET ascii COLLATE ascii_bin",
		"sqlite":   "text",
	}
)

// text has the columns for texts that need a binary collation.
func text(length string) columns {
	return columns{
		"postgres": schema.DataType("varchar(" + length + `) COLLATE "C"`),
		"mysql":    schema.DataType("char(" + length + ") CHARACTER SET ascii COLLATE ascii_bin"),
		"sqlite":   "text",
	}
}

var byType = map[reflect.Type]columns{
	reflect.TypeFor[distid.ID]():    decimals,
	reflect.TypeFor[distid.ID128](): uuids,
	reflect.TypeFor[flax.ID]():      text("16"),
	reflect.TypeFor[payid.ID]():     text("9"),
}

// setField gives the field of an ID its column. It changes nothing the second time.
func (d *dialector) setField(field *schema.Field) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, own := field.TagSettings["TYPE"]; own || field.IgnoreMigration {
		return
	}
	switch field.DataType {
	case "", schema.Bool, schema.Int, schema.Uint, schema.Float, schema.String, schema.Bytes: // what GORM guesses
	default:
		return // set before, or that of the primary key it refers to
	}
	c := columnsOf(field)
	dataType, ok := c[d.Name()]
	if !ok {
		dataType, ok = c[""]
	}
	if !ok {
		return
	}
	field.DataType = dataType
	field.Size, field.Precision, field.Scale = 0, 0, 0
	if strings.HasSuffix(string(dataType), "(28,0)") {
		field.Precision = digits
	}
}

// columnsOf returns the columns for a field, or nil if it is none of an ID.
func columnsOf(field *schema.Field) columns {
	t := unwrap(field.FieldType)
	if c := byType[t]; c != nil {
		return c
	}
	named := strings.HasSuffix(field.Name, "Id") || strings.HasSuffix(field.Name, "ID")
	if named && t == reflect.TypeFor[decimal.Decimal]() {
		return decimals
	}
	return nil
}

// unwrap returns what a type keeps in a database: it takes away pointers, sql.Null,
// and structs that do nothing but embed another type.
func unwrap(t reflect.Type) reflect.Type {
	for {
		switch {
		case t.Kind() == reflect.Pointer:
			t = t.Elem()
		case t == reflect.TypeFor[decimal.NullDecimal]():
			return reflect.TypeFor[decimal.Decimal]()
		case isNull(t), t.Kind() == reflect.Struct && t.NumField() == 1 && t.Field(0).Anonymous:
			t = t.Field(0).Type
		default:
			return t
		}
	}
}

// isNull tells whether t is a sql.Null of anything.
func isNull(t reflect.Type) bool {
	return t.PkgPath() == reflect.TypeFor[sql.NullString]().PkgPath() && strings.HasPrefix(t.Name(), "Null[")
}
