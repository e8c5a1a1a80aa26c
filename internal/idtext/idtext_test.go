package idtext_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/internal/idtext"
)

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// form is one text form at one length, with an independent way to write it.
type form struct {
	name   string
	append func(dst []byte, hi, lo uint64) []byte
	text   func(string) (hi, lo uint64, err error)
	bytes  func([]byte) (hi, lo uint64, err error)
	model  func(v *big.Int) string
	bits   int // the values that the form can hold
}

var forms = []form{
	{
		"decimal", idtext.AppendDecimal, idtext.ParseDecimal[string], idtext.ParseDecimal[[]byte],
		func(v *big.Int) string { return v.String() }, 128,
	},
	{
		"uuid", idtext.AppendUUID, idtext.ParseUUID[string], idtext.ParseUUID[[]byte],
		func(v *big.Int) string {
			h := fmt.Sprintf("%032x", v)
			return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
		}, 128,
	},
	cut("hex64", idtext.Hex64, 64, idtext.AppendHex, idtext.ParseHex[string], idtext.ParseHex[[]byte], modelHex),
	cut("hex28", idtext.Hex28, 104, idtext.AppendHex, idtext.ParseHex[string], idtext.ParseHex[[]byte], modelHex),
	cut("hex128", idtext.Hex128, 128, idtext.AppendHex, idtext.ParseHex[string], idtext.ParseHex[[]byte], modelHex),
	cut("alphanumeric64", idtext.Alphanumeric64, 64, idtext.AppendAlphanumeric,
		idtext.ParseAlphanumeric[string], idtext.ParseAlphanumeric[[]byte], modelBlocks),
	cut("alphanumeric28", idtext.Alphanumeric28, 64+29, idtext.AppendAlphanumeric,
		idtext.ParseAlphanumeric[string], idtext.ParseAlphanumeric[[]byte], modelBlocks),
	cut("alphanumeric128", idtext.Alphanumeric128, 128, idtext.AppendAlphanumeric,
		idtext.ParseAlphanumeric[string], idtext.ParseAlphanumeric[[]byte], modelBlocks),
}

func cut(name string, n, bits int, app func([]byte, uint64, uint64, int) []byte,
	text func(string, int) (uint64, uint64, error), bytes func([]byte, int) (uint64, uint64, error),
	model func(*big.Int) string,
) form {
	return form{
		name,
		func(dst []byte, hi, lo uint64) []byte { return app(dst, hi, lo, n) },
		func(s string) (uint64, uint64, error) { return text(s, n) },
		func(b []byte) (uint64, uint64, error) { return bytes(b, n) },
		func(v *big.Int) string { s := model(v); return s[len(s)-n:] },
		bits,
	}
}

func modelHex(v *big.Int) string { return fmt.Sprintf("%032X", v) }

func modelBlocks(v *big.Int) string {
	hi, lo := new(big.Int).DivMod(v, new(big.Int).Lsh(big.NewInt(1), 64), new(big.Int))
	return modelBlock(hi) + modelBlock(lo)
}

func modelBlock(v *big.Int) string {
	var b [11]byte
	v = new(big.Int).Set(v)
	digit := new(big.Int)
	for i := len(b) - 1; i >= 0; i-- {
		v.DivMod(v, big.NewInt(62), digit)
		b[i] = alphabet[digit.Int64()]
	}
	return string(b[:])
}

func toBig(hi, lo uint64) *big.Int {
	v := new(big.Int).SetUint64(hi)
	return v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(lo))
}

// values returns borders and random values of all lengths, of at most n bits.
func values(n int) [][2]uint64 {
	var vs [][2]uint64
	add := func(v *big.Int) {
		if v.Sign() < 0 || v.BitLen() > n {
			return
		}
		hi := new(big.Int).Rsh(v, 64)
		lo := new(big.Int).Sub(v, new(big.Int).Lsh(hi, 64))
		vs = append(vs, [2]uint64{hi.Uint64(), lo.Uint64()})
	}
	one := big.NewInt(1)
	for _, base := range []int64{2, 10, 62} {
		for p := big.NewInt(1); p.BitLen() <= 129; p = new(big.Int).Mul(p, big.NewInt(base)) {
			add(new(big.Int).Sub(p, one))
			add(p)
			add(new(big.Int).Add(p, one))
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 5_000 { // the quotients of a division by 10^16, at the borders
		v := new(big.Int).Mul(toBig(0, r.Uint64()>>r.IntN(64)), big.NewInt(10_000_000_000_000_000))
		add(new(big.Int).Sub(v, one))
		add(v)
	}
	for range 20_000 {
		v := toBig(r.Uint64(), r.Uint64())
		add(v.Rsh(v, uint(128-r.IntN(n+1))))
	}
	return vs
}

func TestForms(t *testing.T) {
	t.Parallel()
	for _, f := range forms {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			for _, v := range values(f.bits) {
				want := f.model(toBig(v[0], v[1]))
				got := string(f.append([]byte("x"), v[0], v[1]))
				if got != "x"+want {
					t.Fatalf("append %x: got %q, want %q", v, got, "x"+want)
				}
				hi, lo, err := f.text(want)
				if err != nil || hi != v[0] || lo != v[1] {
					t.Fatalf("parse %q: got %x %x, %v, want %x", want, hi, lo, err, v)
				}
				hi, lo, err = f.bytes([]byte(want))
				if err != nil || hi != v[0] || lo != v[1] {
					t.Fatalf("parse bytes %q: got %x %x, %v, want %x", want, hi, lo, err, v)
				}
			}
		})
	}
}

// Every byte that a form does not know is refused at every place, with its index.
func TestRefusesEveryBadByte(t *testing.T) {
	t.Parallel()
	for _, f := range forms {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			good := f.model(toBig(1<<28, 0xfedcba9876543210))
			if f.bits == 64 {
				good = f.model(toBig(0, 0xfedcba9876543210))
			}
			for i := range len(good) {
				for c := range 256 {
					b := []byte(good)
					b[i] = byte(c)
					hi, lo, err := f.bytes(b)
					if err == nil {
						back := f.append(nil, hi, lo)
						if !bytes.Equal(back, b) && !(strings.HasPrefix(f.name, "hex") && bytes.Equal(back, bytes.ToUpper(b))) {
							t.Fatalf("%q reads as %x %x, which is written %q", b, hi, lo, back)
						}
						continue
					}
					var e *idtext.Error
					if !errors.As(err, &e) {
						t.Fatalf("%q: error %v is no *Error", b, err)
					}
					if c > 127 && e.Index != i {
						t.Fatalf("%q: got index %d, want %d", b, e.Index, i)
					}
				}
			}
		})
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	byName := map[string]form{}
	for _, f := range forms {
		byName[f.name] = f
	}
	for _, test := range []struct{ form, in, want string }{
		{"decimal", "", "byte 0: no digits"},
		{"decimal", "00", "byte 0: leading zero"},
		{"decimal", "-1", "byte 0: not a decimal digit"},
		{"decimal", "12.0", "byte 2: not a decimal digit"},
		{"decimal", "1234567890123456789012345678/", "byte 28: not a decimal digit"},
		{"decimal", "1234567890123456789012345678:", "byte 28: not a decimal digit"},
		{"decimal", "340282366920938463463374607431768211456", "byte 0: 2^128 or more"},
		{"decimal", "999999999999999999999999999999999999999", "byte 0: 2^128 or more"},
		{"decimal", "1000000000000000000000000000000000000000", "byte 39: more than 39 digits"},
		{"hex64", "", "byte 0: want 16 characters, have 0"},
		{"hex64", "0123456789abcdef0", "byte 16: want 16 characters, have 17"},
		{"hex28", "0000000000000000000000000G", "byte 25: not a hexadecimal digit"},
		{"hex128", "x0000000000000000000000000000000", "byte 0: not a hexadecimal digit"},
		{"alphanumeric64", "LygHa16AHYG", "byte 0: block of 11 characters is 2^64 or more"},
		{"alphanumeric64", "M0000000000", "byte 0: block of 11 characters is 2^64 or more"},
		{"alphanumeric64", "zzzzzzzzzzz", "byte 0: block of 11 characters is 2^64 or more"},
		{"alphanumeric64", "1234567890$", "byte 10: not one of 0-9, A-Z, a-z"},
		{"alphanumeric28", "00000LygHa16AHYG", "byte 5: block of 11 characters is 2^64 or more"},
		{"alphanumeric28", "3zfA CP7ZtzfeQYp", "byte 4: not one of 0-9, A-Z, a-z"},
		{"alphanumeric128", "LygHa16AHYG00000000000", "byte 0: block of 11 characters is 2^64 or more"},
		{"alphanumeric128", "00000000000LygHa16AHYG", "byte 11: block of 11 characters is 2^64 or more"},
		{"alphanumeric128", "123456789012345678901", "byte 21: want 22 characters, have 21"},
		{"uuid", "30322474-a954-ffa9-941c-6f038afe4fF1", "byte 34: not a lower-case hexadecimal digit"},
		{"uuid", "30322474-a954-ffa9-941c06f038afe4ff1", "byte 23: not a hyphen"},
		{"uuid", "3032247--a954-ffa9-941c-6f038afe4ff1", "byte 7: not a lower-case hexadecimal digit"},
		{"uuid", "30322474a954ffa9941c6f038afe4ff1", "byte 32: want 36 characters, have 32"},
	} {
		_, _, err := byName[test.form].text(test.in)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s %q: got %v, want %s", test.form, test.in, err, test.want)
		}
	}
}

func TestFits28(t *testing.T) {
	t.Parallel()
	limit := new(big.Int).Exp(big.NewInt(10), big.NewInt(28), nil)
	for _, v := range values(128) {
		if got, want := idtext.Fits28(v[0], v[1]), toBig(v[0], v[1]).Cmp(limit) < 0; got != want {
			t.Errorf("%x: got %v, want %v", v, got, want)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	buf := make([]byte, 0, 64)
	for _, f := range forms {
		b := f.append(nil, 0x1234567, 0x89abcdef01234567)
		if f.bits == 64 {
			b = f.append(nil, 0, 0x89abcdef01234567)
		}
		s := string(b)
		for name, run := range map[string]func(){
			"append":      func() { buf = f.append(buf[:0], 0x1234567, 0x89abcdef01234567) },
			"parse":       func() { _, _, _ = f.text(s) },
			"parse bytes": func() { _, _, _ = f.bytes(b) },
		} {
			if n := testing.AllocsPerRun(100, run); n != 0 {
				t.Errorf("%s: %s allocates %v times", f.name, name, n)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for i, form := range forms {
		for _, s := range []string{
			form.model(toBig(0, 0)), form.model(toBig(1<<28, 1)), "", "LygHa16AHYG",
			"999999999999999999999999999999999999999",
		} {
			f.Add(uint8(i), s)
		}
	}
	f.Fuzz(func(t *testing.T, i uint8, s string) {
		form := forms[int(i)%len(forms)]
		hi, lo, err := form.text(s)
		bHi, bLo, bErr := form.bytes([]byte(s))
		if hi != bHi || lo != bLo || (err == nil) != (bErr == nil) {
			t.Fatalf("%s %q: string and bytes differ", form.name, s)
		}
		if err != nil {
			return
		}
		if strings.HasPrefix(form.name, "hex") {
			s = strings.ToUpper(s)
		}
		if back := string(form.append(nil, hi, lo)); back != s {
			t.Fatalf("%s %q is written back as %q", form.name, s, back)
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	buf := make([]byte, 0, 64)
	for _, f := range forms {
		b.Run(f.name, func(b *testing.B) {
			lo := uint64(0x907db2ad82883dc7)
			for b.Loop() {
				buf = f.append(buf[:0], 0x384a786, lo)
				lo += 0x9e3779b97f4a7c15
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for _, f := range forms {
		b.Run(f.name, func(b *testing.B) {
			text := f.append(nil, 0x384a786, 0x907db2ad82883dc7)
			if f.bits == 64 {
				text = f.append(nil, 0, 0x907db2ad82883dc7)
			}
			s := string(text)
			for b.Loop() {
				_, _, _ = f.text(s)
			}
		})
	}
}
