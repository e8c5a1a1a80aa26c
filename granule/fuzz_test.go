package granule_test

import (
	"testing"
	"unicode/utf8"

	"github.com/seed-05176fc3/idem/granule"
)

func FuzzSplit(f *testing.F) {
	for _, v := range readVectors(f).Granule {
		f.Add(v.Result, v.CollectionID, v.HashLength)
		f.Add(v.ID, v.CollectionID, v.HashLength)
	}
	f.Fuzz(func(t *testing.T, unique, collection string, length int) {
		if id, suffix, err := granule.Split(unique); err == nil && id+"_"+suffix != unique {
			t.Errorf("Split(%q): got %q, %q", unique, id, suffix)
		}
		u, err := granule.NewUniquifier(collection, length)
		if valid := length >= 0 && utf8.ValidString(collection); valid != (err == nil) {
			t.Errorf("NewUniquifier(%q, %d): got %v", collection, length, err)
		}
		if id, ok := u.Verify(unique); ok {
			if got, err := u.Unique(id); err != nil || got != unique {
				t.Errorf("Verify(%q) gives %q, which makes %q, %v", unique, id, got, err)
			}
		}
		made, err := u.Unique(unique)
		if err != nil {
			return
		}
		if made != model(unique, collection, length) {
			t.Errorf("Unique(%q) in %q, length %d: got %q", unique, collection, length, made)
		}
		if id, ok := u.Verify(made); !ok || id != unique {
			t.Errorf("Verify(%q): got %q, %t, want %q", made, id, ok, unique)
		}
		if id, _, err := granule.Split(made); err != nil || id != unique {
			t.Errorf("Split(%q): got %q, %v, want %q", made, id, err, unique)
		}
	})
}

func FuzzCollection(f *testing.F) {
	for _, v := range readVectors(f).Collection.Split {
		f.Add(v.CollectionID, v.Version)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if name, version, err := granule.SplitCollection(a); err == nil {
			if got, err := granule.JoinCollection(name, version); err != nil || got != a {
				t.Errorf("SplitCollection(%q) gives %q, %q, which join to %q, %v", a, name, version, got, err)
			}
		}
		if collection, err := granule.JoinCollection(a, b); err == nil {
			if name, version, err := granule.SplitCollection(collection); err != nil || name != a || version != b {
				t.Errorf("JoinCollection(%q, %q) splits into %q, %q, %v", a, b, name, version, err)
			}
		}
	})
}

// FuzzSettings holds that the readers of settings never panic, nor return a length
// or a version that is of no use.
func FuzzSettings(f *testing.F) {
	for _, v := range readVectors(f).PDRDataVersion {
		f.Add(v.Raw)
	}
	f.Add("0x10")
	f.Add(" 1e1 ")
	f.Fuzz(func(t *testing.T, text string) {
		if n, err := granule.ParseHashLength(text); err == nil && n < 1 {
			t.Errorf("ParseHashLength(%q): got %d", text, n)
		}
		folded, err := granule.FoldVersion(text)
		if err != nil {
			return
		}
		if folded == "" {
			t.Errorf("FoldVersion(%q): got nothing", text)
		}
	})
}
