package citetest_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/seed-05176fc3/idem/dataset/cite"
	"github.com/seed-05176fc3/idem/internal/testenv"
)

// schema returns a schema among the test data.
func schema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	path := filepath.Join(testenv.Data(t), "schemas", name)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		testenv.Skip(t, "the test data have no schemas/"+name)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	s, err := compiler.Compile(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// validate checks a document, and that a document that is wrong in one place does not
// go through.
func validate(t *testing.T, s *jsonschema.Schema, text, from, to string) {
	t.Helper()
	valid := func(text string) error {
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return s.Validate(document)
	}
	if err := valid(text); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	if !strings.Contains(text, from) {
		t.Fatalf("no %s in %s", from, text)
	}
	if valid(strings.Replace(text, from, to, 1)) == nil {
		t.Errorf("the schema takes %s for %s", to, from)
	}
}

func TestSchemaCSL(t *testing.T) {
	t.Parallel()
	s := schema(t, "csl-data.json")
	for _, text := range rendered(t, cite.CSL) {
		validate(t, s, text, `"type": "dataset"`, `"type": "data set"`)
	}
}

func TestSchemaDataCite(t *testing.T) {
	t.Parallel()
	s := schema(t, "datacite-v4.6.json")
	cited := 0
	for _, sample := range samples {
		if sample.part != nil {
			continue // has no DOI
		}
		text, err := cite.Render(cite.DataCite, entry, &sample.m)
		if incomplete := new(cite.IncompleteError); errors.As(err, &incomplete) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		cited++
		validate(t, s, string(text), `"resourceTypeGeneral": "Dataset"`, `"resourceTypeGeneral": "Data set"`)
		// What is read back is what was written.
		m, err := cite.ParseDataCite(text)
		if err != nil || !m.Equal(&sample.m) {
			t.Errorf("got  %+v, %v\nwant %+v", m, err, sample.m)
		}
	}
	if cited < 2 {
		t.Errorf("%d samples are complete", cited)
	}
}
