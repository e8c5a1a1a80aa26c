package transparency_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"github.com/seed-05176fc3/idem/transparency"
)

func TestKey(t *testing.T) {
	t.Parallel()
	secret, err := transparency.GenerateKey("archive.example")
	if err != nil {
		t.Fatal(err)
	}
	k, err := transparency.ParseKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	if k.Name() != "archive.example" || !strings.HasPrefix(k.Public(), "archive.example+") {
		t.Errorf("got %s, %s", k.Name(), k.Public())
	}
	if _, err := note.NewSigner(strings.TrimSpace(string(secret))); err != nil {
		t.Error(err)
	}
	if v, err := note.NewVerifier(k.Public()); err != nil || v.KeyHash() != k.Verifier().KeyHash() {
		t.Errorf("got %v, %v", v, err)
	}
	other, err := transparency.GenerateKey("archive.example")
	if err != nil || bytes.Equal(secret, other) {
		t.Errorf("the same key twice, %v", err)
	}
}

// However a key is printed, its secret is not in what comes out.
func TestSecrecy(t *testing.T) {
	t.Parallel()
	secret, err := transparency.GenerateKey("archive.example")
	if err != nil {
		t.Fatal(err)
	}
	k, err := transparency.ParseKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	line := strings.TrimSpace(string(secret))
	part := line[len(line)-40:]
	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		fmt.Fprintf(&out, verb, k)
		fmt.Fprintf(&out, verb, *k)
		fmt.Fprintf(&out, verb, struct{ k *transparency.Key }{k})
	}
	slog.New(slog.NewJSONHandler(&out, nil)).Info("key", "key", k)
	if err := json.NewEncoder(&out).Encode(map[string]any{"key": k}); err != nil {
		t.Fatal(err)
	}
	// What is damaged is not shown either, nor a private key in the place of another.
	for _, bad := range []string{line + "x", line + "\n\n", part, "P" + line, strings.Replace(line, "archive", "archiv", 1)} {
		_, err := transparency.ParseKey([]byte(bad))
		if !errors.Is(err, transparency.ErrInvalidKey) {
			t.Errorf("got %v", err)
		}
		fmt.Fprintln(&out, err)
	}
	for _, bad := range []string{line, "# keys\n\n" + line, " " + line, line + "+", part} {
		_, err := transparency.ParseVerifiers(bad)
		if !errors.Is(err, transparency.ErrInvalidKey) {
			t.Errorf("got %v", err)
		}
		fmt.Fprintln(&out, err)
	}
	if strings.Contains(out.String(), part[:20]) || strings.Contains(out.String(), part[20:]) {
		t.Errorf("the secret is in %s", out.String())
	}
}

func TestKeyNames(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{
		"", " ", "a b", "a+b", "a\n", "ä.example", "https://archive.example", "/a", "a/", "a\x7f",
		strings.Repeat("a", transparency.MaxKeyName+1),
	} {
		if _, err := transparency.GenerateKey(bad); !errors.Is(err, transparency.ErrInvalidKey) {
			t.Errorf("%q: got %v", bad, err)
		}
	}
	for _, good := range []string{"a", "archive.example:8080/a/b", "archive.example/a%2Bb", strings.Repeat("a", transparency.MaxKeyName)} {
		if got := newKey(t, good).Name(); got != good {
			t.Errorf("got %q, want %q", got, good)
		}
	}
}

func TestParseVerifiers(t *testing.T) {
	t.Parallel()
	a, w := key(t, "archive.example"), key(t, "witness.example")
	v, err := transparency.ParseVerifiers("# the archive\n" + a.Public() + "\n\n  " + w.Public() + "\r\n" + a.Public())
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []*transparency.Key{a, w} {
		got, err := v.Verifier(k.Name(), k.Verifier().KeyHash())
		if err != nil || got.Name() != k.Name() {
			t.Errorf("got %v, %v, want %s", got, err, k)
		}
	}
	for _, bad := range []string{"", "# none\n", "archive.example", a.Public() + "x", a.Public() + "\nx", strings.Replace(a.Public(), "archive", "other", 1)} {
		if _, err := transparency.ParseVerifiers(bad); !errors.Is(err, transparency.ErrInvalidKey) {
			t.Errorf("%q: got %v", bad, err)
		}
	}
}

func FuzzParseKey(f *testing.F) {
	secret, err := transparency.GenerateKey("archive.example")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(secret)
	f.Add([]byte("PRIVATE+KEY+a+00000000+AQ=="))
	f.Fuzz(func(t *testing.T, in []byte) {
		k, err := transparency.ParseKey(in)
		if err != nil {
			if !errors.Is(err, transparency.ErrInvalidKey) {
				t.Errorf("got %v", err)
			}
			return
		}
		if _, err := transparency.ParseVerifiers(k.Public()); err != nil {
			t.Error(err)
		}
	})
}
