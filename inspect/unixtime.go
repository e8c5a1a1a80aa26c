package inspect

import (
	"fmt"
	"strconv"
	"time"
)

// unixUnits are the units of Unix times, by the number of their digits between 2001
// and 2286.
var unixUnits = map[int]struct {
	name string
	unit time.Duration
}{
	10: {"seconds", time.Second},
	13: {"milliseconds", time.Millisecond},
	16: {"microseconds", time.Microsecond},
	19: {"nanoseconds", time.Nanosecond},
}

func readUnixTime(c *candidate) {
	n, err := strconv.ParseInt(c.text, 10, 64)
	u, found := unixUnits[len(c.text)]
	if err != nil || !found || n < 0 || c.text[0] == '0' {
		return
	}
	perSecond := int64(time.Second / u.unit)
	r := Reading{
		Scheme: "unixtime", Layout: u.name, Title: "Unix time in " + u.name + ", no ID", Form: "decimal", Canonical: c.text,
		Time: time.Unix(n/perSecond, n%perSecond*int64(u.unit)).UTC(),
		Not:  []string{"unique: whatever happens at that time has the same"},
	}
	p := newPicture(bytes64(uint64(n)))
	p.number("time", 64, u.name+" since 1970")
	r.show(p)
	c.add(r, evidence{
		facts:  []string{fmt.Sprintf("%d digits", len(c.text))},
		span:   span{time.Date(2001, 9, 9, 1, 46, 40, 0, time.UTC), u.unit, 63},
		weight: rareScheme, strict: true,
	})
}
