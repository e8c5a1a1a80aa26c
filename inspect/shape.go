package inspect

import (
	"fmt"
	"math"
	"unicode/utf8"
)

// A shape is the length of a text and the kind of its characters.
type shape struct {
	bits float64 // log2 of the number of texts of the shape
	name string  // for people, in plural
}

// Kinds of characters. A text has the set of those that occur in it.
const (
	digit     = 1 << iota
	lowerHex  // a to f
	lowerRest // g to z
	upperHex
	upperRest
	dash // - and _
	other
)

// kinds are the kinds of texts, the narrowest first.
var kinds = [...]struct {
	set  int
	size float64 // number of characters
	name string
}{
	{digit, 10, "digits"},
	{digit | lowerHex, 16, "hexadecimal digits"},
	{digit | upperHex, 16, "hexadecimal digits"},
	{lowerHex | lowerRest, 26, "small letters"},
	{upperHex | upperRest, 26, "capitals"},
	{digit | lowerHex | lowerRest, 36, "small letters and digits"},
	{digit | upperHex | upperRest, 36, "capitals and digits"},
	{lowerHex | lowerRest | upperHex | upperRest, 52, "letters"},
	{digit | lowerHex | lowerRest | upperHex | upperRest, 62, "letters and digits"},
	{digit | lowerHex | lowerRest | upperHex | upperRest | dash, 64, "letters, digits, - and _"},
	{-1, 95, "characters"}, // those of ASCII, as a size
}

// kindOf returns the kind of one character.
func kindOf(r rune) int {
	switch {
	case '0' <= r && r <= '9':
		return digit
	case 'a' <= r && r <= 'f':
		return lowerHex
	case 'g' <= r && r <= 'z':
		return lowerRest
	case 'A' <= r && r <= 'F':
		return upperHex
	case 'G' <= r && r <= 'Z':
		return upperRest
	case r == '-' || r == '_':
		return dash
	}
	return other
}

// kindsIn returns the set of kinds in a text.
func kindsIn(text string) int {
	set := 0
	for _, r := range text {
		set |= kindOf(r)
	}
	return set
}

// shapeOf returns the shape of a text.
func shapeOf(text string) shape {
	set, n := kindsIn(text), utf8.RuneCountInString(text)
	for _, k := range kinds {
		if set&^k.set == 0 {
			return shape{float64(n) * math.Log2(k.size), fmt.Sprintf("texts of %d %s", n, k.name)}
		}
	}
	panic("inspect: a text of no kind") // the last kind has all
}

// consists tells whether a text is n characters of the given kinds.
func consists(text string, n, set int) bool {
	return len(text) == n && kindsIn(text)&^set == 0
}
