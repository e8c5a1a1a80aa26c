// Package idtext writes and reads the text forms that the 64-, 93- and 128-bit
// identifiers of this module share.
//
// A value is an unsigned 128-bit integer in two halves, hi and lo. It has four
// text forms:
//
//	decimal        1 to 39 digits, no leading zero
//	hexadecimal    32 digits, upper case when written, either case when read
//	alphanumeric   22 characters in two blocks of 11: hi, then lo
//	UUID           36 characters 8-4-4-4-12, lower case
//
// An alphanumeric block is a 64-bit integer as 11 digits of base 62, most
// significant first, padded with '0'. The digits are 0-9, A-Z, a-z, in the order
// of their codes, so texts sort bytewise as their values do. A block of 2^64 or
// more is refused.
//
// The hexadecimal and the alphanumeric form are cut for narrower types: they keep
// their last n characters and drop the first ones, which are then always '0'.
//
//	type                       hexadecimal   alphanumeric
//	64 bits                    16            11
//	decimal 0 to 10^28-1       26            16
//	128 bits                   32            22
//
// Every form but the hexadecimal one has exactly one text for a value. Append
// functions allocate nothing when dst has room for the text, and for eight bytes;
// Parse functions do not unless they refuse a text.
package idtext

import "strconv"

// Text is what the parsers read.
type Text interface{ ~string | ~[]byte }

// The lengths of the forms, for 64-bit values, for decimals of up to 28 digits,
// and for 128-bit values.
const (
	Hex64, Hex28, Hex128                            = 16, 26, 32
	Alphanumeric64, Alphanumeric28, Alphanumeric128 = 11, 16, 22
	UUIDLen                                         = 36
	DecimalLen                                      = 39 // at most
)

// The halves of 10^28-1, the largest integer of 28 digits.
const (
	Max28Hi = 0x204fce5e
	Max28Lo = 0x3e2502610fffffff
)

// Fits28 reports whether a value is at most 10^28-1.
func Fits28(hi, lo uint64) bool {
	return hi < Max28Hi || hi == Max28Hi && lo <= Max28Lo
}

// An Error says why a text was refused, and where.
type Error struct {
	Index  int // of the first byte that cannot stand; the text's length when bytes are missing
	Reason string
}

func (e *Error) Error() string { return "byte " + strconv.Itoa(e.Index) + ": " + e.Reason }

// lengthError is the error for a text of n bytes that should have want.
func lengthError(n, want int) error {
	return &Error{min(n, want), "want " + strconv.Itoa(want) + " characters, have " + strconv.Itoa(n)}
}
