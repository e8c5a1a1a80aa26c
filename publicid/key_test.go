package publicid_test

import (
	"encoding/base64"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/publicid"
)

const keyText = "k7fBDJcQam02hsByaOWPeP2CqeDeGXvrPUkEAQBtAFc="

func TestParseKey(t *testing.T) {
	t.Parallel()
	for _, n := range []int{16, 24, 32} {
		text := base64.StdEncoding.EncodeToString(secretBytes()[:n])
		key, err := publicid.ParseKey(text)
		if err != nil || key.Base64() != text {
			t.Errorf("%d bytes: got %v", n, err)
		}
	}
	for _, s := range []string{
		"", "=", keyText[:43], keyText + "=", keyText + "\n", "\n" + keyText, keyText[:20] + "\r\n" + keyText[20:],
		" " + keyText, keyText + " ", strings.Replace(keyText, "c=", "d=", 1), // a bit in the padding
		base64.URLEncoding.EncodeToString([]byte(strings.Repeat("\xff", 32))),
		base64.StdEncoding.EncodeToString(make([]byte, 31)),
		base64.StdEncoding.EncodeToString(make([]byte, 64)),
		strings.Repeat("A", 10000),
	} {
		if key, err := publicid.ParseKey(s); !errors.Is(err, publicid.ErrKey) || key.Base64() != "" {
			t.Errorf("%.60q: got %v", s, err)
		}
	}
}

func TestNewKeyCopies(t *testing.T) {
	t.Parallel()
	raw := secretBytes()
	key, err := publicid.NewKey(raw)
	if err != nil {
		t.Fatal(err)
	}
	want := key.Base64()
	clear(raw)
	if got := key.Base64(); got != want {
		t.Error("the key changed with the slice")
	}
}

func TestGenerateKey(t *testing.T) {
	t.Parallel()
	a, b := publicid.GenerateKey(), publicid.GenerateKey()
	if a.Base64() == b.Base64() {
		t.Error("two keys are equal")
	}
	if raw, err := base64.StdEncoding.DecodeString(a.Base64()); err != nil || len(raw) != 32 {
		t.Errorf("got %d bytes, %v", len(raw), err)
	}
	if got := (publicid.Key{}).Base64(); got != "" {
		t.Errorf("zero Key: got %q", got)
	}
}

// write makes a file with the given permissions.
func write(t *testing.T, data string, perm fs.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, perm); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLoadKey(t *testing.T) {
	t.Parallel()
	for _, s := range []string{keyText, keyText + "\n", keyText + "\r\n"} {
		key, err := publicid.LoadKey(write(t, s, 0o600))
		if err != nil || key.Base64() != keyText {
			t.Errorf("%q: got %v", s, err)
		}
	}
	for _, s := range []string{
		"", "\n", keyText + "\n\n", keyText + "\r", "\n" + keyText, keyText + " \n", keyText + "\n" + keyText + "\n", "# key\n" + keyText + "\n",
	} {
		if _, err := publicid.LoadKey(write(t, s, 0o600)); !errors.Is(err, publicid.ErrKey) {
			t.Errorf("%q: got %v", s, err)
		}
	}
	if _, err := publicid.LoadKey(write(t, strings.Repeat("A", 1<<20), 0o600)); err == nil || !strings.Contains(err.Error(), "over 1024 bytes") {
		t.Errorf("large file: got %v", err)
	}
	if _, err := publicid.LoadKey(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: got %v", err)
	}
	if _, err := publicid.LoadKey(t.TempDir()); err == nil {
		t.Error("folder: got no error")
	}
}

func TestExposed(t *testing.T) {
	t.Parallel()
	for perm, want := range map[fs.FileMode]bool{0o600: false, 0o400: false, 0o620: false, 0o640: true, 0o604: true, 0o644: true} {
		path := write(t, keyText, perm)
		got, err := publicid.Exposed(path)
		if err != nil || got != (want && runtime.GOOS != "windows") {
			t.Errorf("%v: got %v, %v", perm, got, err)
		}
		// It is a reason to warn, not to refuse.
		if _, err := publicid.LoadKey(path); err != nil {
			t.Errorf("%v: got %v", perm, err)
		}
	}
	if _, err := publicid.Exposed(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: got %v", err)
	}
}
