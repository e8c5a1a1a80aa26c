package idtext

// uuidLayout shows where the hyphens of a UUID stand.
const uuidLayout = "00000000-0000-0000-0000-000000000000"

// AppendUUID appends the 36 characters of a value as UUID text, in lower case.
func AppendUUID(dst []byte, hi, lo uint64) []byte {
	var h [32]byte
	putHex((*[16]byte)(h[:16]), hi, lowerHex)
	putHex((*[16]byte)(h[16:]), lo, lowerHex)
	b := [UUIDLen]byte([]byte(uuidLayout))
	copy(b[0:8], h[0:8])
	copy(b[9:13], h[8:12])
	copy(b[14:18], h[12:16])
	copy(b[19:23], h[16:20])
	copy(b[24:36], h[20:32])
	return append(dst, b[:]...)
}

// ParseUUID reads the 36 characters that [AppendUUID] writes. Upper case is refused,
// so that a value has one text.
func ParseUUID[T Text](s T) (hi, lo uint64, err error) {
	if len(s) != UUIDLen {
		return 0, 0, lengthError(len(s), UUIDLen)
	}
	var b [UUIDLen]byte
	copy(b[:], s)
	var h [32]byte
	copy(h[0:8], b[0:8])
	copy(h[8:12], b[9:13])
	copy(h[12:16], b[14:18])
	copy(h[16:20], b[19:23])
	copy(h[20:32], b[24:36])
	hi, okHi := getHex((*[16]byte)(h[:16]))
	lo, okLo := getHex((*[16]byte)(h[16:]))
	hyphens := b[8] == '-' && b[13] == '-' && b[18] == '-' && b[23] == '-'
	if !okHi || !okLo || !hyphens || hasUpper(&h) {
		return 0, 0, uuidError(&b)
	}
	return hi, lo, nil
}

// hasUpper reports whether one of the hexadecimal digits is an upper-case letter:
// of all digits only these have bit 6 and lack bit 5.
func hasUpper(h *[32]byte) bool {
	var found byte
	for _, c := range h {
		found |= c & ^(c << 1) & 0x40
	}
	return found != 0
}

func uuidError(b *[UUIDLen]byte) error {
	for i, c := range b {
		switch {
		case uuidLayout[i] == '-' && c != '-':
			return &Error{i, "not a hyphen"}
		case uuidLayout[i] == '-':
		case valueHex[c] == 0 || 'A' <= c && c <= 'F':
			return &Error{i, "not a lower-case hexadecimal digit"}
		}
	}
	panic("idtext: refused UUID without a fault")
}
