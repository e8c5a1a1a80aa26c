package risk_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/seed-05176fc3/idem/internal/risk"
)

func TestCount(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		n    float64
		want string
	}{
		{0, "0"},
		{1, "1"},
		{0.5, "0.5"},
		{0.0012345, "0.00123"},
		{0.0009, "9e-4"},
		{2.19e-14, "2.19e-14"},
		{1.23456, "1.23"},
		{99.96, "100"},
		{999.4, "999"},
		{999.6, "1,000"},
		{1296, "1,296"},
		{128666.67, "128,667"},
		{999999.4, "999,999"},
		{999999.6, "1 million"},
		{1e6, "1 million"},
		{9.996e8, "1 billion"},
		{3.5e12, "3.5 trillion"},
		{75.6e15, "75.6 quadrillion"},
		{2.71e18, "2.71 quintillion"},
		{1e21, "1e21"},
		{1.2345e30, "1.23e30"},
		{1.2345e308, "1.23e308"},
		{math.Inf(1), "without end"},
	} {
		if got := risk.Count(tt.n); got != tt.want {
			t.Errorf("Count(%v): got %q, want %q", tt.n, got, tt.want)
		}
	}
}

func TestOddsAndPercent(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		p             float64
		odds, percent string
	}{
		{0, "never", "0 %"},
		{1e-300, "1 in 1e300", "1e-298 %"},
		{1 / 3.5e12, "1 in 3.5 trillion", "2.86e-11 %"},
		{1e-7, "1 in 10 million", "0.00001 %"},
		{2e-4, "1 in 5,000", "0.02 %"},
		{0.05, "1 in 20", "5 %"},
		{0.5, "1 in 2", "50 %"},
		{0.99, "1 in 1.01", "99 %"},
		{0.996, "all but certain", "99.6 %"},
		{0.9999, "all but certain", "over 99.9 %"},
		{1, "all but certain", "over 99.9 %"},
	} {
		if got := risk.Odds(tt.p); got != tt.odds {
			t.Errorf("Odds(%v): got %q, want %q", tt.p, got, tt.odds)
		}
		if got := risk.Percent(tt.p); got != tt.percent {
			t.Errorf("Percent(%v): got %q, want %q", tt.p, got, tt.percent)
		}
	}
}

func TestSpan(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		seconds float64
		want    string
	}{
		{0.0015, "1.5 ms"},
		{1e-9, "1e-6 ms"},
		{1, "1 second"},
		{59.94, "59.9 seconds"},
		{60, "1 minute"},
		{3599.9, "1 hour"},
		{36 * 3600, "1.5 days"},
		{risk.Year, "1 year"},
		{10 * risk.Year, "10 years"},
		{1234 * risk.Year, "1,230 years"},
		{2.1e6 * risk.Year, "2.1 million years"},
		{math.Inf(1), "never"},
	} {
		if got := risk.Span(tt.seconds); got != tt.want {
			t.Errorf("Span(%v): got %q, want %q", tt.seconds, got, tt.want)
		}
	}
}

func ExampleOdds() {
	s := risk.Distributed()
	o := s.During(risk.Load{Nodes: 10, Rate: 100}, 30*risk.Year)
	fmt.Println(risk.Count(o.IDs), "IDs:", risk.Odds(o.Probability))
	// Output: 947 billion IDs: 1 in 661
}
