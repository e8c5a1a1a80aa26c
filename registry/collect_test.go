package registry_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/memstore"
)

// pagesFirst is a store in which the pages of a change are put before its entry, as
// those of large changes are. crash, if it is true, ends each change between the two.
type pagesFirst struct {
	collecting
	crash bool
}

// collecting is a store that can forget pages.
type collecting interface {
	store.Store
	store.Collector
}

var errCrash = errors.New("crash")

func (s *pagesFirst) Commit(ctx context.Context, b store.Batch) error {
	if err := s.PutAll(ctx, b.Pages); err != nil {
		return err
	}
	if s.crash {
		return errCrash
	}
	for _, p := range b.Pages {
		b.Needs = append(b.Needs, p.Hash)
	}
	b.Pages = nil
	return store.Commit(ctx, s.collecting, b)
}

// onCollectors runs a test on each engine.
func onCollectors(t *testing.T, test func(t *testing.T, s collecting)) {
	t.Helper()
	t.Parallel()
	for name, open := range engines {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t).(collecting))
		})
	}
}

// lists returns the granules of all instances of all datasets.
func lists(t *testing.T, r *registry.Registry) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for name, err := range r.Datasets(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		for e, err := range r.Log(t.Context(), name) {
			if err != nil {
				t.Fatal(err)
			}
			all[fmt.Sprint(name, e.Seq)] = collect(t, r.Granules(t.Context(), e.Root, nil))
		}
	}
	return all
}

func sameLists(t *testing.T, got, want map[string][]string) {
	t.Helper()
	if !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("the instances are others: %d, want %d", len(got), len(want))
	}
}

func stored(t *testing.T, s store.Collector) (n uint64) {
	t.Helper()
	for _, err := range s.Stored(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}

// orphans verifies the store and returns the number of its orphans.
func orphans(t *testing.T, r *registry.Registry) uint64 {
	t.Helper()
	for part, err := range r.VerifyStore(t.Context(), nil) {
		switch {
		case err != nil || part.Err != nil:
			t.Fatalf("%+v, %v", part, err)
		case part.Pages != nil && part.Pages.Orphans != nil:
			return part.Pages.Orphans.Pages
		}
	}
	t.Fatal("orphans were not counted")
	return 0
}

func collectPages(t *testing.T, r *registry.Registry, o registry.CollectOptions) registry.Collected {
	t.Helper()
	done, err := r.Collect(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// randomHistory changes the datasets A and B at random; some changes crash before
// their entry is there.
func randomHistory(t *testing.T, s collecting, seed uint64) *registry.Registry {
	t.Helper()
	first := &pagesFirst{collecting: s}
	r := registry.New(first, ticking())
	rnd := rand.New(rand.NewPCG(seed, 0))
	models := map[string]map[string]bool{"A": {}, "B": {}}
	for name := range models {
		create(t, r, name)
	}
	for range 40 {
		name := []string{"A", "B"}[rnd.IntN(2)]
		c, want := randomChange(rnd, models[name], func(rnd *rand.Rand) string { return fmt.Sprint("GRANULE.", rnd.IntN(3000)) })
		first.crash = rnd.IntN(3) == 0
		_, err := r.Apply(t.Context(), name, c)
		switch {
		case err == nil:
			models[name] = want
		case !errors.Is(err, errCrash):
			t.Fatal(err)
		}
	}
	first.crash = false
	return r
}

// TestCollect forgets what crashes have left, and nothing else.
func TestCollect(t *testing.T) {
	onCollectors(t, func(t *testing.T, s collecting) {
		r := randomHistory(t, s, 1)
		want, before := lists(t, r), stored(t, s)
		dry := collectPages(t, r, registry.CollectOptions{DryRun: true})
		if dry.Forgotten == 0 || dry.Kept+dry.Forgotten != before || stored(t, s) != before {
			t.Errorf("dry run: %+v of %d pages", dry, before)
		}
		if n := orphans(t, r); n != dry.Forgotten {
			t.Errorf("%d orphans, want %d", n, dry.Forgotten)
		}
		if done := collectPages(t, r, registry.CollectOptions{}); done != dry {
			t.Errorf("got %+v, the dry run said %+v", done, dry)
		}
		if n := stored(t, s); n != dry.Kept {
			t.Errorf("%d pages are left, want %d", n, dry.Kept)
		}
		sameLists(t, lists(t, r), want)
		if n := orphans(t, r); n != 0 {
			t.Errorf("%d orphans are left", n)
		}
		if again := collectPages(t, r, registry.CollectOptions{}); again.Forgotten != 0 || again.Kept != dry.Kept {
			t.Errorf("again: %+v", again)
		}
	})
}

// TestCollectEmpty collects in a store without anything, and in one without datasets.
func TestCollectEmpty(t *testing.T) {
	onCollectors(t, func(t *testing.T, s collecting) {
		r := registry.New(s, ticking())
		if done := collectPages(t, r, registry.CollectOptions{}); done != (registry.Collected{}) {
			t.Errorf("got %+v", done)
		}
		if err := s.PutAll(t.Context(), []store.Page{{Hash: [32]byte{1}, Data: []byte("no page of a tree")}}); err != nil {
			t.Fatal(err)
		}
		if done := collectPages(t, r, registry.CollectOptions{}); done.Forgotten != 1 || done.ForgottenBytes != 17 {
			t.Errorf("got %+v", done)
		}
	})
}

// late is a store in which something happens just before pages are forgotten.
type late struct {
	collecting
	first func()
}

func (s *late) Forget(ctx context.Context, choose func(context.Context) ([][32]byte, error)) error {
	s.first()
	return s.collecting.Forget(ctx, choose)
}

// TestCollectLateEntry lets an entry come that refers to orphans, when it has been
// decided that these are to be forgotten: they are not.
func TestCollectLateEntry(t *testing.T) {
	onCollectors(t, func(t *testing.T, s collecting) {
		r := randomHistory(t, s, 2)
		change := registry.Change{Op: dataset.OpAdd, Granules: ids("late")}
		crashing := registry.New(&pagesFirst{collecting: s, crash: true}, nil)
		if _, err := crashing.Apply(t.Context(), "A", change); !errors.Is(err, errCrash) {
			t.Fatal(err)
		}
		dry := collectPages(t, r, registry.CollectOptions{DryRun: true})
		var before uint64
		waiting := &late{collecting: s, first: func() {
			before = stored(t, s)
			apply(t, r, "A", change)
			if n := stored(t, s); n >= before+5 {
				t.Errorf("the change put %d pages: it did not find its orphans", n-before)
			}
		}}
		done := collectPages(t, registry.New(waiting, nil), registry.CollectOptions{})
		if done.Forgotten == 0 || done.Forgotten >= dry.Forgotten {
			t.Errorf("forgot %d pages, without the entry %d", done.Forgotten, dry.Forgotten)
		}
		if n := orphans(t, r); n != 0 {
			t.Errorf("%d orphans are left", n)
		}
	})
}

// TestCollectLargeEntry lets a large entry come just before pages are forgotten: it is
// looked at while writers do not wait.
func TestCollectLargeEntry(t *testing.T) {
	t.Parallel()
	s := memstore.New()
	r := randomHistory(t, s, 5)
	want := collectPages(t, r, registry.CollectOptions{DryRun: true})
	create(t, r, "LARGE")
	tries := 0
	waiting := &late{collecting: s, first: func() {
		if tries++; tries == 1 {
			apply(t, r, "LARGE", registry.Change{Op: dataset.OpAdd, Granules: modis(110_000)})
		}
	}}
	done := collectPages(t, registry.New(waiting, nil), registry.CollectOptions{})
	if tries != 2 || done.Forgotten != want.Forgotten {
		t.Errorf("%d tries, %d pages forgotten, want 2 and %d", tries, done.Forgotten, want.Forgotten)
	}
	if n := orphans(t, r); n != 0 {
		t.Errorf("%d orphans are left", n)
	}
}

// forgetful is a store in which pages that were put without an entry are forgotten at
// once, so many times.
type forgetful struct {
	collecting
	times atomic.Int32
}

func (s *forgetful) PutAll(ctx context.Context, pages []store.Page) error {
	if err := s.collecting.PutAll(ctx, pages); err != nil || s.times.Add(-1) < 0 {
		return err
	}
	return s.Forget(ctx, func(context.Context) ([][32]byte, error) {
		var hashes [][32]byte
		for _, p := range pages {
			hashes = append(hashes, p.Hash)
		}
		return hashes, nil
	})
}

// TestForgottenOnTheWay makes changes that are so large that some of their pages are
// put before the entry, and lets these be forgotten: the changes are made again.
func TestForgottenOnTheWay(t *testing.T) {
	onCollectors(t, func(t *testing.T, s collecting) {
		long := func(seed byte) iter.Seq2[patricia.Item, error] {
			return func(yield func(patricia.Item, error) bool) {
				random := rand.NewChaCha8([32]byte{seed})
				var id [200]byte
				for i := range 25_000 { // 5 MB
					random.Read(id[:])
					for k := range id {
						id[k] = 'A' + id[k]%64
					}
					if !yield(patricia.Item{ID: fmt.Appendf(nil, "%06d.%s", i, id[:])}, nil) {
						return
					}
				}
			}
		}
		const times = 2
		lossy := &forgetful{collecting: s}
		r := registry.New(lossy, ticking())
		if _, err := r.Create(t.Context(), "D", registry.Creation{NoChain: true}); err != nil {
			t.Fatal(err)
		}
		for seed := range byte(2) {
			lossy.times.Store(times)
			apply(t, r, "D", registry.Change{Op: dataset.OpReplace, Granules: long(seed), Reason: "test"})
			if left := lossy.times.Load(); left > -1 {
				t.Errorf("pages were put before the entry only %d times", times-left)
			}
		}
		if n := orphans(t, r); n != 0 {
			t.Errorf("%d orphans", n)
		}
	})
}

// TestCollectRefuses collects in stores of which it cannot be told what they refer to:
// nothing is forgotten.
func TestCollectRefuses(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		harm func(t *testing.T, s collecting, head *dataset.Entry) error
		want error
	}{
		"page gone": {func(t *testing.T, s collecting, head *dataset.Entry) error {
			return s.Forget(t.Context(), func(context.Context) ([][32]byte, error) { return [][32]byte{head.Root.Hash}, nil })
		}, registry.ErrDamaged},
		"no entry": {func(t *testing.T, s collecting, head *dataset.Entry) error {
			return s.Append(t.Context(), "dataset/A", head.Seq+1, []byte("{}"))
		}, registry.ErrDamaged},
		"unknown log": {func(t *testing.T, s collecting, _ *dataset.Entry) error {
			return s.Append(t.Context(), "future/A", 0, []byte("x"))
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := memstore.New()
			r := randomHistory(t, s, 3)
			head, err := r.Head(t.Context(), "A")
			if err != nil {
				t.Fatal(err)
			}
			if err := tc.harm(t, s, head); err != nil {
				t.Fatal(err)
			}
			before := stored(t, s)
			if _, err := r.Collect(t.Context(), registry.CollectOptions{}); err == nil || tc.want != nil && !errors.Is(err, tc.want) {
				t.Errorf("got error %v, want %v", err, tc.want)
			}
			if n := stored(t, s); n != before {
				t.Errorf("%d of %d pages are left", n, before)
			}
		})
	}
	plain := struct {
		store.Logs
		store.Pages
		closer
	}{}
	if _, err := registry.New(plain, nil).Collect(t.Context(), registry.CollectOptions{}); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("a store that cannot forget: %v", err)
	}
}

// TestCollectBesideWriters changes datasets from many goroutines, half of them through
// a second opening of the store, while pages are collected again and again. All changes
// put their pages before their entries.
func TestCollectBesideWriters(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "idem.db")
	mem := memstore.New()
	for name, stores := range map[string][2]store.Store{
		"mem":    {mem, mem},
		"sqlite": {openSQLite(t, path), openSQLite(t, path)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const writers, changes = 4, 25
			var r [2]*registry.Registry
			for i, s := range stores {
				r[i] = registry.New(&pagesFirst{collecting: s.(collecting)}, nil)
			}
			create(t, r[0], "A")
			create(t, r[0], "B")
			var running atomic.Int32
			running.Store(writers)
			var all sync.WaitGroup
			for w := range writers {
				all.Go(func() {
					defer running.Add(-1)
					rnd := rand.New(rand.NewPCG(uint64(w), 5))
					for range changes {
						// All do the same things, so that one's pages are another's orphans.
						id := fmt.Sprint("granule.", rnd.IntN(12))
						c := registry.Change{Op: dataset.OpAdd, Granules: ids(id), IgnoreMissing: true}
						if rnd.IntN(2) == 0 {
							c.Op, c.Reason = dataset.OpRemove, "test"
						}
						if _, err := r[w%2].Apply(t.Context(), []string{"A", "B"}[rnd.IntN(2)], c); err != nil {
							t.Error(err)
						}
					}
				})
			}
			rounds := 0
			for ; running.Load() > 0; rounds++ {
				if _, err := r[0].Collect(t.Context(), registry.CollectOptions{}); err != nil {
					t.Error(err)
					break
				}
			}
			all.Wait()
			t.Logf("%d rounds", rounds)
			collectPages(t, r[1], registry.CollectOptions{})
			if n := orphans(t, r[0]); n != 0 {
				t.Errorf("%d orphans are left", n)
			}
		})
	}
}

// TestVerifyStore finds what is wrong with a store, all of it.
func TestVerifyStore(t *testing.T) {
	t.Parallel()
	s := memstore.New()
	r := randomHistory(t, s, 4)
	was := orphans(t, r)
	if was == 0 {
		t.Fatal("no orphans")
	}
	bad := []store.Page{{Hash: [32]byte{1}, Data: []byte("no page")}, {Hash: [32]byte{2}, Data: []byte{0x10}}}
	if err := s.PutAll(t.Context(), bad); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"dataset/C", "future/A", "about/A", "query/A", "checkpoint/A"} {
		if err := s.Append(t.Context(), name, 0, []byte("no entry")); err != nil {
			t.Fatal(err)
		}
	}
	sound, wrong := map[string]bool{}, map[string]bool{}
	wrongPages := 0
	var pages *registry.PageCount
	for part, err := range r.VerifyStore(t.Context(), nil) {
		switch {
		case err != nil:
			t.Fatal(err)
		case part.Log != "" && part.Err == nil:
			sound[part.Log] = part.Known
		case part.Log != "":
			wrong[part.Log] = part.Known
		case part.Err != nil:
			wrongPages++
		default:
			pages = part.Pages
		}
	}
	if want := map[string]bool{"dataset/A": true, "dataset/B": true, "future/A": false}; !maps.Equal(sound, want) {
		t.Errorf("sound: got %v, want %v", sound, want)
	}
	if want := map[string]bool{"dataset/C": true, "about/A": true, "query/A": true, "checkpoint/A": true}; !maps.Equal(wrong, want) {
		t.Errorf("wrong: got %v, want %v", wrong, want)
	}
	if wrongPages != len(bad) {
		t.Errorf("%d wrong pages, want %d", wrongPages, len(bad))
	}
	if pages == nil || pages.Pages != stored(t, s) || pages.Orphans != nil {
		t.Errorf("pages: got %+v", pages)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	ended := false
	for part, err := range r.VerifyStore(ctx, nil) {
		if ended || !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: got %+v, %v", part, err)
		}
		ended = true
	}
	if !ended {
		t.Error("cancelled, and it ended as if it were done")
	}
	s.Close()
	for part, err := range r.VerifyStore(t.Context(), nil) {
		if !errors.Is(err, fs.ErrClosed) {
			t.Errorf("closed: got %+v, %v", part, err)
		}
	}
}
