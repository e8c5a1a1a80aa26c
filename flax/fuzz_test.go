package flax_test

import (
	"testing"

	"github.com/seed-05176fc3/idem/flax"
)

func FuzzParse(f *testing.F) {
	v := readVectors(f)
	for _, v := range v.Flax {
		f.Add(v.Text)
		f.Add(v.Hex)
	}
	for _, v := range v.Invalid {
		f.Add(v.Text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		id, err := flax.Parse(text)
		if err == nil && (id.String() != text || modelText(id) != text) {
			t.Errorf("Parse(%q): writes itself as %q, the model as %q", text, id, modelText(id))
		}
		var other flax.ID
		if otherErr := other.UnmarshalText([]byte(text)); (otherErr == nil) != (err == nil) || other != id {
			t.Errorf("%q: Parse gives %s, %v, UnmarshalText %s, %v", text, id, err, other, otherErr)
		}
		if id, err := flax.ParseHex(text); err == nil && id.Hex() != text {
			t.Errorf("ParseHex(%q): writes itself as %q", text, id.Hex())
		}
	})
}

func FuzzBinary(f *testing.F) {
	for _, v := range readVectors(f).Flax {
		f.Add(unhex(f, v.Hex))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var id flax.ID
		if err := id.UnmarshalBinary(data); err != nil {
			if len(data) == 12 {
				t.Errorf("UnmarshalBinary(%x): got %v", data, err)
			}
			return
		}
		if got, err := flax.Parse(id.String()); err != nil || got != id || string(got[:]) != string(data) {
			t.Errorf("%x: its text %s reads as %x, %v", data, id, got[:], err)
		}
		if at := id.Time(); id.Compare(flax.Min(at)) < 0 || id.Compare(flax.Max(at)) > 0 {
			t.Errorf("%s is not between Min and Max of its time %s", id, at)
		}
	})
}
