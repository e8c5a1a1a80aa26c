package patricia

import (
	"crypto/sha256"
	"math/rand/v2"
	"testing"
)

func TestHasher(t *testing.T) {
	t.Parallel()
	if !stateIsHash() {
		t.Error("the state of a SHA-256 is not what it used to be: hashing takes longer")
	}
	slow := newHasher()
	slow.state = nil // as where the state is another
	for name, h := range map[string]*hasher{"fast": newHasher(), "slow": slow} {
		rec := make([]byte, 2*smallSize)
		for n := range rec {
			rec[n] = byte(rand.IntN(256))
			if got, want := h.record(rec[:n]), Hash(sha256.Sum256(rec[:n])); got != want {
				t.Fatalf("%s: record of %d bytes: got %s, want %s", name, n, got, want)
			}
		}
		for range 1000 {
			bit, count := rand.IntN(8*MaxID), rand.Uint64()
			left, right := Hash(sha256.Sum256(rec[:10])), Hash(sha256.Sum256(rec[10:count%100+20]))
			if got, want := h.over(bit, count, &left, &right), branchHash(bit, count, &left, &right); got != want {
				t.Fatalf("%s: branch at bit %d over %d: got %s, want %s", name, bit, count, got, want)
			}
		}
	}
}

func BenchmarkHasher(b *testing.B) {
	h, rec := newHasher(), make([]byte, 41)
	var left, right Hash
	for b.Loop() {
		left = h.record(rec)
		right = h.over(7, 2, &left, &right)
	}
}
