package inspect

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/seed-05176fc3/idem/distid"
)

// distributed128Span begins with the year of the first release.
var distributed128Span = span{time.Date(2022, 1, 1, 0, 0, 0, 0, time.UTC), time.Millisecond, 48}

func readDistributed128(c *candidate) {
	if c.wide != nil {
		c.addDistributed128(c.wide.value, *c.wide)
	}
	if upper, lower, ok := twoInt64(c.text); ok {
		if id, err := distid.Join(upper, lower); err == nil {
			c.addDistributed128(id, wide{form: "two int64", shape: shape{126, "pairs of int64"}, weight: rareForm})
		}
	}
}

// twoInt64 reads two plain numbers with a comma or space between, as of two columns.
func twoInt64(text string) (upper, lower int64, ok bool) {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	if len(parts) != 2 {
		return 0, 0, false
	}
	var numbers [2]int64
	for i, part := range parts {
		n, err := strconv.ParseInt(part, 10, 64)
		if err != nil || strconv.FormatInt(n, 10) != part {
			return 0, 0, false
		}
		numbers[i] = n
	}
	return numbers[0], numbers[1], true
}

func (c *candidate) addDistributed128(id distid.ID128, w wide) {
	if !isDistributed128(id) {
		return
	}
	t := id.Time()
	r := Reading{
		Scheme: "distributed128", Title: "DistributedId128", Form: w.form, Canonical: id.String(),
		Forms: []Form{
			{"uuid", id.String()}, {"hex", id.Hex()}, {"alphanumeric", id.Alphanumeric()}, {"decimal", id.Decimal()},
		},
		Time:   t,
		Random: 75,
		Leaks:  []string{"when it was made, to the millisecond"},
	}
	if upper, lower, err := id.Split(); err == nil {
		r.Forms = append(r.Forms, Form{"two int64", fmt.Sprintf("%d, %d", upper, lower)})
	}
	p := newPicture(id[:])
	p.number("timestamp", 48, "ms since 1700")
	unix := p.bits(0, 48)
	p.number("version", 4, "always 7")
	p.hex("random high", 12, "")
	p.number("variant", 1, "always 0; RFC 9562 has 1")
	p.hex("random low", 63, "")
	r.show(p)
	r.Not = []string{
		"a UUID of RFC 9562: its version is 7, but its variant is 0xx, the one before that standard, and its time counts from 1700",
		fmt.Sprintf("made at %s, which readers of version 7 say: it was %s", format(time.UnixMilli(int64(unix))), format(t)),
	}
	facts := []string{"version bits 7 and variant bit 0"}
	c.add(r, evidence{facts: facts, shape: w.shape, free: 75, span: distributed128Span, weight: w.weight})
}

// isDistributed128 tells whether the bits that never change are right.
func isDistributed128(id distid.ID128) bool {
	return id[6]>>4 == 7 && id[8]>>7 == 0 && !id.Time().Before(firstTime)
}
