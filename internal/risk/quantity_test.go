package risk_test

import (
	"errors"
	"math"
	"testing"

	"github.com/seed-05176fc3/idem/internal/risk"
)

var quantities = map[string]func(string) (float64, error){
	"count": risk.ParseCount, "rate": risk.ParseRate, "span": risk.ParseSpan, "probability": risk.ParseProbability,
}

func TestParseQuantities(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kind, text string
		want       float64
	}{
		{"count", "1", 1},
		{"count", "10,000", 10000},
		{"count", "10_000", 10000},
		{"count", "1e9", 1e9},
		{"count", "+1.5e3", 1500},
		{"count", "1e30", 1e30},
		{"rate", "1000/s", 1000},
		{"rate", "1e3/ms", 1e6},
		{"rate", "6/min", 0.1},
		{"rate", "7.2e3/h", 2},
		{"rate", "86,400/d", 1},
		{"rate", "31557600/y", 1},
		{"span", "10y", 315576000},
		{"span", "1.5h", 5400},
		{"span", "2min", 120},
		{"span", "30d", 2592000},
		{"span", "5ms", 0.005},
		{"span", "1e3s", 1000},
		{"probability", "0.5", 0.5},
		{"probability", "1e-6", 1e-6},
		{"probability", "1%", 0.01},
		{"probability", "0.999999", 0.999999},
	} {
		got, err := quantities[tt.kind](tt.text)
		if err != nil || !near(got, tt.want, 1e-15) {
			t.Errorf("%s %q: got %v, %v, want %v", tt.kind, tt.text, got, err, tt.want)
		}
	}
}

func TestParseQuantityErrors(t *testing.T) {
	t.Parallel()
	for kind, texts := range map[string][]string{
		"count":       {"", "0", "0.5", "-1", "1.5", "ten", "inf", "nan", "0x10", "1e31", "1e-31", "1e999", "1 000", "1e", "1s"},
		"rate":        {"", "1", "/s", "0/s", "-1/s", "1/", "1/m", "1/S", "1/s/s", "nan/s", "1 /s", "1e400/s"},
		"span":        {"", "y", "10", "10m", "10Y", "0y", "-1y", "1h30min", "infy", "1e-40s"},
		"probability": {"", "0", "1", "100%", "%", "2", "-0.5", "nan", "1/2", "0%", "1e-31"},
	} {
		for _, text := range texts {
			if got, err := quantities[kind](text); !errors.Is(err, risk.ErrQuantity) {
				t.Errorf("%s %q: got %v, %v, want %v", kind, text, got, err, risk.ErrQuantity)
			}
		}
	}
}

func FuzzParseQuantities(f *testing.F) {
	for _, text := range []string{"1e9", "10_000", "1000/s", "10y", "1.5h", "1%", "nan", "0x1p4", "1e400/s"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for kind, parse := range quantities {
			v, err := parse(text)
			switch {
			case err != nil && (v != 0 || !errors.Is(err, risk.ErrQuantity)):
				t.Errorf("%s %q: got %v, %v", kind, text, v, err)
			case err == nil && !(v > 0 && v < math.MaxFloat64):
				t.Errorf("%s %q: got %v", kind, text, v)
			}
		}
	})
}
