package risk_test

import (
	"io"
	"testing"

	"github.com/seed-05176fc3/idem/internal/risk"
)

func BenchmarkBirthday(b *testing.B) {
	for b.Loop() {
		risk.Birthday(1e9, 1<<62)
	}
}

func BenchmarkBirthdayCount(b *testing.B) {
	for b.Loop() {
		risk.BirthdayCount(1e-6, 1<<122)
	}
}

func BenchmarkDuring(b *testing.B) {
	for _, s := range schemes() {
		b.Run(s.Name, func(b *testing.B) {
			for b.Loop() {
				s.During(risk.Load{Nodes: 10, Rate: 1000}, 10*risk.Year)
			}
		})
	}
}

func BenchmarkChart(b *testing.B) {
	line := risk.Line{Name: "flax", Scheme: risk.Flax(), Load: risk.Load{Nodes: 10, Rate: 1000}}
	chart := risk.OverTime("flax", []risk.Line{line}, risk.Year)
	b.Run("text", func(b *testing.B) {
		for b.Loop() {
			if err := chart.WriteText(io.Discard, 80, 16, false); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("SVG", func(b *testing.B) {
		for b.Loop() {
			if err := chart.WriteSVG(io.Discard); err != nil {
				b.Fatal(err)
			}
		}
	})
}
