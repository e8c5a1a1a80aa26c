package inspect

import (
	"fmt"
	"math"
	"strings"

	"github.com/seed-05176fc3/idem/distid"
	"github.com/seed-05176fc3/idem/publicid"
)

func readPublic(c *candidate) {
	if c.wide != nil && c.wide.form != "decimal" {
		c.addPublic(*c.wide)
	}
	if i := strings.LastIndexByte(c.text, '_'); i > 0 {
		c.addSealed(c.text[:i], c.text[i+1:])
	}
}

func (c *candidate) addPublic(w wide) {
	id := publicid.ID(w.value)
	r := Reading{
		Scheme: "public", Layout: "plain", Title: "Public identity, or any other 128 bits",
		Form: w.form, Canonical: id.String(),
		Forms: []Form{{"uuid", id.String()}, {"hex", id.Hex()}, {"alphanumeric", id.Alphanumeric()}},
		Notes: []string{"what it stands for is known to those who have the key: idem public decode"},
	}
	r.one("ciphertext", id[:], "one block of AES")
	c.add(r, evidence{facts: []string{"128 bits"}, shape: w.shape, free: 128, weight: anything - w.weight})
}

// addSealed reads a public ID of the sealed form: a prefix, a character for the key,
// and two or three blocks of 64 bits.
func (c *candidate) addSealed(prefix, rest string) {
	const block = 11
	if len(rest) != 1+2*block && len(rest) != 1+3*block || !consists(rest, len(rest), kinds62) || !isPrefix(prefix) {
		return
	}
	// Two blocks are an alphanumeric of 128 bits, so that pairs of them tell whether
	// each block is in range.
	body := rest[1:]
	for i := 0; i+2*block <= len(body); i += block {
		if _, err := distid.ParseAlphanumeric128(body[i : i+2*block]); err != nil {
			c.miss("public", "in the body, from character %d on: %v", i, err)
			return
		}
	}
	r := Reading{
		Scheme: "public", Layout: "sealed", Title: "Public ID, sealed form", Form: "text", Canonical: c.text, Unit: Character,
		Fields: []Field{
			{"prefix", 0, len(prefix), prefix, "what it is an ID of"},
			{"separator", len(prefix), 1, "_", ""},
			{"key", len(prefix) + 1, 1, rest[:1], "the key of the ring that it was made with"},
			{"ciphertext", len(prefix) + 2, len(body), body, "an integer or a DistributedId"},
		},
		Leaks: []string{"what kind of thing it is the ID of, and which key was in use"},
		Not:   []string{"a permission: whoever has seen it can show it again"},
		Notes: []string{"what it stands for is known to those who have the key ring: idem public decode"},
	}
	n := len(body) / block
	if n == 3 {
		r.Fields[3].Meaning = "128 bits, with a tag of 64"
	}
	facts := []string{fmt.Sprintf("a prefix, a key and %d blocks of base 62", n)}
	c.add(r, evidence{
		facts: facts, free: math.Log2(62) + float64(64*n),
		shape: shape{math.Log2(62) * float64(len(rest)), fmt.Sprintf("texts of %d letters and digits", len(rest))},
	})
}

// kinds62 are the kinds of the digits of base 62.
const kinds62 = digit | lowerHex | lowerRest | upperHex | upperRest

// isPrefix tells whether a sealed ID can begin with a text.
func isPrefix(text string) bool {
	n := len(text)
	set := kindsIn(text)
	return n <= 63 && set&^(digit|lowerHex|lowerRest|dash) == 0 && !strings.Contains(text, "-") &&
		kindOf(rune(text[0]))&(lowerHex|lowerRest) != 0 && text[n-1] != '_'
}
