package distid_test

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/distid"
)

var limit28 = new(big.Int).Exp(big.NewInt(10), big.NewInt(28), nil)

// integers returns the borders of all forms, and random numbers of all lengths.
func integers(below *big.Int) []*big.Int {
	var all []*big.Int
	add := func(v *big.Int) {
		if v.Sign() >= 0 && v.Cmp(below) < 0 {
			all = append(all, v)
		}
	}
	add(new(big.Int))
	for _, base := range []int64{2, 10, 62} {
		for p := big.NewInt(1); p.BitLen() < 130; p = new(big.Int).Mul(p, big.NewInt(base)) {
			for d := int64(-1); d <= 1; d++ {
				add(new(big.Int).Add(p, big.NewInt(d)))
			}
		}
	}
	add(new(big.Int).Sub(below, big.NewInt(1)))
	r := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		var b [16]byte
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		v := new(big.Int).SetBytes(b[:])
		add(v.Rsh(v, uint(r.IntN(128))))
	}
	return all
}

const alphabet62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// blocks is the alphanumeric form of an integer, by the book.
func blocks(v *big.Int) string {
	var s []byte
	rest, half, digit := new(big.Int).Set(v), new(big.Int), new(big.Int)
	for range 2 {
		rest.DivMod(rest, new(big.Int).Lsh(big.NewInt(1), 64), half)
		for range 11 {
			half.DivMod(half, big.NewInt(62), digit)
			s = append(s, alphabet62[digit.Int64()])
		}
	}
	slices.Reverse(s)
	return string(s)
}

// model is the text of all forms of an integer.
func model(v *big.Int) map[string]string {
	h := fmt.Sprintf("%032x", v)
	return map[string]string{
		"decimal": v.String(), "hex": strings.ToUpper(h), "alphanumeric": blocks(v), "uuid": uuidText(h),
	}
}

// Text, binary and number are one and the same, in every form.
func TestFormsAreBijections(t *testing.T) {
	t.Parallel()
	for _, v := range integers(limit28) {
		want := model(v)
		want["hex"], want["alphanumeric"] = want["hex"][6:], want["alphanumeric"][6:]
		var id distid.ID
		v.FillBytes(id[:])
		checkForms(t, forms, id, want)
	}
}

func TestFormsAreBijections128(t *testing.T) {
	t.Parallel()
	for _, v := range integers(new(big.Int).Lsh(big.NewInt(1), 128)) {
		var id distid.ID128
		v.FillBytes(id[:])
		checkForms(t, forms128, id, model(v))
	}
}

// All forms sort as the numbers do; decimals when they have the same length.
func TestFormsSortAlike(t *testing.T) {
	t.Parallel()
	var ids []distid.ID
	for _, v := range integers(limit28) {
		var id distid.ID
		v.FillBytes(id[:])
		ids = append(ids, id)
	}
	testSort(t, ids, forms, distid.ID.Compare)
}

func TestFormsSortAlike128(t *testing.T) {
	t.Parallel()
	var ids []distid.ID128
	for _, v := range integers(new(big.Int).Lsh(big.NewInt(1), 128)) {
		var id distid.ID128
		v.FillBytes(id[:])
		ids = append(ids, id)
	}
	testSort(t, ids, forms128, distid.ID128.Compare)
}

func testSort[T ~[16]byte](t *testing.T, ids []T, forms []form[T], compare func(T, T) int) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 20_000 {
		a, b := ids[r.IntN(len(ids))], ids[r.IntN(len(ids))]
		want := new(big.Int).SetBytes(a[:]).Cmp(new(big.Int).SetBytes(b[:]))
		if got := compare(a, b); got != want {
			t.Errorf("compare %x %x: got %d, want %d", a, b, got, want)
		}
		if got := bytes.Compare(a[:], b[:]); got != want {
			t.Errorf("bytes %x %x: got %d, want %d", a, b, got, want)
		}
		for _, f := range forms {
			textA, textB := f.string(a), f.string(b)
			if f.name == "decimal" {
				textA, textB = fmt.Sprintf("%039s", textA), fmt.Sprintf("%039s", textB)
			}
			if got := cmp.Compare(textA, textB); got != want {
				t.Errorf("%s %s %s: got %d, want %d", f.name, textA, textB, got, want)
			}
		}
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"", "0", "00", sample, largest, tooLarge, sample128, strings.Repeat("F", 32), strings.Repeat("z", 22)} {
		f.Add(s)
	}
	id, id128 := distid.MustParse(sample), distid.MustParse128(sample128)
	for _, form := range forms {
		f.Add(form.string(id))
	}
	for _, form := range forms128 {
		f.Add(form.string(id128))
	}
	f.Fuzz(func(t *testing.T, s string) {
		fuzzForms(t, forms, s)
		fuzzForms(t, forms128, s)
	})
}

// fuzzForms checks that what a parser takes is what the writer of the form makes of it.
func fuzzForms[T ~[16]byte](t *testing.T, forms []form[T], s string) {
	for _, f := range forms {
		id, err := f.parse(s)
		if err != nil {
			if id != (T{}) {
				t.Errorf("%s %q: got %x with %v", f.name, s, id, err)
			}
			continue
		}
		want := s
		if f.name == "hex" {
			want = strings.ToUpper(s)
		}
		if got := f.string(id); got != want {
			t.Errorf("%s %q is written back as %q", f.name, s, got)
		}
	}
}

func FuzzBinary(f *testing.F) {
	id, id128 := distid.MustParse(largest), distid.MustParse128(sample128)
	f.Add(id[:])
	f.Add(id128[:])
	f.Add([]byte{1})
	f.Fuzz(func(t *testing.T, b []byte) {
		var id distid.ID
		if err := id.UnmarshalBinary(b); err == nil {
			if back, err := id.MarshalBinary(); err != nil || !bytes.Equal(back, b) {
				t.Errorf("%x is written back as %x, %v", b, back, err)
			}
			if again, err := distid.Parse(id.String()); err != nil || again != id {
				t.Errorf("%x: %s reads as %s, %v", b, id, again, err)
			}
		}
		var id128 distid.ID128
		if err := id128.UnmarshalBinary(b); (err == nil) != (len(b) == 16) || err == nil && !bytes.Equal(id128[:], b) {
			t.Errorf("%x reads as %s, %v", b, id128, err)
		}
	})
}

func FuzzScan(f *testing.F) {
	for _, s := range []string{"0", "1.0", "1.00x", ".0", sample, sample128, "1E+27", "-1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var text, raw distid.ID
		if err := text.Scan(s); err != nil {
			return
		}
		if err := raw.Scan([]byte(s)); err != nil || raw != text {
			t.Errorf("%q: got %s as text, %s, %v as bytes", s, text, raw, err)
		}
		whole, fraction, _ := strings.Cut(s, ".")
		if id, err := distid.ParseUUID(s); err == nil && id == text {
			return
		}
		if whole != text.String() || strings.Trim(fraction, "0") != "" {
			t.Errorf("%q: got %s", s, text)
		}
	})
}

// Every single change of a character makes another ID, or none.
func TestNoTwoTexts(t *testing.T) {
	t.Parallel()
	id := distid.MustParse(sample)
	seen := map[string]string{}
	for _, f := range forms {
		good := f.string(id)
		for i := range len(good) {
			for c := range 128 {
				bad := good[:i] + string(rune(c)) + good[i+1:]
				other, err := f.parse(bad)
				if err != nil || f.name == "hex" && 'a' <= c && c <= 'f' {
					continue
				}
				key := f.name + hex.EncodeToString(other[:])
				if first, ok := seen[key]; ok && first != bad {
					t.Errorf("%s: %s and %s are both %s", f.name, first, bad, other)
				}
				seen[key] = bad
			}
		}
	}
	if len(seen) < 1000 {
		t.Errorf("got %d texts only", len(seen))
	}
}
