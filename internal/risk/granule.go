package risk

import (
	"fmt"
	"math"
)

// The hash of a unique granule ID is the base64 text of an MD5, without its "_".
const (
	granulePlaces  = 21 // characters of 6 bits
	granuleSymbols = 64
	granuleLast    = 4 // values of the last character, which has 2 bits and is no "_"
)

// MaxHashLength is the number of characters that a hash can have at most.
const MaxHashLength = granulePlaces + 1

// Granule returns the scheme of the hash of unique granule IDs, cut to length
// characters, 1 to [MaxHashLength]. What may collide are those with equal producer
// granule IDs: of one collection and different timestamps, or of different
// collections without timestamps.
//
// "_" is left out, so that a character has 63 values and not 64. The space is the
// reciprocal of the probability that two hashes are equal. Up to a length of 12 that
// is 63^length to 13 digits. Beyond, some hashes come out shorter than others and
// their values are not equally likely; the probability of a collision among n then
// holds as long as it is small.
func Granule(length int) Scheme {
	return Scheme{
		Name:  "granule",
		Title: fmt.Sprintf("hash of %d characters of 63", length),
		Space: 1 / pairProbability(granuleSymbols, granulePlaces, granuleLast, length),
	}
}

// Granule64 returns the scheme that a character of 64 values would give. The original
// description of unique granule IDs reckons with it; its collisions are 10 to 15 %
// too few at the usual lengths.
func Granule64(length int) Scheme {
	return Scheme{
		Name:  "granule",
		Title: fmt.Sprintf("hash of %d characters of 64", length),
		Space: math.Pow(granuleSymbols, float64(length)),
	}
}

// pairProbability returns the probability that two random texts are equal. A text is
// made of so many places of a number of symbols and a last place of another; all of
// one symbol, which the last place does not have, are taken out, and what comes after
// the given length is cut off.
func pairProbability(symbols, places, last float64, length int) float64 {
	kept := func(k float64) float64 { // probability that k places keep their symbol
		choose := 1.0
		for i := 1.0; i <= k; i++ {
			choose *= (places - k + i) / i
		}
		return choose * math.Pow(symbols-1, k) / math.Pow(symbols, places)
	}
	sum := 0.0
	full := float64(length)
	for k := 0.0; k < full-1; k++ { // texts of k+1 characters, shorter than wanted
		p := kept(k)
		sum += p * p / (math.Pow(symbols-1, k) * last)
	}
	long := 0.0 // the last place is cut off
	for k := full; k <= places; k++ {
		long += kept(k)
	}
	exact := kept(full - 1) // the last place is the last character
	return sum + (long*long+2*long*exact)/math.Pow(symbols-1, full) +
		exact*exact/(math.Pow(symbols-1, full-1)*last)
}
