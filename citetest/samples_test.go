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

// part is what a query gave of it.
var part = &dataset.StoredQuery{
	Dataset: entry.Dataset, Entry: entry.Seq, At: entry.At,
	Query: dataset.Query{Prefix: `FOO_L2 {x} "y" \`, From: time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)},
	Root:  patricia.Root{Count: 2, Hash: patricia.Hash{0x17}},
}

// A sample is what is cited: metadata, and all of the entry or a part.
type sample struct {
	name string
	m    dataset.Metadata
	part *dataset.StoredQuery // nil for the whole
}

var complete = dataset.Metadata{
	Creators: []dataset.Creator{
		{Family: "Tilmes", Given: "Curt"},
		{Family: "Carberry", Given: "Josiah", ORCID: "0000-0002-1825-0097"},
		{Name: "University of California, Berkeley", ROR: "01an7q238"},
	},
	DOI: "10.9999/US/FOOL2.v2", Published: "2010-10-20", Publisher: "US Archive",
	Title: "FOO Level 2", URL: "https://example.org/foo_l2?version=2&list=%20#top", Version: "2",
}

var samples = []sample{
	{"bare", dataset.Metadata{}, nil},
	{"complete", complete, nil},
	{"part", complete, part},
	{"characters", dataset.Metadata{
		Creators: []dataset.Creator{{Name: `A & B {C} 100%, $5 #1 a_b`}, {Name: `"Q" \ ~ ^ <x> | --`}},
		DOI:      "10.9999/a_b%c&d#e<f>;2-G", Published: "2010-02", Publisher: `R&D_{x} 50% \today $HOME`,
		Title: `The {NASA} "α–β" & γ_1^2 ~ 100% <of> #1 \LaTeX | a--b @x, y = {} 'z'`, Version: "2.0_β {1} & 50%",
	}, nil},
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
	}, nil},
}

// rendered returns the citation of each sample, in the order of samples.
func rendered(t *testing.T, f cite.Format) []string {
	t.Helper()
	var texts []string
	for _, s := range samples {
		text, err := s.render(f)
		if err != nil {
			t.Fatalf("%s: %s: %v", f, s.name, err)
		}
		texts = append(texts, string(text))
	}
	return texts
}

func (s sample) render(f cite.Format) ([]byte, error) {
	if s.part != nil {
		return cite.RenderPart(f, s.part, entry, &s.m)
	}
	return cite.Render(f, entry, &s.m)
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

// note returns how the note of a citation begins and ends.
func (s sample) note() (begin, end string) {
	end = ";at=2001-03-03T00:00:00Z;count=14"
	if s.part != nil {
		return "Part of the instance of 2001-03-03T00:00:00Z, query " + s.part.Query.String() + ", 2 granules, dsi:1:set:", end
	}
	return "Instance of 2001-03-03T00:00:00Z, 14 granules, DI:ed000000000000000000000000000000, dsi:1:set:", end
}

// set returns the instance identifier of what is cited.
func (s sample) set() string {
	if s.part != nil {
		return s.part.Identifier().String()
	}
	return entry.Identifier().String()
}

// key is how the key of each citation begins.
const key = "US.FOOL2.002-a-b-20010303-"
