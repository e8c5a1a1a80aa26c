package gormid_test

import (
	"database/sql"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/shopspring/decimal"
	"gorm.io/gorm"

	"github.com/seed-05176fc3/idem/distid"
	"github.com/seed-05176fc3/idem/flax"
	"github.com/seed-05176fc3/idem/payid"
)

func TestRows(t *testing.T) {
	onEngines(t, func(t *testing.T, db *gorm.DB) {
		must(t, db.AutoMigrate(new(order)))
		id := distid.MustParse("1088824355131185736905670087")
		trace := distid.MustParse128("094954a8-622c-76ad-1b93-cdefcbdf0888")
		event := flax.MustParse("0RdKJcxqVBiAiQr0")
		payment := payid.MustParse("2KNQ8300Z")
		big := decimal.RequireFromString("1234567890123456789012345678")
		full := order{
			ID: id, Trace: trace, Event: event, Payment: payment, Owner: customerID{id},
			ParentID: &id, TracePtr: &trace, EventPtr: &event, PaymentPtr: &payment, OwnerPtr: &customerID{id},
			NullID:      sql.Null[distid.ID]{V: id, Valid: true},
			NullTrace:   sql.Null[distid.ID128]{V: trace, Valid: true},
			NullEvent:   sql.Null[flax.ID]{V: event, Valid: true},
			NullPayment: sql.Null[payid.ID]{V: payment, Valid: true},
			LegacyID:    big, OldId: big, MaybeID: &big, NullableID: decimal.NewNullDecimal(big), WrappedID: wrappedDecimal{big},
			Amount: decimal.RequireFromString("1.25"), Chosen: id, TextID: "x",
		}
		highest := order{ID: distid.MustParse("9999999999999999999999999999")}
		zero := order{} // all of it is written, and the pointers are NULL
		must(t, db.Create([]*order{&full, &highest, &zero}).Error)

		for _, want := range []order{full, highest, zero} {
			var got order
			must(t, db.First(&got, "id = ?", want.ID).Error)
			if !sameOrder(got, want) {
				t.Errorf("got %+v, want %+v", got, want)
			}
		}
		var nulls int64
		must(t, db.Model(new(order)).Where("parent_id is null and null_id is null and nullable_id is null and event_ptr is null").Count(&nulls).Error)
		if nulls != 2 {
			t.Errorf("got %d rows of NULL, want 2", nulls)
		}

		var got []distid.ID
		must(t, db.Model(new(order)).Where("id in ?", []distid.ID{id, highest.ID}).Order("id").Pluck("id", &got).Error)
		if want := []distid.ID{id, highest.ID}; !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
		must(t, db.Model(new(order)).Where(&order{Event: event}).Update("event", flax.MustParse("0RdKJcxqVBiAiQr1")).Error)
		must(t, db.Where("event = ?", flax.MustParse("0RdKJcxqVBiAiQr1")).Delete(new(order)).Error)
		var left int64
		if err := db.Model(new(order)).Count(&left).Error; err != nil || left != 2 {
			t.Errorf("got %d rows, %v, want 2", left, err)
		}
	})
}

// sameOrder compares what was written with what was read; decimals by their text,
// and an absent amount as 0.
func sameOrder(a, b order) bool {
	for _, o := range []*order{&a, &b} {
		for _, d := range []*decimal.Decimal{&o.LegacyID, &o.OldId, &o.NullableID.Decimal, &o.WrappedID.Decimal, &o.Amount, &o.Idle} {
			*d = decimal.RequireFromString(d.String())
		}
		if o.MaybeID != nil {
			d := decimal.RequireFromString(o.MaybeID.String())
			o.MaybeID = &d
		}
	}
	return reflect.DeepEqual(a, b)
}

// TestInlineCondition shows that an ID is a condition as numbers are, and no list of
// bytes.
func TestInlineCondition(t *testing.T) {
	onEngines(t, func(t *testing.T, db *gorm.DB) {
		must(t, db.AutoMigrate(new(order)))
		id := distid.MustParse("1088824355131185736905670087")
		must(t, db.Create([]order{{ID: distid.MustParse("3")}, {ID: id}, {}}).Error)
		var got order
		if err := db.First(&got, id).Error; err != nil || got.ID != id {
			t.Errorf("got %v, %v, want %v", got.ID, err, id)
		}
		got = order{ID: id}
		if err := db.First(&got).Error; err != nil || got.ID != id {
			t.Errorf("got %v, %v, want %v", got.ID, err, id)
		}
	})
}

type author struct {
	ID    distid.ID `gorm:"primaryKey"`
	Books []book
	Tags  []tag `gorm:"many2many:author_tags"`
}

type book struct {
	ID       flax.ID `gorm:"primaryKey"`
	AuthorID distid.ID
	Editor   *author
	EditorID *distid.ID
}

type tag struct {
	ID distid.ID128 `gorm:"primaryKey"`
}

type parcel struct {
	ID    distid.ID `gorm:"primaryKey;type:varchar(40)"`
	Items []item
}

type item struct {
	ID       payid.ID `gorm:"primaryKey"`
	ParcelID distid.ID
}

// TestAssociations shows that the tables which GORM makes by the way have the right
// columns too: the one for tags, and the one that joins them.
func TestAssociations(t *testing.T) {
	onEngines(t, func(t *testing.T, db *gorm.DB) {
		must(t, db.AutoMigrate(new(author), new(book), new(parcel), new(item)))
		k := kinds[db.Name()]
		for table, want := range map[string]map[string]string{
			"books":       {"id": k["flax"], "author_id": k["decimal"], "editor_id": k["decimal"]},
			"author_tags": {"author_id": k["decimal"], "tag_id": k["uuid"]},
			"tags":        {"id": k["uuid"]},
			"items":       {"id": k["pay"], "parcel_id": "varchar(40)"}, // like the key it refers to
		} {
			got := live(t, db, table)
			for column, wanted := range want {
				if got[column] != wanted {
					t.Errorf("%s.%s: got %q, want %q", table, column, got[column], wanted)
				}
			}
		}

		id := distid.MustParse("1088824355131185736905670087")
		a := author{ID: id, Tags: []tag{{ID: distid.MustParse128("094954a8-622c-76ad-1b93-cdefcbdf0888")}}}
		a.Books = []book{{ID: flax.MustParse("0RdKJcxqVBiAiQr0"), EditorID: &id}, {ID: flax.MustParse("0RDKJCXQVBIAIQR0")}}
		must(t, db.Create(&a).Error)
		var got author
		must(t, db.Preload("Books", func(tx *gorm.DB) *gorm.DB { return tx.Order("id desc") }).Preload("Books.Editor").Preload("Tags").
			First(&got, "id = ?", id).Error)
		if len(got.Books) != 2 || got.Books[0].ID != a.Books[0].ID || got.Books[0].Editor == nil || got.Books[1].EditorID != nil || len(got.Tags) != 1 {
			t.Errorf("got %+v", got)
		}
		if err := db.Create(&book{ID: flax.MustParse("0RdKJcxqVBiAiQr2")}).Error; !errors.Is(err, gorm.ErrForeignKeyViolated) {
			t.Errorf("zero foreign key: got %v, want %v", err, gorm.ErrForeignKeyViolated)
		}
	})
}

// TestDialect shows that what the plugin hides of the dialect still works: translated
// errors, and save points.
func TestDialect(t *testing.T) {
	onEngines(t, func(t *testing.T, db *gorm.DB) {
		must(t, db.AutoMigrate(new(tag)))
		one := tag{ID: distid.MustParse128("094954a8-622c-76ad-1b93-cdefcbdf0888")}
		two := tag{ID: distid.MustParse128("094954a8-622c-76ad-1b93-cdefcbdf0889")}
		must(t, db.Create(&one).Error)
		must(t, db.Transaction(func(tx *gorm.DB) error {
			err := tx.Transaction(func(tx *gorm.DB) error { return tx.Create(&one).Error })
			if !errors.Is(err, gorm.ErrDuplicatedKey) {
				t.Errorf("got %v, want %v", err, gorm.ErrDuplicatedKey)
			}
			return tx.Create(&two).Error
		}))
		var n int64
		if err := db.Model(new(tag)).Count(&n).Error; err != nil || n != 2 {
			t.Errorf("got %d, %v, want 2", n, err)
		}
	})
}
