package gormid_test

import (
	"database/sql"
	"maps"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"gorm.io/gorm"

	"github.com/seed-05176fc3/idem/distid"
	"github.com/seed-05176fc3/idem/flax"
	"github.com/seed-05176fc3/idem/gormid"
	"github.com/seed-05176fc3/idem/payid"
)

type customerID struct{ distid.ID }

type wrappedDecimal struct{ decimal.Decimal }

// order has a field of every kind.
type order struct {
	ID distid.ID `gorm:"primaryKey"`

	Trace       distid.ID128
	Event       flax.ID
	Payment     payid.ID
	Owner       customerID
	ParentID    *distid.ID
	TracePtr    *distid.ID128
	EventPtr    *flax.ID
	PaymentPtr  *payid.ID
	OwnerPtr    *customerID
	NullID      sql.Null[distid.ID]
	NullTrace   sql.Null[distid.ID128]
	NullEvent   sql.Null[flax.ID]
	NullPayment sql.Null[payid.ID]

	LegacyID   decimal.Decimal
	OldId      decimal.Decimal //lint:ignore ST1003 both spellings count
	MaybeID    *decimal.Decimal
	NullableID decimal.NullDecimal
	WrappedID  wrappedDecimal

	Amount decimal.Decimal `gorm:"type:decimal(12,2)"`
	Idle   decimal.Decimal // ends otherwise
	Chosen distid.ID       `gorm:"type:varchar(40)"`
	Count  int64
	TextID string
}

// kinds are the names by which databases call the columns of the table in the
// documentation.
var kinds = map[string]map[string]string{
	"postgres": {"decimal": "numeric(28,0)", "uuid": "uuid", "flax": "varchar(16) C", "pay": "varchar(9) C"},
	"mysql":    {"decimal": "decimal(28,0)", "uuid": "char(36) ascii_bin", "flax": "char(16) ascii_bin", "pay": "char(9) ascii_bin"},
	"sqlite":   {"decimal": "text", "uuid": "text", "flax": "text", "pay": "text"},
}

var want = map[string]string{
	"id": "decimal", "trace": "uuid", "event": "flax", "payment": "pay", "owner": "decimal",
	"parent_id": "decimal", "trace_ptr": "uuid", "event_ptr": "flax", "payment_ptr": "pay", "owner_ptr": "decimal",
	"null_id": "decimal", "null_trace": "uuid", "null_event": "flax", "null_payment": "pay",
	"legacy_id": "decimal", "old_id": "decimal", "maybe_id": "decimal", "nullable_id": "decimal", "wrapped_id": "decimal",
}

func TestColumns(t *testing.T) {
	onEngines(t, func(t *testing.T, db *gorm.DB) {
		plain := open(t, db.Name())
		must(t, plain.AutoMigrate(new(order)))
		must(t, db.AutoMigrate(new(order)))

		without, with := live(t, plain, "orders"), live(t, db, "orders")
		for name, got := range with {
			wanted := without[name] // untouched
			if kind, ok := want[name]; ok {
				wanted = kinds[db.Name()][kind]
			}
			if got != wanted {
				t.Errorf("%s: got %s, want %s", name, got, wanted)
			}
		}

		// A second time there is nothing to do.
		db.Logger.(*record).changes = nil
		must(t, db.AutoMigrate(new(order)))
		if got := db.Logger.(*record).changes; len(got) > 0 && db.Name() != "sqlite" {
			t.Errorf("migrated again: %s", strings.Join(got, "\n"))
		}
	})
}

// TestColumnsLater gives columns to tables that are there already.
func TestColumnsLater(t *testing.T) {
	onEngines(t, func(t *testing.T, db *gorm.DB) {
		plain := open(t, db.Name())
		must(t, plain.AutoMigrate(new(order)))
		must(t, plain.Use(gormid.Plugin{}))
		plain = plain.Session(&gorm.Session{})
		must(t, plain.Migrator().AlterColumn(new(order), "ParentID"))
		if got, want := live(t, plain, "orders")["parent_id"], kinds[db.Name()]["decimal"]; got != want {
			t.Errorf("altered: got %s, want %s", got, want)
		}
		must(t, plain.Migrator().DropColumn(new(order), "EventPtr"))
		must(t, plain.Migrator().AddColumn(new(order), "EventPtr"))
		if got, want := live(t, plain, "orders")["event_ptr"], kinds[db.Name()]["flax"]; got != want {
			t.Errorf("added: got %s, want %s", got, want)
		}
		must(t, plain.Migrator().DropTable(new(order)))
		must(t, plain.Migrator().CreateTable(new(order)))
		must(t, db.AutoMigrate(new(order)))
		if got, want := live(t, plain, "orders"), live(t, db, "orders"); !maps.Equal(got, want) {
			t.Errorf("created: got %v, want %v", got, want)
		}
	})
}

// live returns the types of a table's columns as the database tells them, with the
// collation where it is none of the defaults.
func live(t *testing.T, db *gorm.DB, table string) map[string]string {
	t.Helper()
	query := map[string]string{
		"postgres": `select a.attname, replace(format_type(a.atttypid, a.atttypmod), 'character varying', 'varchar') ||
			case when c.collname <> 'default' then ' ' || c.collname else '' end
			from pg_attribute a left join pg_collation c on c.oid = a.attcollation
			where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
		"mysql": `select column_name, concat(column_type, case when collation_name like 'ascii%' then concat(' ', collation_name) else '' end)
			from information_schema.columns where table_schema = database() and table_name = ?`,
		"sqlite": `select name, lower(type) from pragma_table_info(?)`,
	}[db.Name()]
	pool, err := db.DB()
	must(t, err)
	rows, err := pool.Query(query, table)
	must(t, err)
	defer rows.Close()
	columns := map[string]string{}
	for rows.Next() {
		var name, typ string
		must(t, rows.Scan(&name, &typ))
		columns[name] = typ
	}
	must(t, rows.Err())
	return columns
}
