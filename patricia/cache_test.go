package patricia_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"

	"github.com/seed-05176fc3/idem/patricia"
)

// TestCacheChanges makes changes with a cache and without. They must give the same
// trees, and the pages of the first must make whole trees by themselves; the changes
// with the cache must read next to nothing.
func TestCacheChanges(t *testing.T) {
	t.Parallel()
	for _, kind := range []patricia.Kind{patricia.Set, patricia.Map} {
		stored, plain := newPages(), newPages()
		cached := patricia.Tree{Kind: kind, Pages: patricia.NewCache(stored, 64<<20)}
		tree := patricia.Tree{Kind: kind, Pages: plain}
		r := rand.New(rand.NewPCG(1, uint64(kind)))
		for i := range 300 {
			c := patricia.Change{ID: modis(nil, r.IntN(3000)), Delete: r.IntN(5) == 0}
			if kind == patricia.Map && !c.Delete {
				c.Value = strconv.AppendInt(nil, r.Int64N(100), 10)
			}
			batch := []patricia.Change{c}
			if i%100 == 0 {
				batch = nil
				for j := 0; j < 3000; j += 1 + r.IntN(3) {
					batch = append(batch, patricia.Change{ID: modis(nil, j), Value: c.Value})
				}
			}
			got, err := cached.Update(t.Context(), changes(batch), stored.put)
			if err != nil {
				t.Fatal(err)
			}
			want, err := tree.Update(t.Context(), changes(batch), plain.put)
			if err != nil {
				t.Fatal(err)
			}
			if got.Root != want.Root {
				t.Fatalf("change %d: root %v, want %v", i, got.Root, want.Root)
			}
			cached.Root, tree.Root = got.Root, want.Root
		}
		if stored.reads > 100 { // those of the first tree, which a Builder made
			t.Errorf("%d pages read through the cache", stored.reads)
		}
		var check patricia.Checker
		if err := check.Check(t.Context(), patricia.Tree{Kind: kind, Root: cached.Root, Pages: stored}); err != nil {
			t.Error(err)
		}
	}
}

// TestCacheForgets reads far more than a cache may keep.
func TestCacheForgets(t *testing.T) {
	t.Parallel()
	pages := newPages()
	b := patricia.NewBuilder(patricia.Set, pages.put)
	for i := range 20_000 {
		if err := b.Add(modis(nil, i)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := b.Root()
	if err != nil {
		t.Fatal(err)
	}
	tree := patricia.Tree{Root: root, Pages: patricia.NewCache(pages, 64<<10)}
	var reads [2]int
	for round := range reads {
		pages.reads = 0
		for i := 0; i < 20_000; i += 50 {
			if _, ok, err := tree.Get(t.Context(), modis(nil, i)); err != nil || !ok {
				t.Fatal(ok, err)
			}
		}
		reads[round] = pages.reads
	}
	if reads[1] < 150 { // there are about 230 leaf pages of 5 KiB
		t.Errorf("%d pages read, then %d: the cache forgets nothing", reads[0], reads[1])
	}
	if reads[0] > 400 {
		t.Errorf("%d pages read for 400 neighbours: the cache keeps nothing", reads[0])
	}
}

// TestCacheShared has a set, a map and many goroutines use one cache at once.
func TestCacheShared(t *testing.T) {
	t.Parallel()
	pages := newPages()
	cache := patricia.NewCache(pages, 1<<20)
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			kind := patricia.Kind(i % 2)
			tree := patricia.Tree{Kind: kind, Pages: cache}
			r := rand.New(rand.NewPCG(uint64(i), 0))
			m := model{}
			for range 15 {
				before := tree
				was := make(model)
				maps.Copy(was, m)
				var batch []patricia.Change
				for j := 0; j < 2000; j += 1 + r.IntN(40) {
					c := patricia.Change{ID: modis(nil, j)}
					if kind == patricia.Map {
						c.Value = []byte{byte(r.IntN(3))}
					}
					batch = append(batch, c)
					m[string(c.ID)] = string(c.Value)
				}
				res, err := tree.Update(t.Context(), changes(batch), pages.put)
				if err != nil {
					t.Error(err)
					return
				}
				tree.Root = res.Root
				if want := m.root(kind); tree.Root != want {
					t.Errorf("root %v, want %v", tree.Root, want)
					return
				}
				n := 0
				for d, err := range before.Diff(t.Context(), tree) {
					old, there := was[string(d.ID)]
					if err != nil || there != d.InOld || there && old != string(d.Old) || m[string(d.ID)] != string(d.New) {
						t.Errorf("difference %q: %v, %v", d.ID, d, err)
						return
					}
					n++
				}
				if n == 0 && before.Root != tree.Root {
					t.Error("no difference between two trees")
				}
			}
		})
	}
	wg.Wait()
}

// batches is a reader of many pages at once.
type batches struct {
	*pageMap
	mu    sync.Mutex
	calls int
	most  int
}

func (b *batches) PageBatch(ctx context.Context, hashes []patricia.Hash) ([][]byte, error) {
	b.mu.Lock()
	b.calls++
	b.most = max(b.most, len(hashes))
	b.mu.Unlock()
	pages := make([][]byte, len(hashes))
	for i, h := range hashes {
		var err error
		if pages[i], err = b.Page(ctx, h); err != nil {
			return nil, err
		}
	}
	return pages, nil
}

// TestBatches walks a tree through a reader that can deliver many pages at once.
func TestBatches(t *testing.T) {
	t.Parallel()
	pages := newPages()
	b := patricia.NewBuilder(patricia.Set, pages.put)
	const n = 30_000
	for i := range n {
		if err := b.Add(modis(nil, i)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := b.Root()
	if err != nil {
		t.Fatal(err)
	}
	reader := &batches{pageMap: pages}
	tree := patricia.Tree{Root: root, Pages: reader}
	i := 0
	for it, err := range tree.All(t.Context(), nil) {
		if err != nil || string(it.ID) != string(modis(nil, i)) {
			t.Fatalf("item %d: %q, %v", i, it.ID, err)
		}
		i++
	}
	if i != n {
		t.Errorf("%d items, want %d", i, n)
	}
	if reader.most < 10 || reader.most > 64 {
		t.Errorf("batches of %d pages at most", reader.most)
	}
	if pages.reads != pages.writes {
		t.Errorf("%d pages read of %d", pages.reads, pages.writes)
	}
}

// TestShortWalk holds a walk that ends soon to few pages.
func TestShortWalk(t *testing.T) {
	t.Parallel()
	pages := newPages()
	b := patricia.NewBuilder(patricia.Set, pages.put)
	for i := range 100_000 {
		if err := b.Add(modis(nil, i)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := b.Root()
	if err != nil {
		t.Fatal(err)
	}
	pages.reads = 0
	n := 0
	for _, err := range (patricia.Tree{Root: root, Pages: pages}).All(t.Context(), modis(nil, 50_000)) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 10 {
			break
		}
	}
	if pages.reads > 8 {
		t.Errorf("%d pages read for 10 items", pages.reads)
	}
}
