package distid_test

import (
	"context"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/distid"
)

func TestNoAllocation(t *testing.T) {
	id, id128 := distid.MustParse(sample), distid.MustParse128(sample128)
	buf := make([]byte, 0, 64)
	ids, ids128 := make([]distid.ID, 100), make([]distid.ID128, 100)
	ctx := context.Background()
	w := &world{ms: start}
	g := &distid.Generator{Clock: w.Clock, Sleep: w.Sleep}
	check := func(name string, f func()) {
		t.Helper()
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
	for _, f := range forms[:1] {
		check("append "+f.name, func() { buf = f.append(id, buf[:0]) })
	}
	for _, f := range forms[3:] {
		s := f.string(id)
		check("append "+f.name, func() { buf = f.append(id, buf[:0]) })
		check("parse "+f.name, func() { _, _ = f.parse(s) })
	}
	for _, f := range forms128[3:] {
		s := f.string(id128)
		check("append 128 "+f.name, func() { buf = f.append(id128, buf[:0]) })
		check("parse 128 "+f.name, func() { _, _ = f.parse(s) })
	}
	text, text128 := []byte(sample), []byte(sample128)
	scanned, scanned128 := any(text), any(text128)
	check("Parse", func() { _, _ = distid.Parse(sample) })
	check("Parse128", func() { _, _ = distid.Parse128(sample128) })
	check("UnmarshalText", func() { _ = id.UnmarshalText(text) })
	check("UnmarshalText 128", func() { _ = id128.UnmarshalText(text128) })
	check("Scan", func() { _ = id.Scan(scanned) })
	check("Scan 128", func() { _ = id128.Scan(scanned128) })
	check("AppendText 128", func() { buf, _ = id128.AppendText(buf[:0]) })
	check("AppendBinary", func() { buf, _ = id.AppendBinary(buf[:0]) })
	check("AppendBinary 128", func() { buf, _ = id128.AppendBinary(buf[:0]) })
	check("Generator.New", func() { id, _ = g.New(ctx) })
	check("Generator.Fill", func() { _, _ = g.Fill(ctx, ids) })
	check("New128", func() { id128 = distid.New128() })
	check("NewFrom128", func() { id128, _ = distid.NewFrom128(ctx) })
	check("Fill 128", func() { _, _ = distid.Fill(ctx, ids128) })
}

// The floor of all generators that read a clock.
func BenchmarkFloor(b *testing.B) {
	for b.Loop() {
		_ = time.Now().UnixMilli()
	}
}

// A real clock, whose time is moved on by each sleep, so that there is no wait.
func BenchmarkNew(b *testing.B) {
	var ahead time.Duration
	g := &distid.Generator{
		Clock: func() time.Time { return time.Now().Add(ahead) },
		Sleep: func(_ context.Context, d time.Duration) error { ahead += d; return nil },
	}
	for b.Loop() {
		if _, err := g.New(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNew128(b *testing.B) {
	for b.Loop() {
		_ = distid.New128()
	}
}

func BenchmarkNew128Parallel(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			_ = distid.New128()
		}
	})
}

func BenchmarkNewFrom128(b *testing.B) {
	ctx := distid.WithGenerator(b.Context(), new(distid.Generator128))
	for b.Loop() {
		if _, err := distid.NewFrom128(ctx); err != nil {
			b.Fatal(err)
		}
	}
}

// A burst of 128,000 IDs by a generator that has rested. It is about as large as a burst
// can be, so that some runs wait for a few milliseconds.
func BenchmarkBurst(b *testing.B) {
	ids := make([]distid.ID, 128_000)
	for b.Loop() {
		if _, err := new(distid.Generator).Fill(context.Background(), ids); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBurstSingly(b *testing.B) {
	for b.Loop() {
		g := new(distid.Generator)
		for range 128_000 {
			if _, err := g.New(context.Background()); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkFill128(b *testing.B) {
	ids := make([]distid.ID128, 10_000)
	g := new(distid.Generator128)
	for b.Loop() {
		if _, err := g.Fill(context.Background(), ids); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(ids)), "ns/ID")
}

func BenchmarkAppend(b *testing.B) {
	buf := make([]byte, 0, 64)
	for _, f := range append(forms[:1:1], forms[3:]...) {
		b.Run("ID/"+f.name, func(b *testing.B) {
			id := distid.MustParse(sample)
			for b.Loop() {
				buf = f.append(id, buf[:0])
			}
		})
	}
	for _, f := range append(forms128[:1:1], forms128[3:]...) {
		b.Run("ID128/"+f.name, func(b *testing.B) {
			id := distid.MustParse128(sample128)
			for b.Loop() {
				buf = f.append(id, buf[:0])
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for _, f := range append(forms[:1:1], forms[3:]...) {
		b.Run("ID/"+f.name, func(b *testing.B) {
			s := f.string(distid.MustParse(sample))
			for b.Loop() {
				_, _ = f.parse(s)
			}
		})
	}
	for _, f := range append(forms128[:1:1], forms128[3:]...) {
		b.Run("ID128/"+f.name, func(b *testing.B) {
			s := f.string(distid.MustParse128(sample128))
			for b.Loop() {
				_, _ = f.parse(s)
			}
		})
	}
}
