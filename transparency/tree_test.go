package transparency_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-05176fc3/idem/transparency"
)

// The model is RFC 6962, section 2.1, word for word: roots and paths are computed from
// all entries.

func split(n int) int { return 1 << (bits.Len(uint(n-1)) - 1) }

func modelRoot(d [][]byte) [32]byte {
	switch len(d) {
	case 0:
		return sha256.Sum256(nil)
	case 1:
		return sha256.Sum256(append([]byte{0}, d[0]...))
	}
	k := split(len(d))
	left, right := modelRoot(d[:k]), modelRoot(d[k:])
	return sha256.Sum256(slices.Concat([]byte{1}, left[:], right[:]))
}

func modelPath(m int, d [][]byte) []tlog.Hash {
	if len(d) == 1 {
		return []tlog.Hash{}
	}
	if k := split(len(d)); m < k {
		return append(modelPath(m, d[:k]), modelRoot(d[k:]))
	} else {
		return append(modelPath(m-k, d[k:]), modelRoot(d[:k]))
	}
}

func modelProof(m int, d [][]byte, whole bool) []tlog.Hash {
	if m == len(d) {
		if whole {
			return []tlog.Hash{}
		}
		return []tlog.Hash{modelRoot(d)}
	}
	if k := split(len(d)); m <= k {
		return append(modelProof(m, d[:k], whole), modelRoot(d[k:]))
	} else {
		return append(modelProof(m-k, d[k:], false), modelRoot(d[:k]))
	}
}

func TestTreeAgainstModel(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	list := make([][]byte, 300)
	for i := range list {
		list[i] = fmt.Append(nil, "entry ", i, rng.Uint64())
	}
	k := key(t, "archive.example")
	tr := &transparency.Tree{}
	for n, e := range list {
		tr.Append(e)
		n++
		c, err := tr.Checkpoint("a", uint64(n))
		if err != nil {
			t.Fatal(err)
		}
		if want := tlog.Hash(modelRoot(list[:n])); c.Root != want || tr.Size() != uint64(n) {
			t.Fatalf("size %d: got %v, want %v", n, c.Root, want)
		}
	}
	for range 300 {
		n := 1 + rng.IntN(len(list))
		m := 1 + rng.IntN(n)
		older, newer := signed(t, tr, m, k), signed(t, tr, n, k)
		if newer.Root != modelRoot(list[:n]) {
			t.Fatalf("size %d of %d: another root", n, len(list))
		}
		c, err := tr.Consistency(older, newer)
		if err != nil {
			t.Fatal(err)
		}
		if want := modelProof(m, list[:n], true); !slices.Equal(c.Hashes, want) {
			t.Fatalf("from %d to %d: got %v, want %v", m, n, c.Hashes, want)
		}
		if err := c.Check(known(k)); err != nil {
			t.Errorf("from %d to %d: %v", m, n, err)
		}
		p, err := tr.Inclusion(newer, uint64(m-1), list[m-1])
		if err != nil {
			t.Fatal(err)
		}
		if want := modelPath(m-1, list[:n]); !slices.Equal(p.Hashes, want) {
			t.Fatalf("entry %d of %d: got %v, want %v", m-1, n, p.Hashes, want)
		}
	}
}

func TestNoTree(t *testing.T) {
	t.Parallel()
	list := entries(t, 5)
	tr, k := tree(list), key(t, "archive.example")
	for _, size := range []uint64{0, 6, 1 << 63} {
		if c, err := tr.Checkpoint("a", size); err == nil {
			t.Errorf("size %d: got %v", size, c)
		}
	}
	all, some := signed(t, tr, 5, k), signed(t, tr, 3, k)
	forked := slices.Clone(list)
	forked[2] = []byte("another entry")
	fork := tree(forked)
	if fork.Holds(some.Checkpoint) || !fork.Holds(signed(t, tr, 2, k).Checkpoint) || tree(list[:4]).Holds(all.Checkpoint) {
		t.Error("holds what it does not hold, or the other way round")
	}
	elsewhere := *all
	elsewhere.Origin = "b.example/A"
	for name, err := range map[string]error{
		"backwards": second(tr.Consistency(all, some)),
		"fork":      second(fork.Consistency(some, all)),
		"rollback":  second(tree(list[:4]).Consistency(some, all)),
		"origin":    second(tr.Consistency(some, &elsewhere)),
		"entry":     second(tr.Inclusion(all, 2, list[3])),
		"index":     second(tr.Inclusion(some, 3, list[3])),
		"tree":      second(fork.Inclusion(all, 1, list[1])),
	} {
		if !errors.Is(err, transparency.ErrFalse) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func BenchmarkAppend(b *testing.B) {
	entry := entries(b, 2)[1]
	b.SetBytes(int64(len(entry)))
	b.ReportAllocs()
	for b.Loop() {
		tr := &transparency.Tree{}
		for range 1000 {
			tr.Append(entry)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/entry")
}
