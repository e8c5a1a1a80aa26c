package inspect

import (
	"fmt"
	"net"
	"time"

	"github.com/google/uuid"
)

// describeGregorian is for the versions that count from the Gregorian calendar's
// beginning and end with a node.
func describeGregorian(r *Reading, e *evidence, p *picture, id uuid.UUID) {
	low, mid, high := p.bits(0, 32), p.bits(32, 16), p.bits(52, 12)
	switch id.Version() {
	case 1:
		r.Time = gregorian(high<<48 | mid<<32 | low)
	case 2: // an ID stands where the low bits were
		r.Time = gregorian(high<<48 | mid<<32)
	case 6:
		r.Time = gregorian(low<<28 | mid<<12 | high)
		// There is a common generator that shifts the time by four bits.
		if shifted := gregorian(low<<32 | mid<<16 | high); r.Time.Before(gregorianSpan.born) && !shifted.Before(gregorianSpan.born) {
			r.Notes = append(r.Notes, "from "+format(shifted)+" if it was made by NewV6 of google/uuid 1.6.0, which puts the time four bits too low")
		}
	}
	e.span, e.free = gregorianSpan, 14+48
	r.Leaks = []string{"when it was made, to 100 ns"}
	r.Not = []string{"unguessable: the next ID of the machine differs in the time alone"}
	switch id.Version() {
	case 1:
		r.Title += ", time and node"
		p.hex("time_low", 32, "low bits of the time")
		p.hex("time_mid", 16, "its middle bits")
		p.number("version", 4, "")
		p.hex("time_high", 12, "its high bits")
	case 2:
		r.Title += ", DCE security"
		p.number("local ID", 32, "of a "+id.Domain().String())
		p.hex("time_mid", 16, "middle bits of the time")
		p.number("version", 4, "")
		p.hex("time_high", 12, "its high bits")
		e.weight += anything
		e.span.width, e.span.unit = 28, (1<<32)*100*time.Nanosecond
		e.free = 32 + 6 + 8 + 48
		r.Leaks[0] = "when it was made, to 7 minutes"
		r.Leaks = append(r.Leaks, fmt.Sprintf("who made it: %v %d", id.Domain(), id.ID()))
	case 6:
		r.Title += ", sortable time and node"
		p.hex("time_high", 32, "high bits of the time")
		p.hex("time_mid", 16, "its middle bits")
		p.number("version", 4, "")
		p.hex("time_low", 12, "its low bits")
		e.weight += rareForm
	}
	p.hex("variant", 2, "binary 10: RFC 9562")
	if id.Version() == 2 {
		p.number("clock_seq", 6, "clock set back: another")
		p.number("domain", 8, id.Domain().String())
	} else {
		p.number("clock_seq", 14, "clock set back: another")
	}
	// The multicast bit marks what is no address of a network card.
	const multicast = 1
	node := net.HardwareAddr(id.NodeID()).String()
	if id[10]&multicast == 0 {
		p.hex("node", 48, "network card "+node)
		r.Leaks = append(r.Leaks, "the network card of the machine, "+node)
	} else {
		p.hex("node", 48, "random, one a process")
	}
}

// gregorian returns the time of a number of 100 ns since the Gregorian calendar began.
func gregorian(n uint64) time.Time {
	return time.Unix(uuid.Time(n).UnixTime()).UTC()
}
