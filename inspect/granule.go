package inspect

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/seed-05176fc3/idem/granule"
)

const (
	// minSuffix is the length of the shortest suffix that is looked at: shorter ones
	// end too many other texts.
	minSuffix = 4
	// maxParts is how many parts of a granule ID are tried as name and version.
	maxParts = 32
)

func readGranule(c *candidate) {
	id, suffix, err := granule.Split(c.text)
	if err != nil || id == "" || len(suffix) < minSuffix {
		return
	}
	r := Reading{
		Scheme: "granule", Title: "Unique granule ID", Form: "text", Canonical: c.text, Unit: Character,
		Leaks: []string{"the producer granule ID and, to those who can guess it, the collection"},
	}
	n := utf8.RuneCountInString(id)
	r.Fields = []Field{
		{"producer ID", 0, n, id, ""},
		{"separator", n, 1, "_", "the last one"},
		{"suffix", n + 1, len(suffix), suffix, ""},
	}
	// A random suffix has 63 characters to choose from.
	e := evidence{shape: shape{float64(len(suffix)) * math.Log2(63), fmt.Sprintf("suffixes of %d characters", len(suffix))}}
	collections, origin := guesses(id), "the collection that the producer ID speaks of"
	if c.Collection != "" {
		collections, origin = []string{c.Collection}, "the collection asked for"
	}
	for _, collection := range collections {
		if u, err := granule.NewUniquifier(collection, len(suffix)); err == nil {
			if _, ok := u.Verify(c.text); ok {
				r.Title += " of " + collection
				r.Fields[2].Meaning = "MD5 of " + collection
				r.Notes = []string{"recomputed, and right: every granule of " + collection + " has this suffix"}
				e.facts, e.proven = []string{"suffix of " + origin + ", " + collection}, true
				c.add(r, e)
				return
			}
		}
	}
	e.free, e.weight = e.shape.bits, rareScheme
	e.facts = []string{"last _ followed by characters that a suffix can have"}
	r.Fields[2].Meaning = "the collection's, if it is one"
	if c.Collection != "" {
		right, err := granule.Suffix(c.Collection, len(suffix))
		if err == nil {
			r.Not = []string{"of " + c.Collection + ", whose suffix is " + right + ", unless a timestamp was hashed with it"}
		}
		e.weight = nonsense
	} else {
		r.Notes = []string{"whether it was made unique at all cannot be seen; recomputing the suffix from its collection tells"}
	}
	if len(suffix) != granule.DefaultHashLength || !mixed(suffix) {
		e.facts = append(e.facts, "but it does not look like one")
		e.weight = min(e.weight, anything)
	}
	c.add(r, e)
}

// mixed tells whether a suffix looks random: it has two of small letters, capitals
// and digits. Of those of 8 characters 97 in 100 do.
func mixed(suffix string) bool {
	set, n := kindsIn(suffix), 0
	for _, kind := range []int{digit, lowerHex | lowerRest, upperHex | upperRest} {
		if set&kind != 0 {
			n++
		}
	}
	return n >= 2
}

// guesses returns the collection IDs that the producer granule ID itself suggests: by
// custom it begins with the name of the collection and holds the version.
func guesses(id string) []string {
	parts := strings.FieldsFunc(id, func(r rune) bool { return r == '.' || r == '_' })
	var collections []string
	for i, part := range parts {
		if i > 0 && i < maxParts && len(part) <= 8 {
			if collection, err := granule.JoinCollection(parts[0], part); err == nil {
				collections = append(collections, collection)
			}
		}
	}
	return collections
}
