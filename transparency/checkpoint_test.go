package transparency_test

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-05176fc3/idem/transparency"
)

const root = "RSJlOwjP7J2QeazdlNF/CsKrwyA6ZNHQyHYFtsLV4h4="

func TestCheckpoint(t *testing.T) {
	t.Parallel()
	const want = "archive.example/US.FOOL2.002\n3\n" + root + "\n"
	c, err := transparency.ParseCheckpoint(want)
	if err != nil {
		t.Fatal(err)
	}
	if c.Origin != "archive.example/US.FOOL2.002" || c.Size != 3 || c.Root.String() != root {
		t.Errorf("got %+v", c)
	}
	if got := text(t, c); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNoCheckpoint(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{
		"",
		"\n\n\n",
		"a/b\n3\n",
		"a/b\n3\n" + root,
		"a/b\n3\n" + root + "\n\n",
		"a/b\n3\n" + root + "\nextension\n",
		"\n3\n" + root + "\n",
		"a b\n3\n" + root + "\n",
		"a\u2028b\n3\n" + root + "\n",
		"a\x7fb\n3\n" + root + "\n",
		"a\xffb\n3\n" + root + "\n",
		strings.Repeat("a", transparency.MaxOrigin+1) + "\n3\n" + root + "\n",
		"a/b\n0\n" + root + "\n",
		"a/b\n03\n" + root + "\n",
		"a/b\n+3\n" + root + "\n",
		"a/b\n-3\n" + root + "\n",
		"a/b\n 3\n" + root + "\n",
		"a/b\n9007199254740993\n" + root + "\n",
		"a/b\n18446744073709551617\n" + root + "\n",
		"a/b\n3\n" + root[1:] + "\n",
		"a/b\n3\n" + root + "=\n",
		"a/b\n3\n" + root[:42] + "5=\n", // which has a bit left over
		"a/b\n3\n" + root[:9] + "\r" + root[9:] + "\n",
		"a/b\r\n3\n" + root + "\n",
		"a/b\n3\n" + root + "\r\n",
	} {
		if c, err := transparency.ParseCheckpoint(bad); !errors.Is(err, transparency.ErrInvalidCheckpoint) {
			t.Errorf("%q: got %+v, %v", bad, c, err)
		}
	}
	for _, bad := range []transparency.Checkpoint{
		{Size: 1},
		{Origin: "a\nb", Size: 1},
		{Origin: "a/b"},
		{Origin: "a/b", Size: transparency.MaxSize + 1},
	} {
		if got, err := bad.AppendText(nil); !errors.Is(err, transparency.ErrInvalidCheckpoint) {
			t.Errorf("%+v: got %q, %v", bad, got, err)
		}
	}
}

func TestLargestCheckpoint(t *testing.T) {
	t.Parallel()
	want := transparency.Checkpoint{Origin: strings.Repeat("ä", transparency.MaxOrigin/2) + "a", Size: transparency.MaxSize, Root: tlog.Hash{255}}
	got, err := transparency.ParseCheckpoint(text(t, want))
	if err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}

func TestOrigin(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ key, dataset, want string }{
		{"archive.example", "US.FOOL2.002", "archive.example/US.FOOL2.002"},
		{"archive.example/US.FOOL2.002", "US.FOOL2.002", "archive.example/US.FOOL2.002"},
		{"archive.example/US.FOOL2.002", "THEM", "archive.example/US.FOOL2.002/THEM"},
		{"archive.example/a", "US.FOOL2.002", "archive.example/a/US.FOOL2.002"},
		{"US.FOOL2.002", "US.FOOL2.002", "US.FOOL2.002/US.FOOL2.002"},
		{"archive.example", "a+b", "archive.example/a%2Bb"},
		{"archive.example/a%2Bb", "a+b", "archive.example/a%2Bb"},
	} {
		got := transparency.Origin(test.key, test.dataset)
		if got != test.want {
			t.Errorf("%q: got %q, want %q", test, got, test.want)
		}
		if back := transparency.Dataset(got); back != test.dataset {
			t.Errorf("%q: got %q, want %q", got, back, test.dataset)
		}
	}
}

func FuzzParseCheckpoint(f *testing.F) {
	f.Add("archive.example/US.FOOL2.002\n3\n" + root + "\n")
	f.Add("ä\n9007199254740992\n" + root + "\n")
	f.Fuzz(func(t *testing.T, in string) {
		c, err := transparency.ParseCheckpoint(in)
		if err != nil {
			if !errors.Is(err, transparency.ErrInvalidCheckpoint) {
				t.Errorf("got %v", err)
			}
			return
		}
		if got := text(t, c); got != in {
			t.Errorf("got %q, want %q", got, in)
		}
	})
}
