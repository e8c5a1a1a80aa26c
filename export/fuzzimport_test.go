package export_test

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/seed-05176fc3/idem/export"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/memstore"
)

// FuzzImport puts any text in the place of a file, with the right sum: an export that is
// taken all the same is written again as it was.
func FuzzImport(f *testing.F) {
	_, r := source(f)
	_, files := write(f, r, "FOO")
	names := slices.Sorted(maps.Keys(files))
	for i, name := range names {
		f.Add(uint8(i), []byte(files[name]))
	}
	f.Fuzz(func(t *testing.T, file uint8, text []byte) {
		name := names[int(file)%len(names)]
		forged := maps.Clone(files)
		forged[name] = string(text)
		dir := t.TempDir()
		put(t, dir, forged, name != "SHA256SUMS")
		s := memstore.New()
		other := registry.New(s, nil)
		got, err := export.Import(t.Context(), other, dir, nil)
		if err != nil {
			if all := logs(t, s); len(all) > 0 {
				t.Errorf("%s: refused, but something of it is in the store", name)
			}
			return
		}
		again := filepath.Join(t.TempDir(), "again")
		if _, err := export.Write(t.Context(), other, got.Head.Dataset, again, nil); err != nil {
			t.Fatal(err)
		}
		want, have := readAll(t, dir), readAll(t, again)
		for _, files := range []map[string]string{want, have} {
			delete(files, "README.txt")
			delete(files, "SHA256SUMS")
		}
		if !maps.Equal(have, want) {
			t.Errorf("%s: imported and exported again, it is another one", name)
		}
	})
}
