package risk

import "math"

// A Scheme is how IDs get their random part.
type Scheme struct {
	Name  string
	Title string  // how it draws, in half a line
	Space float64 // number of values that an ID is drawn from
	Tick  float64 // seconds after which the values can appear anew without harm; 0 for never
	Step  float64 // mean step between the IDs of a node in one tick; 0 where each is drawn anew
}

const millisecond = 1e-3

// Flax returns the scheme of Flax IDs.
func Flax() Scheme {
	return Scheme{Name: "flax", Title: "56 random bits for each millisecond", Space: 1 << 56, Tick: millisecond}
}

// Distributed returns the scheme of distributed IDs of 93 bits.
func Distributed() Scheme {
	return Scheme{
		Name: "distributed", Title: "48 random bits for each node and millisecond, then steps of 41",
		Space: 1 << 48, Tick: millisecond, Step: 1 << 40,
	}
}

// Distributed128 returns the scheme of distributed IDs of 128 bits.
func Distributed128() Scheme {
	return Scheme{
		Name: "distributed128", Title: "75 random bits for each node and millisecond, then steps of 58",
		Space: 1 << 75, Tick: millisecond, Step: 1 << 57,
	}
}

// UUID4 returns the scheme of random UUIDs.
func UUID4() Scheme {
	return Scheme{Name: "uuid4", Title: "122 random bits", Space: 1 << 122}
}

// UUID7 returns the scheme of UUIDs of version 7 that hold nothing but the time and
// random bits. Many makers take some of the bits for a counter.
func UUID7() Scheme {
	return Scheme{Name: "uuid7", Title: "74 random bits for each millisecond", Space: 1 << 74, Tick: millisecond}
}

// ULID returns the scheme of ULIDs that are not of a monotonic maker.
func ULID() Scheme {
	return Scheme{Name: "ulid", Title: "80 random bits for each millisecond", Space: 1 << 80, Tick: millisecond}
}

// A Load is a number of nodes that make IDs.
type Load struct {
	Nodes float64 // whole, at least 1
	Rate  float64 // IDs a second of each node, on average
}

// During returns the outcome of a load after some seconds. A rate above the
// [Scheme.Capacity] counts as the capacity.
func (s Scheme) During(l Load, seconds float64) Outcome {
	rate := min(l.Rate, s.Capacity())
	ids := l.Nodes * rate * seconds
	if s.Tick == 0 {
		return Birthday(ids, s.Space)
	}
	ticks := seconds / s.Tick
	if s.Step > 0 {
		m := rate * s.Tick
		return rare(ids, ticks*pairs(l.Nodes)*s.crowding(m)*m*(m/s.Space))
	}
	x := l.Nodes * rate * s.Tick / s.Space
	return Outcome{
		IDs:         ids,
		Collisions:  ticks * s.Space * x * x / 2,
		Probability: -math.Expm1(-ticks * s.Space * excess(x)),
	}
}

// Until returns after how many seconds the probability of a collision reaches p,
// which lies between 0 and 1. It is infinite where nothing can collide.
func (s Scheme) Until(l Load, p float64) float64 {
	if s.Tick == 0 {
		return BirthdayCount(p, s.Space) / (l.Nodes * l.Rate)
	}
	// Ticks are independent, so that the logarithm of 1-p is proportional to time.
	x := l.Nodes * l.Rate * s.Tick / s.Space
	perTick := s.Space * excess(x)
	if s.Step > 0 {
		perTick = s.During(l, s.Tick).Collisions
	}
	return -math.Log1p(-p) / perTick * s.Tick
}

// Together returns the outcome of making n IDs in one tick, or n in all where ticks
// do not count. Nodes that step make an equal share each; what does not fit the tick
// is not made.
func (s Scheme) Together(nodes, n float64) Outcome {
	if s.Step == 0 {
		return Birthday(n, s.Space)
	}
	nodes = min(nodes, math.Round(n)) // the others make none
	if nodes < 1 {
		return Outcome{}
	}
	length := s.Space / s.Step
	k := min(n/nodes, length)
	return rare(
		nodes*(k-k*(k-1)/2/length),
		pairs(nodes)*(k*k-k*(k-1)*(4*k+1)/6/length)/s.Space)
}

// TogetherUntil returns the smallest number of IDs of one tick, or in all, whose
// probability of a collision is p or more. It is infinite where a full tick does not
// reach p.
func (s Scheme) TogetherUntil(nodes, p float64) float64 {
	if s.Step == 0 {
		return BirthdayCount(p, s.Space)
	}
	full := math.Ceil(nodes * s.Space / s.Step)
	if s.Together(nodes, full).Probability < p {
		return math.Inf(1)
	}
	return least(1, full, func(n float64) bool { return s.Together(nodes, n).Probability >= p })
}

// pairs returns how many pairs n things make.
func pairs(n float64) float64 { return n * (n - 1) / 2 }

// rare returns the outcome of collisions that are independent.
func rare(ids, collisions float64) Outcome {
	return Outcome{IDs: ids, Collisions: collisions, Probability: -math.Expm1(-collisions)}
}
