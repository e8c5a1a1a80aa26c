package patricia_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/patricia"
)

// decade is about ten years of MODIS granules, one each five minutes.
const decade = 1_051_200

// decadeIDs returns the IDs one after the other, 40 bytes each.
func decadeIDs() []byte {
	ids := make([]byte, 0, 40*decade)
	for i := range decade {
		ids = modis(ids, i)
	}
	return ids
}

// BenchmarkRoot computes the root of ten years of IDs from a sorted stream. The
// ratio is to what cannot be avoided, taken in the same turn: a SHA-256 of 49
// bytes and one of 75 bytes for each ID on one core.
func BenchmarkRoot(b *testing.B) {
	ids := decadeIDs()
	for _, procs := range []int{1, 2} {
		b.Run(map[int]string{1: "cores=1", 2: "cores=2"}[procs], func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
			var took, floor time.Duration
			for b.Loop() {
				start := time.Now()
				hashFloor()
				middle := time.Now()
				root(b, ids, nil)
				floor += middle.Sub(start)
				took += time.Since(middle)
			}
			b.ReportMetric(float64(took)/float64(floor), "ratio")
			b.ReportMetric(float64(took.Nanoseconds())/float64(b.N)/decade, "ns/ID")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func root(b *testing.B, ids []byte, sink patricia.Sink) patricia.Root {
	t := patricia.NewBuilder(patricia.Set, sink)
	for i := 0; i < len(ids); i += 40 {
		if err := t.Add(ids[i : i+40]); err != nil {
			b.Fatal(err)
		}
	}
	r, err := t.Root()
	if err != nil {
		b.Fatal(err)
	}
	return r
}

var sum byte // keeps the compiler from leaving the hashes out

func hashFloor() {
	var leaf [49]byte
	var branch [75]byte
	for range decade {
		h := sha256.Sum256(leaf[:])
		leaf[0] = h[0]
		h = sha256.Sum256(branch[:])
		branch[0] = h[0]
		sum ^= h[1]
	}
}

// BenchmarkPages makes the pages of the same set and tells their size.
func BenchmarkPages(b *testing.B) {
	ids := decadeIDs()
	var pages, bytes int
	for b.Loop() {
		pages, bytes = 0, 0
		root(b, ids, func(p patricia.Page) error {
			pages++
			bytes += len(p.Data)
			return nil
		})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/decade, "ns/ID")
	b.ReportMetric(float64(bytes)/decade, "B/ID")
	b.ReportMetric(float64(pages), "pages")
}

// BenchmarkAddOne adds one ID at a random place to that set, in memory, without and
// with a cache that all changes share.
func BenchmarkAddOne(b *testing.B) {
	pages := newPages()
	whole := root(b, decadeIDs(), pages.put)
	for _, cached := range []bool{false, true} {
		b.Run(fmt.Sprintf("cache=%v", cached), func(b *testing.B) {
			tree := patricia.Tree{Root: whole, Pages: pages}
			if cached {
				tree.Pages = patricia.NewCache(pages, 32<<20)
			}
			pages.reads, pages.writes, pages.bytesWritten = 0, 0, 0
			r := rand.New(rand.NewPCG(1, 2))
			b.ReportAllocs()
			for b.Loop() {
				id := modis(nil, r.IntN(decade))
				id = append(id[:len(id)-9], strconv.Itoa(1e8+r.IntN(9e8))...) // made at another time
				res, err := tree.Update(b.Context(), changes([]patricia.Change{{ID: id}}), pages.put)
				if err != nil {
					b.Fatal(err)
				}
				tree.Root = res.Root
			}
			n := float64(b.N)
			b.ReportMetric(float64(pages.reads)/n, "reads/change")
			b.ReportMetric(float64(pages.writes)/n, "writes/change")
			b.ReportMetric(float64(pages.bytesWritten)/n, "B/change")
		})
	}
}

// BenchmarkAll goes through that set, which verifies all of its pages.
func BenchmarkAll(b *testing.B) {
	pages := newPages()
	tree := patricia.Tree{Root: root(b, decadeIDs(), pages.put), Pages: pages}
	for b.Loop() {
		n := 0
		for _, err := range tree.All(b.Context(), nil) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n != decade {
			b.Fatal(n)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/decade, "ns/ID")
}
