package registry_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/memstore"
)

// step is an entry of a copy that tests can change.
type step struct {
	entry  *dataset.Entry
	deltas []registry.Delta
}

// steps returns all entries of a dataset and what they did.
func steps(t *testing.T, r *registry.Registry, name string) (list []step) {
	t.Helper()
	var prev *dataset.Entry
	for e, err := range r.Log(t.Context(), name) {
		if err != nil {
			t.Fatal(err)
		}
		s := step{entry: e}
		if prev != nil {
			for d, err := range r.Deltas(t.Context(), prev, e) {
				if err != nil {
					t.Fatal(err)
				}
				s.deltas = append(s.deltas, d)
			}
		}
		list = append(list, s)
		prev = e
	}
	return list
}

// copyOf makes a copy of the steps.
func copyOf(t *testing.T, name string, list []step) registry.Copy {
	t.Helper()
	return registry.Copy{Name: name, Ledger: func(yield func(registry.Given, error) bool) {
		for _, s := range list {
			data, err := s.entry.Seal()
			g := registry.Given{Entry: data, Deltas: func(yield func(registry.Delta, error) bool) {
				for _, d := range s.deltas {
					if !yield(d, nil) {
						return
					}
				}
			}}
			if !yield(g, err) {
				return
			}
		}
	}}
}

// logs returns all logs of a store.
func logs(t *testing.T, s store.Store) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for name, err := range s.Names(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		for e, err := range s.Read(t.Context(), name, 0) {
			if err != nil {
				t.Fatal(err)
			}
			all[name] = append(all[name], string(e.Data))
		}
	}
	return all
}

func equalLogs(a, b map[string][]string) bool { return maps.EqualFunc(a, b, slices.Equal) }

// randomLives makes datasets with histories of several sorts in a store.
func randomLives(t *testing.T, s store.Store) (names []string) {
	t.Helper()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 3))
	r := registry.New(s, ticking())
	randomLife(t, r, rnd, "Life", 80)
	create(t, r, "Content")
	known := map[string]string{}
	for range 20 {
		var c registry.Change
		c, known = contentChange(rnd, known)
		apply(t, r, "Content", c)
	}
	create(t, r, "Chain")
	model := map[string]bool{}
	for range 10 {
		var c registry.Change
		c, model = randomChange(rnd, model, sets["scattered"])
		apply(t, r, "Chain", c)
	}
	create(t, r, "Empty")
	return []string{"Life", "Content", "Chain", "Empty"}
}

// TestImport makes datasets again in another store: whole, after a part of them, and
// once more.
func TestImport(t *testing.T) {
	t.Parallel()
	from := memstore.New()
	names := randomLives(t, from)
	source := registry.New(from, nil)
	for engine, open := range engines {
		for _, name := range names {
			t.Run(engine+"/"+name, func(t *testing.T) {
				t.Parallel()
				all := steps(t, source, name)
				parts := []int{0, 1, len(all) / 2, len(all)}
				if engine != "mem" {
					parts = parts[2:3]
				}
				for _, part := range parts {
					to := open(t)
					r := registry.New(to, ticking())
					if part > 0 {
						if _, err := r.Import(t.Context(), copyOf(t, name, all[:part])); err != nil {
							t.Fatal(err)
						}
					}
					got, err := r.Import(t.Context(), copyOf(t, name, all))
					if err != nil {
						t.Fatal(err)
					}
					there := min(part, len(all))
					if got.There != uint64(there) || got.Made != uint64(len(all)-there) || got.Later != 0 {
						t.Errorf("after %d of %d: got %+v", part, len(all), got)
					}
					if want := logs(t, from)["dataset/"+name]; !slices.Equal(logs(t, to)["dataset/"+name], want) {
						t.Fatalf("after %d of %d: the ledgers differ", part, len(all))
					}
					if _, err := r.Verify(t.Context(), name, nil); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
}

// TestImportLater: a store that went on keeps what it has.
func TestImportLater(t *testing.T) {
	t.Parallel()
	s := memstore.New()
	r := registry.New(s, ticking())
	randomLife(t, r, rand.New(rand.NewPCG(1, 2)), "D", 20)
	all, before := steps(t, r, "D"), logs(t, s)
	got, err := r.Import(t.Context(), copyOf(t, "D", all[:15]))
	if err != nil || got.There != 15 || got.Made != 0 || got.Later != 6 || got.Head.Seq != 14 {
		t.Errorf("got %+v, %v", got, err)
	}
	if !equalLogs(logs(t, s), before) {
		t.Error("the store has changed")
	}
}

// contested is a store in which somebody else comes first, once.
type contested struct {
	*memstore.Store
	first func()
}

func (c *contested) Commit(ctx context.Context, b store.Batch) error {
	if first := c.first; first != nil {
		c.first = nil
		first()
		return fmt.Errorf("%w: %s", store.ErrConflict, b.Log)
	}
	return store.Commit(ctx, c.Store, b)
}

// TestImportContested: when another writer comes first, or pages were forgotten, the
// import begins anew, on top of what is there then.
func TestImportContested(t *testing.T) {
	t.Parallel()
	from := memstore.New()
	r := registry.New(from, ticking())
	randomLife(t, r, rand.New(rand.NewPCG(5, 6)), "D", 30)
	all := steps(t, r, "D")
	for what, first := range map[string]struct {
		do   func(s store.Store) error
		made uint64
		err  error
	}{
		"forgotten": {func(s store.Store) error {
			_, err := registry.New(s, nil).Collect(t.Context(), registry.CollectOptions{})
			return err
		}, 31, nil},
		"beginning": {func(s store.Store) error {
			_, err := registry.New(s, nil).Import(t.Context(), copyOf(t, "D", all[:9]))
			return err
		}, 22, nil},
		"another": {func(s store.Store) error {
			_, err := registry.New(s, nil).Create(t.Context(), "D", registry.Creation{})
			return err
		}, 0, registry.ErrDiverged},
	} {
		s := memstore.New()
		got, err := registry.New(&contested{s, func() {
			if err := first.do(s); err != nil {
				t.Error(err)
			}
		}}, nil).Import(t.Context(), copyOf(t, "D", all))
		if !errors.Is(err, first.err) || got.Made != first.made {
			t.Errorf("%s: got %+v, %v", what, got, err)
		}
		if err == nil && !equalLogs(logs(t, s), logs(t, from)) {
			t.Errorf("%s: the ledgers differ", what)
		}
	}
}

// TestImportOlder: entries that an older version wrote have neither tombstones nor
// histories, and keep their form.
func TestImportOlder(t *testing.T) {
	t.Parallel()
	s := memstore.New()
	r := registry.New(s, ticking())
	randomLife(t, r, rand.New(rand.NewPCG(3, 4)), "D", 70)
	list := steps(t, r, "D")
	for i := range list {
		e := list[i].entry
		if i > 40 {
			break
		}
		e.Tombstones, e.History = dataset.Entry{}.Tombstones, nil
		if i > 0 {
			e.Prev = list[i-1].entry.Hash
		}
		data, err := e.Seal()
		if err != nil || !bytes.Contains(data, []byte(`"v":1}`)) {
			t.Fatalf("entry %d: %s, %v", i, data, err)
		}
		for j := range list[i].deltas {
			list[i].deltas[j].By = nil
		}
	}
	older := memstore.New()
	now := list[40].entry.Recorded
	old := registry.New(older, func() time.Time { now = now.Add(time.Second); return now })
	if _, err := old.Import(t.Context(), copyOf(t, "D", list[:41])); err != nil {
		t.Fatal(err)
	}
	// The newer version goes on with it.
	for i := range 60 {
		apply(t, old, "D", registry.Change{Op: dataset.OpAdd, Granules: ids(fmt.Sprintf("new.%d", i))})
		if i%3 == 0 {
			apply(t, old, "D", registry.Change{Op: dataset.OpRemove, Reason: "test", Granules: ids(fmt.Sprintf("new.%d", i))})
		}
	}
	to := memstore.New()
	if _, err := registry.New(to, nil).Import(t.Context(), copyOf(t, "D", steps(t, old, "D"))); err != nil {
		t.Fatal(err)
	}
	if !equalLogs(logs(t, to), logs(t, older)) {
		t.Error("the ledgers differ")
	}
}
