package flax

import (
	"database/sql/driver"
	"fmt"
)

// Scan reads an ID from a database: a string or 16 bytes are its text, 12 bytes
// its binary form. NULL is an error, since an ID has no absent value: scan into
// a *ID or a sql.Null[ID] where the column may hold it. The error wraps
// [ErrInvalid]; then id is unchanged.
func (id *ID) Scan(src any) error {
	switch src := src.(type) {
	case string:
		parsed, err := parse(src)
		if err == nil {
			*id = parsed
		}
		return err
	case []byte:
		if len(src) == len(id) {
			return id.UnmarshalBinary(src)
		}
		return id.UnmarshalText(src)
	case nil:
		return fmt.Errorf("%w: cannot scan NULL, use *ID or sql.Null[ID] for it", ErrInvalid)
	default:
		return fmt.Errorf("%w: cannot scan %T, want string or []byte", ErrInvalid, src)
	}
}

// Value returns the text of id, for a column of 16 characters with binary
// collation. The error is always nil.
func (id ID) Value() (driver.Value, error) { return id.String(), nil }
