package publicid_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/publicid"
)

// secretBytes is a key whose bytes are easy to find in any notation.
func secretBytes() []byte {
	b := make([]byte, 32)
	for i := range b {
		b[i] = byte(0xa1 + 7*i)
	}
	return b
}

func secretKey(t testing.TB) publicid.Key {
	t.Helper()
	key, err := publicid.NewKey(secretBytes())
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// checkNoKey fails if four bytes of the key in a row stand in s, in some notation.
func checkNoKey(t *testing.T, what, s string) {
	t.Helper()
	raw := secretBytes()
	text := base64.StdEncoding.EncodeToString(raw)
	forms := []string{text[:8], text[len(text)-9:]}
	for i := 0; i+4 <= len(raw); i++ {
		b := raw[i : i+4]
		forms = append(forms, string(b), hex.EncodeToString(b), strings.TrimSuffix(fmt.Sprint(b), "]")[1:],
			fmt.Sprintf("% x", b), fmt.Sprintf("%o", b), fmt.Sprintf("%b", b), fmt.Sprintf("%q", b),
			strings.TrimSuffix(strings.TrimPrefix(fmt.Sprintf("%#v", b), "[]byte{"), "}"))
		for _, word := range []uint32{binary.BigEndian.Uint32(b), binary.LittleEndian.Uint32(b)} {
			forms = append(forms, fmt.Sprint(word), fmt.Sprintf("%x", word))
		}
	}
	for _, f := range forms {
		if strings.Contains(strings.ToLower(s), strings.ToLower(f)) {
			t.Errorf("%s shows the key: %.200s", what, s)
			return
		}
	}
}

// TestCheckNoKey makes sure that the check sees what it is for.
func TestCheckNoKey(t *testing.T) {
	t.Parallel()
	raw := secretBytes()
	for _, verb := range []string{"%v", "%x", "%X", "%d", "%s", "%q", "%#v", "% x"} {
		probe := &testing.T{}
		checkNoKey(probe, verb, fmt.Sprintf("{key:"+verb+"}", raw))
		if !probe.Failed() {
			t.Errorf("%s: the check misses %s", verb, fmt.Sprintf(verb, raw))
		}
	}
	// AES keeps the key as words, which fmt would find by this way.
	block, err := aes.NewCipher(raw)
	if err != nil {
		t.Fatal(err)
	}
	probe := &testing.T{}
	if checkNoKey(probe, "block", fmt.Sprintf("%s", struct{ b cipher.Block }{block})); !probe.Failed() {
		t.Errorf("the check misses the key in %s", fmt.Sprintf("%s", struct{ b cipher.Block }{block}))
	}
}

func TestKeysAreNotShown(t *testing.T) {
	t.Parallel()
	key := secretKey(t)
	ring, err := publicid.NewKeyRing('b', key)
	if err != nil {
		t.Fatal(err)
	}
	if ring, err = ring.Add('a', publicid.GenerateKey()); err != nil {
		t.Fatal(err)
	}
	conv, err := publicid.NewConverter(key)
	if err != nil {
		t.Fatal(err)
	}
	sealer, err := publicid.NewInt64Sealer(ring, "user")
	if err != nil {
		t.Fatal(err)
	}
	type exported struct {
		Key  publicid.Key
		Ring *publicid.KeyRing
	}
	type hidden struct {
		key  publicid.Key
		ring *publicid.KeyRing
		conv *publicid.Converter
	}
	h := hidden{key, ring, conv}
	_, _, _ = h.key, h.ring, h.conv
	for i, v := range []any{
		key, &key,
		[]publicid.Key{key},
		map[string]publicid.Key{"k": key},
		exported{key, ring},
		&exported{key, ring}, h, &h,
		ring, *ring,
		[]*publicid.KeyRing{ring},
		conv, *conv, sealer, *sealer,
	} {
		what := fmt.Sprintf("value %d, %T", i, v)
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%X", "%q", "%d", "%o", "%b", "%U", "%10.3v"} {
			checkNoKey(t, what+" by "+verb, fmt.Sprintf(verb, v))
		}
		checkNoKey(t, what+" as text", fmt.Sprint(v)+fmt.Sprintln(v))
		if b, err := json.Marshal(v); err == nil {
			checkNoKey(t, what+" as JSON", string(b))
		}
		for _, handler := range []func(*bytes.Buffer) slog.Handler{
			func(b *bytes.Buffer) slog.Handler { return slog.NewTextHandler(b, nil) },
			func(b *bytes.Buffer) slog.Handler { return slog.NewJSONHandler(b, nil) },
		} {
			var b bytes.Buffer
			slog.New(handler(&b)).Info("x", "v", v, slog.Group("g", "v", v))
			checkNoKey(t, what+" in a log", b.String())
		}
	}
	if got := fmt.Sprintf("%v %s %x %#v", key, key, key, key); got != "[redacted] [redacted] [redacted] [redacted]" {
		t.Errorf("got %s", got)
	}
	if got, _ := json.Marshal(key); string(got) != `"[redacted]"` || key.String() != "[redacted]" {
		t.Errorf("got %s, %s", got, key.String())
	}
	if got := fmt.Sprintf("%v", ring); got != "key ring: primary b, also a" {
		t.Errorf("got %s", got)
	}
}

func TestErrorsDoNotShowKeys(t *testing.T) {
	t.Parallel()
	key := secretKey(t)
	text := key.Base64()
	dir := t.TempDir()
	var errs []error
	add := func(err error) {
		t.Helper()
		if err == nil {
			t.Error("got no error")
			return
		}
		errs = append(errs, err)
	}
	for _, s := range []string{text[1:], text + "A", text + " ", " " + text, text[:40] + "!" + text[41:], text + "\n", text + text} {
		_, err := publicid.ParseKey(s)
		add(err)
		path := filepath.Join(dir, "key")
		if err := os.WriteFile(path, []byte(s+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err = publicid.LoadKey(path)
		add(err)
	}
	_, err := publicid.NewKey(secretBytes()[:31])
	add(err)
	for _, s := range []string{
		`{"primary":"` + text + `","keys":{"a":"` + text + `"}}`,
		`{"primary":"a","keys":{"` + text + `":"a"}}`,
		`{"primary":"a","` + text + `":{}}`,
		`{"primary":"a","keys":{"a":"` + text + `"`,
		`{"primary":"a","keys":{"a":` + text + `}}`,
		`{"primary":"a","keys":{"a":"` + text + `","b":"` + text + `"}}`,
		`{"primary":"a","keys":{"a":"` + text + `"}}` + text,
		`{"primary":"b","keys":{"a":"` + text + `"}}`,
		text,
	} {
		_, err := publicid.ParseKeyRing([]byte(s))
		add(err)
	}
	for _, err := range errs {
		checkNoKey(t, "error", fmt.Sprintf("%v %+v %#v", err, err, err))
	}
}
