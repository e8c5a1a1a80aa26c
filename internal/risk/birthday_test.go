package risk_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/seed-05176fc3/idem/internal/risk"
)

// near tells whether got is want up to a relative error.
func near(got, want, within float64) bool {
	return math.Abs(got-want) <= within*math.Abs(want)
}

// exactBirthday multiplies out the probability that n of so many values differ.
func exactBirthday(n, space int64) float64 {
	different := big.NewRat(1, 1)
	for i := int64(1); i < n; i++ {
		different.Mul(different, big.NewRat(max(space-i, 0), space))
	}
	p, _ := new(big.Rat).Sub(big.NewRat(1, 1), different).Float64()
	return p
}

func TestBirthdayExact(t *testing.T) {
	t.Parallel()
	for _, space := range []int64{1, 2, 3, 10, 365, 4096, 1 << 20, 1 << 40, 1 << 62} {
		for _, n := range []int64{0, 1, 2, 3, 5, 10, 23, 60, 100, 365, 366, 400} {
			got := risk.Birthday(float64(n), float64(space))
			want := exactBirthday(n, space)
			if !near(got.Probability, want, 1e-12) {
				t.Errorf("%d of %d: probability %v, want %v", n, space, got.Probability, want)
			}
			if e := float64(n) * float64(n-1) / 2 / float64(space); !near(got.Collisions, e, 1e-12) {
				t.Errorf("%d of %d: %v collisions, want %v", n, space, got.Collisions, e)
			}
			if got.IDs != float64(n) {
				t.Errorf("%d of %d: %v IDs", n, space, got.IDs)
			}
		}
	}
}

// bigBirthday is the sum of -log(1-i/N) by its power series, sum over k of
// (0^k+1^k+...+(n-1)^k)/(k N^k), with 120 bits.
func bigBirthday(n, space float64) float64 {
	sum := new(big.Float).SetPrec(120)
	step := new(big.Float).SetPrec(120)
	for i := 1.0; i < n; i++ {
		x := new(big.Float).SetPrec(120).Quo(big.NewFloat(i), big.NewFloat(space))
		power := new(big.Float).SetPrec(120).SetInt64(1)
		for k := int64(1); k <= 5; k++ {
			power.Mul(power, x)
			sum.Add(sum, step.Quo(power, new(big.Float).SetInt64(k)))
		}
	}
	s, _ := sum.Float64()
	return -math.Expm1(-s)
}

// TestBirthdayLong crosses from the sum to the formula in its place.
func TestBirthdayLong(t *testing.T) {
	t.Parallel()
	for _, space := range []float64{1e8, 1 << 36, 1 << 56, 1 << 122} {
		for _, n := range []float64{2, 99, 100, 101, 102, 4000} {
			got, want := risk.Birthday(n, space).Probability, bigBirthday(n, space)
			if !near(got, want, 1e-13) {
				t.Errorf("%v of %v: %v, want %v", n, space, got, want)
			}
		}
	}
}

func TestBirthdayEnds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ n, space, want float64 }{
		{1e5, 1e5, 1},
		{1e5 + 1, 1e5, 1},
		{101, 101, 1},
		{101, 102, 1},
		{101, 110, 1},
		{1e9, 1e9, 1},
		{0.9e9, 1e9, 1},
		{1e30, 1e20, 1},
		{-5, 10, 0},
		{1.4, 10, 0},
		{2, 1e300, 1e-300},
		{1e10, 1e40, 5e-21},
	} {
		if got := risk.Birthday(tt.n, tt.space).Probability; !near(got, tt.want, 1e-9) {
			t.Errorf("%v of %v: %v, want %v", tt.n, tt.space, got, tt.want)
		}
	}
}

func TestBirthdayCount(t *testing.T) {
	t.Parallel()
	if got := risk.BirthdayCount(0.5, 365); got != 23 {
		t.Errorf("people for one shared birthday: got %v, want 23", got)
	}
	for _, space := range []float64{1, 2, 10, 365, 1e6, 1 << 48, 1 << 56} {
		for _, p := range []float64{1e-20, 1e-12, 1e-6, 0.01, 0.5, 0.9, 0.999999} {
			n := risk.BirthdayCount(p, space)
			if n != math.Floor(n) || n < 2 {
				t.Fatalf("count for %v of %v: got %v", p, space, n)
			}
			if got := risk.Birthday(n, space).Probability; got < p {
				t.Errorf("count for %v of %v: %v IDs have only %v", p, space, n, got)
			}
			if got := risk.Birthday(n-1, space).Probability; got >= p {
				t.Errorf("count for %v of %v: %v IDs would do, they have %v", p, space, n-1, got)
			}
		}
	}
	// Half a chance among the IDs of one millisecond.
	if got, want := risk.BirthdayCount(0.5, 1<<56), math.Sqrt(2*math.Ln2*(1<<56)); !near(got, want, 1e-8) {
		t.Errorf("Flax IDs of one millisecond: got %v, want %v", got, want)
	}
	if got, want := risk.BirthdayCount(0.5, 1<<122), math.Sqrt(2*math.Ln2)*(1<<61); !near(got, want, 1e-15) {
		t.Errorf("random UUIDs: got %v, want %v", got, want)
	}
}

func ExampleBirthday() {
	o := risk.Birthday(23, 365)
	fmt.Printf("%.4f\n", o.Probability)
	// Output: 0.5073
}
