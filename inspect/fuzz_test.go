package inspect_test

import (
	"encoding/json"
	"math"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/seed-05176fc3/idem/inspect"
)

// FuzzAll checks what holds of every reading of every text.
func FuzzAll(f *testing.F) {
	for _, text := range []string{
		"0RdKJcxqVBiAiQr0", "1088824355131185736905670087", "094954a8-622c-76ad-1b93-cdefcbdf0888", "2KNQ8300Z",
		"MOD09GQ.A2017224.h09v02.006.2017227165020_wJJ69jjW", "669159101819549357, 1987158290401790088", "user_b2S43r31Aamk35SFRDaOY5b",
		"dsi:1:set:c3285726c66ef9e594e0de40a55cdaa640c39f497906c6a053be221149f05792;count=12", "ni:///sha-256;wyhXJsZu-eWU4N5ApVzapkDDn0l5BsagU74iEUnwV5I",
		"000003e8-9414-21ec-b300-325096b39f47", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "prefix_01h455vb4pex5vsknk084sn02q", "0ujtsYcgvSTl8PAuAdqWYSMnLOv",
		"9m4e2mr0ui3e8a215n4g", "507f1f77bcf86cd799439011", "1541815603606036480", "1753459200000", "d50110d41d8cd98f00b204e9800998ecf8427e",
		"ABC_DEF_\u202e_abcdEFGH", "_", "-", "0_0000", "{}", "urn:uuid:",
	} {
		f.Add(text)
	}
	o := inspect.Options{Now: now}
	f.Fuzz(func(t *testing.T, text string) {
		readings, err := inspect.All(text, o)
		if (err == nil) != (len(readings) > 0) {
			t.Fatalf("got %d readings and error %v", len(readings), err)
		}
		for i, r := range readings {
			if math.IsNaN(r.Score) || math.IsInf(r.Score, 0) || r.Title == "" || r.Reason == "" || r.Confidence == "" {
				t.Errorf("%s: score %v, title %q, reason %q, confidence %q", name(r), r.Score, r.Title, r.Reason, r.Confidence)
			}
			if i > 0 && r.Score > readings[i-1].Score && readings[i-1].Confidence != inspect.Certain {
				t.Errorf("%s with %v stands after %s with %v", name(r), r.Score, name(readings[i-1]), readings[i-1].Score)
			}
			checkFields(t, r)
			if !json.Valid(must(json.Marshal(r))) {
				t.Errorf("%s: invalid JSON", name(r))
			}
			same := func(o inspect.Reading) bool { return name(o) == name(r) && o.Canonical == r.Canonical }
			again, err := inspect.All(r.Canonical, o)
			if err != nil || !slices.ContainsFunc(again, same) {
				t.Errorf("%s: canonical text %q is not read as one: %v", name(r), r.Canonical, err)
			}
		}
	})
}

// checkFields checks that the fields cover the ID, one after the other.
func checkFields(t *testing.T, r inspect.Reading) {
	t.Helper()
	end := 0
	for _, f := range r.Fields {
		if f.Offset != end || f.Width < 1 || f.Name == "" || f.Value == "" {
			t.Errorf("%s: field %+v after %d", name(r), f, end)
		}
		end += f.Width
	}
	want := utf8.RuneCountInString(r.Canonical)
	if r.Unit == inspect.Bit {
		want = 8 * len(r.Binary)
	}
	if end != want {
		t.Errorf("%s: fields of %d of %d %ss", name(r), end, want, r.Unit)
	}
}
