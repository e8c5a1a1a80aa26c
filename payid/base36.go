package payid

const (
	alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	radix    = len(alphabet)

	group = 36 * 36 * 36          // values of 3 digits
	space = group * group * group // values of 9 digits
)

// value36 holds the value of each digit plus one; 0 marks all other bytes.
var value36 = [256]uint8{
	'0': 1, '1': 2, '2': 3, '3': 4, '4': 5, '5': 6, '6': 7, '7': 8, '8': 9, '9': 10,
	'A': 11, 'B': 12, 'C': 13, 'D': 14, 'E': 15, 'F': 16, 'G': 17, 'H': 18, 'I': 19,
	'J': 20, 'K': 21, 'L': 22, 'M': 23, 'N': 24, 'O': 25, 'P': 26, 'Q': 27, 'R': 28,
	'S': 29, 'T': 30, 'U': 31, 'V': 32, 'W': 33, 'X': 34, 'Y': 35, 'Z': 36,
}

// putDigits writes n in three groups of three digits, whose divisions are short
// and independent of one another.
func putDigits(b *[Len]byte, n uint64) {
	top := n / group
	high := uint32(top / group)
	mid := uint32(top - uint64(high)*group)
	low := uint32(n - top*group)
	for i := 2; i >= 0; i-- {
		h, m, l := high/36, mid/36, low/36
		b[i], b[i+3], b[i+6] = alphabet[high-h*36], alphabet[mid-m*36], alphabet[low-l*36]
		high, mid, low = h, m, l
	}
}

// digits reads 9 digits; ok is false if one of the bytes is none.
func digits(b *[Len]byte) (n uint64, ok bool) {
	var high, mid, low uint64
	var all uint8
	for i := range 3 {
		h, m, l := value36[b[i]]-1, value36[b[i+3]]-1, value36[b[i+6]]-1
		all |= h | m | l
		high, mid, low = high*36+uint64(h), mid*36+uint64(m), low*36+uint64(l)
	}
	// Digits are under 64; what is none has become 255.
	if all > 63 {
		return 0, false
	}
	return (high*group+mid)*group + low, true
}
