package idtext

import (
	"encoding/binary"
	"slices"
)

// A word is eight characters or digits, the first one in the lowest byte, so that a
// little-endian load or store moves eight at once.

const (
	ones  = 0x01010101_01010101
	zeros = '0' * ones

	// The distance from ten letters past '9' to the first letter of either case.
	upperGap = 'A' - '9' - 1
	lowerGap = 'a' - '9' - 1
)

// AppendHex appends the last n of the 32 hexadecimal digits of a value, in upper
// case. The caller makes sure that the dropped ones are '0'; n is at most 32.
func AppendHex(dst []byte, hi, lo uint64, n int) []byte {
	var b [32]byte
	binary.LittleEndian.PutUint64(b[0:], spreadHex(hi>>32, upperGap))
	binary.LittleEndian.PutUint64(b[8:], spreadHex(hi, upperGap))
	binary.LittleEndian.PutUint64(b[16:], spreadHex(lo>>32, upperGap))
	binary.LittleEndian.PutUint64(b[24:], spreadHex(lo, upperGap))
	return append(dst, b[32-n:]...)
}

// ParseHex reads the last n of the 32 hexadecimal digits of a value, in either
// case. A text of any other length is refused.
func ParseHex[T Text](s T, n int) (hi, lo uint64, err error) {
	if len(s) != n {
		return 0, 0, lengthError(len(s), n)
	}
	b := [32]byte([]byte("00000000000000000000000000000000"))
	copy(b[32-n:], s)
	h0, ok0 := gatherHex(toUpper(binary.LittleEndian.Uint64(b[0:])), upperGap)
	h1, ok1 := gatherHex(toUpper(binary.LittleEndian.Uint64(b[8:])), upperGap)
	l0, ok2 := gatherHex(toUpper(binary.LittleEndian.Uint64(b[16:])), upperGap)
	l1, ok3 := gatherHex(toUpper(binary.LittleEndian.Uint64(b[24:])), upperGap)
	if !(ok0 && ok1 && ok2 && ok3) {
		i := slices.IndexFunc(b[:], func(c byte) bool { return !isHex(c) && !isHex(c|0x20) })
		return 0, 0, &Error{i - (32 - n), "not a hexadecimal digit"}
	}
	return h0<<32 | h1, l0<<32 | l1, nil
}

// isHex reports whether c is a lower-case hexadecimal digit.
func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' }

// spreadHex writes the low 32 bits of v as a word of eight hexadecimal digits.
// Each step halves all groups of bits at once: 32 to 16, to 8, to 4.
func spreadHex(v, gap uint64) uint64 {
	v = (v>>16&0xffff | v<<32) & 0x0000ffff_0000ffff
	v = (v>>8 | v<<16) & 0x00ff00ff_00ff00ff
	v = (v>>4 | v<<8) & 0x0f0f0f0f_0f0f0f0f
	return hexDigits(v, gap)
}

// gatherHex reads a word of eight hexadecimal digits whose letters lie gap after '9'.
func gatherHex(w, gap uint64) (v uint64, ok bool) {
	v = w&(0x0f*ones) + w>>6&ones*9 // bit 6 tells letters from digits
	ok = v&(0xf0*ones) == 0 && hexDigits(v, gap) == w
	v = (v<<4 | v>>8) & 0x00ff00ff_00ff00ff
	v = (v<<8 | v>>16) & 0x0000ffff_0000ffff
	return (v<<16 | v>>32) & 0xffffffff, ok
}

// hexDigits turns eight bytes under 16 into their digits: adding 6 carries into bit 4
// for those that are letters.
func hexDigits(v, gap uint64) uint64 {
	return v + zeros + (v+6*ones)>>4&ones*gap
}

// toUpper clears bit 5 of those bytes of a word that have bit 6, as letters do.
func toUpper(w uint64) uint64 { return w &^ (w & (0x40 * ones) >> 1) }
