package registry_test

import (
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/memstore"
)

// life is a dataset as maps, and which entries moved which granule.
type life struct {
	set   map[string]bool
	tombs map[string]dataset.Tombstone
	moves map[string][]uint64
}

// randomLife makes n changes of a dataset, one entry each, and returns what came of
// them. Few granules come and go often; now and then many move at once.
func randomLife(t *testing.T, r *registry.Registry, rnd *rand.Rand, name string, n int) *life {
	t.Helper()
	if _, err := r.Create(t.Context(), name, registry.Creation{NoChain: true}); err != nil {
		t.Fatal(err)
	}
	l := &life{map[string]bool{}, map[string]dataset.Tombstone{}, map[string][]uint64{}}
	seq := uint64(0)
	changes := func(yield func(registry.Change, error) bool) {
		for int(seq) < n {
			seq++
			if !yield(l.change(rnd, seq), nil) {
				return
			}
		}
	}
	made := uint64(0)
	for out, err := range r.ApplyAll(t.Context(), name, changes) {
		if err != nil {
			t.Fatal(err)
		}
		if made++; !out.Changed || out.Entry.Seq != made {
			t.Fatalf("change %d: got entry %d, changed %v", made, out.Entry.Seq, out.Changed)
		}
	}
	if int(made) != n {
		t.Fatalf("got %d outcomes, want %d", made, n)
	}
	return l
}

// change returns a change that changes something, and does it to the maps.
func (l *life) change(rnd *rand.Rand, seq uint64) registry.Change {
	size := 1 + rnd.IntN(4)
	if rnd.IntN(200) == 0 {
		size = 1 + rnd.IntN(3000)
	}
	held := slices.Sorted(maps.Keys(l.set))
	if len(held) > 2 && rnd.IntN(4) == 0 {
		old, better := held[rnd.IntN(len(held))], fmt.Sprintf("G.%d.better", seq)
		l.move(old, seq, better)
		l.move(better, seq, "")
		return registry.Change{Op: dataset.OpReplace, Reason: "corrected", Pairs: []registry.Pair{{Old: old, New: better}}}
	}
	if len(held) > 1200 || len(held) > 0 && rnd.IntN(3) == 0 {
		picked := map[string]bool{}
		for range size {
			picked[held[rnd.IntN(len(held))]] = true
		}
		list := slices.Sorted(maps.Keys(picked))
		for _, id := range list {
			l.move(id, seq, "")
		}
		return registry.Change{Op: dataset.OpRemove, Reason: "corrupt", Granules: ids(list...)}
	}
	picked := map[string]bool{fmt.Sprintf("G.%d.new", seq): true} // something new in any case
	for range size {
		picked[fmt.Sprintf("G.%d", rnd.IntN(2000))] = true
	}
	list := slices.Sorted(maps.Keys(picked))
	for _, id := range list {
		if !l.set[id] {
			l.move(id, seq, "")
		}
	}
	return registry.Change{Op: dataset.OpAdd, Granules: ids(list...)}
}

func (l *life) move(id string, seq uint64, by string) {
	l.moves[id] = append(l.moves[id], seq)
	if l.set[id] {
		delete(l.set, id)
		l.tombs[id] = dataset.Tombstone{Seq: seq, By: []byte(by)}
		return
	}
	l.set[id] = true
	delete(l.tombs, id)
}

// TestWhere compares the histories of granules of random datasets of thousands
// of entries with what was done to them.
func TestWhere(t *testing.T) {
	t.Parallel()
	for _, n := range []int{3, 16, 40, 300, 4200} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			seed := rand.Uint64()
			rnd := rand.New(rand.NewPCG(seed, 1))
			s := memstore.New()
			r := registry.New(s, ticking())
			l := randomLife(t, r, rnd, "D", n)
			if _, err := r.Verify(t.Context(), "D", nil); err != nil {
				t.Errorf("seed %d: %v", seed, err)
			}
			compareTombstones(t, r, l)
			all := slices.Sorted(maps.Keys(l.moves))
			rnd.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			for _, id := range append(all[:min(len(all), 400)], "G", "G.2001", "~") {
				list, err := r.Where(t.Context(), "D", []byte(id))
				if err != nil {
					t.Fatalf("seed %d: %s: %v", seed, id, err)
				}
				if got, want := flat(list), l.moves[id]; !slices.Equal(got, want) {
					t.Fatalf("seed %d: %s: got %v, want %v", seed, id, got, want)
				}
				if by := l.tombs[id].By; len(by) > 0 && list[len(list)-1].By != string(by) {
					t.Errorf("seed %d: %s: replaced by %q, want %q", seed, id, list[len(list)-1].By, by)
				}
			}
		})
	}
}

func flat(list []registry.Interval) (moves []uint64) {
	for _, i := range list {
		moves = append(moves, i.Added.Seq)
		if i.Removed != nil {
			moves = append(moves, i.Removed.Seq)
		}
	}
	return moves
}

func compareTombstones(t *testing.T, r *registry.Registry, l *life) {
	t.Helper()
	head, err := r.Head(t.Context(), "D")
	if err != nil {
		t.Fatal(err)
	}
	want := slices.Sorted(maps.Keys(l.tombs))
	i := 0
	for got, err := range r.Tombstones(t.Context(), head) {
		if err != nil {
			t.Fatal(err)
		}
		if i == len(want) || string(got.Granule) != want[i] || got.Seq != l.tombs[want[i]].Seq || string(got.By) != string(l.tombs[want[i]].By) {
			t.Fatalf("tombstone %d: got %q %v, want %q", i, got.Granule, got.Tombstone, want[min(i, len(want)-1)])
		}
		i++
	}
	if i != len(want) {
		t.Errorf("got %d tombstones, want %d", i, len(want))
	}
}

// TestWhereRefused: what is asked for nothing that can be.
func TestWhereRefused(t *testing.T) {
	t.Parallel()
	r := registry.New(memstore.New(), ticking())
	create(t, r, "D")
	if list, err := r.Where(t.Context(), "D", []byte("a")); err != nil || len(list) != 0 {
		t.Errorf("empty dataset: got %v, %v", list, err)
	}
	if _, err := r.Where(t.Context(), "D", []byte("a\n")); err == nil {
		t.Error("no granule ID: no error")
	}
	if _, err := r.Where(t.Context(), "E", []byte("a")); err == nil {
		t.Error("no dataset: no error")
	}
}

// contents are granules with their content.
func contents(m map[string]string) iter.Seq2[patricia.Item, error] {
	return func(yield func(patricia.Item, error) bool) {
		for _, id := range slices.Sorted(maps.Keys(m)) {
			it := patricia.Item{ID: []byte(id)}
			if m[id] != "" {
				it.Value = []byte(m[id])
			}
			if !yield(it, nil) {
				return
			}
		}
	}
}
