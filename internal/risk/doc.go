// Package risk computes how likely it is that identifiers collide.
//
// # Three models
//
// N is the number of values that an ID is drawn from, p the probability that among
// some IDs at least two are equal, and E the number of equal pairs to be expected.
// In all models p <= E; where E is small, they are the same.
//
// Drawn at once ([Birthday]): n IDs are drawn from N values, evenly and each for
// itself. Then
//
//	E = n(n-1)/2N    p = 1 - (1 - 1/N)(1 - 2/N)...(1 - (n-1)/N)
//
// Both are exact. So is the number of IDs at which p reaches a value.
//
// Drawn in ticks: the scheme puts a time in front, so that only IDs of one tick, a
// millisecond say, can be equal. IDs come at random moments, at an average of m a
// tick. Each of the N values of a tick then appears a number of times that follows
// Poisson's distribution with mean m/N. After T ticks
//
//	E = T m²/2N    p = 1 - ((1 + m/N) e^(-m/N))^(TN)
//
// which is exact as well. It does not matter how many nodes share the work. IDs that
// come in bursts collide more often: [Scheme.Together] has the figure for one tick.
//
// Drawn, then stepped ([Distributed], [Distributed128]): in each tick a node draws
// its first ID and adds a random step for each further one. The steps are even on
// 1 to 2s and have mean s. So the IDs of one node differ, and those of two nodes may
// meet. A node fills a tick when the next step would leave the N values; then it goes
// on in the next tick or waits for it. With random first values
//
//	C = N/2s + 2/3
//
// IDs fit a tick on average: the mean number of steps into room N/2, which is
// uniform, and what renewal theory adds for steps that are even (E[step²]/2s² = 2/3).
//
// Let h(v) be the probability that a node has the value v in a given tick. Two nodes
// know nothing of one another, hence they expect the sum of h(v)² equal IDs a tick.
// A node that wants to make k IDs in a tick, whatever its first one was, has
// h(v) = min(v/s, k)/N on scales larger than a step: the values far up are reached
// from more first ones. Summed up, with x = ks/N <= 1 the part of the space that k
// steps cross, a tick holds k(1 - x/2) IDs of each node, and a pair of nodes expects
//
//	E = k²(1 - 2x/3)/N
//
// [Scheme.Together] uses this with the sums over whole steps in place of integrals,
// so that k = 1 gives 1/N. When nodes make m IDs a tick on average, at a rate that
// is m/C of their capacity, then x = 1 - sqrt(1 - m/C), and a pair of nodes expects
//
//	E = c m²/N a tick    c = (1 - 2x/3)/(1 - x/2)²
//
// The factor c rises from 1, where ticks are nearly empty, to 4/3, where all are
// full. It ignores that k varies; simulations of the very algorithm, with fewer bits,
// differ from it by less than 1 % at every rate. n nodes are n(n-1)/2 pairs.
//
// One collision says next to nothing about another, as later steps are drawn anew, so
// that p = 1 - e^(-E) up to a relative error of about N/s², 2^-32 and 2^-39 here.
//
// Assumptions: random numbers are random; nodes make IDs at moments that do not depend
// on one another; no clock goes back by more than a second, which would make its node
// count twice for the time that it repeats. Where nodes work at the same moments and
// idle in between, rates say too little: [Scheme.Together] has the odds of one such
// moment.
//
// # Numbers
//
// All quantities are float64: IDs, seconds, probabilities. The arithmetic has relative
// errors below 1e-12, for tiny probabilities too: they are never rounded to 0 while the
// quantities lie in the range that the Parse functions let through. Every answer takes
// microseconds, whatever the numbers.
package risk
