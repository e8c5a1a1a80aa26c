package risk

import "math"

// Capacity returns how many IDs a second one node can make on average. It is infinite
// unless the scheme steps.
func (s Scheme) Capacity() float64 {
	if s.Step == 0 {
		return math.Inf(1)
	}
	return s.tickful() / s.Tick
}

// tickful returns how many IDs of a node fit one tick on average.
func (s Scheme) tickful() float64 { return s.Space/(2*s.Step) + 2./3 }

// crowding returns by which factor two nodes that make m IDs a tick collide more
// often than if their IDs were spread evenly over the space.
func (s Scheme) crowding(m float64) float64 {
	x := 1 - math.Sqrt(max(0, 1-m/s.tickful()))
	return (1 - 2*x/3) / ((1 - x/2) * (1 - x/2))
}

// A Claim is what the original documentation of a scheme says of it, or nothing, and
// what comes out here.
type Claim struct {
	Nodes  float64
	Each   float64 // IDs of each node in the same millisecond; 0 for as many as fit
	Per    float64 // IDs made for one collision, on average
	Stated float64 // the same as the original has it; 0 if it has none
	Least  bool    // Stated is said to be the least that can be expected
}

// Claims returns worst cases: all nodes make IDs in the same milliseconds, always.
// They are those of the original documentation, where it has any; it is that of the
// package Architect.Identities for .NET.
func (s Scheme) Claims() []Claim {
	var claims []Claim
	for _, nodes := range []float64{2, 10, 100} {
		claims = append(claims, Claim{Nodes: nodes})
	}
	switch s.Name {
	case "distributed":
		claims[0].Stated, claims[1].Stated, claims[2].Stated = 3500e9, 350e9, 35e9
	case "distributed128":
		claims = append(claims,
			Claim{Nodes: 1e6, Each: 1, Stated: 75e15, Least: true},
			Claim{Nodes: 1e5, Each: 1e5, Stated: 5e12, Least: true})
	}
	for i := range claims {
		c := &claims[i]
		o := s.During(Load{Nodes: c.Nodes, Rate: s.Capacity()}, s.Tick)
		if c.Each > 0 {
			o = s.Together(c.Nodes, c.Nodes*c.Each)
		}
		c.Per = o.IDs / o.Collisions
	}
	return claims
}
