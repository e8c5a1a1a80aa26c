package idtext

import (
	"math/bits"
	"slices"
)

const (
	digits62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	block    = 11
	group    = 5 // a block is one digit and two groups

	pow4  = 62 * 62 * 62 * 62
	pow5  = pow4 * 62
	pow10 = pow5 * pow5

	// maxLead is the largest first digit of a block: 22 * 62^10 is over 2^64.
	maxLead = 21
)

// value62 holds the value of each digit plus one; 0 marks all other bytes.
var value62 = [256]uint8{
	'0': 1, '1': 2, '2': 3, '3': 4, '4': 5, '5': 6, '6': 7, '7': 8, '8': 9, '9': 10,
	'A': 11, 'B': 12, 'C': 13, 'D': 14, 'E': 15, 'F': 16, 'G': 17, 'H': 18, 'I': 19,
	'J': 20, 'K': 21, 'L': 22, 'M': 23, 'N': 24, 'O': 25, 'P': 26, 'Q': 27, 'R': 28,
	'S': 29, 'T': 30, 'U': 31, 'V': 32, 'W': 33, 'X': 34, 'Y': 35, 'Z': 36,
	'a': 37, 'b': 38, 'c': 39, 'd': 40, 'e': 41, 'f': 42, 'g': 43, 'h': 44, 'i': 45,
	'j': 46, 'k': 47, 'l': 48, 'm': 49, 'n': 50, 'o': 51, 'p': 52, 'q': 53, 'r': 54,
	's': 55, 't': 56, 'u': 57, 'v': 58, 'w': 59, 'x': 60, 'y': 61, 'z': 62,
}

// AppendAlphanumeric appends the last n of the 22 characters of a value, where n is 11,
// 16 or 22. The caller makes sure that the dropped ones are '0'.
func AppendAlphanumeric(dst []byte, hi, lo uint64, n int) []byte {
	at := len(dst)
	dst = slices.Grow(dst, n)[:at+n]
	switch high := dst[at : at+n-block]; n {
	case Alphanumeric128:
		putBlock((*[block]byte)(high), hi)
	case Alphanumeric28:
		putGroup((*[group]byte)(high), hi)
	}
	putBlock((*[block]byte)(dst[at+n-block:]), lo)
	return dst
}

// ParseAlphanumeric reads the last n of the 22 characters of a value, as
// [AppendAlphanumeric] writes them. A text of any other length is refused.
func ParseAlphanumeric[T Text](s T, n int) (hi, lo uint64, err error) {
	if len(s) != n {
		return 0, 0, lengthError(len(s), n)
	}
	b := [2 * block]byte([]byte("0000000000000000000000"))
	copy(b[2*block-n:], s)
	hi, okHi := getBlock((*[block]byte)(b[:block]))
	lo, okLo := getBlock((*[block]byte)(b[block:]))
	if !okHi || !okLo {
		return 0, 0, alphanumericError(&b, n, okHi)
	}
	return hi, lo, nil
}

// alphanumericError finds out why b, of which the last n bytes were given, was refused.
func alphanumericError(b *[2 * block]byte, n int, okHi bool) error {
	for i, c := range b {
		if value62[c] == 0 {
			return &Error{i - (2*block - n), "not one of 0-9, A-Z, a-z"}
		}
	}
	i := n - block
	if !okHi {
		i -= block
	}
	return &Error{i, "block of 11 characters is 2^64 or more"}
}

func putBlock(b *[block]byte, v uint64) {
	top := v / pow5
	lead := top / pow5
	b[0] = digits62[lead]
	putGroup((*[group]byte)(b[1:]), top-lead*pow5)
	putGroup((*[group]byte)(b[1+group:]), v-top*pow5)
}

// putGroup writes five digits of x, which is under 62^5. It turns x into a fixed-point
// number of digits before the point and 57 bits after it, and shifts the next digit
// across the point each time, which is faster than to divide. The reciprocal of 62^4
// is rounded up, by less than 2^-57. That makes the number too large by less than
// 2^-27, and no digit too large, as digits stand for 62^-4 and more.
func putGroup(b *[group]byte, x uint64) {
	const point = 57
	f := x * (1<<point/pow4 + 1)
	for i := range b {
		b[i] = digits62[f>>point]
		f = f & (1<<point - 1) * 62
	}
}

func getBlock(b *[block]byte) (v uint64, ok bool) {
	lead := uint64(value62[b[0]] - 1)
	var mid, low uint64
	all := lead
	for i := 1; i <= 5; i++ {
		m, l := uint64(value62[b[i]]-1), uint64(value62[b[i+5]]-1)
		all |= m | l
		mid, low = mid*62+m, low*62+l
	}
	// Digits are under 64; what is none has become 255.
	if all > 63 || lead > maxLead {
		return 0, false
	}
	v, carry := bits.Add64(lead*pow10, mid*pow5+low, 0)
	return v, carry == 0
}
