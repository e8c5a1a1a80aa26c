package distid

import (
	"fmt"
	"math"

	"github.com/seed-05176fc3/idem/internal/idtext"
)

// ParseDecimal128 reads a plain integer from 0 to 2^128-1 without leading zeros.
func ParseDecimal128(s string) (ID128, error) {
	hi, lo, err := idtext.ParseDecimal(s)
	if err != nil {
		return ID128{}, refuse("decimal", s, err)
	}
	return fromHalves128(hi, lo), nil
}

// ParseHex128 reads 32 hexadecimal digits, in either case.
func ParseHex128(s string) (ID128, error) {
	hi, lo, err := idtext.ParseHex(s, idtext.Hex128)
	if err != nil {
		return ID128{}, refuse("hexadecimal", s, err)
	}
	return fromHalves128(hi, lo), nil
}

// ParseAlphanumeric128 reads 22 alphanumeric characters.
func ParseAlphanumeric128(s string) (ID128, error) {
	hi, lo, err := idtext.ParseAlphanumeric(s, idtext.Alphanumeric128)
	if err != nil {
		return ID128{}, refuse("alphanumeric", s, err)
	}
	return fromHalves128(hi, lo), nil
}

// Join returns the ID128 whose halves are upper and lower. It refuses negative ones.
func Join(upper, lower int64) (ID128, error) {
	if upper < 0 || lower < 0 {
		return ID128{}, fmt.Errorf("%w: halves %d and %d: one is negative", ErrInvalid, upper, lower)
	}
	return fromHalves128(uint64(upper), uint64(lower)), nil
}

// Split returns the high and the low 64 bits of the ID, for two BIGINT columns that sort
// as the ID does. It refuses an ID with the first bit of a half set, as generated ones
// have from 6159-10-18T02:45:55.328Z on.
func (id ID128) Split() (upper, lower int64, err error) {
	hi, lo := id.high(), id.low()
	if hi > math.MaxInt64 || lo > math.MaxInt64 {
		return 0, 0, fmt.Errorf("%w: %s: a half is 2^63 or more", ErrInvalid, id)
	}
	return int64(hi), int64(lo), nil
}

// Decimal returns the ID as a plain integer.
func (id ID128) Decimal() string {
	return string(id.AppendDecimal(make([]byte, 0, idtext.DecimalLen)))
}

// AppendDecimal appends the digits of [ID128.Decimal] to b.
func (id ID128) AppendDecimal(b []byte) []byte {
	return idtext.AppendDecimal(b, id.high(), id.low())
}

// Hex returns the ID as 32 hexadecimal digits, in upper case.
func (id ID128) Hex() string { return string(id.AppendHex(make([]byte, 0, idtext.Hex128))) }

// AppendHex appends the 32 digits of [ID128.Hex] to b.
func (id ID128) AppendHex(b []byte) []byte {
	return idtext.AppendHex(b, id.high(), id.low(), idtext.Hex128)
}

// Alphanumeric returns the ID as 22 alphanumeric characters.
func (id ID128) Alphanumeric() string {
	return string(id.AppendAlphanumeric(make([]byte, 0, idtext.Alphanumeric128)))
}

// AppendAlphanumeric appends the 22 characters of [ID128.Alphanumeric] to b.
func (id ID128) AppendAlphanumeric(b []byte) []byte {
	return idtext.AppendAlphanumeric(b, id.high(), id.low(), idtext.Alphanumeric128)
}
