package dataset_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
)

// fooMetadata is what is said of the dataset that the seed tells of.
func fooMetadata() dataset.Metadata {
	return dataset.Metadata{
		Creators: []dataset.Creator{
			{Family: "Tilmes", Given: "Curt"},
			{Name: "Goddard Space Flight Center", ROR: "0171mag52"},
		},
		DOI: "10.9999/US/FOOL2.v2", Published: "2001-01-02", Publisher: "US Archive",
		Title: "FOO Level 2", Version: "2",
	}
}

// abouts returns a sealed log of metadata.
func abouts(t testing.TB) []*dataset.About {
	t.Helper()
	first := fooMetadata()
	first.Creators = first.Creators[:1]
	entries := []*dataset.About{{Metadata: first, Actor: `"ops" <& \`}, {Metadata: fooMetadata()}, {}}
	for i, a := range entries {
		a.Dataset, a.Seq, a.Recorded = "US.FOOL2.002", uint64(i), time.Date(2010, 10, 20, 10, 21, 55, 0, time.UTC)
		if i > 0 {
			a.Prev = entries[i-1].Hash
		}
		if _, err := a.Seal(); err != nil {
			t.Fatal(err)
		}
	}
	return entries
}

func sealedAbout(t testing.TB, seq int) string {
	t.Helper()
	data, err := abouts(t)[seq].Seal()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestAboutLog(t *testing.T) {
	t.Parallel()
	var prev *dataset.About
	for i, a := range abouts(t) {
		if err := a.Check(prev); err != nil {
			t.Error(err)
		}
		text := sealedAbout(t, i)
		got, err := dataset.ParseAbout([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if !got.Metadata.Equal(&a.Metadata) || got.Hash != a.Hash || got.Prev != a.Prev || got.Actor != a.Actor ||
			got.Dataset != a.Dataset || got.Seq != a.Seq || !got.Recorded.Equal(a.Recorded) {
			t.Errorf("got  %+v\nwant %+v", got, a)
		}
		open := hashMember.ReplaceAllString(text, "")
		if want := dataset.Hash(sha256.Sum256([]byte(open))); a.Hash != want {
			t.Errorf("entry %d: got hash %v, want %v", i, a.Hash, want)
		}
		// Members sorted by a map are in the same order.
		var members map[string]any
		if err := json.Unmarshal([]byte(text), &members); err != nil {
			t.Fatal(err)
		}
		var sorted bytes.Buffer
		encoder := json.NewEncoder(&sorted)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(members); err != nil {
			t.Fatal(err)
		}
		if want := strings.TrimSpace(sorted.String()); text != want {
			t.Errorf("got  %s\nwant %s", text, want)
		}
		prev = a
	}
}

// TestAboutPackageExample reads the example of the package documentation.
func TestAboutPackageExample(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, example, ok := strings.Cut(string(doc), "//\t{\"dataset\"")
	example, _, ok2 := strings.Cut(example, "\"v\":1}\n")
	if !ok || !ok2 {
		t.Fatal("doc.go holds no example")
	}
	example = strings.ReplaceAll(`{"dataset"`+example+`"v":1}`, "\n//\t", "")
	if want := sealedAbout(t, 1); example != want {
		t.Errorf("got  %s\nwant %s", example, want)
	}
}

func TestAboutCheck(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(a *dataset.About){
		`dataset: the entry before is of "US.FOOL2.002"`: func(a *dataset.About) { a.Dataset = "THEM" },
		`dataset: byte 0: `:                     func(a *dataset.About) { a.Dataset = "" },
		`seq: follows entry 0`:                  func(a *dataset.About) { a.Seq = 2 },
		`seq: 9007199254740992 is above 2^53-1`: func(a *dataset.About) { a.Seq = 1 << 53 },
		`prev: 0101`:                            func(a *dataset.About) { a.Prev = dataset.Hash(bytes.Repeat([]byte{1}, 32)) },
		`prev: want it in all entries but`:      func(a *dataset.About) { a.Prev = dataset.Hash{} },
		`metadata: those of the entry before`:   func(a *dataset.About) { a.Metadata = abouts(t)[0].Metadata },
		`actor: "\n": byte 0: control`:          func(a *dataset.About) { a.Actor = "\n" },
		`recorded: year 1`:                      func(a *dataset.About) { a.Recorded = time.Time{} },
	} {
		entries := abouts(t)
		change(entries[1])
		err := entries[1].Check(entries[0])
		if !errors.Is(err, dataset.ErrInvalidAbout) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	entries := abouts(t)
	if err := entries[1].Check(nil); !errors.Is(err, dataset.ErrInvalidAbout) {
		t.Errorf("got %v for an entry 1 with nothing before it", err)
	}
	entries[1].Metadata.DOI = "x"
	if _, err := entries[1].Seal(); !errors.Is(err, dataset.ErrInvalidMetadata) {
		t.Errorf("got %v for a bad DOI", err)
	}
}

func TestAboutTooLong(t *testing.T) {
	t.Parallel()
	a := abouts(t)[0]
	for range 5000 {
		a.Metadata.Creators = append(a.Metadata.Creators, dataset.Creator{Name: strings.Repeat("x", dataset.MaxCreator)})
	}
	if _, err := a.Seal(); !errors.Is(err, dataset.ErrInvalidAbout) || !strings.Contains(err.Error(), "at most 1048576") {
		t.Errorf("got %v", err)
	}
	if _, err := dataset.ParseAbout(make([]byte, dataset.MaxEntry+1)); !errors.Is(err, dataset.ErrInvalidAbout) {
		t.Errorf("got %v", err)
	}
}

// rehashAbout gives JSON another hash, so that what is wrong with the rest is seen.
func rehashAbout(text string) string {
	open := hashMember.ReplaceAllString(text, "")
	at := max(strings.Index(open, `"metadata"`), 0)
	return fmt.Sprintf(`%s"hash":"%x",%s`, open[:at], sha256.Sum256([]byte(open)), open[at:])
}

func TestParseAboutStrict(t *testing.T) {
	t.Parallel()
	text := sealedAbout(t, 1)
	if rehashAbout(text) != text {
		t.Fatal("rehashAbout changes a right entry")
	}
	for _, swap := range [][2]string{
		{`"v":1`, `"v":1.0`},
		{`"v":1`, `"v":0`},
		{`"v":1`, `"V":1`},
		{`"seq":1`, `"seq":-1`},
		{`"seq":1`, `"seq":0`},
		{`,"seq"`, `, "seq"`},
		{`"title"`, `"more":"","title"`},
		{`"title"`, `"doi":"10.9999/US/FOOL2.v2","title"`},
		{`"title":"FOO Level 2"`, `"title":""`},
		{`"title":"FOO Level 2"`, `"title":"\u0046OO Level 2"`},
		{`"given":"Curt"`, `"given":""`},
		{`"2001-01-02"`, `"2001-02-30"`},
		{`"0171mag52"`, `"0171mag53"`},
		{`"metadata":{`, `"metadata":null,"x":{`},
		{`21:55Z`, `21:55.000Z`},
		{`"v":1}`, `"v":1} `},
		{`"v":1}`, `"v":1}{}`},
	} {
		bad := strings.Replace(text, swap[0], swap[1], 1)
		if bad == text {
			t.Fatalf("no %s in %s", swap[0], text)
		}
		_, err := dataset.ParseAbout([]byte(rehashAbout(bad)))
		if !errors.Is(err, dataset.ErrInvalidAbout) && !errors.Is(err, dataset.ErrInvalidMetadata) {
			t.Errorf("%s for %s: got %v", swap[1], swap[0], err)
		}
	}
	newer := rehashAbout(strings.Replace(strings.Replace(text, `"v":1`, `"v":2`, 1), `"metadata":{`, `"metadata":{"colour":"red",`, 1))
	if _, err := dataset.ParseAbout([]byte(newer)); !errors.Is(err, dataset.ErrNewerEntry) {
		t.Errorf("got %v for a newer version", err)
	}
	for i := range text {
		for bit := range 8 {
			bad := []byte(text)
			bad[i] ^= 1 << bit
			_, err := dataset.ParseAbout(bad)
			if !errors.Is(err, dataset.ErrInvalidAbout) && !errors.Is(err, dataset.ErrInvalidMetadata) {
				t.Fatalf("byte %d, bit %d: got %v", i, bit, err)
			}
		}
	}
}

func FuzzParseAbout(f *testing.F) {
	for i := range abouts(f) {
		f.Add(sealedAbout(f, i))
	}
	f.Add(sealed(f, 1))
	f.Add(`{"hash":"","v":1}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, text := range []string{text, rehashAbout(text)} {
			a, err := dataset.ParseAbout([]byte(text))
			if err != nil {
				continue
			}
			data, err := a.Seal()
			if err != nil || string(data) != text {
				t.Errorf("got  %s, %v\nwant %s", data, err, text)
			}
			if _, err := dataset.ParseEntry([]byte(text)); err == nil {
				t.Errorf("%s is a ledger entry too", text)
			}
		}
	})
}
