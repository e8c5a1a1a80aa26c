// Package inspect says what an ID is: for any text or number it finds every scheme
// that could have written it, ours and those of others, best first, and says of each
// what the bits mean, when the ID was made, what it gives away and what it is not.
//
// [All] is the only function. It looks at the text alone; there is no list of IDs
// behind it. So many texts have several readings, and what cannot be decided is not:
// each of two epochs gives a payment ID a good date, and 24 hexadecimal digits are an
// ObjectId of 2014 as well as a Flax ID of today.
//
// # Rank
//
// A reading must fit exactly: length, alphabet, ranges, version and variant bits. The
// readings that do are ranked by a score in bits. It says how much more often the
// scheme writes just this text than someone does who writes random texts of the same
// shape, which is length and kind of characters:
//
//	score = log2(texts of the shape) - log2(texts of the scheme) + weight
//
// For example, 000384A786907DB2AD82883DC7 is 26 hexadecimal digits, of which there
// are 2^104 texts. Distributed IDs have 2^48 for each millisecond, and there were
// about 2^38 milliseconds since the scheme began: 104 - 48 - 38 = 18.
//
// The texts of a scheme with a time are those from its beginning until now. IDs count
// half as much for every three years of age, because people ask about young ones. An
// ID with a time out of these bounds counts as one of all that the format has, and
// loses 10 bits: such IDs exist, made for old records or by a wrong clock.
//
// The weights are for what cannot be counted. They are below zero for schemes and
// forms that are rare, such as a UUID written as a decimal.
//
// The [Confidence] comes from comparing the score with those of the other readings and
// with that of no scheme at all, which is -3.
//
// # Limits
//
// Hashes, Nano IDs and public identities have no time, version or checksum: nothing
// but their length tells them from random texts. Any reading that says more goes
// first.
package inspect
