package registry_test

import (
	"crypto/md5"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/memstore"
	"github.com/seed-05176fc3/idem/store/sqlitestore"
)

// engines are the stores that all tests of this package run on.
var engines = map[string]func(t testing.TB) store.Store{
	"mem":    func(testing.TB) store.Store { return memstore.New() },
	"sqlite": func(t testing.TB) store.Store { return openSQLite(t, filepath.Join(t.TempDir(), "idem.db")) },
}

func openSQLite(t testing.TB, path string) store.Store {
	t.Helper()
	s, err := sqlitestore.Open(t.Context(), path, sqlitestore.Create)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// onEngines runs a test on a registry over each engine.
func onEngines(t *testing.T, test func(t *testing.T, r *registry.Registry)) {
	t.Helper()
	t.Parallel()
	for name, open := range engines {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, registry.New(open(t), ticking()))
		})
	}
}

// ticking returns a clock that goes on by a second each time it is read.
func ticking() func() time.Time {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	return func() time.Time { now = now.Add(time.Second); return now }
}

func ids(list ...string) iter.Seq2[patricia.Item, error] {
	return func(yield func(patricia.Item, error) bool) {
		for _, id := range list {
			if !yield(patricia.Item{ID: []byte(id)}, nil) {
				return
			}
		}
	}
}

func create(t testing.TB, r *registry.Registry, name string) {
	t.Helper()
	if _, err := r.Create(t.Context(), name, registry.Creation{}); err != nil {
		t.Fatal(err)
	}
}

func apply(t testing.TB, r *registry.Registry, name string, c registry.Change) registry.Outcome {
	t.Helper()
	out, err := r.Apply(t.Context(), name, c)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func collect(t testing.TB, seq iter.Seq2[[]byte, error]) (list []string) {
	t.Helper()
	for id, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(id))
	}
	return list
}

// naiveDI is the definition of the chain, word for word.
func naiveDI(list []string) string {
	h := ""
	for i, id := range list {
		if i > 0 {
			h += "\n"
		}
		h = fmt.Sprintf("%x", md5.Sum([]byte(h+id+"\n")))
	}
	return h
}

// sets are kinds of random granules: few, so that changes meet.
var sets = map[string]func(r *rand.Rand) string{
	"scattered": func(r *rand.Rand) string { return fmt.Sprintf("G.%07d", r.IntN(60_000)) },
	"few":       func(r *rand.Rand) string { return fmt.Sprintf("%b", r.IntN(300)) },
}

// TestHistoryIndependence changes datasets at random and compares each entry with a
// sorted list and with a dataset that was filled in one go.
func TestHistoryIndependence(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		for kind, makeID := range sets {
			seed := rand.Uint64()
			rnd := rand.New(rand.NewPCG(seed, 0))
			create(t, r, kind)
			model := map[string]bool{}
			for step := range 25 {
				c, want := randomChange(rnd, model, makeID)
				out := apply(t, r, kind, c)
				where := fmt.Sprintf("%s, seed %d, step %d", kind, seed, step)
				if out.Changed != !maps.Equal(model, want) {
					t.Fatalf("%s: changed: got %v", where, out.Changed)
				}
				model = want
				compare(t, r, where, out.Entry, slices.Sorted(maps.Keys(model)))
			}
			if _, err := r.Verify(t.Context(), kind, nil); err != nil {
				t.Errorf("seed %d: %v", seed, err)
			}
		}
	})
}

// randomChange returns a change and what it makes of the model.
func randomChange(rnd *rand.Rand, model map[string]bool, makeID func(*rand.Rand) string) (registry.Change, map[string]bool) {
	want := maps.Clone(model)
	size := 1 + rnd.IntN(3)
	if rnd.IntN(2) == 0 {
		size = rnd.IntN(9000) // more than two checkpoints
	}
	picked := map[string]bool{}
	for range size {
		picked[makeID(rnd)] = true
	}
	c := registry.Change{Op: dataset.OpAdd, IgnoreMissing: true}
	switch rnd.IntN(5) {
	case 0:
		c.Op, c.Reason, want = dataset.OpReplace, "test", picked
	case 1, 2:
		c.Op, c.Reason = dataset.OpRemove, "test"
		maps.DeleteFunc(want, func(id string, _ bool) bool { return picked[id] })
	default:
		maps.Copy(want, picked)
	}
	c.Granules = ids(slices.Sorted(maps.Keys(picked))...)
	return c, want
}

func compare(t *testing.T, r *registry.Registry, where string, e *dataset.Entry, want []string) {
	t.Helper()
	if got := collect(t, r.Granules(t.Context(), e.Root, nil)); !slices.Equal(got, want) {
		t.Fatalf("%s: %d granules, want %d", where, len(got), len(want))
	}
	b := patricia.NewBuilder(patricia.Set, nil)
	for _, id := range want {
		if err := b.Add([]byte(id)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := b.Root()
	if err != nil || e.Root != root {
		t.Fatalf("%s: root %v, want %v, %v", where, e.Root, root, err)
	}
	di := ""
	if e.HasDI() {
		di = e.DI.String()
	}
	if want := naiveDI(want); di != want {
		t.Fatalf("%s: DI %q, want %q", where, di, want)
	}
}

func TestRefused(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		create(t, r, "D")
		day := time.Date(2001, 1, 2, 0, 0, 0, 0, time.UTC)
		head := apply(t, r, "D", registry.Change{Op: dataset.OpAdd, Granules: ids("a", "b"), At: day}).Entry
		failing := func(yield func(patricia.Item, error) bool) {
			_ = yield(patricia.Item{ID: []byte("c")}, nil) && yield(patricia.Item{}, errors.ErrUnsupported)
		}
		for name, tc := range map[string]struct {
			dataset string
			change  registry.Change
			want    error
		}{
			"no dataset":           {"E", registry.Change{Op: dataset.OpAdd, Granules: ids("c")}, registry.ErrNoDataset},
			"no name":              {"", registry.Change{Op: dataset.OpAdd, Granules: ids("c")}, dataset.ErrInvalidName},
			"before":               {"D", registry.Change{Op: dataset.OpAdd, Granules: ids("c"), At: day.Add(-1)}, dataset.ErrBeforeLast},
			"absent":               {"D", registry.Change{Op: dataset.OpRemove, Granules: ids("a", "x")}, registry.ErrAbsent},
			"no reason":            {"D", registry.Change{Op: dataset.OpRemove, Granules: ids("a")}, registry.ErrNoReason},
			"no reason to replace": {"D", registry.Change{Op: dataset.OpReplace, Granules: ids("a")}, registry.ErrNoReason},
			"order":                {"D", registry.Change{Op: dataset.OpAdd, Granules: ids("d", "c")}, patricia.ErrOrder},
			"twice":                {"D", registry.Change{Op: dataset.OpReplace, Granules: ids("d", "d")}, patricia.ErrOrder},
			"empty ID":             {"D", registry.Change{Op: dataset.OpAdd, Granules: ids("")}, patricia.ErrInvalidID},
			"reading":              {"D", registry.Change{Op: dataset.OpAdd, Granules: failing}, errors.ErrUnsupported},
			"replacing":            {"D", registry.Change{Op: dataset.OpReplace, Granules: failing}, errors.ErrUnsupported},
		} {
			if _, err := r.Apply(t.Context(), tc.dataset, tc.change); !errors.Is(err, tc.want) {
				t.Errorf("%s: got %v, want %v", name, err, tc.want)
			}
		}
		now, err := r.Head(t.Context(), "D")
		if err != nil || now.Hash != head.Hash {
			t.Errorf("the ledger has moved: %v, %v", now, err)
		}
		if _, err := r.Create(t.Context(), "D", registry.Creation{}); !errors.Is(err, registry.ErrExists) {
			t.Errorf("created twice: %v", err)
		}
	})
}

func TestAsOf(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		create(t, r, "D")
		day := func(n int) time.Time { return time.Date(2001, 1, n, 0, 0, 0, 0, time.UTC) }
		for n := 2; n <= 20; n += 2 {
			apply(t, r, "D", registry.Change{Op: dataset.OpAdd, Granules: ids(fmt.Sprintf("%02d", n)), At: day(n)})
		}
		for n := 1; n <= 22; n++ {
			e, err := r.AsOf(t.Context(), "D", day(n).Add(time.Hour))
			if n == 1 {
				if !errors.Is(err, registry.ErrNoInstance) {
					t.Errorf("before all: %v, %v", e, err)
				}
				continue
			}
			if want := uint64(min(n, 20) / 2); err != nil || e.Seq != want {
				t.Errorf("day %d: got %v, %v, want entry %d", n, e, err, want)
			}
		}
	})
}
