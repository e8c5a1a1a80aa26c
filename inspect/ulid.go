package inspect

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/oklog/ulid/v2"
)

var (
	ulidSpan   = span{time.Date(2016, 1, 1, 0, 0, 0, 0, time.UTC), time.Millisecond, 48}
	typeIDSpan = span{time.Date(2021, 1, 1, 0, 0, 0, 0, time.UTC), time.Millisecond, 48}
)

func readULID(c *candidate) {
	if len(c.text) != ulid.EncodedSize {
		return
	}
	id, err := ulid.ParseStrict(c.text)
	if err != nil {
		c.missULID("ulid", err)
		return
	}
	r := Reading{
		Scheme: "ulid", Title: "ULID", Form: "text", Canonical: id.String(),
		Forms:  []Form{{"text", id.String()}, {"uuid", uuid.UUID(id).String()}, {"hex", strings.ReplaceAll(uuid.UUID(id).String(), "-", "")}},
		Time:   id.Timestamp().UTC(),
		Random: 80,
		Leaks:  []string{"when it was made, to the millisecond"},
		Not:    []string{"a UUID of RFC 9562, though it fits a uuid column: it has no version"},
		Notes:  []string{"monotonic generators count up within a millisecond: from one ID the next can be guessed"},
	}
	p := newPicture(id[:])
	p.number("timestamp", 48, "ms since 1970")
	p.hex("random", 80, "")
	r.show(p)
	e := evidence{facts: []string{"26 digits of Crockford's base 32, not over 7ZZZ…"}, free: 80, span: ulidSpan}
	if id.String() != c.text {
		e.facts, e.weight = append(e.facts, "though not in capitals"), rareForm
	}
	c.add(r, e)
}

// missULID says why 26 characters are none.
func (c *candidate) missULID(scheme string, err error) {
	if errors.Is(err, ulid.ErrOverflow) {
		c.miss(scheme, "over 128 bits: the first of the 26 digits is at most 7")
	} else {
		c.miss(scheme, "26 characters, but not all are digits of Crockford's base 32")
	}
}

// readTypeID reads a prefix and the digits of a UUID, which are those of a ULID in
// small letters.
func readTypeID(c *candidate) {
	var prefix string
	body := c.text
	if i := strings.LastIndexByte(c.text, '_'); i >= 0 {
		if prefix, body = c.text[:i], c.text[i+1:]; !isTypePrefix(prefix) {
			return
		}
	}
	if !consists(body, ulid.EncodedSize, digit|lowerHex|lowerRest) {
		return
	}
	id, err := ulid.ParseStrict(body)
	if err != nil {
		c.missULID("typeid", err)
		return
	}
	r := Reading{
		Scheme: "typeid", Title: "TypeID", Form: "text", Canonical: c.text,
		Forms: append([]Form{{"text", c.text}}, uuidForms(uuid.UUID(id))...),
	}
	var inner Reading
	e := evidence{shape: shape{math.Log2(36) * float64(len(body)), fmt.Sprintf("texts of %d small letters and digits", len(body))}}
	describeUUID(&inner, &e, uuid.UUID(id))
	r.Layout, r.Unit, r.Binary, r.Fields = inner.Layout, inner.Unit, inner.Binary, inner.Fields
	r.Time, r.Random, r.Leaks, r.Notes = inner.Time, inner.Random, inner.Leaks, inner.Notes
	if inner.Layout == "v7" {
		e.span = typeIDSpan
	} else {
		e.weight += rareScheme // allowed, but generators make version 7
	}
	r.Title += " of a " + inner.Title
	if prefix == "" { // 1 in 64 ULIDs in small letters is one too
		e.weight += nonsense
		r.Notes = append(r.Notes, "it has no prefix, so that it does not say what it is an ID of")
	} else {
		r.Leaks = append(r.Leaks, "what it is the ID of: "+prefix)
		e.facts = append([]string{"a prefix"}, e.facts...)
	}
	c.add(r, e)
}

// isTypePrefix tells whether a text is the prefix of a TypeID.
func isTypePrefix(text string) bool {
	n := len(text)
	return 0 < n && n <= 63 && text[0] != '_' && text[n-1] != '_' &&
		kindsIn(text)&^(lowerHex|lowerRest|dash) == 0 && !strings.Contains(text, "-")
}
