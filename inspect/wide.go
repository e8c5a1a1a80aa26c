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

// wideValues returns what a text can stand for. Some digits are valid in two forms.
func wideValues(text string, s shape) []wide {
	var found []wide
	if id, err := distid.Parse128(bareUUID(text)); err == nil {
		found = append(found, wide{id, "uuid", uuidShape, 0})
	}
	if id, err := distid.ParseHex128(text); err == nil {
		found = append(found, wide{id, "hex", s, 0})
	}
	if id, err := distid.ParseAlphanumeric128(text); err == nil {
		found = append(found, wide{id, "alphanumeric", s, rareForm})
	}
	if id, err := distid.ParseDecimal128(text); err == nil && len(text) >= minDecimal {
		found = append(found, wide{id, "decimal", s, rareForm})
	}
	return found
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
