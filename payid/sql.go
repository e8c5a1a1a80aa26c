package payid

import (
	"database/sql/driver"
	"fmt"
)

// Scan reads an ID from a database: its text, its 8 bytes, or its integer. It
// refuses NULL; use sql.Null[payid.ID] for a column that may hold it.
func (id *ID) Scan(src any) error {
	switch v := src.(type) {
	case string:
		return id.scanned(Parse(v))
	case []byte:
		if len(v) == binaryLen {
			return id.UnmarshalBinary(v)
		}
		return id.UnmarshalText(v)
	case int64:
		if v < 0 {
			return fmt.Errorf("%w %d: negative", ErrInvalid, v)
		}
		return id.scanned(FromUint64(uint64(v)))
	case nil:
		return fmt.Errorf("%w: NULL; scan into sql.Null[payid.ID]", ErrInvalid)
	default:
		return fmt.Errorf("%w: cannot read it from %T", ErrInvalid, src)
	}
}

func (id *ID) scanned(v ID, err error) error {
	if err == nil {
		*id = v
	}
	return err
}

// Value gives a database the text, also for the zero ID.
func (id ID) Value() (driver.Value, error) { return id.String(), nil }
