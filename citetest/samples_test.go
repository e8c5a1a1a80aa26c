package citetest_test

import (
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/dataset/cite"
	"github.com/seed-05176fc3/idem/patricia"
)

// entry is the instance that all samples cite.
var entry = &dataset.Entry{
	Dataset: "US.FOOL2.002~a+b", Seq: 5, At: time.Date(2001, 3, 3, 0, 0, 0, 0, time.UTC),
	Root: patricia.Root{Count: 14, Hash: patricia.Hash{0x5e}}, Chain: true, DI: dataset.DI{0xed},
}

// A sample is metadata to be cited.
type sample struct {
	name string
	m    dataset.Metadata
}

var samples = []sample{
	{"bare", dataset.Metadata{}},
	{"complete", dataset.Metadata{
		Creators: []dataset.Creator{
			{Family: "Tilmes", Given: "Curt"},
			{Family: "Carberry", Given: "Josiah", ORCID: "0000-0002-1825-0097"},
			{Name: "University of California, Berkeley", ROR: "01an7q238"},
		},
		DOI: "10.9999/US/FOOL2.v2", Published: "2010-10-20", Publisher: "US Archive",
		Title: "FOO Level 2", URL: "https://example.org/foo_l2?version=2&list=%20#top", Version: "2",
	}},
	{"characters", dataset.Metadata{
		Creators: []dataset.Creator{{Name: `A & B {C} 100%, $5 #1 a_b`}, {Name: `"Q" \ ~ ^ <x> | --`}},
		DOI:      "10.9999/a_b%c&d#e<f>;2-G", Published: "2010-02", Publisher: `R&D_{x} 50% \today $HOME`,
		Title: `The {NASA} "α–β" & γ_1^2 ~ 100% <of> #1 \LaTeX | a--b @x, y = {} 'z'`, Version: "2.0_β {1} & 50%",
	}},
	{"names", dataset.Metadata{
		Creators: []dataset.Creator{
			{Family: "van der Waals", Given: "Johannes Diderik"},
			{Family: "Łukasiewicz", Given: "Jan"},
			{Family: "Nightingale and Company", Given: "Florence"},
			{Family: "García Márquez", Given: "Gabriel"},
			{Family: "Plato"},
			{Family: "others", Given: "And"},
			{Family: "Noether", Given: "Emmy"},
			{Family: "湯川", Given: "秀樹"},
			{Name: "National Aeronautics and Space Administration"},
			{Name: "others"},
			{Name: "NOAA"},
		},
		Published: "1999", Title: "and others", Version: "and", URL: "https://example.org/",
	}},
}

// rendered returns the citation of each sample, in the order of samples.
func rendered(t *testing.T, f cite.Format) []string {
	t.Helper()
	var texts []string
	for _, s := range samples {
		text, err := cite.Render(f, entry, &s.m)
		if err != nil {
			t.Fatalf("%s: %s: %v", f, s.name, err)
		}
		texts = append(texts, string(text))
	}
	return texts
}

// title returns the title that a citation has.
func (s sample) title() string {
	if s.m.Title == "" {
		return entry.Dataset
	}
	return s.m.Title
}

// date returns the date of publication that a citation has, as numbers, at most so many.
func (s sample) date(most int) []int {
	text := s.m.Published
	if text == "" {
		text = "2001-03-03"
	}
	var parts []int
	for _, layout := range []string{"2006", "2006-01", time.DateOnly} {
		date, err := time.Parse(layout, text)
		if err != nil {
			continue
		}
		parts = []int{date.Year(), int(date.Month()), date.Day()}[:strings.Count(layout, "-")+1]
	}
	return parts[:min(len(parts), most)]
}

// What every citation of the entry holds.
const (
	key  = "US.FOOL2.002-a-b-20010303-"
	note = "Instance of 2001-03-03T00:00:00Z, 14 granules, DI:ed000000000000000000000000000000, dsi:1:set:"
)
