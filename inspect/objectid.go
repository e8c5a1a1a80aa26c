package inspect

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/rs/xid"
)

var (
	xidSpan      = span{time.Date(2015, 1, 1, 0, 0, 0, 0, time.UTC), time.Second, 32}
	objectIDSpan = span{time.Date(2009, 1, 1, 0, 0, 0, 0, time.UTC), time.Second, 32}
)

func readXID(c *candidate) {
	if !consists(c.text, 20, digit|lowerHex|lowerRest) {
		return
	}
	id, err := xid.FromString(c.text)
	if err != nil {
		c.miss("xid", "a letter after v, or bits after the last byte")
		return
	}
	r := Reading{
		Scheme: "xid", Title: "XID", Form: "text", Canonical: id.String(),
		Forms: []Form{{"text", id.String()}, {"hex", hex.EncodeToString(id[:])}},
		Time:  id.Time().UTC(),
		Leaks: []string{
			"when it was made, to the second",
			fmt.Sprintf("which machine made it, %x, and which process, %d", id.Machine(), id.Pid()),
			"how many the process made between two IDs, by their counters",
		},
		Not: []string{"unguessable: the next ID has the next counter"},
	}
	p := newPicture(id[:])
	p.number("timestamp", 32, "seconds since 1970")
	p.hex("machine", 24, "first bytes of a hash of the machine's ID")
	p.number("process", 16, "number of the process")
	p.number("counter", 24, "from a random one on, by one")
	r.show(p)
	c.add(r, evidence{facts: []string{"20 digits of base 32, the last bits 0"}, free: 64, span: xidSpan})
}

func readObjectID(c *candidate) {
	if len(c.text) != 24 {
		return
	}
	id, err := hex.DecodeString(c.text)
	if err != nil {
		return
	}
	text := hex.EncodeToString(id)
	r := Reading{
		Scheme: "objectid", Title: "MongoDB ObjectId", Form: "hex", Canonical: text,
		Forms: []Form{{"hex", text}},
		Time:  time.Unix(int64(binary.BigEndian.Uint32(id)), 0).UTC(),
		Leaks: []string{
			"when it was made, to the second",
			"that two IDs are from one process, and how many it made between them",
		},
		Not: []string{"unguessable: the next ID of the process has the next counter"},
	}
	p := newPicture(id)
	p.number("timestamp", 32, "seconds since 1970")
	p.hex("process", 40, "random, once for each process; before 2018 machine and process number")
	p.number("counter", 24, "from a random one on, by one")
	r.show(p)
	c.add(r, evidence{facts: []string{"24 hexadecimal digits"}, free: 64, span: objectIDSpan})
}
