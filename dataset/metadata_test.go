package dataset_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
)

func TestMetadataCheck(t *testing.T) {
	t.Parallel()
	person := func(c dataset.Creator) dataset.Metadata {
		return dataset.Metadata{Creators: []dataset.Creator{{Name: "x"}, c}}
	}
	for _, test := range []struct {
		m    dataset.Metadata
		want string // in the error; empty for none
	}{
		{dataset.Metadata{}, ""},
		{fooMetadata(), ""},
		{dataset.Metadata{Published: "2010"}, ""},
		{dataset.Metadata{Published: "2010-10"}, ""},
		{dataset.Metadata{Published: "2012-02-29"}, ""},
		{dataset.Metadata{Published: "2010-02-29"}, `published: "2010-02-29": byte 0: want a date like`},
		{dataset.Metadata{Published: "2010-"}, `published: "2010-": byte 0: want a date like`},
		{dataset.Metadata{Published: "0999"}, `byte 0: want a date like`},
		{dataset.Metadata{Published: "2010-10-20T00:00:00Z"}, `byte 10: 20 bytes long, at most 10 are allowed`},
		{dataset.Metadata{Title: " x"}, `title: " x": byte 0: white space at the beginning`},
		{dataset.Metadata{Title: "x\u3000"}, "byte 1: white space at the end"},
		{dataset.Metadata{Title: "x\ny"}, `title: "x\ny": byte 1: control character U+000A`},
		{dataset.Metadata{Title: strings.Repeat("x", dataset.MaxTitle+1)}, "byte 1024: 1025 bytes long"},
		{dataset.Metadata{Publisher: "\xff"}, `publisher: "\xff": byte 0: 0xff is not valid UTF-8`},
		{dataset.Metadata{DOI: "10.9999/x y"}, "doi: "},
		{dataset.Metadata{DOI: "doi:10.9999/x"}, `doi: "doi:10.9999/x": byte 0: want a DOI like`},
		{dataset.Metadata{URL: "https://example.org/a?b=c#d"}, ""},
		{dataset.Metadata{URL: "http://[::1]:8080/"}, ""},
		{dataset.Metadata{URL: "ftp://example.org/"}, "byte 0: want a URL like"},
		{dataset.Metadata{URL: "https:/example.org/"}, "byte 0: want a URL like"},
		{dataset.Metadata{URL: "https://:80/"}, "byte 0: want a URL like"},
		{dataset.Metadata{URL: "https://example.org/{x}"}, `byte 20: 0x7b is percent-encoded in a URL`},
		{dataset.Metadata{URL: "https://example.org/é"}, `byte 20: 0xc3 is percent-encoded in a URL`},
		{dataset.Metadata{URL: "https://example.org/%zz"}, "byte 0: want a URL like"},
		{dataset.Metadata{Version: "v 1"}, ""},

		{person(dataset.Creator{Family: "Plato"}), ""},
		{person(dataset.Creator{Family: "x", ORCID: "0000-0002-1825-0097"}), ""},
		{person(dataset.Creator{Family: "x", ORCID: "0000-0002-1694-233X"}), ""},
		{person(dataset.Creator{Name: "x", ROR: "027ka1x80"}), ""},
		{person(dataset.Creator{Name: "x", ROR: "05dxps055"}), ""},
		{person(dataset.Creator{}), "creators[1]: byte 0: want a person with a family name"},
		{person(dataset.Creator{Given: "x"}), "creators[1]: byte 0: want a person with a family name"},
		{person(dataset.Creator{Family: "x", Name: "y"}), "not both"},
		{person(dataset.Creator{Family: "x", ROR: "027ka1x80"}), "not both"},
		{person(dataset.Creator{Name: "x", Given: "y"}), "not both"},
		{person(dataset.Creator{Name: "x", ORCID: "0000-0002-1825-0097"}), "not both"},
		{person(dataset.Creator{Family: "x", Given: "y "}), `creators[1].given: "y ": byte 1: white space at the end`},
		{person(dataset.Creator{Family: "x", ORCID: "0000-0002-1825-0098"}), "byte 18: a typing error: the check digit is not 7"},
		{person(dataset.Creator{Family: "x", ORCID: "0000-0002-1825-009"}), "byte 18: want an ORCID iD"},
		{person(dataset.Creator{Family: "x", ORCID: "0000-0002-1825+0097"}), "byte 14: want an ORCID iD"},
		{person(dataset.Creator{Family: "x", ORCID: "0000-0002-169X-2330"}), "byte 13: want an ORCID iD"},
		{person(dataset.Creator{Name: "x", ROR: "027ka1x81"}), "byte 7: a typing error: the check digits are not 80"},
		{person(dataset.Creator{Name: "x", ROR: "127ka1x80"}), "byte 0: want a ROR ID"},
		{person(dataset.Creator{Name: "x", ROR: "02ika1x80"}), "byte 2: want a ROR ID"},
	} {
		switch err := test.m.Check(); {
		case test.want == "" && err != nil:
			t.Error(err)
		case test.want != "" && (!errors.Is(err, dataset.ErrInvalidMetadata) || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%+v: got %v, want %s", test.m, err, test.want)
		}
	}
}

func TestParseMetadata(t *testing.T) {
	t.Parallel()
	want := fooMetadata()
	data, err := json.MarshalIndent(want, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got, err := dataset.ParseMetadata(data)
	if err != nil || !got.Equal(&want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	for _, bad := range []string{
		``, `null`, `[]`, `"x"`, `{} {}`, `{"title":1}`, `{"colour":"red"}`, `{"creators":[{"first":"x"}]}`, `{"title":" "}`,
	} {
		if _, err := dataset.ParseMetadata([]byte(bad)); !errors.Is(err, dataset.ErrInvalidMetadata) {
			t.Errorf("%s: got %v", bad, err)
		}
	}
}

func TestMetadataEqual(t *testing.T) {
	t.Parallel()
	a := fooMetadata()
	for _, change := range []func(m *dataset.Metadata){
		func(m *dataset.Metadata) { m.Creators = m.Creators[:1] },
		func(m *dataset.Metadata) { m.Creators[0].Given = "C." },
		func(m *dataset.Metadata) { m.DOI += "x" },
		func(m *dataset.Metadata) { m.Published = "2001" },
		func(m *dataset.Metadata) { m.Publisher = "" },
		func(m *dataset.Metadata) { m.Title = "x" },
		func(m *dataset.Metadata) { m.URL = "https://example.org" },
		func(m *dataset.Metadata) { m.Version = "3" },
	} {
		b := fooMetadata()
		if !a.Equal(&b) {
			t.Fatal("equal metadata are not equal")
		}
		if change(&b); a.Equal(&b) {
			t.Errorf("%+v and %+v are equal", a, b)
		}
	}
}
