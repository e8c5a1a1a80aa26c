package inspect

import (
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Spans of the versions with a time. The times of version 1 are as old as its drafts;
// those of version 6 are moved from it.
var (
	gregorianSpan = span{time.Date(1995, 1, 1, 0, 0, 0, 0, time.UTC), 100 * time.Nanosecond, 60}
	uuid7Span     = span{time.Date(2021, 1, 1, 0, 0, 0, 0, time.UTC), time.Millisecond, 48}
)

func readUUID(c *candidate) {
	if c.wide == nil {
		return
	}
	w := *c.wide
	usual := w.form == "uuid" || w.form == "hex"
	if !usual && !isStandard(w.value) {
		return
	}
	r := Reading{
		Scheme: "uuid", Form: w.form, Canonical: uuid.UUID(w.value).String(), Forms: uuidForms(w.value),
	}
	e := evidence{shape: w.shape, weight: w.weight}
	if !usual {
		e.weight += rareForm
	}
	describeUUID(&r, &e, w.value)
	c.add(r, e)
}

// isStandard tells whether RFC 9562 defines version and variant of a UUID.
func isStandard(id uuid.UUID) bool {
	return id.Variant() == uuid.RFC4122 && id.Version() >= 1 && id.Version() <= 8
}

func uuidForms(id uuid.UUID) []Form {
	return []Form{{"uuid", id.String()}, {"hex", strings.ReplaceAll(id.String(), "-", "")}, {"urn", id.URN()}}
}

// describeUUID says what a UUID means, and what speaks for it.
func describeUUID(r *Reading, e *evidence, id uuid.UUID) {
	switch {
	case id == uuid.Nil:
		r.Layout, r.Title = "nil", "nil UUID"
		r.one("nil", id[:], "all bits 0")
		r.Not = []string{"the ID of anything: it stands for no UUID"}
		e.facts = []string{"all bits 0"}
		return
	case id == uuid.Max:
		r.Layout, r.Title = "max", "max UUID"
		r.one("max", id[:], "all bits 1")
		r.Not = []string{"the ID of anything: it stands after all UUIDs"}
		e.facts = []string{"all bits 1"}
		return
	case id.Variant() != uuid.RFC4122: // the name that RFC 9562 had before
		describeOtherVariant(r, e, id)
		return
	}
	version := id.Version()
	r.Layout, r.Title = fmt.Sprintf("v%d", version), fmt.Sprintf("UUID, version %d", version)
	e.facts = []string{fmt.Sprintf("version %d and the variant of RFC 9562", version)}
	e.free = 122
	p := newPicture(id[:])
	switch version {
	case 1, 2, 6:
		describeGregorian(r, e, p, id)
	case 3, 5:
		hash := map[uuid.Version]string{3: "MD5", 5: "SHA-1"}[version]
		r.Title += ", " + hash + " of a name"
		p.parts([3]string{"hash high", "hash mid", "hash low"}, "first bits of "+hash+" of namespace and name")
		r.Leaks = []string{"to those who can guess namespace and name: that it stands for them"}
		r.Not = []string{"unguessable: equal names have equal UUIDs, anywhere"}
		e.weight += rareForm
	case 4:
		r.Title += ", random"
		p.parts([3]string{"random a", "random b", "random c"}, "")
		r.Random = 122
		r.Notes = []string{"it does not sort by time: as a key it scatters over an index"}
	case 7:
		r.Title += ", time and random"
		r.Time = time.UnixMilli(int64(p.bits(0, 48))).UTC()
		p.number("unix_ts_ms", 48, "ms since 1970")
		p.number("version", 4, "")
		p.hex("rand_a", 12, "random, counter or part of a ms")
		p.hex("variant", 2, "binary 10: RFC 9562")
		p.hex("rand_b", 62, "random, or counter and random")
		e.free, e.span = 74, uuid7Span
		r.Random = 74
		r.Leaks = []string{"when it was made, to the millisecond"}
		r.Notes = []string{"generators may use random bits for a counter: then fewer are unknown"}
	case 8:
		r.Title += ", of its maker's own layout"
		p.parts([3]string{"custom_a", "custom_b", "custom_c"}, "known to its maker")
		e.weight += rareScheme
	default:
		r.Title = fmt.Sprintf("UUID, unknown version %d", version)
		p.parts([3]string{"unknown a", "unknown b", "unknown c"}, "")
		e.free, e.weight = 125, e.weight+nonsense
		r.Not = []string{"a version that RFC 9562 defines: those are 1 to 8"}
	}
	r.show(p)
}

// parts adds the fields of the versions without a time.
func (p *picture) parts(names [3]string, meaning string) {
	p.hex(names[0], 48, meaning)
	p.number("version", 4, "")
	p.hex(names[1], 12, meaning)
	p.hex("variant", 2, "binary 10: RFC 9562")
	p.hex(names[2], 62, meaning)
}

// describeOtherVariant is for UUIDs that RFC 9562 leaves to others. Few are left; most
// such values are no UUIDs.
func describeOtherVariant(r *Reading, e *evidence, id uuid.UUID) {
	var bits int
	switch id.Variant() {
	case uuid.Microsoft:
		r.Layout, r.Title, bits = "microsoft", "UUID, variant of Microsoft", 3
		e.free = 125
	case uuid.Future:
		r.Layout, r.Title, bits = "reserved", "UUID, reserved variant", 3
		e.free = 125
	default:
		r.Layout, r.Title, bits = "ncs", "UUID, variant of NCS", 1
		e.free = 127
	}
	p := newPicture(id[:])
	p.hex("high", 64, "")
	p.hex("variant", bits, fmt.Sprintf("binary %0*b", bits, p.bits(64, bits)))
	p.hex("low", 64-bits, "")
	r.show(p)
	r.Not = []string{"a UUID of RFC 9562: those have the variant 10"}
	e.facts = []string{fmt.Sprintf("variant bits %0*b", bits, p.bits(64, bits))}
	e.weight += nonsense
}
