package idtext

const (
	upperHex = "0123456789ABCDEF"
	lowerHex = "0123456789abcdef"
)

// valueHex holds the value of each hexadecimal digit plus one; 0 marks all other bytes.
var valueHex = [256]uint8{
	'0': 1, '1': 2, '2': 3, '3': 4, '4': 5, '5': 6, '6': 7, '7': 8, '8': 9, '9': 10,
	'A': 11, 'B': 12, 'C': 13, 'D': 14, 'E': 15, 'F': 16,
	'a': 11, 'b': 12, 'c': 13, 'd': 14, 'e': 15, 'f': 16,
}

// AppendHex appends the last n of the 32 hexadecimal digits of a value, in upper
// case. The caller makes sure that the dropped ones are '0'; n is at most 32.
func AppendHex(dst []byte, hi, lo uint64, n int) []byte {
	var b [32]byte
	putHex((*[16]byte)(b[:16]), hi, upperHex)
	putHex((*[16]byte)(b[16:]), lo, upperHex)
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
	hi, okHi := getHex((*[16]byte)(b[:16]))
	lo, okLo := getHex((*[16]byte)(b[16:]))
	if !okHi || !okLo {
		i := 0
		for valueHex[b[i]] != 0 {
			i++
		}
		return 0, 0, &Error{i - (32 - n), "not a hexadecimal digit"}
	}
	return hi, lo, nil
}

func putHex(b *[16]byte, v uint64, digits string) {
	_ = digits[15]
	for i := range b {
		b[i] = digits[v>>60]
		v <<= 4
	}
}

func getHex(b *[16]byte) (v uint64, ok bool) {
	var all uint8
	for _, c := range b {
		d := valueHex[c] - 1
		all |= d
		v = v<<4 | uint64(d)
	}
	return v, all < 16
}
