package inspect

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"time"

	"github.com/seed-05176fc3/idem/flax"
)

var flaxSpan = span{time.Date(2015, 1, 1, 0, 0, 0, 0, time.UTC), time.Millisecond, 40}

func readFlax(c *candidate) {
	switch len(c.text) {
	case 16:
		if id, err := flax.Parse(c.text); err == nil {
			c.addFlax(id, "text", 0)
		}
	case 24:
		// Only lower case is valid elsewhere; what a person pastes may have been changed.
		if id, err := flax.ParseHex(strings.ToLower(c.text)); err == nil {
			c.addFlax(id, "hex", rareForm+rareScheme)
		}
	}
}

func (c *candidate) addFlax(id flax.ID, form string, weight float64) {
	r := Reading{
		Scheme: "flax", Title: "Flax ID", Form: form, Canonical: id.String(),
		Forms:  []Form{{"text", id.String()}, {"hex", id.Hex()}},
		Time:   id.Time(),
		Random: 56,
		Leaks:  []string{"when it was made, to the millisecond"},
		Notes:  []string{"within one millisecond the order is random"},
	}
	p := newPicture(id[:])
	p.number("timestamp", 40, "ms since 2015")
	p.hex("random", 56, "")
	r.show(p)
	if b, err := base64.RawURLEncoding.DecodeString(id.String()); err == nil {
		r.Not = []string{"base64url, whose characters it has in another order: such a reader takes it for " + hex.EncodeToString(b) + ", without an error"}
	}
	facts := []string{"16 characters of its alphabet"}
	if form == "hex" {
		facts = []string{"24 hexadecimal digits"}
	}
	c.add(r, evidence{facts: facts, free: 56, span: flaxSpan, weight: weight})
}
