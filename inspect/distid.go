package inspect

import (
	"fmt"
	"time"

	"github.com/seed-05176fc3/idem/distid"
)

// distributedSpan begins with the year of the first release.
var distributedSpan = span{time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), time.Millisecond, 45}

// firstTime is the earliest time at which our distributed schemes are read. Without
// it every small number would be an ID.
var firstTime = time.Unix(0, 0)

func readDistributed(c *candidate) {
	if kindsIn(c.text) == digit {
		if id, err := distid.Parse(c.text); err == nil {
			c.addDistributed(id, wide{form: "decimal"})
		}
	}
	switch len(c.text) {
	case 26:
		if id, err := distid.ParseHex(c.text); err == nil {
			c.addDistributed(id, wide{form: "hex"})
		}
	case 16:
		if id, err := distid.ParseAlphanumeric(c.text); err == nil {
			c.addDistributed(id, wide{form: "alphanumeric"})
		}
	}
	var id distid.ID
	if c.wide == nil || id.UnmarshalBinary(c.wide.value[:]) != nil {
		return
	}
	switch w := *c.wide; w.form {
	case "uuid":
		c.addDistributed(id, w)
	case "hex":
		w.form, w.weight = "binary", rareForm
		c.addDistributed(id, w)
	}
}

func (c *candidate) addDistributed(id distid.ID, w wide) {
	t := id.Time()
	if t.Before(firstTime) {
		return
	}
	if id[4]>>5 != 0 {
		c.miss("distributed", "over 2^93-1, the last ID that a generator can make")
		return
	}
	r := Reading{
		Scheme: "distributed", Title: "DistributedId", Form: w.form, Canonical: id.String(),
		Forms: []Form{
			{"decimal", id.String()},
			{"hex", id.Hex()},
			{"alphanumeric", id.Alphanumeric()},
			{"uuid", id.UUID()},
			{"binary", fmt.Sprintf("%x", id[:])},
		},
		Time:   t,
		Random: 48,
		Leaks:  []string{"when it was made, within a second"},
		Not: []string{fmt.Sprintf("a UUID, even in that form: where a UUID has version and variant, it has time and random bits (here %x and %03b)",
			id[6]>>4, id[8]>>5)},
		Notes: []string{"made 1 to 1000 ms after its time, normally 1000: at " + format(t.Add(time.Second))},
	}
	p := newPicture(id[4:])
	p.number("unused", 3, "always 0")
	p.number("timestamp", 45, "ms since 1900")
	random := p.bits(p.at, 48)
	p.hex("random", 48, "")
	r.show(p)
	facts := []string{"in the range of its " + w.form + " form"}
	if random == 0 {
		facts = append(facts, "but its random part is 0, which bounds of queries have and IDs have not")
	}
	c.add(r, evidence{facts: facts, shape: w.shape, free: 48, span: distributedSpan, weight: w.weight})
}
