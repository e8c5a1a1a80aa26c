package cite_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/dataset/cite"
)

// foo returns the last instance of the dataset that the seed tells of.
func foo(t testing.TB) *dataset.Entry {
	t.Helper()
	e := &dataset.Entry{Dataset: "US.FOOL2.002", Seq: 5, At: time.Date(2001, 3, 3, 0, 0, 0, 0, time.UTC), Chain: true}
	e.Root.Count = 14
	for text, into := range map[string][]byte{
		"603478e0e69e6cba61fd7718b4ff625d3de065a765ff713f8f57cf0ccfcc03fd": e.Root.Hash[:],
		"ed3f3e83fc55215ddc381ba3c3e715fa":                                 e.DI[:],
	} {
		if n, err := hex.Decode(into, []byte(text)); err != nil || n != len(into) {
			t.Fatal(text, n, err)
		}
	}
	return e
}

// complete is all that can be said of a dataset.
func complete() *dataset.Metadata {
	return &dataset.Metadata{
		Creators: []dataset.Creator{
			{Family: "Tilmes", Given: "Curt"},
			{Family: "Carberry", Given: "Josiah", ORCID: "0000-0002-1825-0097"},
			{Name: "National Aeronautics and Space Administration", ROR: "027ka1x80"},
			{Name: "University of California, Berkeley"},
		},
		DOI: "10.9999/US/FOOL2.v2", Published: "2001-01-02", Publisher: "US Archive",
		Title: "FOO Level 2", URL: "https://example.org/foo?level=2&version=2", Version: "2",
	}
}

func render(t testing.TB, f cite.Format, e *dataset.Entry, m *dataset.Metadata) string {
	t.Helper()
	text, err := cite.Render(f, e, m)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestFiles compares with the files in testdata, which people have read.
func TestFiles(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]*dataset.Metadata{"complete": complete(), "bare": {}} {
		for _, f := range cite.Formats() {
			if name == "bare" && f == cite.DataCite {
				continue
			}
			want, err := os.ReadFile(filepath.Join("testdata", name+"."+string(f)))
			if err != nil {
				t.Fatal(err)
			}
			if got := render(t, f, foo(t), m); got != string(want) {
				t.Errorf("%s.%s:\ngot  %s\nwant %s", name, f, got, want)
			}
		}
	}
}

// Every format keeps the DOI, the time, the DI and the instance.
func TestTriple(t *testing.T) {
	t.Parallel()
	for _, f := range cite.Formats() {
		text := render(t, f, foo(t), complete())
		for _, want := range []string{
			"10.9999/US/FOOL2.v2", "2001-03-03T00:00:00Z", "ed3f3e83fc55215ddc381ba3c3e715fa",
			foo(t).Identifier().String() + ";dataset=doi:10.9999/US/FOOL2.v2;at=2001-03-03T00:00:00Z;count=14",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", f, want, text)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	if _, err := cite.Render("html", foo(t), complete()); !errors.Is(err, cite.ErrFormat) {
		t.Errorf("got %v for a format that is none", err)
	}
	if got := cite.Format("html").MediaType(); got != "" {
		t.Errorf("got media type %q for a format that is none", got)
	}
	first := &dataset.Entry{Dataset: "D", Op: dataset.OpCreate}
	for _, f := range cite.Formats() {
		if _, err := cite.Render(f, first, complete()); !errors.Is(err, cite.ErrEntry) {
			t.Errorf("%s: got %v for entry 0", f, err)
		}
	}
	for _, test := range []struct {
		take func(m *dataset.Metadata)
		want []string
	}{
		{func(m *dataset.Metadata) { m.URL, m.Version = "", "" }, nil},
		{func(m *dataset.Metadata) { m.Title = "" }, []string{"title"}},
		{func(m *dataset.Metadata) { m.Creators, m.DOI = nil, "" }, []string{"creators", "doi"}},
		{func(m *dataset.Metadata) { *m = dataset.Metadata{} }, []string{"creators", "doi", "published", "publisher", "title"}},
	} {
		m := complete()
		test.take(m)
		_, err := cite.Render(cite.DataCite, foo(t), m)
		var incomplete *cite.IncompleteError
		switch {
		case test.want == nil && err != nil:
			t.Error(err)
		case test.want != nil && (!errors.As(err, &incomplete) || !slices.Equal(incomplete.Missing, test.want) ||
			!strings.HasSuffix(err.Error(), strings.Join(test.want, ", "))):
			t.Errorf("got %v, want %q", err, test.want)
		}
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	const end = "Instance of 2001-03-03T00:00:00Z, 14 granules, DI:ed3f3e83fc55215ddc381ba3c3e715fa, dsi:1:set:"
	for _, test := range []struct {
		m    dataset.Metadata
		want string
	}{
		{dataset.Metadata{}, "US.FOOL2.002 (2001). [Data set]. " + end},
		{dataset.Metadata{Title: "Why?", Published: "1999-12", Version: "v3"}, "Why? (1999). v3. [Data set]. " + end},
		{
			dataset.Metadata{Title: "Is it?", Publisher: "Inc.", Creators: []dataset.Creator{{Family: "Plato"}}},
			"Plato (2001). Is it? Inc. [Data set]. " + end,
		},
		{dataset.Metadata{URL: "https://example.org/"}, "US.FOOL2.002 (2001). [Data set]. https://example.org/. " + end},
		{
			dataset.Metadata{URL: "https://example.org/", DOI: "10.9999/a b<c>#d?e%f[g]é"},
			"US.FOOL2.002 (2001). [Data set]. https://doi.org/10.9999/a%20b%3Cc%3E%23d%3Fe%25f%5Bg%5D%C3%A9. " + end,
		},
	} {
		if got := render(t, cite.Text, foo(t), &test.m); !strings.HasPrefix(got, test.want) || strings.Count(got, "\n") != 1 {
			t.Errorf("got  %s\nwant %s…", got, test.want)
		}
	}
	e := foo(t)
	e.Chain, e.Root.Count, e.At = false, 1, e.At.Add(250*time.Millisecond)
	if got, want := render(t, cite.Text, e, &dataset.Metadata{}), "Instance of 2001-03-03T00:00:00.25Z, 1 granule, dsi:1:set:"; !strings.Contains(got, want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestBibTeXNames(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		c    dataset.Creator
		want string
	}{
		{dataset.Creator{Family: "Noether", Given: "Emmy"}, "Noether, Emmy"},
		{dataset.Creator{Family: "van der Waals", Given: "Johannes Diderik"}, "van der Waals, Johannes Diderik"},
		{dataset.Creator{Family: "Gauß", Given: "Carl Friedrich"}, "Gauß, Carl Friedrich"},
		{dataset.Creator{Family: "Plato"}, "{Plato}"},
		{dataset.Creator{Family: "King", Given: "Martin Luther, Jr."}, "King, {Martin Luther, Jr.}"},
		{dataset.Creator{Family: "Nightingale AND Company", Given: "F."}, "{Nightingale AND Company}, F."},
		{dataset.Creator{Family: "Anderson", Given: "Brand"}, "Anderson, Brand"},
		{dataset.Creator{Name: "R&D {x}"}, `{R\&D \textbraceleft{}x\textbraceright{}}`},
	} {
		m := &dataset.Metadata{Creators: []dataset.Creator{test.c}}
		want := "\n  author = {" + test.want + "},\n"
		if got := render(t, cite.BibTeX, foo(t), m); !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestKey(t *testing.T) {
	t.Parallel()
	e := foo(t)
	e.Dataset = "A~b+c_d.E"
	if got := render(t, cite.BibTeX, e, complete()); !strings.HasPrefix(got, "@dataset{A-b-c_d.E-20010303-") {
		t.Errorf("got %s", got)
	}
}

var risLine = regexp.MustCompile(`^[A-Z][A-Z0-9]  - [^\r\n]*\r\n$`)

// FuzzRender renders whatever metadata there are.
func FuzzRender(f *testing.F) {
	f.Add("Tilmes", "Curt", "NASA", "Title", "Publisher", "2", "10.9999/x")
	f.Add("a, b", "and", "{\\", "}%\\", "--", "$", "10.9/{\\}%")
	f.Fuzz(func(t *testing.T, family, given, name, title, publisher, version, doi string) {
		m := &dataset.Metadata{
			Creators: []dataset.Creator{{Family: family, Given: given}, {Name: name}},
			Title:    title, Publisher: publisher, Version: version, DOI: doi, Published: "2010",
		}
		if m.Check() != nil {
			return
		}
		e := foo(t)
		depth, lowest := 0, 0
		for _, r := range render(t, cite.BibTeX, e, m) {
			switch r {
			case '{':
				depth++
			case '}':
				depth--
			}
			lowest = min(lowest, depth)
		}
		if depth != 0 || lowest < 0 {
			t.Errorf("braces of %+v do not match", m)
		}
		for line := range strings.Lines(render(t, cite.RIS, e, m)) {
			if !risLine.MatchString(line) {
				t.Errorf("RIS line %q", line)
			}
		}
		if got := render(t, cite.Text, e, m); strings.Count(got, "\n") != 1 {
			t.Errorf("got %q", got)
		}
		var csl []struct{ Title, Publisher, Version, DOI string }
		if err := json.Unmarshal([]byte(render(t, cite.CSL, e, m)), &csl); err != nil || len(csl) != 1 ||
			csl[0].Publisher != publisher || csl[0].Version != version || csl[0].DOI != doi {
			t.Errorf("got %+v, %v", csl, err)
		}
		record, err := cite.Render(cite.DataCite, e, m)
		if err != nil {
			return // something is missing
		}
		if back, err := cite.ParseDataCite(record); err != nil || !back.Equal(m) {
			t.Errorf("got  %+v, %v\nwant %+v", back, err, m)
		}
	})
}
