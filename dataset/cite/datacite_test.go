package cite_test

import (
	"errors"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/dataset/cite"
)

func TestParseDataCite(t *testing.T) {
	t.Parallel()
	whole := complete()
	back, err := cite.ParseDataCite([]byte(render(t, cite.DataCite, foo(t), whole)))
	if err != nil || !back.Equal(whole) {
		t.Errorf("got  %+v, %v\nwant %+v", back, err, whole)
	}

	for _, test := range []struct {
		record string
		want   dataset.Metadata
	}{
		{`{}`, dataset.Metadata{}},
		{`{"publisher":null,"titles":null}`, dataset.Metadata{}},
		{
			`{"data":{"id":"10.9999/x","attributes":{"doi":"10.9999/x","publisher":"P","publicationYear":2010,
			"titles":[{"title":"Short","titleType":"AlternativeTitle"},{"title":" Long "}],"state":"findable"}}}`,
			dataset.Metadata{DOI: "10.9999/x", Publisher: "P", Published: "2010", Title: "Long"},
		},
		{
			`{"publicationYear":"2010","dates":[{"date":"2010-02","dateType":"Issued"},{"date":"2011","dateType":"Updated"}],"version":"2"}`,
			dataset.Metadata{Published: "2010-02", Version: "2"},
		},
		{
			`{"publicationYear":2010,"dates":[{"date":"2009-02","dateType":"Issued"}],"url":"https://example.org/"}`,
			dataset.Metadata{Published: "2010", URL: "https://example.org/"},
		},
		{
			`{"creators":[
			{"name":"Noether, Emmy"},
			{"name":"University of California, Berkeley","nameType":"Organizational",
			 "nameIdentifiers":[{"nameIdentifier":"https://ror.org/01an7q238","nameIdentifierScheme":"ROR"}]},
			{"name":"Plato","nameType":"Personal"},
			{"name":"NASA"},
			{"name":"Carberry, J.","familyName":"Carberry","givenName":"Josiah","affiliation":["x"],
			 "nameIdentifiers":[{"nameIdentifier":"x","nameIdentifierScheme":"ISNI"},
			 {"nameIdentifier":"0000-0002-1825-0097","nameIdentifierScheme":"orcid"}]}]}`,
			dataset.Metadata{Creators: []dataset.Creator{
				{Family: "Noether", Given: "Emmy"},
				{Name: "University of California, Berkeley", ROR: "01an7q238"},
				{Family: "Plato"},
				{Name: "NASA"},
				{Family: "Carberry", Given: "Josiah", ORCID: "0000-0002-1825-0097"},
			}},
		},
	} {
		got, err := cite.ParseDataCite([]byte(test.record))
		if err != nil || !got.Equal(&test.want) {
			t.Errorf("%s:\ngot  %+v, %v\nwant %+v", test.record, got, err, test.want)
		}
	}
	for _, bad := range []string{
		``, `[]`, `{"titles":1}`, `{"publisher":[]}`, `{"publicationYear":{"year":1}, "publisher":true}`,
		`{"doi":"https://doi.org/10.9999/x"}`, `{"creators":[{}]}`, `{"publicationYear":99}`,
	} {
		if got, err := cite.ParseDataCite([]byte(bad)); !errors.Is(err, dataset.ErrInvalidMetadata) {
			t.Errorf("%s: got %+v, %v", bad, got, err)
		}
	}
}

func FuzzParseDataCite(f *testing.F) {
	f.Add([]byte(`{"doi":"10.9999/x","creators":[{"name":"x, y"}],"titles":[{"title":"t"}],"publisher":{"name":"p"},"publicationYear":"2010"}`))
	f.Add([]byte(`{"data":{"attributes":{"publisher":"p","publicationYear":2010}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := cite.ParseDataCite(data)
		if err != nil {
			if !errors.Is(err, dataset.ErrInvalidMetadata) {
				t.Errorf("got %v", err)
			}
			return
		}
		if err := m.Check(); err != nil {
			t.Error(err)
		}
	})
}
