package citetest_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/dataset/cite"
	"github.com/seed-05176fc3/idem/internal/testenv"
)

// An item is what citation-js makes of an entry or a record: CSL-JSON.
type item struct {
	ID     string
	Type   string
	Title  string
	Author []struct {
		Family, Given, Literal string
		Particle               string `json:"non-dropping-particle"`
	}
	Issued struct {
		Parts [][]int `json:"date-parts"`
	}
	Publisher, Version, DOI, URL, Note string
}

// names returns the authors as "family|given".
func (i item) names() []string {
	var names []string
	for _, a := range i.Author {
		family := a.Literal + a.Family
		if a.Particle != "" {
			family = a.Particle + " " + a.Family
		}
		names = append(names, family+"|"+a.Given)
	}
	return names
}

// A zoteroEntry is what the parser of Better BibTeX makes of an entry.
type zoteroEntry struct {
	Key, Type string
	Fields    struct {
		Author []struct {
			Name, FirstName, LastName, Prefix string
		}
		Title, Year, Month, Version, DOI, URL, Note string
		Publisher                                   []string
		Instance, InstanceDate, DI                  string
	}
}

// readers is what the readers make of the samples: one of each for each sample.
type readers struct {
	BibLaTeX [][]item
	RIS      [][]item
	Zotero   [][]zoteroEntry
	CSL      []string
	JSONLD   []json.RawMessage
}

// haveReaders skips the test if the readers are not installed.
func haveReaders(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		testenv.Skip(t, "there is no node")
	}
	if _, err := os.Stat("readers/node_modules/.package-lock.json"); err != nil {
		testenv.Skip(t, "make test installs the readers of citations with npm")
	}
}

// readAll returns what the readers make of all samples.
func readAll(t *testing.T) *readers {
	t.Helper()
	haveReaders(t)
	bibtex := rendered(t, cite.BibTeX)
	input, err := json.Marshal(map[string][]string{
		"biblatex": bibtex, "zotero": bibtex,
		"ris": rendered(t, cite.RIS), "csl": rendered(t, cite.CSL), "jsonld": rendered(t, cite.JSONLD),
	})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", "read.mjs")
	cmd.Dir = "readers"
	cmd.Stdin = bytes.NewReader(input)
	var complaints strings.Builder
	cmd.Stderr = &complaints
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, complaints.String())
	}
	var got readers
	if err := json.Unmarshal(output, &got); err != nil {
		t.Fatal(err)
	}
	return &got
}

// TestReaders reads what was written.
func TestReaders(t *testing.T) {
	t.Parallel()
	got := readAll(t)
	for i, s := range samples {
		t.Run(s.name, func(t *testing.T) {
			for _, list := range [][]item{got.BibLaTeX[i], got.RIS[i]} {
				if len(list) != 1 {
					t.Fatalf("%d items, want 1", len(list))
				}
			}
			t.Run("biblatex", func(t *testing.T) { checkBibLaTeX(t, s, got.BibLaTeX[i][0]) })
			t.Run("ris", func(t *testing.T) { checkRIS(t, s, got.RIS[i][0]) })
			t.Run("zotero", func(t *testing.T) {
				if len(got.Zotero[i]) != 1 {
					t.Fatalf("%d entries, want 1", len(got.Zotero[i]))
				}
				checkZotero(t, s, got.Zotero[i][0])
			})
			t.Run("csl", func(t *testing.T) { checkStyle(t, s, got.CSL[i]) })
			t.Run("jsonld", func(t *testing.T) { checkLinked(t, s, got.JSONLD[i]) })
		})
	}
}

// checkCommon checks what all formats keep as it is.
func checkCommon(t *testing.T, s sample, got item) {
	t.Helper()
	if !strings.HasPrefix(got.ID, key) || got.Type != "dataset" {
		t.Errorf("got key %s and type %s", got.ID, got.Type)
	}
	same(t, "title", got.Title, s.title())
	same(t, "publisher", got.Publisher, s.m.Publisher)
	same(t, "version", got.Version, s.m.Version)
	checkNote(t, s, got.Note)
}

func checkNote(t *testing.T, s sample, got string) {
	t.Helper()
	if begin, end := s.note(); !strings.HasPrefix(got, begin) || !strings.HasSuffix(got, end) {
		t.Errorf("got note %q\nwant    %q…%q", got, begin, end)
	}
}

func same(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got  %q\nwant %q", what, got, want)
	}
}

func checkBibLaTeX(t *testing.T, s sample, got item) {
	checkCommon(t, s, got)
	same(t, "doi", got.DOI, s.m.DOI)
	same(t, "url", got.URL, s.m.URL)
	if want := s.date(2); len(got.Issued.Parts) != 1 || !slices.Equal(got.Issued.Parts[0], want) {
		t.Errorf("issued: got %v, want %v", got.Issued.Parts, want)
	}
	var want []string
	for _, c := range s.m.Creators {
		want = append(want, c.Name+c.Family+"|"+c.Given)
	}
	if names := got.names(); !slices.Equal(names, want) {
		t.Errorf("authors:\ngot  %q\nwant %q", names, want)
	}
}

func checkRIS(t *testing.T, s sample, got item) {
	checkCommon(t, s, got)
	same(t, "doi", got.DOI, s.m.DOI)
	if want := s.date(3); len(want) == 1 && (len(got.Issued.Parts) != 1 || got.Issued.Parts[0][0] != want[0]) ||
		len(want) > 1 && (len(got.Issued.Parts) != 1 || !slices.Equal(got.Issued.Parts[0], want)) {
		t.Errorf("issued: got %v, want %v", got.Issued.Parts, want)
	}
	var want []string
	for _, c := range s.m.Creators {
		want = append(want, strings.ReplaceAll(c.Name, ",", "")+c.Family+"|"+c.Given)
	}
	if names := got.names(); !slices.Equal(names, want) {
		t.Errorf("authors:\ngot  %q\nwant %q", names, want)
	}
}

func checkZotero(t *testing.T, s sample, got zoteroEntry) {
	f := got.Fields
	if !strings.HasPrefix(got.Key, key) || got.Type != "dataset" {
		t.Errorf("got key %s and type %s", got.Key, got.Type)
	}
	same(t, "title", f.Title, s.title())
	same(t, "publisher", strings.Join(f.Publisher, "; "), s.m.Publisher)
	same(t, "version", f.Version, s.m.Version)
	same(t, "doi", f.DOI, s.m.DOI)
	same(t, "url", f.URL, s.m.URL)
	same(t, "instancedate", f.InstanceDate, "2001-03-03T00:00:00Z")
	same(t, "instance", f.Instance, s.set())
	if s.part == nil {
		same(t, "di", f.DI, entry.DI.String())
	}
	checkNote(t, s, f.Note)
	var names, want []string
	for _, a := range f.Author {
		names = append(names, strings.TrimSpace(a.Prefix+" "+a.LastName)+a.Name+"|"+a.FirstName)
	}
	for _, c := range s.m.Creators {
		want = append(want, c.Name+c.Family+"|"+c.Given)
	}
	if !slices.Equal(names, want) {
		t.Errorf("authors:\ngot  %q\nwant %q", names, want)
	}
}

// checkStyle checks a reference in APA style, which sets other quotes.
func checkStyle(t *testing.T, s sample, got string) {
	got = strings.NewReplacer("“", `"`, "”", `"`, "‘", "'", "’", "'").Replace(got)
	for _, want := range []string{"[Dataset]", s.title(), s.m.Publisher, "Instance " + s.set()} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	if s.m.DOI != "" && !strings.Contains(got, "https://doi.org/"+s.m.DOI) {
		t.Errorf("no DOI in %q", got)
	}
}

// checkLinked checks expanded JSON-LD.
func checkLinked(t *testing.T, s sample, got json.RawMessage) {
	const vocabulary = "https://schema.org/"
	type value struct {
		Value string `json:"@value"`
	}
	type identifier struct {
		Type  []string `json:"@type"`
		Value []value  `json:"https://schema.org/value"`
	}
	var nodes []struct {
		Type       []string     `json:"@type"`
		Name       []value      `json:"https://schema.org/name"`
		Modified   []value      `json:"https://schema.org/dateModified"`
		Identifier []identifier `json:"https://schema.org/identifier"`
		IsPartOf   []struct {
			Identifier []identifier `json:"https://schema.org/identifier"`
		} `json:"https://schema.org/isPartOf"`
	}
	if err := json.Unmarshal(got, &nodes); err != nil {
		t.Fatal(err)
	}
	if len(nodes) != 1 || !slices.Equal(nodes[0].Type, []string{vocabulary + "Dataset"}) {
		t.Fatalf("got %s", got)
	}
	n := nodes[0]
	if len(n.Name) != 1 || n.Name[0].Value != s.title() || len(n.Modified) != 1 || n.Modified[0].Value != "2001-03-03T00:00:00Z" {
		t.Errorf("got %+v", n)
	}
	if s.part != nil {
		if len(n.Identifier) != 1 || n.Identifier[0].Value[0].Value != s.set()+";count=2" || len(n.IsPartOf) != 1 {
			t.Fatalf("got %s", got)
		}
		n.Identifier = n.IsPartOf[0].Identifier
	}
	var ids []string
	for _, id := range n.Identifier {
		if !slices.Equal(id.Type, []string{vocabulary + "PropertyValue"}) || len(id.Value) != 1 {
			t.Fatalf("got identifier %+v", id)
		}
		ids = append(ids, id.Value[0].Value)
	}
	if s.m.DOI != "" && !slices.Contains(ids, "doi:"+s.m.DOI) {
		t.Errorf("no DOI in %q", ids)
	}
	if s.part == nil && !slices.Contains(ids, "DI:"+entry.DI.String()) ||
		!slices.ContainsFunc(ids, func(id string) bool { return strings.HasPrefix(id, entry.Identifier().String()+";dataset=") }) {
		t.Errorf("no instance in %q", ids)
	}
}

// TestVocabulary lets a compiler compare the JSON-LD with the types and properties of
// schema.org.
func TestVocabulary(t *testing.T) {
	t.Parallel()
	haveReaders(t)
	compile := func(t *testing.T, document string) error {
		dir, err := os.MkdirTemp("readers", "vocabulary-") // below node_modules, where it looks
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(dir) })
		source := "import type { Dataset, WithContext } from 'schema-dts'\nexport const d: WithContext<Dataset> = " + document
		if err := os.WriteFile(filepath.Join(dir, "d.ts"), []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), "node", "../node_modules/typescript/bin/tsc",
			"--noEmit", "--strict", "--skipLibCheck", "--module", "esnext", "--moduleResolution", "bundler", "d.ts")
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Logf("%s", out)
		}
		return err
	}
	all := rendered(t, cite.JSONLD)
	for i, s := range samples {
		if s.name == "characters" || s.name == "names" {
			continue // texts do not change the types
		}
		if err := compile(t, all[i]); err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
		if err := compile(t, strings.Replace(all[i], `"dateModified"`, `"dateOfChange"`, 1)); err == nil {
			t.Errorf("%s: a property that schema.org does not have goes through", s.name)
		}
	}
}
