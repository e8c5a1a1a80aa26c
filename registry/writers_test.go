package registry_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/memstore"
)

// TestWriters changes one dataset from many goroutines at once, half of them through
// a second opening of the same store. All changes land, one after the other.
func TestWriters(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "idem.db")
	mem := memstore.New()
	for name, stores := range map[string][2]store.Store{
		"mem":    {mem, mem},
		"sqlite": {openSQLite(t, path), openSQLite(t, path)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const writers, changes = 6, 12
			registries := [2]*registry.Registry{registry.New(stores[0], nil), registry.New(stores[1], nil)}
			create(t, registries[0], "D")
			var all sync.WaitGroup
			failed := make(chan error, writers*changes)
			for w := range writers {
				all.Go(func() {
					for c := range changes {
						id := fmt.Sprintf("granule.%d.%d", w, c)
						out, err := registries[w%2].Apply(t.Context(), "D", registry.Change{Op: dataset.OpAdd, Granules: ids(id)})
						if err == nil && (!out.Changed || out.Entry.Added != 1) {
							err = fmt.Errorf("%s: %+v", id, out)
						}
						failed <- err
					}
				})
			}
			all.Wait()
			for range writers * changes {
				if err := <-failed; err != nil {
					t.Error(err)
				}
			}
			head, err := registries[1].Head(t.Context(), "D")
			if err != nil || head.Seq != writers*changes || head.Root.Count != writers*changes {
				t.Errorf("head %+v, %v", head, err)
			}
			if _, err := registries[0].Verify(t.Context(), "D", nil); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestResolve finds every entry that carries an identifier, in all of its forms.
func TestResolve(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		for _, name := range []string{"B", "A"} {
			create(t, r, name)
			apply(t, r, name, registry.Change{Op: dataset.OpAdd, Granules: ids("1")})
			apply(t, r, name, registry.Change{Op: dataset.OpAdd, Granules: ids("2")})
			apply(t, r, name, registry.Change{Op: dataset.OpRemove, Granules: ids("2"), Reason: "test"})
		}
		head, err := r.Head(t.Context(), "A")
		if err != nil {
			t.Fatal(err)
		}
		instance := head.Identifier()
		for _, id := range []dataset.Identifier{
			instance,
			{Kind: dataset.KindAny, Hash: instance.Hash},
			{Kind: dataset.KindChain, DI: head.DI},
		} {
			var got []string
			for e, err := range r.Resolve(t.Context(), id) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, fmt.Sprint(e.Dataset, e.Seq))
			}
			if want := []string{"A1", "A3", "B1", "B3"}; !slices.Equal(got, want) {
				t.Errorf("%s: got %v, want %v", id, got, want)
			}
		}
		for _, id := range []dataset.Identifier{
			{Kind: dataset.KindSet, Hash: dataset.Hash{1}},
			{Kind: dataset.KindMap, Hash: instance.Hash},
			{Kind: dataset.KindChain},
		} {
			for e, err := range r.Resolve(t.Context(), id) {
				if !errors.Is(err, registry.ErrUnresolved) {
					t.Errorf("%s: got %v, %v", id, e, err)
				}
			}
		}
	})
}
