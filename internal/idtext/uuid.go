package idtext

import "encoding/binary"

// uuidLayout shows where the hyphens of a UUID stand.
const uuidLayout = "00000000-0000-0000-0000-000000000000"

// AppendUUID appends the 36 characters of a value as UUID text, in lower case.
func AppendUUID(dst []byte, hi, lo uint64) []byte {
	b := [UUIDLen]byte([]byte(uuidLayout))
	w1, w2 := spreadHex(hi, lowerGap), spreadHex(lo>>32, lowerGap)
	le := binary.LittleEndian
	le.PutUint64(b[0:], spreadHex(hi>>32, lowerGap))
	le.PutUint32(b[9:], uint32(w1))
	le.PutUint32(b[14:], uint32(w1>>32))
	le.PutUint32(b[19:], uint32(w2))
	le.PutUint32(b[24:], uint32(w2>>32))
	le.PutUint64(b[28:], spreadHex(lo, lowerGap))
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
	le := binary.LittleEndian
	h0, ok0 := gatherHex(le.Uint64(b[0:]), lowerGap)
	h1, ok1 := gatherHex(uint64(le.Uint32(b[9:]))|uint64(le.Uint32(b[14:]))<<32, lowerGap)
	l0, ok2 := gatherHex(uint64(le.Uint32(b[19:]))|uint64(le.Uint32(b[24:]))<<32, lowerGap)
	l1, ok3 := gatherHex(le.Uint64(b[28:]), lowerGap)
	hyphens := b[8] == '-' && b[13] == '-' && b[18] == '-' && b[23] == '-'
	if !(ok0 && ok1 && ok2 && ok3 && hyphens) {
		return 0, 0, uuidError(&b)
	}
	return h0<<32 | h1, l0<<32 | l1, nil
}

// uuidError finds out why b was refused.
func uuidError(b *[UUIDLen]byte) error {
	for i, c := range b {
		switch {
		case uuidLayout[i] != '-':
			if !isHex(c) {
				return &Error{i, "not a lower-case hexadecimal digit"}
			}
		case c != '-':
			return &Error{i, "not a hyphen"}
		}
	}
	panic("idtext: UUID refused without a fault")
}
