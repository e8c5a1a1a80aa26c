package flax_test

import (
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/flax"
)

// The benchmarks of one and the same thing share the prefix, so that -bench New
// compares New with the reading of the clock that is a part of it.

func BenchmarkNewClockAlone(b *testing.B) {
	for b.Loop() {
		_ = time.Now().UnixMilli()
	}
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_ = flax.New()
	}
}

func BenchmarkNewParallel(b *testing.B) {
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			_ = flax.New()
		}
	})
}

func BenchmarkNewAt(b *testing.B) {
	b.ReportAllocs()
	now := time.Now()
	for b.Loop() {
		_, _ = flax.NewAt(now)
	}
}

func BenchmarkFill(b *testing.B) {
	b.ReportAllocs()
	var g flax.Generator
	ids := make([]flax.ID, 1000)
	for b.Loop() {
		_ = g.Fill(ids)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(ids)), "ns/ID")
}

func BenchmarkAppendText(b *testing.B) {
	b.ReportAllocs()
	id := flax.MustParse(sample)
	buf := make([]byte, 0, 16)
	for b.Loop() {
		_, _ = id.AppendText(buf)
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_, _ = flax.Parse(sample)
	}
}

func BenchmarkUnmarshalText(b *testing.B) {
	b.ReportAllocs()
	text := []byte(sample)
	var id flax.ID
	for b.Loop() {
		_ = id.UnmarshalText(text)
	}
}

func BenchmarkParseHex(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		_, _ = flax.ParseHex("05ca55528f7680cb8bb9bdc1")
	}
}
