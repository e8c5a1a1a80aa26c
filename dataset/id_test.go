package dataset_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed-05176fc3/idem/dataset"
)

func TestCheckID(t *testing.T) {
	t.Parallel()
	for _, id := range []string{
		"A", " ", "~", "a b", "1234567", "12345678", "123456789", "é", "日本𝄞", "\u0080", "\u2028", "\ufffd", "e\u0301",
		"FOOL2.v2.01.bba34792-f256-4c54-81dd-9977e432c204",
		strings.Repeat("a", dataset.MaxID), strings.Repeat("é", 127) + "~",
	} {
		if err := dataset.CheckID([]byte(id)); err != nil {
			t.Errorf("got %v, want none", err)
		}
	}
	long := strings.Repeat("a", dataset.MaxID+1)
	for _, c := range []struct{ id, want string }{
		{"", `"": byte 0: empty`},
		{long, `"` + long[:80] + `"…: byte 255: 256 bytes long, at most 255 are allowed`},
		{"\x00", `"\x00": byte 0: control character 0x00`},
		{"a\nb", `"a\nb": byte 1: control character 0x0a`},
		{"MOD021KM\t.A2000055", `"MOD021KM\t.A2000055": byte 8: control character 0x09`},
		{"MOD021KM.A2000055\x7f", `"MOD021KM.A2000055\x7f": byte 17: control character 0x7f`},
		{"é\x1f", `"é\x1f": byte 2: control character 0x1f`},
		{"abc\x80", `"abc\x80": byte 3: 0x80 is not valid UTF-8 here`},
		{"ab\xc3", `"ab\xc3": byte 2: 0xc3 is not valid UTF-8 here`},
		{"\xc0\xaf", `"\xc0\xaf": byte 0: 0xc0 is not valid UTF-8 here`},
		{"MOD021KM\xed\xa0\x80", `"MOD021KM\xed\xa0\x80": byte 8: 0xed is not valid UTF-8 here`},
		{"a\xf4\x90\x80\x80", `"a\xf4\x90\x80\x80": byte 1: 0xf4 is not valid UTF-8 here`},
	} {
		err := dataset.CheckID([]byte(c.id))
		if !errors.Is(err, dataset.ErrInvalidID) {
			t.Errorf("%q: got %v, want ErrInvalidID", c.id, err)
		} else if got := err.Error(); got != "dataset: invalid granule ID "+c.want {
			t.Errorf("got  %s\nwant dataset: invalid granule ID %s", got, c.want)
		}
	}
}

// idIsFine is the rule in its plainest form.
func idIsFine(id []byte) bool {
	return len(id) >= 1 && len(id) <= 255 && utf8.Valid(id) &&
		!strings.ContainsFunc(string(id), func(r rune) bool { return r < 0x20 || r == 0x7f })
}

// TestCheckIDEveryByte puts every byte at every place of IDs around the lengths
// at which CheckID changes its way.
func TestCheckIDEveryByte(t *testing.T) {
	t.Parallel()
	for length := 1; length <= 34; length++ {
		for at := range length {
			for c := range 256 {
				id := []byte(strings.Repeat("~", length))
				id[at] = byte(c)
				err := dataset.CheckID(id)
				if (err == nil) != idIsFine(id) {
					t.Fatalf("%q: got %v, want fine: %v", id, err, idIsFine(id))
				}
				if err != nil && !strings.Contains(err.Error(), fmt.Sprintf(": byte %d: ", at)) {
					t.Fatalf("%q: got %v, want byte %d", id, err, at)
				}
			}
		}
	}
}

func FuzzCheckID(f *testing.F) {
	for _, s := range []string{"", "A", "MOD021KM.A2000055.0000.061", "é日本𝄞", "aaaaaaa\x7f", "\xed\xa0\x80", "\x1faaaaaaaaaaaaa"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, id []byte) {
		if err := dataset.CheckID(id); (err == nil) != idIsFine(id) {
			t.Errorf("%q: got %v, want fine: %v", id, err, idIsFine(id))
		}
	})
}

func TestCheckName(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a", "0", "US.FOOL2.002", "THEM.FOOL2.002", "a._-~+Z9", strings.Repeat("n", dataset.MaxName)} {
		if err := dataset.CheckName(name); err != nil {
			t.Errorf("got %v, want none", err)
		}
	}
	const chars = "want ASCII letters, digits and . _ - ~ +"
	long := strings.Repeat("n", dataset.MaxName+1)
	for _, c := range []struct{ name, want string }{
		{"", `"": byte 0: empty`},
		{long, `"` + long[:80] + `"…: byte 128: 129 bytes long, at most 128 are allowed`},
		{"-n", `"-n": byte 0: want a letter or a digit first`},
		{"--json", `"--json": byte 0: want a letter or a digit first`},
		{".", `".": byte 0: want a letter or a digit first`},
		{"+a", `"+a": byte 0: want a letter or a digit first`},
		{"a/b", `"a/b": byte 1: ` + chars},
		{"/a", `"/a": byte 0: ` + chars},
		{"a@2001-01-01", `"a@2001-01-01": byte 1: ` + chars},
		{"DI:7fb1", `"DI:7fb1": byte 2: ` + chars},
		{"a b", `"a b": byte 1: ` + chars},
		{"é", `"é": byte 0: ` + chars},
		{"a\x00", `"a\x00": byte 1: ` + chars},
	} {
		err := dataset.CheckName(c.name)
		if !errors.Is(err, dataset.ErrInvalidName) {
			t.Errorf("%q: got %v, want ErrInvalidName", c.name, err)
		} else if got := err.Error(); got != "dataset: invalid dataset name "+c.want {
			t.Errorf("got  %s\nwant dataset: invalid dataset name %s", got, c.want)
		}
	}
}

func TestCheckAllocates(t *testing.T) {
	for _, s := range []string{"A", "FOOL2.v2.01.bba34792-f256-4c54-81dd-9977e432c204", "日本日本日本日本"} {
		id := []byte(s)
		if n := testing.AllocsPerRun(100, func() { _ = dataset.CheckID(id) }); n != 0 {
			t.Errorf("CheckID(%q): got %v allocations, want 0", s, n)
		}
	}
	if n := testing.AllocsPerRun(100, func() { _ = dataset.CheckName("US.FOOL2.002") }); n != 0 {
		t.Errorf("CheckName: got %v allocations, want 0", n)
	}
}

func BenchmarkCheckID(b *testing.B) {
	for _, s := range []string{"MOD021KM.A2000055.0000.061.2017000000000", "MOD021KM.A2000055.0000.061.é017000000000"} {
		b.Run(fmt.Sprintf("ASCII=%v", len(s) == utf8.RuneCountInString(s)), func(b *testing.B) {
			id := []byte(s)
			b.SetBytes(int64(len(id)))
			for b.Loop() {
				if err := dataset.CheckID(id); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
