package view_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/view"
)

// added is the example of an entry in the documentation of package dataset.
const added = `{"added":11,"at":"2001-01-02T00:00:00Z","chain":"md5","count":11,` +
	`"dataset":"US.FOOL2.002","di":"7fb1e8ba9b0c9888858b66f6a1732d2c",` +
	`"hash":"6c340a0c902579b6d961c0d7ac1da7e4b9bbd086f03d103feaaf232c27d98f1c",` +
	`"instance":"27a62658e097e3e244a784e4a259ec5f9d54507fa723d8320e447788ddbf09ca",` +
	`"op":"add",` +
	`"prev":"4612796ce927ab744640e4b65eeb7915981c426153535d098581be222c69050d",` +
	`"recorded":"2001-01-02T08:00:00Z","removed":0,` +
	`"root":"7a5340242c7206952825179bb11ff766a50c2ed9d9fc8b15aa765dcf14df7665",` +
	`"seq":1,"v":1}`

func TestOf(t *testing.T) {
	t.Parallel()
	full, err := dataset.ParseEntry([]byte(added))
	if err != nil {
		t.Fatal(err)
	}
	unchained := *full
	unchained.Chain, unchained.DI = false, dataset.DI{}
	unchained.Reason, unchained.Actor = "corrupt", "ops"

	created := &dataset.Entry{
		Dataset: "D", Op: dataset.OpCreate, Chain: true,
		Recorded: time.Date(2001, 1, 1, 1, 0, 0, 250e6, time.FixedZone("", 3600)),
		Title:    "A <title>", DOI: "10.9999/US/FOOL2.v2",
	}
	for name, test := range map[string]struct {
		entry *dataset.Entry
		want  string
	}{
		"added": {full, `{"dataset":"US.FOOL2.002","seq":1,"at":"2001-01-02T00:00:00Z","count":11,` +
			`"root":"7a5340242c7206952825179bb11ff766a50c2ed9d9fc8b15aa765dcf14df7665",` +
			`"instance":"dsi:1:set:27a62658e097e3e244a784e4a259ec5f9d54507fa723d8320e447788ddbf09ca",` +
			`"di":"7fb1e8ba9b0c9888858b66f6a1732d2c","added":11,"removed":0,` +
			`"op":"add","recorded":"2001-01-02T08:00:00Z"}`},
		"unchained": {&unchained, `{"dataset":"US.FOOL2.002","seq":1,"at":"2001-01-02T00:00:00Z","count":11,` +
			`"root":"7a5340242c7206952825179bb11ff766a50c2ed9d9fc8b15aa765dcf14df7665",` +
			`"instance":"dsi:1:set:27a62658e097e3e244a784e4a259ec5f9d54507fa723d8320e447788ddbf09ca",` +
			`"di":"","added":11,"removed":0,` +
			`"op":"add","recorded":"2001-01-02T08:00:00Z","reason":"corrupt","actor":"ops"}`},
		"created": {created, `{"dataset":"D","seq":0,"at":"","count":0,"root":"-",` +
			`"instance":"` + created.Identifier().String() + `","di":"","added":0,"removed":0,` +
			`"op":"create","recorded":"2001-01-01T00:00:00.25Z",` +
			`"title":"A \u003ctitle\u003e","doi":"10.9999/US/FOOL2.v2"}`},
	} {
		got, err := json.Marshal(view.Of(test.entry))
		if err != nil || string(got) != test.want {
			t.Errorf("%s: got %s, %v\nwant %s", name, got, err, test.want)
		}
	}
}

func TestParseTime(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Time{
		"2001-01-05":                time.Date(2001, 1, 5, 0, 0, 0, 0, time.UTC),
		"2001-01-05T00:00:00Z":      time.Date(2001, 1, 5, 0, 0, 0, 0, time.UTC),
		"2001-01-05T01:30:00+01:30": time.Date(2001, 1, 5, 0, 0, 0, 0, time.UTC),
		"2001-01-05T23:59:59.25Z":   time.Date(2001, 1, 5, 23, 59, 59, 250e6, time.UTC),
		"2000-02-29":                time.Date(2000, 2, 29, 0, 0, 0, 0, time.UTC),
		"1000-01-01":                time.Date(1000, 1, 1, 0, 0, 0, 0, time.UTC),
		"9999-12-31T23:59:59.999Z":  time.Date(9999, 12, 31, 23, 59, 59, 999e6, time.UTC),
	} {
		got, err := view.ParseTime(text)
		if err != nil || !got.Equal(want) || got.Location() != time.UTC {
			t.Errorf("%q: got %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", "now", "2001", "2001-01", "2001-1-5", "20010105", "2001-02-29", "2001-01-05 ",
		"2001-01-05T00:00:00", "2001-01-05 00:00:00Z", "2001-01-05T0:00:00Z", "2001-01-05T00:00:00,5Z",
		"2001-01-05T24:00:00Z", "2001-01-05T00:00:00+25:00", "05/01/2001",
		"0001-01-01", "0999-12-31", "1000-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00",
	} {
		got, err := view.ParseTime(text)
		if !errors.Is(err, view.ErrTime) || !got.IsZero() || !strings.Contains(err.Error(), `"`+text+`"`) {
			t.Errorf("%q: got %v, %v, want an error that names it", text, got, err)
		}
	}
}

// A message must not carry all that somebody sent.
func TestParseTimeLong(t *testing.T) {
	t.Parallel()
	_, err := view.ParseTime(strings.Repeat("7", 100_000))
	if err == nil || len(err.Error()) > 300 {
		t.Errorf("got %v, want a short error", err)
	}
}

func FuzzParseTime(f *testing.F) {
	for _, text := range []string{"2001-01-05", "2001-01-05T00:00:00Z", "2001-01-05T01:30:00.5+01:30", "x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := view.ParseTime(text)
		if err != nil {
			return
		}
		again, err := view.ParseTime(got.Format(time.RFC3339Nano))
		if err != nil || !again.Equal(got) {
			t.Errorf("%q is %v, but its text is read as %v, %v", text, got, again, err)
		}
	})
}
