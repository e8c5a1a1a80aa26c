package dataset_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
)

const (
	emptyMD5    = "md5:d41d8cd98f00b204e9800998ecf8427e"
	abcMD5      = "md5:900150983cd24fb0d6963f7d28e17f72"
	abcSHA256   = "sha-256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	listContent = "list-sha-256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
)

func TestContent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		checksums []string
		want      string
	}{
		{nil, ""},
		{[]string{emptyMD5}, emptyMD5},
		{[]string{emptyMD5, emptyMD5}, emptyMD5},
		{[]string{emptyMD5, abcMD5}, abcMD5 + " " + emptyMD5},
		{[]string{abcSHA256, emptyMD5, abcMD5, emptyMD5}, abcMD5 + " " + emptyMD5 + " " + abcSHA256},
		{[]string{listContent}, listContent},
		{
			[]string{"sm3:" + strings.Repeat("0", 64), "cksum:fffffffe", "fletcher-64:0123456789abcdef", "adler-32:00000001"},
			"adler-32:00000001 cksum:fffffffe fletcher-64:0123456789abcdef sm3:" + strings.Repeat("0", 64),
		},
	} {
		before := slices.Clone(c.checksums)
		got, err := dataset.NewContent(c.checksums...)
		if err != nil || got.String() != c.want {
			t.Errorf("NewContent(%q): got %q, %v, want %q", c.checksums, got, err, c.want)
		}
		if !slices.Equal(c.checksums, before) {
			t.Errorf("NewContent changed its arguments to %q", c.checksums)
		}
		if again, err := dataset.ParseContent(c.want); c.want != "" && (err != nil || again != got) {
			t.Errorf("ParseContent(%q): got %v, %v", c.want, again, err)
		}
	}
}

// More checksums than a text has room for are hashed, in an order of their own.
func TestContentOfMany(t *testing.T) {
	t.Parallel()
	const fits = 27 // md5: and 32 digits, and a space: 37 bytes
	sums := make([]string, 2*fits)
	for i := range sums {
		sums[i] = fmt.Sprintf("md5:%032x", i)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, fits, fits + 1, 2 * fits} {
		some := slices.Clone(sums[:n])
		want := strings.Join(some, " ")
		if n > fits {
			want = fmt.Sprintf("list-sha-256:%x", sha256.Sum256([]byte(strings.Join(some, "\n")+"\n")))
		}
		rng.Shuffle(n, func(i, j int) { some[i], some[j] = some[j], some[i] })
		got, err := dataset.NewContent(append(some, some[0])...)
		if err != nil || got.String() != want {
			t.Errorf("%d checksums: got %q, %v, want %q", n, got, err, want)
		}
	}
}

func TestInvalidContent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"", `"": byte 0: want a checksum ALGORITHM:VALUE`},
		{"md5", `byte 3: want a checksum ALGORITHM:VALUE`},
		{"md5:", `byte 4: 0 hexadecimal digits, want 32`},
		{"md5:d41d", `byte 8: 4 hexadecimal digits, want 32`},
		{emptyMD5 + "0", `byte 36: 33 hexadecimal digits, want 32`},
		{"md5:d41D8cd98f00b204e9800998ecf8427e", `byte 7: want a lower-case hexadecimal digit`},
		{"sha256:" + strings.Repeat("0", 64), `byte 0: unknown algorithm "sha256"`},
		{"MD5:" + emptyMD5[4:], `byte 0: unknown algorithm "MD5"`},
		{" " + emptyMD5, `byte 0: want a checksum`},
		{emptyMD5 + " ", `byte 37: want a checksum`},
		{emptyMD5 + "  " + abcSHA256, `byte 37: want a checksum`},
		{emptyMD5 + "\n", `byte 36: 33 hexadecimal digits, want 32`},
		{emptyMD5 + " " + emptyMD5, `byte 37: a checksum that is there twice`},
		{emptyMD5 + " " + abcMD5, `byte 37: a checksum that belongs before the one in front of it`},
		{listContent + " " + abcMD5, `byte 0: list-sha-256 stands for all checksums`},
		{"cksum:00000000 " + listContent, `byte 15: list-sha-256 stands for all checksums`},
		{strings.Repeat("x", 1025), `byte 1024: 1025 bytes long, at most 1024 are allowed`},
	} {
		got, err := dataset.ParseContent(c.text)
		if !errors.Is(err, dataset.ErrInvalidContent) || !strings.Contains(err.Error(), c.want) || got != (dataset.Content{}) {
			t.Errorf("ParseContent(%q): got %q, %v, want an error with %s", c.text, got, err, c.want)
		}
	}
	for _, c := range []struct {
		checksums []string
		want      string
	}{
		{[]string{abcMD5, "md4:00"}, `checksum 1, "md4:00": byte 0: unknown algorithm "md4"`},
		{[]string{abcMD5 + " " + emptyMD5}, `checksum 0, .*: byte 36: 69 hexadecimal digits, want 32`},
		{[]string{abcMD5, listContent}, `checksum 1, .*: byte 0: list-sha-256 stands for all`},
	} {
		before, after, _ := strings.Cut(c.want, ".*")
		got, err := dataset.NewContent(c.checksums...)
		if !errors.Is(err, dataset.ErrInvalidContent) || !strings.Contains(err.Error(), before) ||
			!strings.Contains(err.Error(), after) || got != (dataset.Content{}) {
			t.Errorf("NewContent(%q): got %q, %v, want an error with %s", c.checksums, got, err, c.want)
		}
	}
}

// What parses is what its checksums make.
func FuzzParseContent(f *testing.F) {
	f.Add(emptyMD5)
	f.Add(abcMD5 + " " + emptyMD5 + " " + abcSHA256)
	f.Add(listContent)
	f.Add("cksum:00000000 md5: ")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := dataset.ParseContent(text)
		made, failed := dataset.NewContent(strings.Split(text, " ")...)
		switch {
		case err != nil && !errors.Is(err, dataset.ErrInvalidContent):
			t.Errorf("got error %v", err)
		case err == nil && (c.String() != text || failed != nil || made != c):
			t.Errorf("got %q, made %q, %v", c, made, failed)
		case err != nil && failed == nil:
			// The checksums are good, but not in the canonical form.
			if made.String() == text {
				t.Errorf("got %v for a text that is made", err)
			}
			if _, err := dataset.ParseContent(made.String()); err != nil {
				t.Errorf("made a text that does not parse: %v", err)
			}
		}
	})
}
