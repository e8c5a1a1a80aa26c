package flax_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/flax"
)

// vectors is the part of testdata/granule-flax.json that concerns this package.
type vectors struct {
	Flax []struct {
		TimestampMS int64  `json:"timestampMs"`
		ISO         string `json:"iso"`
		Random      string `json:"random"`
		Text        string `json:"text"`
		Hex         string `json:"hex"`
	} `json:"flax"`
	OutOfRange []struct {
		TimestampMS   int64  `json:"timestampMs"`
		ReferenceText string `json:"referenceText"`
	} `json:"flax_out_of_range"`
	Invalid []struct {
		Text string `json:"text"`
		Why  string `json:"why"`
	} `json:"flax_invalid"`
}

func readVectors(tb testing.TB) vectors {
	tb.Helper()
	data, err := os.ReadFile("testdata/granule-flax.json")
	if err != nil {
		tb.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(data, &v); err != nil {
		tb.Fatal(err)
	}
	if len(v.Flax) == 0 || len(v.OutOfRange) == 0 || len(v.Invalid) == 0 {
		tb.Fatal("testdata/granule-flax.json lacks a part")
	}
	return v
}

func unhex(tb testing.TB, text string) []byte {
	tb.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// fixed returns a generator that stands at t and whose random parts are those of
// random, 14 hexadecimal digits, once.
func fixed(tb testing.TB, t time.Time, random string) *flax.Generator {
	return &flax.Generator{
		Clock: func() time.Time { return t },
		Rand:  bytes.NewReader(unhex(tb, random)),
	}
}

func TestVectorsRead(t *testing.T) {
	t.Parallel()
	readers := map[string]func(text string, id *flax.ID) error{
		"Parse": func(text string, id *flax.ID) (err error) {
			*id, err = flax.Parse(text)
			return err
		},
		"MustParse": func(text string, id *flax.ID) error {
			*id = flax.MustParse(text)
			return nil
		},
		"UnmarshalText":      func(text string, id *flax.ID) error { return id.UnmarshalText([]byte(text)) },
		"Scan of a string":   func(text string, id *flax.ID) error { return id.Scan(text) },
		"Scan of text bytes": func(text string, id *flax.ID) error { return id.Scan([]byte(text)) },
		"JSON":               func(text string, id *flax.ID) error { return json.Unmarshal([]byte(`"`+text+`"`), id) },
	}
	hexReaders := map[string]func(digits string, id *flax.ID) error{
		"ParseHex": func(digits string, id *flax.ID) (err error) {
			*id, err = flax.ParseHex(digits)
			return err
		},
		"UnmarshalBinary": func(digits string, id *flax.ID) error { return id.UnmarshalBinary(unhex(t, digits)) },
		"Scan of binary":  func(digits string, id *flax.ID) error { return id.Scan(unhex(t, digits)) },
	}
	for _, v := range readVectors(t).Flax {
		want := flax.ID(unhex(t, v.Hex))
		for name, read := range readers {
			var got flax.ID
			if err := read(v.Text, &got); err != nil || got != want {
				t.Errorf("%s of %s: got %x, %v, want %s", name, v.Text, got[:], err, v.Hex)
			}
		}
		for name, read := range hexReaders {
			var got flax.ID
			if err := read(v.Hex, &got); err != nil || got != want {
				t.Errorf("%s of %s: got %x, %v", name, v.Hex, got[:], err)
			}
		}
	}
}

func TestVectorsWrite(t *testing.T) {
	t.Parallel()
	for _, v := range readVectors(t).Flax {
		id := flax.ID(unhex(t, v.Hex))
		if got := id.String(); got != v.Text {
			t.Errorf("String of %s: got %s, want %s", v.Hex, got, v.Text)
		}
		if got, err := id.AppendText([]byte("id=")); err != nil || string(got) != "id="+v.Text {
			t.Errorf("AppendText of %s: got %s, %v, want id=%s", v.Hex, got, err, v.Text)
		}
		if got, err := id.MarshalText(); err != nil || string(got) != v.Text {
			t.Errorf("MarshalText of %s: got %s, %v, want %s", v.Hex, got, err, v.Text)
		}
		if got, err := json.Marshal(id); err != nil || string(got) != `"`+v.Text+`"` {
			t.Errorf("JSON of %s: got %s, %v, want %q", v.Hex, got, err, v.Text)
		}
		if got, err := id.Value(); err != nil || got != v.Text {
			t.Errorf("Value of %s: got %v, %v, want %s", v.Hex, got, err, v.Text)
		}
		if got := id.LogValue().String(); got != v.Text {
			t.Errorf("LogValue of %s: got %s, want %s", v.Hex, got, v.Text)
		}
		if got := id.Hex(); got != v.Hex {
			t.Errorf("Hex of %s: got %s, want %s", v.Text, got, v.Hex)
		}
		if got, err := id.AppendBinary([]byte{1}); err != nil || !bytes.Equal(got, append([]byte{1}, id[:]...)) {
			t.Errorf("AppendBinary of %s: got %x, %v", v.Hex, got, err)
		}
		if got, err := id.MarshalBinary(); err != nil || !bytes.Equal(got, id[:]) {
			t.Errorf("MarshalBinary of %s: got %x, %v", v.Hex, got, err)
		}
		if got := id.Time().Format("2006-01-02T15:04:05.000Z07:00"); got != v.ISO {
			t.Errorf("Time of %s: got %s, want %s", v.Text, got, v.ISO)
		}
	}
}

func TestVectorsMake(t *testing.T) {
	t.Parallel()
	for _, v := range readVectors(t).Flax {
		at := time.UnixMilli(v.TimestampMS)
		if id, err := fixed(t, at, v.Random).New(); err != nil || id.String() != v.Text {
			t.Errorf("New at %s with %s: got %s, %v, want %s", v.ISO, v.Random, id, err, v.Text)
		}
		if id, err := fixed(t, time.Time{}, v.Random).NewAt(at); err != nil || id.String() != v.Text {
			t.Errorf("NewAt(%s) with %s: got %s, %v, want %s", v.ISO, v.Random, id, err, v.Text)
		}
		ids := make([]flax.ID, 2)
		if err := fixed(t, at, v.Random+v.Random).Fill(ids); err != nil || ids[0].String() != v.Text || ids[1] != ids[0] {
			t.Errorf("Fill at %s with %s twice: got %s, %v, want %s twice", v.ISO, v.Random, ids, err, v.Text)
		}
		if lo, hi := flax.Min(at), flax.Max(at); lo.Hex() != v.Hex[:10]+"00000000000000" || hi.Hex() != v.Hex[:10]+"ffffffffffffff" {
			t.Errorf("Min, Max of %s: got %s, %s", v.ISO, lo.Hex(), hi.Hex())
		}
	}
}

func TestVectorsOutOfRange(t *testing.T) {
	t.Parallel()
	for _, v := range readVectors(t).OutOfRange {
		at := time.UnixMilli(v.TimestampMS)
		if id, err := fixed(t, at, "0123456789abcd").New(); !errors.Is(err, flax.ErrInvalid) {
			t.Errorf("New at %d: got %s, %v, want %v", v.TimestampMS, id, err, flax.ErrInvalid)
		}
		if id, err := flax.NewAt(at); !errors.Is(err, flax.ErrInvalid) {
			t.Errorf("NewAt(%d): got %s, %v, want %v", v.TimestampMS, id, err, flax.ErrInvalid)
		}
		ids := make([]flax.ID, 1)
		if err := fixed(t, at, "0123456789abcd").Fill(ids); !errors.Is(err, flax.ErrInvalid) {
			t.Errorf("Fill at %d: got %s, %v, want %v", v.TimestampMS, ids, err, flax.ErrInvalid)
		}
		// The text that the original writes reads as an ID of another time.
		if got := flax.MustParse(v.ReferenceText).Time(); got.Equal(at) {
			t.Errorf("Time of %s: got %s, want another time", v.ReferenceText, got)
		}
	}
}

func TestVectorsInvalid(t *testing.T) {
	t.Parallel()
	for _, v := range readVectors(t).Invalid {
		if id, err := flax.Parse(v.Text); !errors.Is(err, flax.ErrInvalid) {
			t.Errorf("Parse(%q), %s: got %s, %v, want %v", v.Text, v.Why, id, err, flax.ErrInvalid)
		}
		var id flax.ID
		if err := id.UnmarshalText([]byte(v.Text)); !errors.Is(err, flax.ErrInvalid) {
			t.Errorf("UnmarshalText(%q), %s: got %s, %v, want %v", v.Text, v.Why, id, err, flax.ErrInvalid)
		}
		if err := id.Scan(v.Text); !errors.Is(err, flax.ErrInvalid) {
			t.Errorf("Scan(%q), %s: got %s, %v, want %v", v.Text, v.Why, id, err, flax.ErrInvalid)
		}
	}
}
