package registry_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/memstore"
)

// chainHistory makes a dataset of some thousand granules, and then small changes: at
// the end, at a few places again and again, anywhere, and now and then a large one.
func chainHistory(t *testing.T, s store.Store, seed uint64) *registry.Registry {
	t.Helper()
	r := registry.New(s, ticking())
	create(t, r, "D")
	rnd := rand.New(rand.NewPCG(seed, 0))
	next := 0
	some := func(n int, makeID func() string) map[string]bool {
		picked := map[string]bool{}
		for range n {
			picked[makeID()] = true
		}
		return picked
	}
	anywhere := func() string { return fmt.Sprintf("G.%06d", rnd.IntN(1_000_000)) }
	change := func(op dataset.Op, picked map[string]bool) {
		c := registry.Change{Op: op, Granules: ids(slices.Sorted(maps.Keys(picked))...), IgnoreMissing: true}
		if op != dataset.OpAdd {
			c.Reason = "test"
		}
		apply(t, r, "D", c)
	}
	change(dataset.OpAdd, some(9500, anywhere))
	for range 70 {
		op := []dataset.Op{dataset.OpAdd, dataset.OpRemove}[rnd.IntN(2)]
		switch rnd.IntN(40) {
		case 0:
			change(dataset.OpAdd, some(17_000, anywhere))
		case 1:
			change(dataset.OpReplace, some(9500, anywhere))
		case 2, 3, 4, 5, 6, 7, 8, 9:
			change(dataset.OpAdd, some(3, func() string { next++; return fmt.Sprintf("H.%06d", next) }))
		case 10, 11, 12, 13, 14, 15, 16, 17, 18, 19:
			change(op, some(2, func() string { return fmt.Sprintf("G.%06d", rnd.IntN(4)*300_000) }))
		default:
			change(op, some(1+rnd.IntN(3), anywhere))
		}
	}
	return r
}

// TestVerifyChains verifies random histories, and the same with one wrong DI or one
// wrong map of checkpoints: the entry is found.
func TestVerifyChains(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		s := memstore.New()
		r := chainHistory(t, s, seed)
		if _, err := r.Verify(t.Context(), "D", nil); err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		head, err := r.Head(t.Context(), "D")
		if err != nil {
			t.Fatal(err)
		}
		rnd := rand.New(rand.NewPCG(seed, 1))
		for range 5 {
			at := 1 + rnd.Uint64N(head.Seq)
			what, lie := "DI", func(e *dataset.Entry) { e.DI[rnd.IntN(16)] ^= 1 }
			if rnd.IntN(3) == 0 {
				what, lie = "checkpoints", func(e *dataset.Entry) { e.Checkpoints = e.Root }
			}
			_, err := registry.New(retold(t, s, at, lie), nil).Verify(t.Context(), "D", nil)
			if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("entry %d of dataset D: ", at)) {
				t.Errorf("seed %d: wrong %s of entry %d: got %v", seed, what, at, err)
			}
		}
	}
}

// retold returns a store with the pages of another and the ledger of D in which one
// entry lies. All entries are sound by themselves and follow from one another.
func retold(t *testing.T, s store.Store, at uint64, lie func(*dataset.Entry)) store.Store {
	t.Helper()
	logs := memstore.New()
	var prev *dataset.Entry
	for stored, err := range s.Read(t.Context(), "dataset/D", 0) {
		if err != nil {
			t.Fatal(err)
		}
		e, err := dataset.ParseEntry(stored.Data)
		if err != nil {
			t.Fatal(err)
		}
		if prev != nil {
			e.Prev = prev.Hash
		}
		if e.Seq == at {
			lie(e)
		}
		data, err := e.Seal()
		if err != nil {
			t.Fatal(err)
		}
		if err := logs.Append(t.Context(), "dataset/D", e.Seq, data); err != nil {
			t.Fatal(err)
		}
		prev = e
	}
	return struct {
		store.Logs
		store.Pages
		closer
	}{logs, s, closer{}}
}
