package export_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/export"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/memstore"
)

// large makes a dataset of a hundred thousand granules that came at once, and a
// thousand more, one by one.
func large(b *testing.B) *registry.Registry {
	b.Helper()
	r := registry.New(memstore.New(), ticking())
	if _, err := r.Create(b.Context(), "FOO", registry.Creation{NoChain: true}); err != nil {
		b.Fatal(err)
	}
	list := make([]string, 100_000)
	for n := range list {
		list[n] = fmt.Sprintf("MOD021KM.A%07d.061.%013d", n, n*7919)
	}
	apply(b, r, registry.Change{Op: dataset.OpAdd, Granules: items(list...)})
	changes := func(yield func(registry.Change, error) bool) {
		for n := range 1000 {
			id := fmt.Sprintf("MOD021KM.A%07d.new", n*7919%100_000)
			if !yield(registry.Change{Op: dataset.OpAdd, Granules: items(id)}, nil) {
				return
			}
		}
	}
	for _, err := range r.ApplyAll(b.Context(), "FOO", changes) {
		if err != nil {
			b.Fatal(err)
		}
	}
	return r
}

// BenchmarkWrite writes an export of 1,002 entries.
func BenchmarkWrite(b *testing.B) {
	r, dir, n := large(b), b.TempDir(), 0
	b.ReportAllocs()
	for b.Loop() {
		n++
		if _, err := export.Write(b.Context(), r, "FOO", filepath.Join(dir, fmt.Sprint(n)), nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkImport imports it into an empty store, and into one that has it.
func BenchmarkImport(b *testing.B) {
	dir, _ := write(b, large(b), "FOO")
	b.Run("new", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := export.Import(b.Context(), registry.New(memstore.New(), nil), dir, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("there", func(b *testing.B) {
		r := registry.New(memstore.New(), nil)
		if _, err := export.Import(b.Context(), r, dir, nil); err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			if _, err := export.Import(b.Context(), r, dir, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
