package dataset_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
)

// sealed returns the JSON of the ledger's entry with the given number.
func sealed(t testing.TB, seq int) string {
	t.Helper()
	data, err := ledger(t)[seq].Seal()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

var hashMember = regexp.MustCompile(`"hash":"[0-9a-f]*",`)

// rehash gives JSON another hash, so that what is wrong with the rest is seen.
func rehash(text string) string {
	open := hashMember.ReplaceAllString(text, "")
	at := max(strings.Index(open, `"instance"`), 0)
	return fmt.Sprintf(`%s"hash":"%x",%s`, open[:at], sha256.Sum256([]byte(open)), open[at:])
}

// TestPackageExample reads the example of the package documentation.
func TestPackageExample(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "//\t{\"added\"", "\"v\":1}\n"
	_, example, ok := strings.Cut(string(doc), begin)
	example, _, ok2 := strings.Cut(example, end)
	if !ok || !ok2 {
		t.Fatal("doc.go holds no example")
	}
	example = strings.ReplaceAll(begin+example+strings.TrimSuffix(end, "\n"), "\n", "")
	example = strings.ReplaceAll(example, "//\t", "")
	if want := sealed(t, 1); example != want {
		t.Errorf("got  %s\nwant %s", example, want)
	}
	e, err := dataset.ParseEntry([]byte(example))
	if err != nil {
		t.Fatal(err)
	}
	if open := hashMember.ReplaceAllString(example, ""); e.Hash != sha256.Sum256([]byte(open)) {
		t.Errorf("got hash %v, want %x", e.Hash, sha256.Sum256([]byte(open)))
	}
	for _, text := range []string{fooFull, fooHex, "//\t" + strings.ReplaceAll(strings.TrimSpace(fooDescriptor), "\n", "\n//\t") + "\n"} {
		if !strings.Contains(string(doc), text) {
			t.Errorf("doc.go does not hold %q", text)
		}
	}
}

// TestEntryIsCanonical writes entries once more with the members sorted by a
// map.
func TestEntryIsCanonical(t *testing.T) {
	t.Parallel()
	for seq := range ledger(t) {
		text := sealed(t, seq)
		members := map[string]any{}
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		if err := decoder.Decode(&members); err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		encoder := json.NewEncoder(&want)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(members); err != nil {
			t.Fatal(err)
		}
		if text+"\n" != want.String() {
			t.Errorf("got  %s\nwant %s", text, want.String())
		}
	}
	if text, want := sealed(t, 4), `"reason":"made from \"corrupt\" data <& \\",`; !strings.Contains(text, want) {
		t.Errorf("%s does not hold %s", text, want)
	}
}

// TestParseEntryDamaged flips every bit and cuts at every place.
func TestParseEntryDamaged(t *testing.T) {
	t.Parallel()
	text := []byte(sealed(t, 4))
	for i := range text {
		for bit := range 8 {
			damaged := bytes.Clone(text)
			damaged[i] ^= 1 << bit
			if e, err := dataset.ParseEntry(damaged); !errors.Is(err, dataset.ErrInvalidEntry) || e != nil {
				t.Errorf("bit %d of byte %d: got %v, %v, want ErrInvalidEntry", bit, i, e, err)
			}
		}
		if e, err := dataset.ParseEntry(text[:i]); !errors.Is(err, dataset.ErrInvalidEntry) || e != nil {
			t.Errorf("%d bytes: got %v, %v, want ErrInvalidEntry", i, e, err)
		}
	}
}

func TestParseEntryErrors(t *testing.T) {
	t.Parallel()
	replace := func(seq int, old, with string) string {
		text := sealed(t, seq)
		if !strings.Contains(text, old) {
			t.Fatalf("entry %d does not hold %s", seq, old)
		}
		return rehash(strings.Replace(text, old, with, 1))
	}
	if text := sealed(t, 2); rehash(text) != text {
		t.Fatalf("got  %s\nwant %s", rehash(text), text)
	}
	for _, c := range []struct{ text, want string }{
		{"", "no hash"},
		{"{}", "no hash"},
		{`{"hash":"00","v":1}`, "byte 1: the hash does not have 64 digits"},
		{strings.Replace(sealed(t, 2), `"hash":"`, `"hash":"X`, 1), "the hash does not have 64 digits"},
		{strings.Replace(sealed(t, 2), `"seq":2`, `"seq":3`, 1), "damaged: the bytes have the hash"},
		{rehash("[]"), "cannot unmarshal"},
		{rehash(sealed(t, 2) + "{}"), "byte 500: not canonical"},
		{rehash(sealed(t, 2) + "\n"), "byte 500: not canonical"},
		{rehash(sealed(t, 2)[:499]), "unexpected EOF"},
		{rehash(" " + sealed(t, 2)), "byte 0: not canonical"},
		{replace(2, `"v":1`, `"v":0`), `byte 498: not canonical, want "1}" there`},
		{replace(2, `,"v":1`, ``), "not canonical"},
		{replace(2, `"v":1`, `"v":"1"`), "cannot unmarshal"},
		{replace(2, `"v":1`, `"v":-1`), "cannot unmarshal"},
		{replace(2, `"v":1`, `"v":1,"w":1`), `unknown field "w"`},
		{replace(2, `"seq":2`, `"seq":2,"seq":2`), "not canonical"},
		{replace(2, `"seq"`, `"Seq"`), "not canonical"},
		{replace(2, `"seq":2`, `"seq":2.0`), "cannot unmarshal"},
		{replace(2, `"seq":2`, `"seq":2e0`), "cannot unmarshal"},
		{replace(2, `"seq":2`, `"seq":null`), "op: add in entry 0"},
		{replace(2, `"seq":2`, `"seq": 2`), "not canonical"},
		{replace(2, `"US.`, `"\u0055S.`), "not canonical"},
		{replace(4, `<&`, `\u003c&`), "not canonical"},
		{replace(4, `archive`, "arch\xffive"), "not canonical"},
		{replace(4, `archive`, "arch\u2028ive"), "actor: "},
		{replace(4, `archive`, ``), "byte 3: not canonical"},
		{replace(2, `"added":1,`, ``), "op: add with 0 added"},
		{replace(2, `"recorded":"2001-01-03T08:00:00Z",`, ``), "recorded: year 1"},
		{replace(2, `T08:00:00Z`, `T08:00:00.0Z`), `recorded: "2001-01-03T08:00:00.0Z": want a time like`},
		{replace(2, `T08:00:00Z`, `T08:00:00+00:00`), "recorded: "},
		{replace(2, `"2001-01-03T00:00:00Z"`, `"2001-01-03"`), "at: "},
		{replace(2, `"chain":"md5"`, `"chain":"sha1"`), "di: "},
		{replace(2, `"chain":"md5",`, ``), "di: "},
		{replace(2, `"di":"763122197bfb3ffbf0da14adbfb1b13b",`, ``), "not canonical"},
		{replace(2, `"di":"7`, `"di":"`), "di: "},
		{replace(2, `"di":"7`, `"di":"A`), "di: "},
		{replace(2, `"prev":"`, `"prev":"0`), "prev: "},
		{replace(2, `"count":12`, `"count":11`), "instance: "},
		{replace(2, `"count":12`, `"count":0`), "root: "},
		{replace(2, `"instance":"c`, `"instance":"d`), "instance: "},
		{replace(2, `"root":"c`, `"root":"d`), "instance: "},
		{replace(2, `"root":"c`, `"root":"C`), "root: "},
		{replace(0, `"root":"-"`, `"root":""`), "root: "},
		{replace(2, `"chain":"md5",`, `"chain":"md5","checkpoints":{"count":0,"root":"-"},`), "not canonical"},
		{replace(2, `"chain":"md5",`, `"chain":"md5","checkpoints":{"count":1,"root":"-"},`), "checkpoints: "},
		{replace(2, `"chain":"md5",`, `"chain":"md5","checkpoints":{"count":1,"root":"`+fooHex+`","x":1},`), `unknown field "x"`},
		{replace(2, `"chain":"md5",`, `"chain":"md5","checkpoints":null,`), "not canonical"},
		{strings.Repeat(" ", dataset.MaxEntry+1), "1048577 bytes long, at most 1048576 are allowed"},
	} {
		e, err := dataset.ParseEntry([]byte(c.text))
		if !errors.Is(err, dataset.ErrInvalidEntry) || e != nil {
			t.Errorf("%.600s: got %v, %v, want ErrInvalidEntry", c.text, e, err)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.600s: got %v, want %q in it", c.text, err, c.want)
		}
	}
}

// TestParseEntryNewer: a newer version is told from damage, whatever members it
// has.
func TestParseEntryNewer(t *testing.T) {
	t.Parallel()
	newer := rehash(strings.Replace(sealed(t, 2), `"v":1`, `"version-3-member":{"x":[1.5]},"v":3`, 1))
	e, err := dataset.ParseEntry([]byte(newer))
	if !errors.Is(err, dataset.ErrNewerEntry) || errors.Is(err, dataset.ErrInvalidEntry) || e != nil {
		t.Errorf("got %v, %v, want ErrNewerEntry", e, err)
	}
	damaged := strings.Replace(newer, "1.5", "1.6", 1)
	if _, err := dataset.ParseEntry([]byte(damaged)); !errors.Is(err, dataset.ErrInvalidEntry) {
		t.Errorf("got %v, want ErrInvalidEntry", err)
	}
}

func FuzzParseEntry(f *testing.F) {
	for seq := range ledger(f) {
		f.Add(sealed(f, seq))
	}
	for _, e := range grown(f) {
		data, err := e.Seal()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Add(`{"v":3,"x":1}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, data := range []string{text, rehash(text)} {
			e, err := dataset.ParseEntry([]byte(data))
			if err != nil {
				continue
			}
			again, err := e.Seal()
			if err != nil || string(again) != data {
				t.Errorf("got  %s, %v\nwant %s", again, err, data)
			}
		}
	})
}

func BenchmarkEntry(b *testing.B) {
	e := ledger(b)[4]
	b.Run("Seal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := e.Seal(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Parse", func(b *testing.B) {
		data := []byte(sealed(b, 4))
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := dataset.ParseEntry(data); err != nil {
				b.Fatal(err)
			}
		}
	})
}
