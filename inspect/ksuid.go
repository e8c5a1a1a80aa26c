package inspect

import (
	"fmt"
	"time"

	"github.com/segmentio/ksuid"
)

// ksuidSpan begins with the epoch.
var ksuidSpan = span{time.Unix(1_400_000_000, 0), time.Second, 32}

func readKSUID(c *candidate) {
	if !consists(c.text, 27, kinds62) {
		return
	}
	id, err := ksuid.Parse(c.text)
	if err != nil {
		c.miss("ksuid", "over aWgEPTl1tmebfsQzFP4bxwgy80V, the last one")
		return
	}
	r := Reading{
		Scheme: "ksuid", Title: "KSUID", Form: "text", Canonical: id.String(),
		Forms:  []Form{{"text", id.String()}, {"hex", fmt.Sprintf("%x", id[:])}},
		Time:   id.Time().UTC(),
		Random: 128,
		Leaks:  []string{"when it was made, to the second"},
		Notes:  []string{"within one second the order is random"},
	}
	p := newPicture(id[:])
	p.number("timestamp", 32, "seconds since 2014-05-13T16:53:20Z")
	p.hex("payload", 128, "random")
	r.show(p)
	c.add(r, evidence{facts: []string{"27 digits of base 62, in range"}, free: 128, span: ksuidSpan})
}
