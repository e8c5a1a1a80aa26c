package registry_test

import (
	"context"
	"crypto/md5"
	"crypto/sha256"
	"fmt"
	"iter"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store"
)

// weighing is a store that counts the bytes that it is given, pages and entries, and
// those of the pages that it returns.
type weighing struct {
	store.Store
	written, read atomic.Int64
	pagesRead     atomic.Int64
}

func (w *weighing) Get(ctx context.Context, h [32]byte) ([]byte, error) {
	data, err := w.Store.Get(ctx, h)
	w.pagesRead.Add(1)
	w.read.Add(int64(len(data)))
	return data, err
}

func (w *weighing) GetAll(ctx context.Context, hashes [][32]byte) ([][]byte, error) {
	pages, err := store.GetAll(ctx, w.Store, hashes)
	for _, data := range pages {
		w.pagesRead.Add(1)
		w.read.Add(int64(len(data)))
	}
	return pages, err
}

func (w *weighing) PutAll(ctx context.Context, pages []store.Page) error {
	w.weigh(pages, nil)
	return w.Store.PutAll(ctx, pages)
}

func (w *weighing) Commit(ctx context.Context, b store.Batch) error {
	w.weigh(b.Pages, b.Entries)
	return store.Commit(ctx, w.Store, b)
}

func (w *weighing) weigh(pages []store.Page, entries [][]byte) {
	for _, p := range pages {
		w.written.Add(int64(len(p.Data)))
	}
	for _, e := range entries {
		w.written.Add(int64(len(e)))
	}
}

func (w *weighing) reset() {
	w.written.Store(0)
	w.read.Store(0)
	w.pagesRead.Store(0)
}

// openWeighing returns a registry with a dataset of the first n granules in SQLite.
func openWeighing(tb testing.TB, n int, noChain bool) (*registry.Registry, *weighing) {
	tb.Helper()
	w := &weighing{Store: openSQLite(tb, filepath.Join(tb.TempDir(), "idem.db"))}
	r := registry.New(w, nil)
	if _, err := r.Create(tb.Context(), "D", registry.Creation{NoChain: noChain}); err != nil {
		tb.Fatal(err)
	}
	apply(tb, r, "D", registry.Change{Op: dataset.OpAdd, Granules: modis(n)})
	w.reset()
	return r, w
}

// after returns the granules from the given one to the last of n.
func after(from, n int) iter.Seq2[patricia.Item, error] {
	return func(yield func(patricia.Item, error) bool) {
		i := 0
		for it, err := range modis(n) {
			if i++; i > from && !yield(it, err) {
				return
			}
		}
	}
}

// BenchmarkAppendDay adds the 288 granules of the day that follows a million, durably,
// one day after the other.
func BenchmarkAppendDay(b *testing.B) {
	const day = 288
	for _, noChain := range []bool{true, false} {
		b.Run(fmt.Sprintf("chain=%v", !noChain), func(b *testing.B) {
			r, w := openWeighing(b, million, noChain)
			n := million
			for b.Loop() {
				b.StopTimer()
				var items []patricia.Item
				for it, err := range after(n, n+day) {
					if err != nil {
						b.Fatal(err)
					}
					items = append(items, patricia.Item{ID: append([]byte(nil), it.ID...)})
				}
				n += day
				b.StartTimer()
				apply(b, r, "D", registry.Change{Op: dataset.OpAdd, Granules: func(yield func(patricia.Item, error) bool) {
					for _, it := range items {
						if !yield(it, nil) {
							return
						}
					}
				}})
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N), "µs/day")
			b.ReportMetric(float64(w.written.Load())/float64(b.N), "B-written/day")
			b.ReportMetric(float64(w.pagesRead.Load())/float64(b.N), "reads/day")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// readOfDiff returns the bytes of pages that a diff reads whose result is the newest
// granules, and the bytes of their IDs.
func readOfDiff(tb testing.TB, r *registry.Registry, w *weighing, from, to patricia.Root) (read, ids int64) {
	tb.Helper()
	w.reset()
	for d, err := range r.Diff(tb.Context(), from, to) {
		if err != nil || !d.InNew {
			tb.Fatalf("got %q, %v", d.ID, err)
		}
		ids += int64(len(d.ID))
	}
	return w.read.Load(), ids
}

// TestDiffNewest lets a mirror catch up: to find the newest thousand granules it reads
// little more than their pages.
func TestDiffNewest(t *testing.T) {
	t.Parallel()
	const all, newest = 50_000, 1000
	r, w := openWeighing(t, all-newest, true)
	old := apply(t, r, "D", registry.Change{Op: dataset.OpAdd, Granules: ids()}).Entry.Root
	head := apply(t, r, "D", registry.Change{Op: dataset.OpAdd, Granules: after(all-newest, all)}).Entry.Root
	read, size := readOfDiff(t, r, w, old, head)
	if size < 30*newest {
		t.Fatalf("the IDs have %d bytes", size)
	}
	if read > size+4096 {
		t.Errorf("it read %d bytes, want 4096 and the %d of the IDs at most", read, size)
	}
}

// BenchmarkDiffNewest does so when they are the newest of a million.
func BenchmarkDiffNewest(b *testing.B) {
	const newest = 1000
	r, w := openWeighing(b, million-newest, true)
	old := apply(b, r, "D", registry.Change{Op: dataset.OpAdd, Granules: ids()}).Entry.Root
	head := apply(b, r, "D", registry.Change{Op: dataset.OpAdd, Granules: after(million-newest, million)}).Entry.Root
	var read, size int64
	for b.Loop() {
		read, size = readOfDiff(b, r, w, old, head)
	}
	b.ReportMetric(float64(read), "B-read/diff")
	b.ReportMetric(float64(size), "B-IDs/diff")
	b.ReportMetric(float64(w.pagesRead.Load()), "reads/diff")
}

// BenchmarkVerify verifies a dataset of a million granules. The ratio is to what
// cannot be avoided, on one core and in turn: a SHA-256 of 49 bytes and one of 75 for
// each granule, and with the chain an MD5 of 82, each after the one before.
func BenchmarkVerify(b *testing.B) {
	for _, noChain := range []bool{true, false} {
		b.Run(fmt.Sprintf("chain=%v", !noChain), func(b *testing.B) {
			r, w := openWeighing(b, million, noChain)
			var took, floor time.Duration
			for b.Loop() {
				start := time.Now()
				if !noChain {
					hashChain(million)
				}
				hashTree(million)
				middle := time.Now()
				if _, err := r.Verify(b.Context(), "D", nil); err != nil {
					b.Fatal(err)
				}
				took += time.Since(middle)
				floor += middle.Sub(start)
			}
			b.ReportMetric(float64(took)/float64(floor), "ratio")
			b.ReportMetric(float64(took.Nanoseconds())/float64(b.N)/million, "ns/granule")
			b.ReportMetric(float64(w.pagesRead.Load())/float64(b.N), "reads")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func hashTree(n int) byte {
	var leaf [49]byte
	var branch [75]byte
	for range n {
		h := sha256.Sum256(leaf[:])
		leaf[0] = h[0]
		h = sha256.Sum256(branch[:])
		branch[0] = h[0]
	}
	return leaf[0] ^ branch[0]
}

func hashChain(n int) byte {
	var step [82]byte
	for range n {
		h := md5.Sum(step[:])
		copy(step[:], h[:])
	}
	return step[0]
}
