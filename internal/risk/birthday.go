package risk

import "math"

// An Outcome is what may be expected of a number of IDs.
type Outcome struct {
	IDs         float64 // made in all
	Collisions  float64 // expected pairs of equal IDs
	Probability float64 // of one collision or more
}

// Birthday returns the outcome of drawing n IDs from space values, all equally
// likely. n is rounded to a whole number.
func Birthday(n, space float64) Outcome {
	n = math.Round(n)
	if n < 2 {
		return Outcome{IDs: max(n, 0)}
	}
	return Outcome{
		IDs:         n,
		Collisions:  n * ((n - 1) / 2 / space),
		Probability: -math.Expm1(-surprise(n, space)),
	}
}

// BirthdayCount returns the smallest number of IDs, drawn from space values, whose
// probability of a collision is p or more. Above 2^53 it is the nearest number that a
// float64 holds. p lies between 0 and 1.
func BirthdayCount(p, space float64) float64 {
	// The probability exceeds 1 - e^(-n(n-1)/2N), so that the count where this
	// reaches p is never too small, but for rounding.
	most := math.Ceil((1+math.Sqrt(1+8*space*-math.Log1p(-p)))/2) + 1
	return least(1, min(most, math.Floor(space)+1), func(n float64) bool {
		return Birthday(n, space).Probability >= p
	})
}

// least returns the smallest whole number above low and up to high for which ok
// holds, given that it holds from some number on. It holds at high.
func least(low, high float64, ok func(float64) bool) float64 {
	for {
		middle := math.Floor(low + (high-low)/2)
		if middle <= low || middle >= high {
			return high
		}
		if ok(middle) {
			high = middle
		} else {
			low = middle
		}
	}
}

// surprise returns the negative logarithm of the probability that n values drawn from
// space are all different: the sum of -log(1 - i/space) for i from 0 to n-1.
func surprise(n, space float64) float64 {
	switch {
	case n > space:
		return math.Inf(1)
	case n <= 100:
		sum := 0.0
		for i := 1.0; i < n; i++ {
			sum -= math.Log1p(-i / space)
		}
		return sum
	case n == space:
		return n // and more: there is a collision in any case
	}
	// The formula of Euler and Maclaurin. Its next term is below 1/360(space-n)³, and
	// where that is not small against the sum, the sum is over 90.
	y := n / space
	return space*integral(y) + math.Log1p(-y)/2 + y/(12*(space-n))
}

// integral returns y + (1-y) log(1-y), the integral of -log(1-x) from 0 to y.
func integral(y float64) float64 {
	if y > 0.25 {
		return y + (1-y)*math.Log1p(-y)
	}
	// The two summands nearly cancel out: sum y^k/k(k-1) in their place.
	sum, power := 0.0, y
	for k := 2.0; ; k++ {
		power *= y
		term := power / (k * (k - 1))
		sum += term
		if term <= sum*1e-17 {
			return sum
		}
	}
}

// excess returns x - log(1+x) for x >= 0.
func excess(x float64) float64 {
	if x > 0.25 {
		return x - math.Log1p(x)
	}
	sum, power := 0.0, -x
	for k := 2.0; ; k++ {
		power *= -x
		term := power / k
		sum += term
		if math.Abs(term) <= sum*1e-17 {
			return sum
		}
	}
}
