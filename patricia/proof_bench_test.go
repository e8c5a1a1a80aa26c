package patricia_test

import (
	"crypto/sha256"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/patricia"
)

// BenchmarkProof checks proofs of one ID each among ten years of them, present and
// absent in turn, and tells their sizes in bytes. The ratio is to a SHA-256 of 75
// bytes, the hash of a branch, of which a proof has about 22; they are taken in turns,
// and it and the time are medians of these.
func BenchmarkProof(b *testing.B) {
	const proofs = 10_000
	pages := newPages()
	tree := patricia.Tree{Root: root(b, decadeIDs(), pages.put), Pages: pages}
	r := rand.New(rand.NewPCG(3, 4))
	var queries, texts [][]byte
	sum, most := 0, 0
	for i := range proofs {
		id := modis(nil, r.IntN(decade))
		if i%2 == 1 {
			// Some digits of it are others: of the day, of the time or of the production.
			id = strconv.AppendInt(id[:[]int{13, 18, 27}[r.IntN(3)]], r.Int64N(1e13), 10)
		}
		p, err := tree.Prove(b.Context(), id)
		if err != nil {
			b.Fatal(err)
		}
		text, err := p.AppendBinary(nil)
		if err != nil {
			b.Fatal(err)
		}
		queries, texts = append(queries, id), append(texts, text)
		sum += len(text)
		most = max(most, len(text))
	}
	want := tree.Root
	pages, tree = nil, patricia.Tree{}
	runtime.GC() // so that only the proofs are left
	var ratios, times []float64
	var branch [75]byte
	checked := 0
	for b.Loop() {
		const turn = 1000
		from := checked % proofs
		start := time.Now()
		for range turn {
			h := sha256.Sum256(branch[:])
			branch[0] = h[0]
		}
		middle := time.Now()
		for i := from; i < from+turn; i++ {
			p, err := patricia.ParseProof(patricia.Set, texts[i])
			if err != nil || p.Root() != want {
				b.Fatalf("%q: %v", queries[i], err)
			}
			if _, there, err := p.Find(queries[i]); err != nil || there != (i%2 == 0) {
				b.Fatalf("%q: %v, %v", queries[i], there, err)
			}
		}
		took, floor := float64(time.Since(middle)), float64(middle.Sub(start))
		ratios, times = append(ratios, took/floor), append(times, took/turn)
		checked += turn
	}
	slices.Sort(ratios)
	slices.Sort(times)
	b.ReportMetric(ratios[len(ratios)/2], "ratio")
	b.ReportMetric(times[len(times)/2], "ns/proof")
	b.ReportMetric(float64(sum)/proofs, "B/proof")
	b.ReportMetric(float64(most), "B-largest")
	b.ReportMetric(0, "ns/op")
}
