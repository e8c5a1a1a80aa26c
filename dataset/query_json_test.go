package dataset_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
)

// storedQueries returns the log of the queries of the FOO dataset: the granules
// numbered 10 and more, of entry 1 and of entry 2, and those of February 2001, which
// are none, because their IDs have no time.
func storedQueries(t testing.TB) []*dataset.StoredQuery {
	t.Helper()
	entries := ledger(t)
	v := vector(t, seedTable[1].vector)
	result := func(n int) patricia.Root {
		b := patricia.NewBuilder(patricia.Set, nil)
		for id := range v.all() {
			if strings.HasPrefix(id, "FOOL2.v2.1") && n > 0 {
				n--
				if err := b.Add([]byte(id)); err != nil {
					t.Fatal(err)
				}
			}
		}
		root, err := b.Root()
		if err != nil {
			t.Fatal(err)
		}
		return root
	}
	prefix := dataset.Query{Prefix: "FOOL2.v2.1"}
	queries := []*dataset.StoredQuery{
		{Name: "from-10", Query: prefix, Entry: 1, Root: result(2)},
		{Name: "from-10", Query: prefix, Entry: 2, Root: result(3), Actor: `<an "archive">`},
		{Query: dataset.Query{From: day(2, 1), To: day(3, 1)}, Entry: 2},
	}
	for i, s := range queries {
		s.Dataset, s.Seq = "US.FOOL2.002", uint64(i)
		s.EntryHash, s.At = entries[s.Entry].Hash, entries[s.Entry].At
		s.Recorded = time.Date(2001, 4, 1, 12, 0, i, 5e6, time.UTC)
		if i > 0 {
			s.Prev = queries[i-1].Hash
		}
		if _, err := s.Seal(); err != nil {
			t.Fatal(err)
		}
	}
	return queries
}

// sealedQuery returns the JSON of a stored query.
func sealedQuery(t testing.TB, seq int) string {
	t.Helper()
	data, err := storedQueries(t)[seq].Seal()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestStoredQueries(t *testing.T) {
	t.Parallel()
	var prev *dataset.StoredQuery
	for _, s := range storedQueries(t) {
		data, err := s.Seal()
		if err != nil {
			t.Fatal(err)
		}
		got, err := dataset.ParseStoredQuery(data)
		if err != nil || *got != *s {
			t.Fatalf("%s: got %+v, %v, want %+v", data, got, err, s)
		}
		if err := got.Check(prev); err != nil {
			t.Error(err)
		}
		prev = got
	}
	if got, want := prev.Identifier().String(), "dsi:1:set:5f117b991a8f75fa511b0da1eb62e252b18e3251046f06ed63e7e62c58e0198f"; got != want {
		t.Errorf("got %s, want that of the empty set, %s", got, want)
	}
}

// TestStoredQueryExample reads the example of the package documentation.
func TestStoredQueryExample(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	const begin = "//\t{\"at\""
	_, example, ok := strings.Cut(string(doc), begin)
	example, _, ok2 := strings.Cut(example, "\n//\n")
	if !ok || !ok2 {
		t.Fatalf("doc.go does not hold %s", sealedQuery(t, 0))
	}
	example = strings.ReplaceAll(strings.ReplaceAll(begin+example, "\n", ""), "//\t", "")
	if want := sealedQuery(t, 0); example != want {
		t.Errorf("got  %s\nwant %s", example, want)
	}
}

// TestParseStoredQueryDamaged flips every bit and cuts at every place.
func TestParseStoredQueryDamaged(t *testing.T) {
	t.Parallel()
	text := []byte(sealedQuery(t, 1))
	for i := range text {
		for bit := range 8 {
			damaged := bytes.Clone(text)
			damaged[i] ^= 1 << bit
			if s, err := dataset.ParseStoredQuery(damaged); !errors.Is(err, dataset.ErrInvalidQuery) || s != nil {
				t.Errorf("bit %d of byte %d: got %v, %v, want ErrInvalidQuery", bit, i, s, err)
			}
		}
		if s, err := dataset.ParseStoredQuery(text[:i]); !errors.Is(err, dataset.ErrInvalidQuery) || s != nil {
			t.Errorf("%d bytes: got %v, %v, want ErrInvalidQuery", i, s, err)
		}
	}
}

func TestParseStoredQueryErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ old, with, want string }{
		{`"v":1`, `"v":2`, "version 2, this program knows 1"},
		{`"v":1`, `"v":0`, "not canonical"},
		{`"v":1`, `"v":"1"`, "cannot unmarshal"},
		{`"seq":1,`, `"seq":1,"size":1,`, "unknown field"},
		{`"seq":1`, `"seq":0`, "prev: all queries but number 0 have one"},
		{`"seq":1`, `"seq":9007199254740992`, "seq: 9007199254740992 is above 2^53-1"},
		{`"seq":1`, `"seq": 1`, "not canonical"},
		{`"count":3`, `"count":0`, "only an empty tree has the root -"},
		{`"count":3`, `"count":4`, "but root and count give"},
		{`"count":3`, `"count":-3`, "cannot unmarshal"},
		{`"entry":2`, `"entry":0`, "entry 0 has no instance"},
		{`"entryhash":"`, `"entryhash":"0`, "want 64"},
		{`"dataset":"US.FOOL2.002"`, `"dataset":"/US"`, "dataset: byte 0"},
		{`"name":"from-10"`, `"name":""`, "not canonical"},
		{`"name":"from-10"`, `"name":"-"`, `name: "-": byte 0: want a letter or a digit first`},
		{`"prefix":"FOOL2.v2.1"`, `"prefix":"\n"`, "control character"},
		{`"prefix":"FOOL2.v2.1"`, `"prefix":"FOO\u004c2.v2.1"`, "not canonical"},
		{`"prefix":"FOOL2.v2.1"`, `"suffix":"FOOL2.v2.1"`, "unknown field"},
		{`"prefix":"FOOL2.v2.1"`, `"from":"2001-01-01"`, "want a time like"},
		{`"at":"2001-01-03T00:00:00Z"`, `"at":"2001-01-03T00:00:00+00:00"`, "not canonical"},
		{`"at":"2001-01-03T00:00:00Z"`, `"at":"2001-01-03"`, "cannot parse"},
		{`"at":"2001-01-03T00:00:00Z"`, `"at":"0001-01-01T00:00:00Z"`, "at: year 1, want 1000 to 9999"},
		{`"recorded":"2001-04-01T12:00:01.005Z"`, `"recorded":"2001-04-01T12:00:01.0050Z"`, "not canonical"},
		{`"recorded":"2001-04-01T12:00:01.005Z"`, `"recorded":"2001-04-01T12:00:01.00501Z"`, "finer than a millisecond"},
		{`"actor":"<an \"archive\">"`, `"actor":"a\u2028"`, "line separator"},
	} {
		text := sealedQuery(t, 1)
		if !strings.Contains(text, test.old) {
			t.Fatalf("%s does not hold %s", text, test.old)
		}
		data := rehash(strings.Replace(text, test.old, test.with, 1))
		want := dataset.ErrInvalidQuery
		if strings.Contains(test.with, `"v":2`) {
			want = dataset.ErrNewerEntry
		}
		s, err := dataset.ParseStoredQuery([]byte(data))
		if !errors.Is(err, want) || s != nil || !strings.Contains(fmt.Sprint(err), test.want) {
			t.Errorf("%s: got %v, %v, want %s", test.with, s, err, test.want)
		}
	}
	if _, err := dataset.ParseStoredQuery(make([]byte, dataset.MaxEntry+1)); !errors.Is(err, dataset.ErrInvalidQuery) {
		t.Errorf("too long: got %v, want ErrInvalidQuery", err)
	}
}

// TestStoredQueryFollows has what cannot be said of a query after the one before.
func TestStoredQueryFollows(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		want   string
		change func(s *dataset.StoredQuery)
	}{
		{"dataset: the query before is of", func(s *dataset.StoredQuery) { s.Dataset = "THEM" }},
		{"seq: follows query 0", func(s *dataset.StoredQuery) { s.Seq = 2 }},
		{"but the query before has the hash", func(s *dataset.StoredQuery) { s.Prev[0] ^= 1 }},
		{"entryhash: missing", func(s *dataset.StoredQuery) { s.EntryHash = dataset.Hash{} }},
		{"root: ", func(s *dataset.StoredQuery) { s.Root.Count = 0 }},
		{"count: 9007199254740992 is above 2^53-1", func(s *dataset.StoredQuery) { s.Root.Count = dataset.MaxNumber + 1 }},
		{"is not after", func(s *dataset.StoredQuery) { s.Query.From, s.Query.To = day(1, 2), day(1, 1) }},
	} {
		queries := storedQueries(t)
		test.change(queries[1])
		if err := queries[1].Check(queries[0]); !errors.Is(err, dataset.ErrInvalidQuery) || !strings.Contains(fmt.Sprint(err), test.want) {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
	if err := storedQueries(t)[1].Check(nil); !errors.Is(err, dataset.ErrInvalidQuery) {
		t.Errorf("first: got %v, want ErrInvalidQuery", err)
	}
}

func FuzzParseStoredQuery(f *testing.F) {
	for seq := range storedQueries(f) {
		f.Add(sealedQuery(f, seq))
	}
	f.Add(`{"v":2,"x":1}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, data := range []string{text, rehash(text)} {
			s, err := dataset.ParseStoredQuery([]byte(data))
			if err != nil {
				continue
			}
			again, err := s.Seal()
			if err != nil || string(again) != data {
				t.Errorf("got  %s, %v\nwant %s", again, err, data)
			}
		}
	})
}
