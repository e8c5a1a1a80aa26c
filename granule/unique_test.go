package granule_test

import (
	"crypto/fips140"
	"crypto/md5"
	"encoding/base64"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/granule"
)

const sample = "MOD09GQ.A2017224.h09v02.006.2017227165020"

// model is the definition of the package doc, step by step.
func model(id, collection string, length int) string {
	digest := md5.Sum([]byte(collection))
	text := base64.URLEncoding.EncodeToString(digest[:])
	text = strings.NewReplacer("_", "", "=", "").Replace(text)
	return id + "_" + text[:min(length, len(text))]
}

// randomText returns a text that is rich in what the formats stumble over.
func randomText(r *rand.Rand) string {
	tokens := []string{"_", "_", "___", "-", "A", "z", "0", ".", " ", "é", "e\u0301", "衛星", "\ufeff", "\x00", "😀", "\ufffd"}
	var text strings.Builder
	for range r.IntN(9) {
		text.WriteString(tokens[r.IntN(len(tokens))])
	}
	return text.String()
}

func TestUniqueModel(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		id, collection, length := randomText(r), randomText(r), r.IntN(30)
		want := model(id, collection, length)
		u, err := granule.NewUniquifier(collection, length)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := u.Unique(id); err != nil || got != want {
			t.Fatalf("Unique(%q) in %q, length %d: got %q, %v, want %q", id, collection, length, got, err, want)
		}
		if got, ok := u.Verify(want); !ok || got != id {
			t.Fatalf("Verify(%q) in %q, length %d: got %q, %t, want %q", want, collection, length, got, ok, id)
		}
		if got, _, err := granule.Split(want); err != nil || got != id {
			t.Fatalf("Split(%q): got %q, %v, want %q", want, got, err, id)
		}
	}
}

func TestVerifyRefuses(t *testing.T) {
	t.Parallel()
	u, err := granule.NewUniquifier("MOD09GQ___006", 8)
	if err != nil {
		t.Fatal(err)
	}
	for _, unique := range []string{
		"",
		sample,
		sample + "_",
		sample + "_qPXYVCoL", // another collection
		sample + "_WJJ69JJW", // case folded
		sample + "_wJJ69jj",  // shorter
		sample + "_wJJ69jjWq",
		sample + "_wJJ69jjW ",
		sample + "wJJ69jjW",
		"wJJ69jjW",
		"\xff_wJJ69jjW",
	} {
		if id, ok := u.Verify(unique); ok || id != "" {
			t.Errorf("Verify(%q): got %q, %t, want false", unique, id, ok)
		}
	}
	if id, ok := new(granule.Uniquifier).Verify(sample); ok {
		t.Errorf("Verify of a zero Uniquifier: got %q, true", id)
	}
}

func TestSplitRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ unique, want string }{
		{"", `granule: invalid argument: granule ID "" has no "_" and so no suffix`},
		{"MOD09", `granule: invalid argument: granule ID "MOD09" has no "_" and so no suffix`},
		{"MOD_09.hdf", `granule: invalid argument: granule ID "MOD_09.hdf" has '.' at byte 6, which no suffix has`},
		{"衛_aé", `granule: invalid argument: granule ID "衛_aé" has 'é' at byte 5, which no suffix has`},
		{"a_b\xff", `granule: invalid argument: granule ID "a_b\xff" is not valid UTF-8 at byte 3`},
		{
			"_2_34567890123456789012345",
			`granule: invalid argument: granule ID "_2_34567890123456789012345" has 23 bytes after its last "_" at byte 2, a suffix has at most 22`,
		},
	}
	for _, test := range tests {
		id, suffix, err := granule.Split(test.unique)
		if !errors.Is(err, granule.ErrInvalid) || err.Error() != test.want || id != "" || suffix != "" {
			t.Errorf("Split(%q):\n got %q, %q, %v,\nwant %s", test.unique, id, suffix, err, test.want)
		}
	}
}

func TestUniqueRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		id, collection string
		length         int
		want           string
	}{
		{"G", "C___1", -1, "granule: invalid argument: hash length -1 is negative"},
		{"G", "C\xc3___1", 8, `granule: invalid argument: collection ID "C\xc3___1" is not valid UTF-8 at byte 1`},
		{"\ufffdG\xed\xa0\x80", "C___1", 8, `granule: invalid argument: granule ID "�G\xed\xa0\x80" is not valid UTF-8 at byte 4`},
		{strings.Repeat("é", 60) + "\xff", "C___1", 8, `granule: invalid argument: granule ID "` + strings.Repeat("é", 50) + `"… is not valid UTF-8 at byte 120`},
	}
	for _, test := range tests {
		got, err := granule.Unique(test.id, test.collection, test.length)
		if !errors.Is(err, granule.ErrInvalid) || err.Error() != test.want || got != "" {
			t.Errorf("Unique(%q, %q, %d):\n got %q, %v,\nwant %s", test.id, test.collection, test.length, got, err, test.want)
		}
	}
	if got, err := new(granule.Uniquifier).Unique("G"); !errors.Is(err, granule.ErrInvalid) {
		t.Errorf("Unique of a zero Uniquifier: got %q, %v, want %v", got, err, granule.ErrInvalid)
	}
}

func TestAppendUniqueLeavesDst(t *testing.T) {
	t.Parallel()
	u, err := granule.NewUniquifier("C___1", 8)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := u.AppendUnique([]byte("kept"), "\xff"); err == nil || string(got) != "kept" {
		t.Errorf("got %q, %v, want kept and an error", got, err)
	}
}

// TestFIPS runs itself in the mode in which Go refuses MD5.
func TestFIPS(t *testing.T) {
	t.Parallel()
	const mode = "GODEBUG=fips140=only"
	if !fips140.Enforced() {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestFIPS$", "-test.v")
		cmd.Env = append(os.Environ(), mode)
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "--- PASS: TestFIPS") {
			t.Errorf("with %s: %v\n%s", mode, err, out)
		}
		return
	}
	if got, err := granule.Unique("G", "C___1", 8); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("got %s, %v, want %v", got, err, errors.ErrUnsupported)
	}
	if _, err := granule.NewStamper("C___1", 8); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("got %v, want %v", err, errors.ErrUnsupported)
	}
}
