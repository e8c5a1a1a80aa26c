package inspect

import (
	"strings"

	"github.com/seed-05176fc3/idem/distid"
)

// A wide is a text that stands for 128 bits in one of the forms which several
// schemes share.
type wide struct {
	value  [16]byte
	form   string
	shape  shape
	weight float64
}

var uuidShape = shape{128, "values of 128 bits"}

// minDecimal is the number of digits from which on a decimal is read. Values of 128
// bits with fewer are from 1970 or before, in every scheme that has a time.
const minDecimal = 37

// wideValue returns what a text stands for, or nil. Lengths tell the forms apart.
func wideValue(text string, s shape) *wide {
	w := wide{form: "uuid", shape: uuidShape}
	var id distid.ID128
	var err error
	switch n := len(text); {
	case n == 22:
		w.form, w.shape, w.weight = "alphanumeric", s, rareForm
		id, err = distid.ParseAlphanumeric128(text)
	case n == 32:
		w.form, w.shape = "hex", s
		id, err = distid.ParseHex128(text)
	case n >= minDecimal && kindsIn(text) == digit:
		w.form, w.shape, w.weight = "decimal", s, rareForm
		id, err = distid.ParseDecimal128(text)
	case n >= 36:
		id, err = distid.Parse128(bareUUID(text))
	default:
		return nil
	}
	if err != nil {
		return nil
	}
	w.value = id
	return &w
}

// bareUUID takes away what may stand around the 36 characters of a UUID, and makes
// them lower case. All UUIDs are written so; readers must take capitals.
func bareUUID(text string) string {
	const urn = "urn:uuid:"
	switch n := len(text); {
	case n == len(urn)+36 && strings.EqualFold(text[:len(urn)], urn):
		text = text[len(urn):]
	case n == 38 && text[0] == '{' && text[n-1] == '}':
		text = text[1 : n-1]
	}
	return strings.ToLower(text)
}
