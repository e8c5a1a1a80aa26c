package inspect

import (
	"encoding/hex"
	"encoding/json"
	"time"
)

// A Reading is what a text means under one scheme. Its JSON has the members below,
// with the time in UTC and milliseconds, and the binary form as hexadecimal digits.
type Reading struct {
	// Scheme is flax, distributed, distributed128, payment, granule, public or
	// dataset for ours, and uuid, ulid, typeid, ksuid, xid, objectid, snowflake,
	// nanoid, hash, multihash or unixtime for others.
	Scheme string `json:"scheme"`
	// Layout is which of several layouts of the scheme it is, as v7 of uuid or
	// twitter of snowflake. Empty if there is one.
	Layout string `json:"layout,omitempty"`
	Title  string `json:"title"` // for people, as "UUID, version 7"

	Confidence Confidence `json:"confidence"`
	Score      float64    `json:"score"`  // in bits; see the package documentation
	Reason     string     `json:"reason"` // for the rank

	Form      string `json:"form"`      // in which the text was written; one of Forms if there are any
	Canonical string `json:"canonical"` // the text that the scheme's own writers write
	Forms     []Form `json:"forms,omitempty"`

	// Unit is that of Offset and Width in Fields. Bits are those of Binary, from
	// its highest on, characters those of Canonical.
	Unit   Unit    `json:"unit"`
	Binary Binary  `json:"binary,omitempty"`
	Fields []Field `json:"fields"` // without gaps

	Time   time.Time `json:"-"`      // which the ID holds, in UTC; zero for none
	Random int       `json:"random"` // bits that nobody can know who has not seen the ID

	Leaks []string `json:"leaks,omitempty"` // what the ID tells whoever sees it
	Not   []string `json:"not,omitempty"`   // what it is easily mistaken for
	Notes []string `json:"notes,omitempty"` // what else to know
}

// A Form is one way to write an ID.
type Form struct {
	Name string `json:"name"` // as text, hex, uuid
	Text string `json:"text"`
}

// A Field is one part of an ID.
type Field struct {
	Name    string `json:"name"`
	Offset  int    `json:"offset"`
	Width   int    `json:"width"`
	Value   string `json:"value"`             // a decimal or, for what is no number, hexadecimal digits or text
	Meaning string `json:"meaning,omitempty"` // of the value
}

// A Unit is that of the fields of a reading.
type Unit string

// The units.
const (
	Bit       Unit = "bit"
	Character Unit = "character"
)

// A Confidence says how sure a reading is.
type Confidence string

// The confidences.
const (
	Certain  Confidence = "certain"  // a prefix or a recomputed hash says so
	Likely   Confidence = "likely"   // at least as likely as all others together
	Possible Confidence = "possible" // has at least a chance of 1 in 20
	Unlikely Confidence = "unlikely"
)

// Binary is the binary form of an ID.
type Binary []byte

// MarshalText returns lower-case hexadecimal digits.
func (b Binary) MarshalText() ([]byte, error) {
	return hex.AppendEncode(nil, b), nil
}

// timeFormat is how this package writes times, always in UTC.
const timeFormat = "2006-01-02T15:04:05.000Z"

func format(t time.Time) string { return t.UTC().Format(timeFormat) }

// MarshalJSON returns the reading as a JSON object.
func (r Reading) MarshalJSON() ([]byte, error) {
	type members Reading
	object := struct {
		members
		Time string `json:"time,omitempty"`
	}{members: members(r)}
	if !r.Time.IsZero() {
		object.Time = format(r.Time)
	}
	return json.Marshal(object)
}
