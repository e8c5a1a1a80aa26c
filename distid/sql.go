package distid

import (
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/seed-05176fc3/idem/internal/idtext"
)

// Scan reads an ID from a database: the decimal form as a string or bytes, from which a
// fraction of zeros is dropped, as in "42.00"; UUID text; the 16 bytes; or an integer
// from 0 on. NULL is an error: scan into a *ID or a sql.Null[ID]. So is a float, which
// has lost digits already.
func (id *ID) Scan(src any) error {
	hi, lo, err := scan(src, func(b []byte) bool { return b[0] == 0 }) // text has no byte 0
	if err != nil || !idtext.Fits28(hi, lo) {
		return refuseSource(src, err)
	}
	*id = fromHalves(hi, lo)
	return nil
}

// Value returns the decimal form as a string, for a column of 28 digits or of text. A
// zero ID is "0", not NULL; use a *ID or a sql.Null[ID] for that.
func (id ID) Value() (driver.Value, error) {
	if !idtext.Fits28(id.high(), id.low()) {
		return nil, id.tooLarge()
	}
	return id.String(), nil
}

// Scan reads an ID128 from a database: UUID text as a string or bytes; 16 bytes,
// which are always the binary form; the decimal form, from which a fraction of zeros is
// dropped; or an integer from 0 on. NULL is an error: scan into a *ID128 or
// a sql.Null[ID128]. So is a float, which has lost digits already.
func (id *ID128) Scan(src any) error {
	hi, lo, err := scan(src, func([]byte) bool { return true })
	if err != nil {
		return refuseSource(src, err)
	}
	*id = fromHalves128(hi, lo)
	return nil
}

// Value returns the UUID text as a string. A zero ID is not NULL; use a *ID128 or
// a sql.Null[ID128] for that.
func (id ID128) Value() (driver.Value, error) { return id.String(), nil }

// scan reads what a driver delivers. Of 16 bytes, isBinary tells whether they are the
// binary form or text.
func scan(src any, isBinary func([]byte) bool) (hi, lo uint64, err error) {
	switch src := src.(type) {
	case string:
		return scanText(src)
	case []byte:
		if len(src) == len(ID128{}) && isBinary(src) {
			id := ID128(src)
			hi, lo = id.high(), id.low()
			return hi, lo, nil
		}
		return scanText(src)
	case int64:
		if src < 0 {
			return 0, 0, errors.New("negative")
		}
		return 0, uint64(src), nil
	case uint64:
		return 0, src, nil
	case nil:
		return 0, 0, errors.New("scan it into a pointer or a sql.Null")
	case float64:
		return 0, 0, errors.New("a float has lost digits, use a text or decimal column")
	default:
		return 0, 0, errors.New("want a string, bytes or an integer")
	}
}

func scanText[T idtext.Text](s T) (hi, lo uint64, err error) {
	if len(s) == idtext.UUIDLen && s[8] == '-' {
		return idtext.ParseUUID(s)
	}
	end := len(s)
	for end > 0 && s[end-1] == '0' {
		end--
	}
	if 0 < end && end < len(s) && s[end-1] == '.' {
		s = s[:end-1]
	}
	return idtext.ParseDecimal(s)
}

// refuseSource says why what a driver delivered is no ID. No cause means that it is too large.
func refuseSource(src any, cause error) error {
	if cause == nil {
		cause = errTooLarge
	}
	switch src := src.(type) {
	case nil:
		return fmt.Errorf("%w: NULL: %v", ErrInvalid, cause)
	case string:
		return refuse("string", src, cause)
	case []byte:
		return refuse("bytes", src, cause)
	default:
		return fmt.Errorf("%w: %T %v: %v", ErrInvalid, src, src, cause)
	}
}
