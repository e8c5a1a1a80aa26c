package extsort_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/seed-05176fc3/idem/internal/extsort"
)

// granules returns n IDs of 41 bytes in random order.
func granules(n int) [][]byte {
	rng := rand.New(rand.NewPCG(1, 2))
	ids := make([][]byte, n)
	for i := range ids {
		ids[i] = fmt.Appendf(nil, "MOD09GQ.A%07d.h%02dv%02d.006.%013d",
			2000000+rng.IntN(26000), rng.IntN(36), rng.IntN(18), rng.Int64N(1e13))
	}
	return ids
}

func BenchmarkSort(b *testing.B) {
	const n = 1_000_000
	random := granules(n)
	ordered := sortedUnique(random)
	for i := range ordered { // in order in memory, too
		ordered[i] = bytes.Clone(ordered[i])
	}
	for _, bc := range []struct {
		name   string
		ids    [][]byte
		memory int
	}{
		{"random/memory", random, 128 << 20},
		{"random/7 runs", random, 9 << 20},
		{"sorted/memory", ordered, 128 << 20},
		{"sorted/1 run", ordered, 9 << 20},
	} {
		b.Run(bc.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(n * 41)
			for b.Loop() {
				s := extsort.New(extsort.Options{MemoryLimit: bc.memory, Dir: b.TempDir()})
				for _, id := range bc.ids {
					if err := s.Add(id); err != nil {
						b.Fatal(err)
					}
				}
				count := 0
				for _, err := range s.Sorted() {
					if err != nil {
						b.Fatal(err)
					}
					count++
				}
				if count != len(ordered) {
					b.Fatalf("got %d records, want %d", count, len(ordered))
				}
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
