package cite_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/dataset/cite"
	"github.com/seed-05176fc3/idem/patricia"
)

// part returns a query of the last instance of the dataset that the seed tells of.
func part(t testing.TB) *dataset.StoredQuery {
	t.Helper()
	e := foo(t)
	return &dataset.StoredQuery{
		Dataset: e.Dataset, Entry: e.Seq, EntryHash: e.Hash, At: e.At,
		Query: dataset.Query{Prefix: "FOOL2.v2.1", From: time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)},
		Root:  patricia.Root{Hash: patricia.Hash{1}, Count: 1},
	}
}

// TestPartFiles compares with the files in testdata, which people have read.
func TestPartFiles(t *testing.T) {
	t.Parallel()
	for _, f := range cite.Formats() {
		got, err := cite.RenderPart(f, part(t), foo(t), complete())
		if f == cite.DataCite {
			if !errors.Is(err, cite.ErrFormat) {
				t.Errorf("%s: got %s, %v, want ErrFormat", f, got, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("testdata", "part."+string(f)))
		if err != nil || string(got) != string(want) {
			t.Errorf("%s:\ngot  %s\nwant %s, %v", f, got, want, err)
		}
	}
}

// Every format says what the part is, and of which instance.
func TestPart(t *testing.T) {
	t.Parallel()
	for _, f := range cite.Formats() {
		if f == cite.DataCite {
			continue
		}
		got, err := cite.RenderPart(f, part(t), foo(t), complete())
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			"10.9999/US/FOOL2.v2", "2001-03-03T00:00:00Z", "FOOL2.v2.1", "2001-01-01T00:00:00Z",
			part(t).Identifier().String() + ";count=1",
			foo(t).Identifier().String() + ";dataset=doi:10.9999/US/FOOL2.v2;at=2001-03-03T00:00:00Z;count=14",
		} {
			if !strings.Contains(string(got), want) {
				t.Errorf("%s: no %q in\n%s", f, want, got)
			}
		}
		if strings.Contains(string(got), foo(t).DI.String()) {
			t.Errorf("%s: the DI of the whole in\n%s", f, got)
		}
	}
	var item []struct {
		Custom struct{ Query dataset.Query }
	}
	got, err := cite.RenderPart(cite.CSL, part(t), foo(t), complete())
	if err == nil {
		err = json.Unmarshal(got, &item)
	}
	if err != nil || item[0].Custom.Query != part(t).Query {
		t.Errorf("got %+v, %v, want %v", item, err, part(t).Query)
	}
}

func TestPartErrors(t *testing.T) {
	t.Parallel()
	if _, err := cite.RenderPart("html", part(t), foo(t), complete()); !errors.Is(err, cite.ErrFormat) {
		t.Errorf("got %v, want ErrFormat", err)
	}
	other := foo(t)
	other.Hash[0] = 1
	if _, err := cite.RenderPart(cite.Text, part(t), other, complete()); !errors.Is(err, cite.ErrEntry) {
		t.Errorf("got %v, want ErrEntry", err)
	}
}
