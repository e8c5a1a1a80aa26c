package publicid_test

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/publicid"
)

// key returns a key of 32 bytes b.
func key(t testing.TB, b byte) publicid.Key {
	t.Helper()
	raw := make([]byte, 32)
	for i := range raw {
		raw[i] = b
	}
	k, err := publicid.NewKey(raw)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// must fails the test for an error.
func must[T any](t testing.TB) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func TestKeyRingChanges(t *testing.T) {
	t.Parallel()
	ok := must[*publicid.KeyRing](t)
	one := ok(publicid.NewKeyRing('a', key(t, 1)))
	two := ok(one.Add('b', key(t, 2)))
	promoted := ok(two.Promote('b'))
	last := ok(promoted.Remove('a'))
	for _, c := range []struct {
		ring    *publicid.KeyRing
		primary byte
		ids     string
		text    string
	}{
		{one, 'a', "a", "key ring: primary a"},
		{two, 'a', "ab", "key ring: primary a, also b"},
		{promoted, 'b', "ab", "key ring: primary b, also a"},
		{last, 'b', "b", "key ring: primary b"},
	} {
		if c.ring.Primary() != c.primary || c.ring.IDs() != c.ids || c.ring.String() != c.text {
			t.Errorf("got %c, %s, %v, want %s", c.ring.Primary(), c.ring.IDs(), c.ring, c.text)
		}
		back, err := publicid.ParseKeyRing(c.ring.File())
		if err != nil || string(back.File()) != string(c.ring.File()) {
			t.Errorf("%v: File and ParseKeyRing: got %v, %v", c.ring, back, err)
		}
	}
	for name, f := range map[string]func() (*publicid.KeyRing, error){
		"ID taken":        func() (*publicid.KeyRing, error) { return two.Add('b', key(t, 3)) },
		"key taken":       func() (*publicid.KeyRing, error) { return two.Add('c', key(t, 2)) },
		"ID not in set":   func() (*publicid.KeyRing, error) { return two.Add('_', key(t, 3)) },
		"ID not ASCII":    func() (*publicid.KeyRing, error) { return two.Add(0xe9, key(t, 3)) },
		"zero Key":        func() (*publicid.KeyRing, error) { return two.Add('c', publicid.Key{}) },
		"promote unknown": func() (*publicid.KeyRing, error) { return two.Promote('c') },
		"remove unknown":  func() (*publicid.KeyRing, error) { return two.Remove('c') },
		"remove primary":  func() (*publicid.KeyRing, error) { return two.Remove('a') },
		"new with bad ID": func() (*publicid.KeyRing, error) { return publicid.NewKeyRing('-', key(t, 1)) },
		"new without key": func() (*publicid.KeyRing, error) { return publicid.NewKeyRing('a', publicid.Key{}) },
		"key of 16 bytes": func() (*publicid.KeyRing, error) {
			return two.Add('c', must[publicid.Key](t)(publicid.NewKey(make([]byte, 16))))
		},
		"key of 24 bytes": func() (*publicid.KeyRing, error) {
			return two.Add('c', must[publicid.Key](t)(publicid.NewKey(make([]byte, 24))))
		},
		"promote on empty": func() (*publicid.KeyRing, error) { return (&publicid.KeyRing{}).Promote('a') },
	} {
		if ring, err := f(); !errors.Is(err, publicid.ErrKeyRing) || ring != nil {
			t.Errorf("%s: got %v, %v", name, ring, err)
		}
	}
	if got := fmt.Sprint(&publicid.KeyRing{}, (*publicid.KeyRing)(nil)); got != "key ring: no keys key ring: no keys" {
		t.Errorf("got %s", got)
	}
}

func TestAllKeyIDs(t *testing.T) {
	t.Parallel()
	const ids = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	ok := must[*publicid.KeyRing](t)
	ring := ok(publicid.NewKeyRing(ids[0], key(t, 0)))
	for i := 1; i < len(ids); i++ {
		ring = ok(ring.Add(ids[i], key(t, byte(i))))
	}
	ring = ok(ring.Promote('z'))
	back := ok(publicid.LoadKeyRing(write(t, string(ring.File()), 0o600)))
	if back.IDs() != ids || back.Primary() != 'z' {
		t.Errorf("got %v", back)
	}
}

func TestParseKeyRing(t *testing.T) {
	t.Parallel()
	k1, k2 := key(t, 1).Base64(), key(t, 2).Base64()
	keys := `"keys":{"a":"` + k1 + `","b":"` + k2 + `"}`
	for _, s := range []string{
		`{"primary":"b",` + keys + `}`,
		`{` + keys + `,"primary":"b"}`,
		" {\n\t\"primary\" : \"\\u0062\",\r\n" + keys + "}\n\n",
	} {
		ring, err := publicid.ParseKeyRing([]byte(s))
		if err != nil || ring.Primary() != 'b' || ring.IDs() != "ab" {
			t.Errorf("%s: got %v, %v", s, ring, err)
		}
	}
	for _, s := range []string{
		"", "null", "[]", `"a"`, "{}", "{", "x",
		`{"primary":"b"}`, `{` + keys + `}`,
		`{"primary":"c",` + keys + `}`,
		`{"primary":"",` + keys + `}`,
		`{"primary":"bb",` + keys + `}`,
		`{"primary":"_",` + keys + `}`,
		`{"primary":98,` + keys + `}`,
		`{"primary":null,` + keys + `}`,
		`{"Primary":"b",` + keys + `}`,
		`{"primary":"b","primary":"b",` + keys + `}`,
		`{"primary":"b",` + keys + `,` + keys + `}`,
		`{"primary":"b",` + keys + `,"note":"x"}`,
		`{"primary":"b",` + keys + `}x`,
		`{"primary":"b",` + keys + `}{}`,
		`{"primary":"b",` + keys,
		`{"primary":"b",` + keys + `]`,
		`{"primary":"b","keys":{}}`,
		`{"primary":"b","keys":[]}`,
		`{"primary":"b","keys":{"b":"` + k1 + `","b":"` + k2 + `"}}`,
		`{"primary":"b","keys":{"a":"` + k1 + `","b":"` + k1 + `"}}`,
		`{"primary":"b","keys":{"b":"` + k1 + `\n"}}`,
		`{"primary":"b","keys":{"b":""}}`,
		`{"primary":"b","keys":{"b":null}}`,
		`{"primary":"b","keys":{"b":{"b":"` + k1 + `"}}}`,
		`{"primary":"b","keys":{"bc":"` + k1 + `"}}`,
		`{"primary":"b","keys":{"b":"` + k1[:24] + `"}}`,
		`{"primary":"b","keys":{"b":"AAAAAAAAAAAAAAAAAAAAAA=="}}`,
		strings.Repeat("[", 10000), strings.Repeat(`{"keys":`, 10000),
	} {
		if ring, err := publicid.ParseKeyRing([]byte(s)); !errors.Is(err, publicid.ErrKeyRing) || ring != nil {
			t.Errorf("%.100s: got %v, %v", s, ring, err)
		} else if !strings.Contains(err.Error(), "byte ") {
			t.Errorf("%.100s: %v does not say where", s, err)
		}
	}
}

func TestLoadKeyRing(t *testing.T) {
	t.Parallel()
	if _, err := publicid.LoadKeyRing(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: got %v", err)
	}
	if _, err := publicid.LoadKeyRing(write(t, "{}", 0o600)); !errors.Is(err, publicid.ErrKeyRing) {
		t.Errorf("empty ring: got %v", err)
	}
	if _, err := publicid.LoadKeyRing(write(t, strings.Repeat(" ", 1<<17), 0o600)); err == nil || !strings.Contains(err.Error(), "over 65536 bytes") {
		t.Errorf("large file: got %v", err)
	}
}
