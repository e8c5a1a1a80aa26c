package inspect

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// A snowflake is a layout of 64 bits: a sign, the milliseconds since an epoch, and
// fields of which the last one counts.
type snowflake struct {
	layout, title string
	epoch         time.Time
	times         int // bits of the time
	fields        []snowflakeField
	weight        float64
}

type snowflakeField struct {
	name  string
	width int
	habit func(width int, v uint64) float64 // -log2 of how often a value occurs
	what  string
}

var twitterFields = []snowflakeField{
	{"datacenter", 5, even, ""},
	{"worker", 5, even, ""},
	{"sequence", 12, halving, "counts from 0 in each millisecond"},
}

var snowflakes = [...]snowflake{
	{"twitter", "Snowflake of Twitter (X)", time.UnixMilli(1_288_834_974_657), 41, twitterFields, 0},
	{"discord", "Snowflake of Discord", time.UnixMilli(1_420_070_400_000), 42, []snowflakeField{
		{"worker", 5, small, ""},
		{"process", 5, small, ""},
		{"increment", 12, small, "counts the IDs of the process"},
	}, 0},
	{"instagram", "Snowflake of Instagram", time.UnixMilli(1_314_220_021_721), 41, []snowflakeField{
		{"shard", 13, even, "of the database"},
		{"sequence", 10, even, "of the shard, modulo 1024"},
	}, rareForm},
}

// even is the habit of fields whose values are equally frequent.
func even(width int, _ uint64) float64 { return float64(width) }

// halving is that of fields of which each value is half as frequent as the one before.
func halving(width int, v uint64) float64 { return min(float64(v)+1, float64(width)+2) }

// small is that of fields whose frequency falls with the value.
func small(width int, v uint64) float64 {
	return math.Log2(float64(v+1) * math.Ln2 * float64(width))
}

var snowflakeShape = shape{63, "integers of 63 bits"}

// minSnowflake is the smallest number read as one: some days after an epoch.
const minSnowflake = 1e15

func readSnowflake(c *candidate) {
	n, err := strconv.ParseUint(c.text, 10, 63)
	if err != nil || n < minSnowflake || strconv.FormatUint(n, 10) != c.text {
		return
	}
	for _, s := range snowflakes {
		c.addSnowflake(n, s)
	}
	for _, epoch := range c.Epochs {
		c.addSnowflake(n, snowflake{
			"epoch-" + since(epoch), "Snowflake, epoch " + since(epoch), epoch, 41, twitterFields, asked,
		})
	}
}

func (c *candidate) addSnowflake(n uint64, s snowflake) {
	b := bytes64(n)
	p := newPicture(b)
	low := 0
	for _, f := range s.fields {
		low += f.width
	}
	if sign := 64 - s.times - low; sign > 0 {
		p.number("sign", sign, "always 0")
	}
	t := s.epoch.Add(time.Duration(p.bits(p.at, s.times)) * time.Millisecond).UTC()
	r := Reading{
		Scheme: "snowflake", Layout: s.layout, Title: s.title, Form: "decimal", Canonical: c.text,
		Forms: []Form{{"decimal", c.text}, {"hex", fmt.Sprintf("%016x", n)}},
		Time:  t,
		Leaks: []string{
			"when it was made, to the millisecond",
			"where it was made, and how many others were in that millisecond, at least",
		},
		Not:   []string{"unguessable: most IDs of a millisecond have a sequence near 0"},
		Notes: []string{"above 2^53 it must be a string in JSON; others who make Snowflakes count from other epochs"},
	}
	p.number("timestamp", s.times, "ms since "+since(s.epoch))
	habit := s.weight
	for _, f := range s.fields {
		v := p.number(f.name, f.width, f.what)
		habit += float64(f.width) - f.habit(f.width, v)
	}
	r.show(p)
	c.add(r, evidence{
		facts:  []string{"an integer of 63 bits"},
		shape:  snowflakeShape,
		free:   float64(low),
		span:   span{s.epoch, time.Millisecond, float64(s.times)},
		weight: habit, strict: true,
	})
}
