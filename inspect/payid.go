package inspect

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/seed-05176fc3/idem/payid"
)

// epoch2022 is the other epoch that the description of the scheme speaks of.
var epoch2022 = time.Date(2022, 1, 1, 0, 0, 0, 0, time.UTC)

// minInteger is the smallest integer read as a payment ID. It is one of the third
// week of its epoch; those below are more likely other numbers.
const minInteger = 36 * 36 * 36 * 36 * 36 * 36 * 36

func readPayment(c *candidate) {
	id, err := payid.ParseFold(c.text)
	form := "text"
	if err != nil {
		n, notNumber := strconv.ParseUint(c.text, 10, 64)
		if notNumber != nil || strconv.FormatUint(n, 10) != c.text {
			return
		}
		if id, err = payid.FromUint64(n); err != nil || n < minInteger {
			return
		}
		form = "integer"
	}
	c.addPayment(id, form, payid.Standard(), "standard", 0)
	c.addPayment(id, form, payid.Wide(), "wide", rareScheme)
	for _, epoch := range append([]time.Time{epoch2022}, c.Epochs...) {
		weight := float64(rareScheme)
		if !epoch.Equal(epoch2022) {
			weight = asked
		}
		if l, err := payid.NewLayout(payid.Spec{Epoch: epoch}); err == nil && l != payid.Standard() {
			c.addPayment(id, form, l, "standard-"+since(epoch), weight)
		}
	}
}

func (c *candidate) addPayment(id payid.ID, form string, l payid.Layout, name string, weight float64) {
	if !l.Contains(id) {
		return
	}
	spec, text := l.Spec(), id.String()
	stamp, rest := text[:spec.TimeChars], text[spec.TimeChars:]
	epoch := since(spec.Epoch)
	r := Reading{
		Scheme: "payment", Layout: name,
		Title: fmt.Sprintf("Payment ID, %s layout, epoch %s", strings.SplitN(name, "-", 2)[0], epoch),
		Form:  form, Canonical: text,
		Forms: []Form{{"text", text}, {"integer", strconv.FormatUint(id.Uint64(), 10)}},
		Unit:  Character,
		Time:  l.Time(id),
		Leaks: []string{
			"when the payment was made, to the second",
			fmt.Sprintf("which worker made it, and how many others it made in that second: at least %d", l.Counter(id)),
		},
		Not: []string{"a secret: whoever knows one can guess others"},
		Notes: []string{
			"it does not tell its layout: other epochs give other times",
			"there is no check digit: with a typing error it is another ID",
		},
	}
	value, _ := l.Timestamp(r.Time) // in range, as the ID is
	r.Fields = []Field{{"timestamp", 0, len(stamp), stamp, fmt.Sprintf("%d seconds since %s", value, epoch)}}
	worker, counter := l.Worker(id), l.Counter(id)
	if spec.Workers == 36 { // a character of its own
		r.Fields = append(r.Fields,
			Field{"worker", 6, 1, rest[:1], strconv.Itoa(worker)},
			Field{"counter", 7, 2, rest[1:], strconv.Itoa(counter)})
	} else {
		r.Fields = append(r.Fields,
			Field{"worker and counter", 6, 3, rest, fmt.Sprintf("worker %d, counter %d = %[1]d * %d + %[2]d", worker, counter, spec.Counters)})
	}
	facts := []string{"9 digits of base 36"}
	if form == "integer" {
		facts, weight = []string{"an integer below 36^9"}, weight+rareForm
	}
	if text != c.text && form == "text" {
		facts = append(facts, "though not in capitals")
	}
	c.add(r, evidence{
		facts: facts, free: math.Log2(float64(spec.Workers * spec.Counters)), weight: weight,
		span:   span{spec.Epoch, spec.Unit, math.Log2(36) * float64(spec.TimeChars)},
		strict: form == "integer",
	})
}

// since returns an epoch as short as it can be said: 2024, or 2024-05-13T16:53:20.000Z.
func since(epoch time.Time) string {
	epoch = epoch.UTC()
	if epoch.Equal(time.Date(epoch.Year(), 1, 1, 0, 0, 0, 0, time.UTC)) {
		return epoch.Format("2006")
	}
	return format(epoch)
}
