package dataset_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
)

func TestQueryMatches(t *testing.T) {
	const id = "MOD021KM.A2005032.0145.061.2017194024125"
	at := time.Date(2005, 2, 1, 1, 45, 0, 0, time.UTC)
	for _, test := range []struct {
		query dataset.Query
		id    string
		want  bool
	}{
		{dataset.Query{}, id, true},
		{dataset.Query{}, "no time", true},
		{dataset.Query{Prefix: "MOD021KM.A2005"}, id, true},
		{dataset.Query{Prefix: id}, id, true},
		{dataset.Query{Prefix: id + "."}, id, false},
		{dataset.Query{Prefix: "MOD021KM.A2006"}, id, false},
		{dataset.Query{From: at}, id, true},
		{dataset.Query{From: at.Add(time.Millisecond)}, id, false},
		{dataset.Query{To: at}, id, false},
		{dataset.Query{To: at.Add(time.Millisecond)}, id, true},
		{dataset.Query{From: at, To: at.Add(time.Second)}, id, true},
		{dataset.Query{Prefix: "MYD", From: at}, id, false},
		{dataset.Query{From: day(1, 1)}, "no time", false},
		{dataset.Query{To: day(1, 1)}, "no time", false},
	} {
		if got := test.query.Matches([]byte(test.id)); got != test.want {
			t.Errorf("%v of %s: got %v, want %v", test.query, test.id, got, test.want)
		}
		if n := testing.AllocsPerRun(10, func() { test.query.Matches([]byte(test.id)) }); n != 0 {
			t.Errorf("%v: %v allocations", test.query, n)
		}
	}
}

// TestQueryText has queries with their one text, and other ways to write them.
func TestQueryText(t *testing.T) {
	t.Parallel()
	from := time.Date(2005, 2, 1, 0, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		query  dataset.Query
		text   string
		others []string
	}{
		{dataset.Query{}, `{}`, []string{` { } `, `{"prefix":""}`}},
		{dataset.Query{Prefix: `<a"\é`}, `{"prefix":"<a\"\\é"}`, []string{`{"prefix":"\u003ca\u0022\u005c\u00e9"}`}},
		{dataset.Query{From: from}, `{"from":"2005-02-01T00:00:00Z"}`, nil},
		{
			dataset.Query{Prefix: "a", From: from, To: from.Add(250 * time.Millisecond)},
			`{"from":"2005-02-01T00:00:00Z","prefix":"a","to":"2005-02-01T00:00:00.25Z"}`,
			[]string{`{"to":"2005-02-01T00:00:00.25Z", "prefix":"a", "from":"2005-02-01T00:00:00Z"}`},
		},
	} {
		data, err := json.Marshal(test.query)
		if got := test.query.String(); got != test.text || err != nil {
			t.Errorf("got %s, %v, want %s", got, err, test.text)
		}
		var again dataset.Query
		if err := json.Unmarshal(data, &again); err != nil || again != test.query {
			t.Errorf("%s: got %+v, %v, want %+v", data, again, err, test.query)
		}
		for _, text := range append(test.others, test.text) {
			var got dataset.Query
			if err := json.Unmarshal([]byte(text), &got); err != nil || got.String() != test.text {
				t.Errorf("%s: got %v, %v, want %s", text, got, err, test.text)
			}
		}
	}
	// One instant has one text, in whatever zone it is given.
	there := dataset.Query{From: from.In(time.FixedZone("", 3600))}
	if want := (dataset.Query{From: from}).String(); there.String() != want {
		t.Errorf("got %v, want %s", there, want)
	}
}

func TestQueryErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		query dataset.Query
		want  string
	}{
		{dataset.Query{Prefix: strings.Repeat("a", 256)}, "byte 255: 256 bytes long, at most 255 are allowed"},
		{dataset.Query{Prefix: "a\nb"}, `prefix "a\nb": byte 1: control character`},
		{dataset.Query{Prefix: "a\xff"}, `byte 1: 0xff is not valid UTF-8 here`},
		{dataset.Query{From: time.Date(999, 1, 1, 0, 0, 0, 0, time.UTC)}, "from: year 999, want 1000 to 9999"},
		{dataset.Query{To: time.Date(2001, 1, 1, 0, 0, 0, 1, time.UTC)}, "to: 2001-01-01T00:00:00.000000001Z is finer than a millisecond"},
		{dataset.Query{From: day(1, 2), To: day(1, 2)}, "to: 2001-01-02T00:00:00Z is not after 2001-01-02T00:00:00Z"},
		{dataset.Query{From: day(1, 2), To: day(1, 1)}, "is not after"},
	} {
		err := test.query.Check()
		if !errors.Is(err, dataset.ErrInvalidQuery) || !strings.Contains(fmt.Sprint(err), test.want) {
			t.Errorf("%+v: got %v, want %s", test.query, err, test.want)
		}
		if data, err := json.Marshal(test.query); !errors.Is(err, dataset.ErrInvalidQuery) {
			t.Errorf("%+v: got %s, %v, want ErrInvalidQuery", test.query, data, err)
		}
	}
	for _, text := range []string{
		`{"from":"2005-02-01"}`, `{"from":"2005-02-01T00:00:00+00:00"}`, `{"colour":"red"}`, `{"prefix":1}`, `[]`,
		`{"prefix":"\u0000"}`, `{"from":"2005-02-01T00:00:00Z","to":"2005-02-01T00:00:00Z"}`,
	} {
		q := dataset.Query{Prefix: "before"}
		if err := json.Unmarshal([]byte(text), &q); !errors.Is(err, dataset.ErrInvalidQuery) || q.Prefix != "before" {
			t.Errorf("%s: got %v, %v, want ErrInvalidQuery", text, q, err)
		}
	}
}

// TestQueryModel compares Matches with what its documentation says, on random IDs.
func TestQueryModel(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	start := time.Date(2005, 1, 1, 0, 0, 0, 0, time.UTC)
	hours := func() time.Time { return start.Add(time.Duration(random.IntN(400)) * time.Hour) }
	matched := 0
	for range 20_000 {
		when := hours()
		sensor := []string{"MOD", "MYD", "M"}[random.IntN(3)]
		id := sensor + when.Format(".20060102T150405Z.") + fmt.Sprint(random.IntN(20))
		var q dataset.Query
		want := true
		if random.IntN(2) == 0 {
			q.Prefix = []string{"M", "MO", "MYD.2005", "MOD.2005010"}[random.IntN(4)]
			want = strings.HasPrefix(id, q.Prefix)
		}
		if random.IntN(2) == 0 {
			q.From = hours()
			want = want && when.Unix() >= q.From.Unix()
		}
		if random.IntN(2) == 0 {
			q.To = hours()
			want = want && when.Unix() < q.To.Unix()
		}
		if got := q.Matches([]byte(id)); got != want {
			t.Fatalf("%v of %s: got %v, want %v", q, id, got, want)
		}
		if want {
			matched++
		}
	}
	if matched < 1000 || matched > 19_000 {
		t.Errorf("%d of 20000 match", matched)
	}
}
