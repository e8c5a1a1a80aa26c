package payid_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/payid"
)

const space = 36 * 36 * 36 * 36 * 36 * 36 * 36 * 36 * 36 // number of IDs

var (
	_ sql.Scanner   = (*payid.ID)(nil)
	_ driver.Valuer = payid.ID{}
)

// model writes an ID by the standard library.
func model(n uint64) string { return fmt.Sprintf("%09s", strings.ToUpper(strconv.FormatUint(n, 36))) }

func id(t testing.TB, n uint64) payid.ID {
	t.Helper()
	v, err := payid.FromUint64(n)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// numbers returns the borders of groups of digits, and n random numbers.
func numbers(n int) []uint64 {
	out := []uint64{0, space - 1}
	for p := uint64(1); p < space; p *= 36 {
		out = append(out, p-1, p, p+1, space-p, space-1-p)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		out = append(out, r.Uint64N(space))
	}
	return out
}

func TestForms(t *testing.T) {
	t.Parallel()
	for _, n := range numbers(2000) {
		want := model(n)
		v := id(t, n)
		if got := v.String(); got != want || v.Uint64() != n {
			t.Fatalf("ID %d: got %s, want %s", n, got, want)
		}
		if got, err := payid.Parse(want); err != nil || got != v {
			t.Errorf("Parse(%q): got %v, %v", want, got, err)
		}
		if got, err := payid.Parse([]byte(want)); err != nil || got != v {
			t.Errorf("Parse([]byte(%q)): got %v, %v", want, got, err)
		}
		if got, err := payid.ParseFold(strings.ToLower(want)); err != nil || got != v {
			t.Errorf("ParseFold: got %v, %v, want %v", got, err, v)
		}
		if got := payid.MustParse(want); got != v {
			t.Errorf("MustParse(%q): got %v", want, got)
		}
		if got, _ := v.AppendText([]byte("x")); string(got) != "x"+want {
			t.Errorf("AppendText: got %q, want x%s", got, want)
		}
		var text, bin payid.ID
		b, _ := v.MarshalText()
		if err := text.UnmarshalText(b); err != nil || text != v {
			t.Errorf("UnmarshalText(%q): got %v, %v", b, text, err)
		}
		if b, _ = v.MarshalBinary(); len(b) != 8 {
			t.Errorf("MarshalBinary: got %d bytes, want 8", len(b))
		}
		if err := bin.UnmarshalBinary(b); err != nil || bin != v {
			t.Errorf("UnmarshalBinary(%x): got %v, %v", b, bin, err)
		}
		if v.IsZero() != (n == 0) {
			t.Errorf("IsZero of %v: got %v", v, v.IsZero())
		}
	}
}

func TestFormsSortAlike(t *testing.T) {
	t.Parallel()
	ns := numbers(500)
	for i, n := range ns[1:] {
		a, b := id(t, ns[i]), id(t, n)
		want := 0
		if ns[i] < n {
			want = -1
		} else if ns[i] > n {
			want = 1
		}
		aBin, _ := a.MarshalBinary()
		bBin, _ := b.MarshalBinary()
		if a.Compare(b) != want || strings.Compare(a.String(), b.String()) != want || bytes.Compare(aBin, bBin) != want {
			t.Errorf("%v against %v: want %d in every form", a, b, want)
		}
	}
}

var refused = []struct{ text, reason string }{
	{"", "want 9 characters, have 0"},
	{"2KNQ8300", "want 9 characters, have 8"},
	{"2KNQ8300Z0", "want 9 characters, have 10"},
	{strings.Repeat("A", 1000), "want 9 characters, have 1000"},
	{"2KNQ8300z", "byte 8: not one of 0-9, A-Z"},
	{"kKNQ8300Z", "byte 0: not one of 0-9, A-Z"},
	{"2KNQ 300Z", "byte 4: not one of 0-9, A-Z"},
	{"-KNQ8300Z", "byte 0: not one of 0-9, A-Z"},
	{"2KNQ830é", "byte 7: not one of 0-9, A-Z"},
	{"2KNQ8300\x00", "byte 8: not one of 0-9, A-Z"},
	{" 2KNQ8300", "byte 0: not one of 0-9, A-Z"},
}

func TestRefuses(t *testing.T) {
	t.Parallel()
	for _, r := range refused {
		_, err := payid.Parse(r.text)
		if !errors.Is(err, payid.ErrInvalid) || !strings.HasSuffix(err.Error(), r.reason) {
			t.Errorf("Parse(%.20q): got %v, want …%s", r.text, err, r.reason)
		}
		if len(err.Error()) > 120 {
			t.Errorf("Parse(%.20q): error of %d bytes", r.text, len(err.Error()))
		}
		v := payid.MustParse("000000001")
		if err := v.UnmarshalText([]byte(r.text)); err == nil || v != payid.MustParse("000000001") {
			t.Errorf("UnmarshalText(%.20q): got %v, %v", r.text, v, err)
		}
		if err := v.Scan(r.text); err == nil {
			t.Errorf("Scan(%.20q): got %v", r.text, v)
		}
	}
	for c := range 256 {
		good := '0' <= c && c <= '9' || 'A' <= c && c <= 'Z'
		for i := range payid.Len {
			b := []byte("2KNQ8300Z")
			b[i] = byte(c)
			if _, err := payid.Parse(b); (err == nil) != good {
				t.Errorf("Parse(%q): got %v", b, err)
			}
			if _, err := payid.ParseFold(string(b)); (err == nil) != (good || 'a' <= c && c <= 'z') {
				t.Errorf("ParseFold(%q): got %v", b, err)
			}
		}
	}
	if _, err := payid.FromUint64(space); !errors.Is(err, payid.ErrInvalid) {
		t.Errorf("FromUint64(36^9): got %v", err)
	}
	// Neither long s nor the Kelvin sign is a letter of the alphabet.
	for _, s := range []string{"2KNQ830ſ", "2KNQ83K"} {
		if v, err := payid.ParseFold(s); err == nil {
			t.Errorf("ParseFold(%q): got %v", s, v)
		}
	}
}

func TestMustParsePanics(t *testing.T) {
	t.Parallel()
	defer func() {
		if err, _ := recover().(error); !errors.Is(err, payid.ErrInvalid) {
			t.Errorf("got panic %v, want ErrInvalid", err)
		}
	}()
	payid.MustParse("2knq8300z")
}

func TestJSON(t *testing.T) {
	t.Parallel()
	type row struct {
		ID  payid.ID            `json:"id"`
		Opt *payid.ID           `json:"opt"`
		Map map[payid.ID]string `json:"map"`
	}
	v := payid.MustParse("2KNQ8300Z")
	const want = `{"id":"2KNQ8300Z","opt":null,"map":{"2KNQ8300Z":"x"}}`
	b, err := json.Marshal(row{ID: v, Map: map[payid.ID]string{v: "x"}})
	if err != nil || string(b) != want {
		t.Fatalf("got %s, %v, want %s", b, err, want)
	}
	var back row
	if err := json.Unmarshal(b, &back); err != nil || back.ID != v || back.Map[v] != "x" {
		t.Errorf("got %v, %v", back, err)
	}
	for _, s := range []string{`{"id":"2knq8300z"}`, `{"id":123456789}`, `{"id":""}`} {
		if err := json.Unmarshal([]byte(s), &back); err == nil {
			t.Errorf("%s: got %v, want an error", s, back.ID)
		}
	}
}

func TestScanAndValue(t *testing.T) {
	t.Parallel()
	v := payid.MustParse("2KNQ8300Z")
	bin, _ := v.MarshalBinary()
	for _, src := range []any{"2KNQ8300Z", []byte("2KNQ8300Z"), bin, int64(v.Uint64())} {
		var got payid.ID
		if err := got.Scan(src); err != nil || got != v {
			t.Errorf("Scan(%T %v): got %v, %v", src, src, got, err)
		}
	}
	for _, src := range []any{
		nil, int64(-1), int64(space), 1.0, true, "", []byte{}, bytes.Repeat([]byte{0xff}, 8), "000000000 ",
	} {
		got := v
		if err := got.Scan(src); !errors.Is(err, payid.ErrInvalid) || got != v {
			t.Errorf("Scan(%T %v): got %v, %v", src, src, got, err)
		}
	}
	if got, err := v.Value(); err != nil || got != driver.Value("2KNQ8300Z") {
		t.Errorf("Value: got %v, %v", got, err)
	}
	if got, err := (payid.ID{}).Value(); err != nil || got != driver.Value("000000000") {
		t.Errorf("Value of the zero ID: got %v, %v", got, err)
	}
	var null sql.Null[payid.ID]
	if err := null.Scan(nil); err != nil || null.Valid {
		t.Errorf("NULL into sql.Null: got %v, %v", null, err)
	}
	if err := null.Scan("2KNQ8300Z"); err != nil || null.V != v {
		t.Errorf("text into sql.Null: got %v, %v", null, err)
	}
}

func TestLogValue(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	slog.New(slog.NewTextHandler(&b, nil)).Info("paid", "id", payid.MustParse("2KNQ8300Z"))
	if !strings.Contains(b.String(), "id=2KNQ8300Z") {
		t.Errorf("got %q", b.String())
	}
}

func TestCompareSorts(t *testing.T) {
	t.Parallel()
	ids := []payid.ID{payid.MustParse("00000000Z"), payid.MustParse("000000010"), payid.MustParse("00000000A")}
	slices.SortFunc(ids, payid.ID.Compare)
	if got := fmt.Sprint(ids); got != "[00000000A 00000000Z 000000010]" {
		t.Errorf("got %s", got)
	}
}

func TestNoAllocation(t *testing.T) {
	v := payid.MustParse("2KNQ8300Z")
	text, bin := []byte("2KNQ8300Z"), make([]byte, 0, 16)
	b, _ := v.MarshalBinary()
	l := payid.Wide()
	at := l.Time(v)
	for name, f := range map[string]func(){
		"Parse":           func() { _, _ = payid.Parse("2KNQ8300Z") },
		"Parse bytes":     func() { _, _ = payid.Parse(text) },
		"ParseFold":       func() { _, _ = payid.ParseFold("2knq8300z") },
		"UnmarshalText":   func() { _ = v.UnmarshalText(text) },
		"UnmarshalBinary": func() { _ = v.UnmarshalBinary(b) },
		"AppendText":      func() { _, _ = v.AppendText(bin) },
		"AppendBinary":    func() { _, _ = v.AppendBinary(bin) },
		"Layout":          func() { _, _ = l.NewAt(at, l.Worker(v), l.Counter(v)) },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: got %v allocations, want 0", name, n)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("2KNQ8300Z")
	f.Add("2knq8300z")
	f.Add("ZZZZZZZZZ")
	for _, r := range refused {
		f.Add(r.text)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := payid.Parse(s)
		if err == nil && v.String() != s {
			t.Errorf("Parse(%q) writes back %s", s, v)
		}
		if err == nil && v.Uint64() >= space {
			t.Errorf("Parse(%q): integer %d", s, v.Uint64())
		}
		folded, foldErr := payid.ParseFold(s)
		if (foldErr == nil) != (len(s) == payid.Len && model36(s)) {
			t.Errorf("ParseFold(%q): got %v, %v", s, folded, foldErr)
		}
		if foldErr == nil && !strings.EqualFold(folded.String(), s) {
			t.Errorf("ParseFold(%q): got %v", s, folded)
		}
	})
}

// model36 reports whether s is a number of base 36 for the standard library.
func model36(s string) bool {
	_, err := strconv.ParseUint(s, 36, 64)
	return err == nil && !strings.ContainsAny(s, "_+-")
}
