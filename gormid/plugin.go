// Package gormid makes GORM choose the right columns for IDs.
//
//	db, err := gorm.Open(postgres.Open(dsn), &gorm.Config{})
//	…
//	err = db.Use(gormid.Plugin{})
//
// From then on the migrations of db give each field of a model the column type of
// this table:
//
//	field                        PostgreSQL                MySQL, MariaDB                  SQLite
//	distid.ID                    numeric(28,0)             decimal(28,0)                   text
//	distid.ID128                 uuid                      char(36), collation ascii_bin   text
//	flax.ID                      varchar(16) COLLATE "C"   char(16), collation ascii_bin   text
//	payid.ID                     varchar(9) COLLATE "C"    char(9), collation ascii_bin    text
//	decimal.Decimal, named *Id   numeric(28,0)             decimal(28,0)                   text
//	or *ID
//
// Other dialects have decimal(28,0), and are left alone otherwise. The decimal is that
// of github.com/shopspring/decimal. A field may also be a pointer to one of these
// types, a sql.Null of it, a decimal.NullDecimal, or a struct that does nothing but
// embed it, as in
//
//	type CustomerID struct{ distid.ID }
//
// Decimals with other names are left alone: amounts keep their fraction. So are fields
// with a type of their own in the tag, as in `gorm:"type:uuid"`, and foreign keys to
// those. Columns that are there already follow where GORM alters columns; it does not
// compare collations.
//
// SQLite gets text, since its numbers of 28 digits are floats. Text sorts as the
// numbers do as long as all have 28 digits, which IDs from mid 2012 on have.
//
// # Zero values
//
// A zero ID is an ID to a database, and GORM writes it as such: a field that was never
// set becomes 0, "----------------" and so on. In a foreign key that is most likely an
// error of the constraint. Where an ID may be absent, use a pointer or a sql.Null; nil
// and the invalid sql.Null are NULL. To have primary keys filled in, give the model a
// BeforeCreate method.
package gormid

import (
	"sync"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// Plugin is the plugin; hand it to [gorm.DB.Use] before migrations.
type Plugin struct{}

var _ gorm.Plugin = Plugin{}

// Name returns the name under which GORM keeps the plugin.
func (Plugin) Name() string { return "gormid" }

// Initialize puts the plugin between db and its dialect. GORM calls it.
func (Plugin) Initialize(db *gorm.DB) error {
	db.Dialector = &dialector{Dialector: db.Dialector}
	return nil
}

// A dialector is that of the database with other migrations. It has the optional
// methods of a dialect too, since it hides those of the one it wraps.
type dialector struct {
	gorm.Dialector
	mu sync.Mutex // guards the columns of all schemas
}

var (
	_ gorm.SavePointerDialectorInterface = (*dialector)(nil)
	_ gorm.ErrorTranslator               = (*dialector)(nil)
)

func (d *dialector) Migrator(db *gorm.DB) gorm.Migrator {
	return migrator{d.Dialector.Migrator(db), db, d}
}

func (d *dialector) DataTypeOf(field *schema.Field) string {
	d.setField(field)
	return d.Dialector.DataTypeOf(field)
}

func (d *dialector) SavePoint(tx *gorm.DB, name string) error {
	if s, ok := d.Dialector.(gorm.SavePointerDialectorInterface); ok {
		return s.SavePoint(tx, name)
	}
	return gorm.ErrUnsupportedDriver
}

func (d *dialector) RollbackTo(tx *gorm.DB, name string) error {
	if s, ok := d.Dialector.(gorm.SavePointerDialectorInterface); ok {
		return s.RollbackTo(tx, name)
	}
	return gorm.ErrUnsupportedDriver
}

func (d *dialector) Translate(err error) error {
	if t, ok := d.Dialector.(gorm.ErrorTranslator); ok {
		return t.Translate(err)
	}
	return err
}
