package idtext

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

const (
	e8  = 100_000_000
	e16 = e8 * e8

	// padded is the length of the longest decimal as whole words.
	padded = 40
)

// AppendDecimal appends a value as a plain integer, without leading zeros.
func AppendDecimal(dst []byte, hi, lo uint64) []byte {
	var top, mid, low uint64 // of 10^16 each
	if hi < 1<<30 {
		mid, low = div16(hi, lo)
	} else {
		mid, low = bits.Div64(hi%e16, lo, e16)
	}
	if hi >= e16 || mid >= e16 {
		top, mid = div16(hi/e16, mid)
		return appendLong(dst, top, mid, low)
	}
	if mid != 0 {
		return append16(appendFirst(dst, mid), low)
	}
	return appendFirst(dst, low)
}

// div16 divides a value under 2^94 by 10^16, faster than the processor does. The high
// 64 of 94 bits, times the reciprocal of 10^16 cut to an integer, give the quotient or
// one less: what is cut off amounts to less than 2^64 * 0.61 of 2^64.
func div16(hi, lo uint64) (quo, rem uint64) {
	quo, _ = bits.Mul64(hi<<34|lo>>30, 1<<94/e16)
	rem = lo - quo*e16
	if rem >= e16 {
		quo++
		rem -= e16
	}
	return quo, rem
}

// appendLong appends top * 10^32 + mid * 10^16 + low, with top from 1 to 10^8-1. Five words
// are too many to append one by one: here dst grows once, and the last four have fixed
// places before its end, where they overwrite what is too much of the first.
func appendLong(dst []byte, top, mid, low uint64) []byte {
	w := spread8(top)
	skip := bits.TrailingZeros64(w) / 8
	n := padded - skip
	dst = slices.Grow(dst, n)[:len(dst)+n]
	binary.LittleEndian.PutUint64(dst[len(dst)-n:], (w|zeros)>>(8*skip))
	b := (*[32]byte)(dst[len(dst)-32:])
	high := mid / e8
	binary.LittleEndian.PutUint64(b[0:], spread8(high)|zeros)
	binary.LittleEndian.PutUint64(b[8:], spread8(mid-high*e8)|zeros)
	high = low / e8
	binary.LittleEndian.PutUint64(b[16:], spread8(high)|zeros)
	binary.LittleEndian.PutUint64(b[24:], spread8(low-high*e8)|zeros)
	return dst
}

// append16 appends the 16 digits of x, which is under 10^16.
func append16(dst []byte, x uint64) []byte {
	high := x / e8
	dst = binary.LittleEndian.AppendUint64(dst, spread8(high)|zeros)
	return binary.LittleEndian.AppendUint64(dst, spread8(x-high*e8)|zeros)
}

// appendFirst appends x, which is under 10^16, without leading zeros.
func appendFirst(dst []byte, x uint64) []byte {
	high := x / e8
	low := spread8(x - high*e8)
	if high == 0 {
		return appendSignificant(dst, low)
	}
	return binary.LittleEndian.AppendUint64(appendSignificant(dst, spread8(high)), low|zeros)
}

// appendSignificant appends a word of digits, 0 to 9, without leading zeros.
func appendSignificant(dst []byte, w uint64) []byte {
	const last = 1 << 63 // so that of zero one digit remains
	skip := bits.TrailingZeros64(w|last) / 8
	dst = binary.LittleEndian.AppendUint64(dst, (w|zeros)>>(8*skip))
	return dst[:len(dst)-skip]
}

// ParseDecimal reads a plain integer of at most 2^128-1: digits only, and no leading
// zero unless the text is "0".
func ParseDecimal[T Text](s T) (hi, lo uint64, err error) {
	n := len(s)
	switch {
	case n == 0:
		return 0, 0, &Error{0, "no digits"}
	case n > DecimalLen:
		return 0, 0, &Error{DecimalLen, "more than 39 digits"}
	case s[0] == '0' && n > 1:
		return 0, 0, &Error{0, "leading zero"}
	}
	b := [padded]byte([]byte("0000000000000000000000000000000000000000"))
	copy(b[padded-n:], s)
	var groups [5]uint64
	ok := true
	for i := range groups {
		w := binary.LittleEndian.Uint64(b[8*i:])
		ok = ok && allDigits(w)
		groups[i] = gather8(w)
	}
	if !ok {
		i := padded - n
		for '0' <= b[i] && b[i] <= '9' {
			i++
		}
		return 0, 0, &Error{i - (padded - n), "not a decimal digit"}
	}
	mid := groups[1]*e8 + groups[2]
	low := groups[3]*e8 + groups[4]
	// value = (top * 10^16 + mid) * 10^16 + low
	qHi, qLo := bits.Mul64(groups[0], e16)
	qLo, carry := bits.Add64(qLo, mid, 0)
	over, high := bits.Mul64(qHi+carry, e16)
	hi, lo = bits.Mul64(qLo, e16)
	lo, carry = bits.Add64(lo, low, 0)
	hi, carry = bits.Add64(hi, high, carry)
	if over != 0 || carry != 0 {
		return 0, 0, &Error{0, "2^128 or more"}
	}
	return hi, lo, nil
}

// spread8 turns an integer under 10^8 into a word of eight digits, 0 to 9. Each step
// halves all groups at once, multiplying by the reciprocal of a power of ten.
func spread8(x uint64) uint64 {
	q := x / 10_000
	x = q | (x-q*10_000)<<32
	q = x * 5243 >> 19 & 0x0000007f_0000007f
	x = q | (x-q*100)<<16
	q = x * 103 >> 10 & 0x000f000f_000f000f
	return q | (x-q*10)<<8
}

// gather8 turns a word of eight decimal digits into their value.
// Each step joins neighbours: digits to pairs, pairs to fours, fours to eight.
func gather8(w uint64) uint64 {
	w = w & (0x0f * ones) * (10<<8 + 1) >> 8
	w = w & 0x00ff00ff_00ff00ff * (100<<16 + 1) >> 16
	return w & 0x0000ffff_0000ffff * (10_000<<32 + 1) >> 32
}

// allDigits reports whether all eight bytes are '0' to '9': the high half of each is
// 3, before and after 6 is added.
func allDigits(w uint64) bool {
	const high = 0xf0 * ones
	return w&high == zeros && (w+6*ones)&high == zeros
}
