package flax_test

import (
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/flax"
)

var (
	_ fmt.Stringer               = flax.ID{}
	_ encoding.TextAppender      = flax.ID{}
	_ encoding.TextMarshaler     = flax.ID{}
	_ encoding.TextUnmarshaler   = (*flax.ID)(nil)
	_ encoding.BinaryAppender    = flax.ID{}
	_ encoding.BinaryMarshaler   = flax.ID{}
	_ encoding.BinaryUnmarshaler = (*flax.ID)(nil)
	_ sql.Scanner                = (*flax.ID)(nil)
	_ driver.Valuer              = flax.ID{}
	_ slog.LogValuer             = flax.ID{}
)

const (
	sample   = "0RdKJcxqVBiAiQr0"
	alphabet = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
)

// randomIDs returns n IDs of uniformly random bits, the same ones in each run.
func randomIDs(n int) []flax.ID {
	ids := make([]flax.ID, n)
	src := rand.NewChaCha8([32]byte{})
	for i := range ids {
		src.Read(ids[i][:])
	}
	return ids
}

// modelText writes the 96-bit number of id by division with remainder.
func modelText(id flax.ID) string {
	n := new(big.Int).SetBytes(id[:])
	base, digit := big.NewInt(64), new(big.Int)
	var text [16]byte
	for i := range text {
		n.DivMod(n, base, digit)
		text[len(text)-1-i] = alphabet[digit.Int64()]
	}
	return string(text[:])
}

func TestTextModel(t *testing.T) {
	t.Parallel()
	for _, id := range randomIDs(20_000) {
		text := id.String()
		if want := modelText(id); text != want {
			t.Fatalf("String of %x: got %s, want %s", id[:], text, want)
		}
		if got, err := flax.Parse(text); err != nil || got != id {
			t.Fatalf("Parse(%s): got %x, %v, want %x", text, got[:], err, id[:])
		}
		if got, err := flax.ParseHex(id.Hex()); err != nil || got != id {
			t.Fatalf("ParseHex(%s): got %x, %v", id.Hex(), got[:], err)
		}
		if got, want := id.Hex(), fmt.Sprintf("%x", id[:]); got != want {
			t.Fatalf("Hex: got %s, want %s", got, want)
		}
	}
}

func TestOrder(t *testing.T) {
	t.Parallel()
	ids := randomIDs(2_000)
	// Neighbours that differ in the last places, too.
	for _, id := range ids[:500] {
		id[11]++
		ids = append(ids, id)
	}
	byText := slices.Clone(ids)
	slices.SortFunc(byText, func(a, b flax.ID) int { return strings.Compare(a.String(), b.String()) })
	byHex := slices.Clone(ids)
	slices.SortFunc(byHex, func(a, b flax.ID) int { return strings.Compare(a.Hex(), b.Hex()) })
	slices.SortFunc(ids, flax.ID.Compare)
	if !slices.Equal(ids, byText) {
		t.Error("the order of the texts is not that of Compare")
	}
	if !slices.Equal(ids, byHex) {
		t.Error("the order of the hexadecimal forms is not that of Compare")
	}
	if !slices.IsSortedFunc(ids, func(a, b flax.ID) int { return a.Time().Compare(b.Time()) }) {
		t.Error("IDs in order are not in the order of their times")
	}
	if got := ids[0].Compare(ids[0]); got != 0 {
		t.Errorf("Compare of an ID with itself: got %d, want 0", got)
	}
}

func TestParseEveryByte(t *testing.T) {
	t.Parallel()
	for i := range sample {
		for c := range 256 {
			text := []byte(sample)
			text[i] = byte(c)
			known := strings.IndexByte(alphabet, byte(c)) >= 0
			id, err := flax.Parse(string(text))
			switch {
			case known && (err != nil || id.String() != string(text)):
				t.Errorf("Parse(%q): got %s, %v, want it back", text, id, err)
			case !known && !errors.Is(err, flax.ErrInvalid):
				t.Errorf("Parse(%q): got %s, %v, want %v", text, id, err, flax.ErrInvalid)
			case !known && !strings.Contains(err.Error(), fmt.Sprintf("at byte %d,", i)):
				t.Errorf("Parse(%q): error %q does not name byte %d", text, err, i)
			}
		}
	}
}

func TestParseHexEveryByte(t *testing.T) {
	t.Parallel()
	const digits = "05ca55528f7680cb8bb9bdc1"
	for i := range digits {
		for c := range 256 {
			text := []byte(digits)
			text[i] = byte(c)
			known := strings.IndexByte("0123456789abcdef", byte(c)) >= 0
			id, err := flax.ParseHex(string(text))
			switch {
			case known && (err != nil || id.Hex() != string(text)):
				t.Errorf("ParseHex(%q): got %s, %v, want it back", text, id.Hex(), err)
			case !known && !errors.Is(err, flax.ErrInvalid):
				t.Errorf("ParseHex(%q): got %s, %v, want %v", text, id.Hex(), err, flax.ErrInvalid)
			case !known && !strings.Contains(err.Error(), fmt.Sprintf("at byte %d,", i)):
				t.Errorf("ParseHex(%q): error %q does not name byte %d", text, err, i)
			}
		}
	}
}

func TestParseLength(t *testing.T) {
	t.Parallel()
	for n := range 40 {
		text := strings.Repeat("0", n)
		if id, err := flax.Parse(text); (err == nil) != (n == 16) || err != nil && !errors.Is(err, flax.ErrInvalid) {
			t.Errorf("Parse of %d characters: got %s, %v", n, id, err)
		}
		if id, err := flax.ParseHex(text); (err == nil) != (n == 24) || err != nil && !errors.Is(err, flax.ErrInvalid) {
			t.Errorf("ParseHex of %d characters: got %s, %v", n, id, err)
		}
		var id flax.ID
		if err := id.UnmarshalBinary([]byte(text)); (err == nil) != (n == 12) || err != nil && !errors.Is(err, flax.ErrInvalid) {
			t.Errorf("UnmarshalBinary of %d bytes: got %s, %v", n, id, err)
		}
	}
}

func TestErrorText(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"", `flax: invalid ID: "" has 0 bytes, want 16`},
		{"0RdKJcxqVBiAiQr+", `flax: invalid ID: "0RdKJcxqVBiAiQr+" has "+" at byte 15, which is not in the alphabet`},
		{"\xff+dKJcxqVBiAiQr0", `flax: invalid ID: "\xff+dKJcxqVBiAiQr0" has "\xff" at byte 0, which is not in the alphabet`},
		{strings.Repeat("x", 1000), `flax: invalid ID: "` + strings.Repeat("x", 48) + `"… has 1000 bytes, want 16`},
	}
	for _, test := range tests {
		if _, err := flax.Parse(test.text); err == nil || err.Error() != test.want {
			t.Errorf("Parse(%q):\n got %v,\nwant %s", test.text, err, test.want)
		}
	}
	const want = `flax: invalid ID: hexadecimal "05CA55528f7680cb8bb9bdc1" has "C" at byte 2, want a digit 0-9 or a-f`
	if _, err := flax.ParseHex("05CA55528f7680cb8bb9bdc1"); err == nil || err.Error() != want {
		t.Errorf("ParseHex:\n got %v,\nwant %s", err, want)
	}
}

func TestFailureLeavesID(t *testing.T) {
	t.Parallel()
	want := flax.MustParse(sample)
	id := want
	for name, err := range map[string]error{
		"UnmarshalText":   id.UnmarshalText([]byte("0RdKJcxqVBiAiQr+")),
		"UnmarshalBinary": id.UnmarshalBinary([]byte("short")),
		"Scan":            id.Scan("0RdKJcxqVBiAiQr+"),
		"Scan of bytes":   id.Scan([]byte("0RdKJcxqVBiAiQr+")),
		"Scan of NULL":    id.Scan(nil),
		"JSON":            json.Unmarshal([]byte(`"0RdKJcxqVBiAiQr+"`), &id),
	} {
		if err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
	if id != want {
		t.Errorf("after failures: got %s, want %s", id, want)
	}
}

func TestMustParsePanics(t *testing.T) {
	t.Parallel()
	defer func() {
		if err, ok := recover().(error); !ok || !errors.Is(err, flax.ErrInvalid) {
			t.Errorf("got panic %v, want %v", err, flax.ErrInvalid)
		}
	}()
	flax.MustParse("no")
}

// TestLookAlike holds the sentence of the package doc: a base64url text of 16
// characters reads as another ID.
func TestLookAlike(t *testing.T) {
	t.Parallel()
	want := flax.MustParse(sample)
	text := base64.RawURLEncoding.EncodeToString(want[:])
	if got, err := flax.Parse(text); err != nil || got == want {
		t.Errorf("Parse(%s), base64url of %s: got %s, %v, want another ID", text, want, got, err)
	}
}

func TestIsZero(t *testing.T) {
	t.Parallel()
	if id := flax.MustParse("----------------"); !id.IsZero() {
		t.Errorf("IsZero of %s: got false", id)
	}
	for i := range 12 {
		var id flax.ID
		id[i] = 1
		if id.IsZero() {
			t.Errorf("IsZero of %s: got true", id)
		}
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	type record struct {
		ID   flax.ID            `json:"id"`
		Ref  *flax.ID           `json:"ref"`
		Zero flax.ID            `json:"zero,omitzero"`
		Map  map[flax.ID]string `json:"map"`
	}
	const doc = `{"id":"` + sample + `","ref":null,"map":{"` + sample + `":"x"}}`
	var r record
	if err := json.Unmarshal([]byte(doc), &r); err != nil {
		t.Fatal(err)
	}
	if got, err := json.Marshal(r); err != nil || string(got) != doc {
		t.Errorf("round trip:\n got %s, %v,\nwant %s", got, err, doc)
	}
	for _, bad := range []string{`{"id":1}`, `{"id":""}`, `{"id":"` + sample + ` "}`, `{"id":["` + sample + `"]}`} {
		if err := json.Unmarshal([]byte(bad), new(record)); err == nil {
			t.Errorf("%s: got no error", bad)
		}
	}
}

func TestLog(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	slog.New(slog.NewTextHandler(&out, nil)).Info("made", "id", flax.MustParse(sample))
	if !strings.Contains(out.String(), "id="+sample) {
		t.Errorf("got %s, want id=%s in it", out.String(), sample)
	}
}
