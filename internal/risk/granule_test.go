package risk_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/internal/risk"
)

// TestGranuleTable compares 10,000 hashes of each length with figures that were
// worked out apart from this package, to all of their digits.
func TestGranuleTable(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		length       int
		with64, true string // percent
	}{
		{5, "4.549425", "4.912835"},
		{6, "0.07272584564", "0.07992997471"},
		{7, "0.00113674823", "0.001269228954"},
		{8, "0.00001776179046", "0.00002014661714"},
		{9, "0.0000002775280002", "0.0000003197876054"},
	} {
		for _, c := range []struct {
			s    risk.Scheme
			want string
		}{{risk.Granule64(tt.length), tt.with64}, {risk.Granule(tt.length), tt.true}} {
			p := c.s.Together(1, 1e4).Probability * 100
			_, decimals, _ := strings.Cut(c.want, ".")
			if got := fmt.Sprintf("%.*f", len(decimals), p); got != c.want {
				t.Errorf("%s: got %s %%, want %s %%", c.s.Title, got, c.want)
			}
		}
	}
}

// TestGranuleErrata holds what the original description prints: n²/2N in place of
// n(n-1)/2N, and 64 symbols in place of 63.
func TestGranuleErrata(t *testing.T) {
	t.Parallel()
	for length, printed := range map[int]string{6: "0.07273311278", 7: "0.001136861915", 8: "0.00001776356682"} {
		p := -math.Expm1(-1e8/2/risk.Granule64(length).Space) * 100
		_, decimals, _ := strings.Cut(printed, ".")
		if got := fmt.Sprintf("%.*f", len(decimals), p); got != printed {
			t.Errorf("length %d: got %s, want %s", length, got, printed)
		}
		right := risk.Granule(length).Together(1, 1e4).Probability * 100
		if ratio := right / p; ratio < 1.09 || ratio > 1.14 {
			t.Errorf("length %d: %v times as many collisions as printed, want 1.10 to 1.13", length, ratio)
		}
	}
	// Less than 0.1 % at 6 characters holds up to 11,185 hashes.
	if got := risk.Granule(6).TogetherUntil(1, 0.001); got != 11186 {
		t.Errorf("hashes of 6 characters until 0.1 %%: got %v, want 11186", got)
	}
}

func TestGranuleSpace(t *testing.T) {
	t.Parallel()
	for length, want := range map[int]float64{
		1: 63, 5: 992436543, 6: 62523502209, 7: 3938980639167, 8: 248155780267521, 9: 15633814156853823, 12: math.Pow(63, 12),
	} {
		if got := risk.Granule(length).Space; !near(got, want, 1e-13) {
			t.Errorf("length %d: space %v, want %v", length, got, want)
		}
	}
	last := 0.0
	for length := 1; length <= risk.MaxHashLength; length++ {
		space := risk.Granule(length).Space
		if space <= last {
			t.Errorf("length %d: space %v is no more than that of one less", length, space)
		}
		if most := risk.Granule64(length).Space; space > most || space > math.Pow(2, 128) {
			t.Errorf("length %d: space %v is too large", length, space)
		}
		last = space
	}
}
