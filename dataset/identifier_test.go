package dataset_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
)

const (
	fooHex  = "c3285726c66ef9e594e0de40a55cdaa640c39f497906c6a053be221149f05792"
	fooSet  = "dsi:1:set:" + fooHex
	fooNI   = "ni:///sha-256;wyhXJsZu-eWU4N5ApVzapkDDn0l5BsagU74iEUnwV5I"
	fooDI   = "763122197bfb3ffbf0da14adbfb1b13b"
	fooFull = fooSet + ";dataset=doi:10.9999/US/FOOL2.v2;at=2001-01-05T00:00:00Z;count=12"
)

func fooHash(t testing.TB) (h dataset.Hash) {
	t.Helper()
	if err := h.UnmarshalText([]byte(fooHex)); err != nil {
		t.Fatal(err)
	}
	return h
}

func chainValue(t testing.TB) (d dataset.DI) {
	t.Helper()
	if err := d.UnmarshalText([]byte(fooDI)); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestParseIdentifier(t *testing.T) {
	t.Parallel()
	hash, di := fooHash(t), chainValue(t)
	set := func(q dataset.Qualifiers) dataset.Identifier {
		return dataset.Identifier{Kind: dataset.KindSet, Hash: hash, Qualifiers: q}
	}
	at := time.Date(2001, 1, 5, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		text, written string // written is empty where it is the text
		want          dataset.Identifier
	}{
		{fooSet, "", set(dataset.Qualifiers{})},
		{"dsi:1:map:" + fooHex, "", dataset.Identifier{Kind: dataset.KindMap, Hash: hash}},
		{fooNI, "", dataset.Identifier{Hash: hash}},
		{"dsi:0:md5:" + fooDI, "", dataset.Identifier{Kind: dataset.KindChain, DI: di}},
		{"DI:" + fooDI, "dsi:0:md5:" + fooDI, dataset.Identifier{Kind: dataset.KindChain, DI: di}},
		{fooFull, "", set(dataset.Qualifiers{Dataset: "doi:10.9999/US/FOOL2.v2", At: at, Count: 12, HasCount: true})},
		{fooSet + ";dataset=US.FOOL2.002", "", set(dataset.Qualifiers{Dataset: "US.FOOL2.002"})},
		{fooSet + ";dataset=a%20%25%3Bat=é%252f", "", set(dataset.Qualifiers{Dataset: "a %;at=é%2f"})},
		{fooSet + ";at=2001-01-05T00:00:00.25Z", "", set(dataset.Qualifiers{At: at.Add(250 * time.Millisecond)})},
		{fooSet + ";count=0", "", set(dataset.Qualifiers{HasCount: true})},
		{fooSet + ";count=18446744073709551615", "", set(dataset.Qualifiers{Count: math.MaxUint64, HasCount: true})},
		{fooSet + ";at=9999-12-31T23:59:59.999Z;count=1", "", set(dataset.Qualifiers{
			At: time.Date(9999, 12, 31, 23, 59, 59, 999e6, time.UTC), Count: 1, HasCount: true,
		})},
		{"dsi:0:md5:" + fooDI + ";dataset=doi:10.9999/US/FOOL2.v2", "", dataset.Identifier{
			Kind: dataset.KindChain, DI: di, Qualifiers: dataset.Qualifiers{Dataset: "doi:10.9999/US/FOOL2.v2"},
		}},
	} {
		got, err := dataset.ParseIdentifier(c.text)
		if err != nil || got != c.want {
			t.Errorf("%s: got %+v, %v, want %+v", c.text, got, err, c.want)
		}
		written := c.written
		if written == "" {
			written = c.text
		}
		if got := c.want.String(); got != written {
			t.Errorf("got %s, want %s", got, written)
		}
		if got, err := c.want.MarshalText(); err != nil || string(got) != written {
			t.Errorf("got %s, %v, want %s", got, err, written)
		}
		if got, err := c.want.AppendText([]byte("x ")); err != nil || string(got) != "x "+written {
			t.Errorf("got %s, %v, want x %s", got, err, written)
		}
		var unmarshaled dataset.Identifier
		if err := unmarshaled.UnmarshalText([]byte(c.text)); err != nil || unmarshaled != c.want {
			t.Errorf("%s: got %+v, %v, want %+v", c.text, unmarshaled, err, c.want)
		}
	}
}

var badIdentifiers = []struct {
	text string
	at   int
}{
	{"", 0},
	{"US.FOOL2.002", 0},
	{fooHex, 0},
	{" " + fooSet, 0},
	{"DSI:1:set:" + fooHex, 0},
	{"dsi:2:set:" + fooHex, 0},
	{"dsi:1:any:" + fooHex, 0},
	{"dsi:1:md5:" + fooDI, 0},
	{"dsi:0:set:" + fooHex, 0},
	{"di:" + fooDI, 0},
	{"dsi:1:set:" + strings.ToUpper(fooHex), 10},
	{"dsi:1:set:" + fooHex[:63] + "g", 73},
	{"dsi:1:set:" + fooHex[1:], 73},
	{"dsi:1:set:" + fooHex + "0", 74},
	{"dsi:1:set:", 10},
	{"dsi:1:map:" + fooDI, 42},
	{"dsi:0:md5:" + fooHex, 42},
	{"DI:" + strings.ToUpper(fooDI), 12},
	{"DI:" + fooDI + ";count=1", 35},
	{"DI: " + fooDI, 3},
	{fooNI[:len(fooNI)-1] + "J", 56},            // a spare bit is set
	{fooNI + "=", 57},                           // padding
	{fooNI[:len(fooNI)-1], 56},                  // too short
	{fooNI + "A", 57},                           // too long
	{fooNI[:len(fooNI)-1] + "\n", 56},           // a line end
	{fooNI[:30] + "\r" + fooNI[31:], 30},        // a line end inside
	{strings.Replace(fooNI, "-e", "+e", 1), 22}, // base64, not base64url
	{fooNI + ";count=12", 57},
	{fooNI + "?ct=text/plain", 57},
	{strings.Replace(fooNI, "///", "//example.org/", 1), 0},
	{strings.Replace(fooNI, "sha-256", "sha-256-128", 1), 0},
	{strings.Replace(fooNI, "ni", "NI", 1), 0},
	{fooSet + ";", 74},
	{fooSet + ";;count=12", 74},
	{fooSet + "\n", 74},
	{fooSet + ";count=12;", 83},
	{fooSet + ";count=12;count=12", 83},
	{fooSet + ";count=12;dataset=A", 83},
	{fooSet + ";at=2001-01-05T00:00:00Z;dataset=A", 98},
	{fooSet + ";origin=A", 74},
	{fooSet + ";Count=12", 74},
	{fooSet + ";count", 74},
	{fooSet + ";count=", 81},
	{fooSet + ";count=012", 81},
	{fooSet + ";count=00", 81},
	{fooSet + ";count=-1", 81},
	{fooSet + ";count=1e3", 82},
	{fooSet + ";count=12 ", 83},
	{fooSet + ";count=18446744073709551616", 100},
	{fooSet + ";count=28446744073709551615", 100},
	{fooSet + ";dataset=", 83},
	{fooSet + ";dataset=a b", 84},
	{fooSet + ";dataset=%", 83},
	{fooSet + ";dataset=ab%3b", 85},
	{fooSet + ";dataset=ab%41", 85},
	{fooSet + ";dataset=%20%2", 86},
	{fooSet + ";dataset=%0A", 83},
	{fooSet + ";dataset=a\nb", 83},
	{fooSet + ";dataset=a\xff", 83},
	{fooSet + ";dataset=a\u2028", 83},
	{fooSet + ";dataset=a\u0085", 83},
	{fooSet + ";dataset=" + strings.Repeat("a", dataset.MaxQualifier+1), 83},
	{fooSet + ";at=", 78},
	{fooSet + ";at=2001-01-05", 78},
	{fooSet + ";at=2001-01-05T00:00:00", 78},
	{fooSet + ";at=2001-01-05T00:00:00z", 78},
	{fooSet + ";at=2001-01-05t00:00:00Z", 78},
	{fooSet + ";at=2001-01-05 00:00:00Z", 78},
	{fooSet + ";at=2001-01-05T00:00:00+00:00", 78},
	{fooSet + ";at=2001-01-05T01:00:00+01:00", 78},
	{fooSet + ";at=2001-01-05T00:00:00.0Z", 78},
	{fooSet + ";at=2001-01-05T00:00:00.250Z", 78},
	{fooSet + ";at=2001-01-05T00:00:00,25Z", 78},
	{fooSet + ";at=2001-01-05T00:00:00.0001Z", 78},
	{fooSet + ";at=2001-02-29T00:00:00Z", 78},
	{fooSet + ";at=2016-12-31T23:59:60Z", 78},
	{fooSet + ";at=2001-01-05T24:00:00Z", 78},
	{fooSet + ";at=0999-01-05T00:00:00Z", 78},
	{fooSet + ";at=0001-01-01T00:00:00Z", 78},
	{fooSet + ";at=10000-01-05T00:00:00Z", 78},
}

func TestParseIdentifierErrors(t *testing.T) {
	t.Parallel()
	for _, c := range badIdentifiers {
		got, err := dataset.ParseIdentifier(c.text)
		if !errors.Is(err, dataset.ErrInvalidIdentifier) || got != (dataset.Identifier{}) {
			t.Errorf("%q: got %v, %v, want ErrInvalidIdentifier", c.text, got, err)
		} else if !strings.Contains(err.Error(), fmt.Sprintf(": byte %d: ", c.at)) {
			t.Errorf("%q: got %v, want byte %d", c.text, err, c.at)
		}
		id := dataset.Identifier{Kind: dataset.KindMap}
		if err := id.UnmarshalText([]byte(c.text)); err == nil || id != (dataset.Identifier{Kind: dataset.KindMap}) {
			t.Errorf("%q: got %v, %v, want an error and no change", c.text, id, err)
		}
	}
	const want = `dataset: invalid identifier "DI:7631": byte 7: 4 hexadecimal digits, want 32`
	if _, err := dataset.ParseIdentifier("DI:7631"); err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestIdentifierWithoutText(t *testing.T) {
	t.Parallel()
	at := time.Date(2001, 1, 5, 0, 0, 0, 0, time.UTC)
	for _, id := range []dataset.Identifier{
		{Kind: 4},
		{Kind: dataset.KindAny, Qualifiers: dataset.Qualifiers{Dataset: "A"}},
		{Kind: dataset.KindSet, Qualifiers: dataset.Qualifiers{Dataset: "a\nb"}},
		{Kind: dataset.KindSet, Qualifiers: dataset.Qualifiers{Dataset: "\xff"}},
		{Kind: dataset.KindSet, Qualifiers: dataset.Qualifiers{Dataset: strings.Repeat("a", dataset.MaxQualifier+1)}},
		{Kind: dataset.KindSet, Qualifiers: dataset.Qualifiers{At: at.Add(time.Microsecond)}},
		{Kind: dataset.KindSet, Qualifiers: dataset.Qualifiers{At: at.AddDate(8000, 0, 0)}},
	} {
		if got, err := id.MarshalText(); !errors.Is(err, dataset.ErrInvalidIdentifier) {
			t.Errorf("%+v: got %s, %v, want ErrInvalidIdentifier", id, got, err)
		}
		if got := id.String(); got != "invalid identifier" {
			t.Errorf("%+v: got %s, want invalid identifier", id, got)
		}
	}
}

// TestIdentifierLocalTime: a time in another zone is the same time.
func TestIdentifierLocalTime(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("", 3600)
	id := dataset.Identifier{Kind: dataset.KindSet, Hash: fooHash(t), Qualifiers: dataset.Qualifiers{
		At: time.Date(2001, 1, 5, 1, 0, 0, 0, zone),
	}}
	if got, want := id.String(), fooSet+";at=2001-01-05T00:00:00Z"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestMatches(t *testing.T) {
	t.Parallel()
	texts := []string{fooSet, fooFull, fooNI, "dsi:1:map:" + fooHex, "dsi:0:md5:" + fooDI, "DI:" + fooDI, "dsi:1:set:" + fooHex[1:] + "0"}
	want := []string{
		"yyy----", // the set
		"yyy----", // the set with qualifiers
		"yyyy---", // the name without a kind
		"--yy---", // the map
		"----yy-", // the chain
		"----yy-", // the chain in its older form
		"------y", // another set
	}
	for i, a := range texts {
		for j, b := range texts {
			got := must(t, a).Matches(must(t, b))
			if got != (want[i][j] == 'y') {
				t.Errorf("%s and %s: got %v, want %c", a, b, got, want[i][j])
			}
		}
	}
	// Two chains do not match by their empty hashes, nor two sets by their DIs.
	other := dataset.Identifier{Kind: dataset.KindChain, DI: dataset.DI{1}}
	if other.Matches(must(t, "DI:"+fooDI)) {
		t.Error("two chains with different values match")
	}
}

func must(t testing.TB, text string) dataset.Identifier {
	t.Helper()
	id, err := dataset.ParseIdentifier(text)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestIdentifierJSON(t *testing.T) {
	t.Parallel()
	data, err := json.Marshal(must(t, fooFull))
	if err != nil || string(data) != `"`+fooFull+`"` {
		t.Errorf("got %s, %v, want %q", data, err, fooFull)
	}
	var id dataset.Identifier
	if err := json.Unmarshal(data, &id); err != nil || id != must(t, fooFull) {
		t.Errorf("got %v, %v, want %s", id, err, fooFull)
	}
}

func TestKindString(t *testing.T) {
	t.Parallel()
	for kind, want := range []string{"any", "set", "map", "md5", "kind(4)"} {
		if got := dataset.Kind(kind).String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func FuzzParseIdentifier(f *testing.F) {
	for _, s := range []string{fooSet, fooFull, fooNI, "DI:" + fooDI, "dsi:0:md5:" + fooDI, fooSet + ";dataset=a%20%25%3Bé"} {
		f.Add(s)
	}
	for _, c := range badIdentifiers {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		id, err := dataset.ParseIdentifier(text)
		if err != nil {
			return
		}
		want := text
		if di, ok := strings.CutPrefix(text, "DI:"); ok {
			want = "dsi:0:md5:" + di
		}
		written := id.String()
		if written != want {
			t.Errorf("%q: got %q", text, written)
		}
		if again, err := dataset.ParseIdentifier(written); err != nil || again != id {
			t.Errorf("%q: got %+v, %v, want %+v", written, again, err, id)
		}
	})
}

// FuzzQualifiers writes any qualifiers and reads them back.
func FuzzQualifiers(f *testing.F) {
	f.Add("doi:10.9999/US/FOOL2.v2", int64(978652800000), uint64(12), true)
	f.Add("%;= \x00", int64(0), uint64(0), false)
	f.Fuzz(func(t *testing.T, name string, millis int64, count uint64, has bool) {
		q := dataset.Qualifiers{Dataset: name, At: time.UnixMilli(millis).UTC(), HasCount: has}
		if has {
			q.Count = count
		}
		id := dataset.Identifier{Kind: dataset.KindSet, Qualifiers: q}
		text, err := id.MarshalText()
		if err != nil {
			return
		}
		if again, err := dataset.ParseIdentifier(string(text)); err != nil || again != id {
			t.Errorf("%s: got %+v, %v, want %+v", text, again, err, id)
		}
	})
}

func TestIdentifierAllocates(t *testing.T) {
	for _, text := range []string{fooSet, fooFull, fooNI, "DI:" + fooDI} {
		id := must(t, text)
		buf := make([]byte, 0, 256)
		if n := testing.AllocsPerRun(100, func() { _, _ = id.AppendText(buf) }); n != 0 {
			t.Errorf("AppendText of %s: got %v allocations, want 0", text, n)
		}
		if n := testing.AllocsPerRun(100, func() { _, _ = dataset.ParseIdentifier(text) }); n != 0 {
			t.Errorf("ParseIdentifier(%s): got %v allocations, want 0", text, n)
		}
	}
}

func BenchmarkParseIdentifier(b *testing.B) {
	for b.Loop() {
		if _, err := dataset.ParseIdentifier(fooFull); err != nil {
			b.Fatal(err)
		}
	}
}
