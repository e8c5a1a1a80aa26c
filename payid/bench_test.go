package payid_test

import (
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/payid"
)

// fast returns a generator that does not run out: its clock goes forward a second
// with each reading.
func fast(b *testing.B) *payid.Generator {
	c := &clock{t: utc("2028-12-06T07:02:26Z")}
	return generator(b, payid.Config{Now: func() time.Time { c.t = c.t.Add(time.Second); return c.t }})
}

func BenchmarkNew(b *testing.B) {
	g := fast(b)
	ctx := b.Context()
	for b.Loop() {
		if _, err := g.New(ctx); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFill(b *testing.B) {
	g := fast(b)
	ctx := b.Context()
	ids := make([]payid.ID, 1296)
	for b.Loop() {
		if _, err := g.Fill(ctx, ids); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(ids)), "ns/ID")
}

func BenchmarkAppendText(b *testing.B) {
	v := payid.MustParse("2KNQ8300Z")
	dst := make([]byte, 0, payid.Len)
	for b.Loop() {
		if out, _ := v.AppendText(dst); len(out) != payid.Len {
			b.Fatal("short")
		}
	}
}

func BenchmarkParse(b *testing.B) {
	s := "2KNQ8300Z"
	for b.Loop() {
		if _, err := payid.Parse(s); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLayoutParts(b *testing.B) {
	l, v := payid.Standard(), payid.MustParse("2KNQ8300Z")
	for b.Loop() {
		if l.Worker(v) != 0 || l.Counter(v) != 35 {
			b.Fatal("wrong")
		}
	}
}
