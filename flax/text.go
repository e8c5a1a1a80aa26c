package flax

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// textLen is the length of the text in bytes, hexLen that of the hexadecimal form.
const (
	textLen = 16
	hexLen  = 24
)

const alphabet = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

// ranks holds 1 + the place in the alphabet for each of its characters, 0 for
// all other bytes.
var ranks = [256]byte{
	'-': 1, '0': 2, '1': 3, '2': 4, '3': 5, '4': 6, '5': 7, '6': 8, '7': 9, '8': 10, '9': 11,
	'A': 12, 'B': 13, 'C': 14, 'D': 15, 'E': 16, 'F': 17, 'G': 18, 'H': 19, 'I': 20, 'J': 21, 'K': 22, 'L': 23, 'M': 24,
	'N': 25, 'O': 26, 'P': 27, 'Q': 28, 'R': 29, 'S': 30, 'T': 31, 'U': 32, 'V': 33, 'W': 34, 'X': 35, 'Y': 36, 'Z': 37,
	'_': 38, 'a': 39, 'b': 40, 'c': 41, 'd': 42, 'e': 43, 'f': 44, 'g': 45, 'h': 46, 'i': 47, 'j': 48, 'k': 49, 'l': 50,
	'm': 51, 'n': 52, 'o': 53, 'p': 54, 'q': 55, 'r': 56, 's': 57, 't': 58, 'u': 59, 'v': 60, 'w': 61, 'x': 62, 'y': 63, 'z': 64,
}

// Parse reads the text of an ID: exactly 16 characters of the alphabet. Each ID
// has one text, and no other is accepted. The error wraps [ErrInvalid].
func Parse(text string) (ID, error) { return parse(text) }

// MustParse is [Parse] for texts known to be valid, as in tests and constants
// of a program. It panics on any other.
func MustParse(text string) ID {
	id, err := parse(text)
	if err != nil {
		panic(err)
	}
	return id
}

func parse[T string | []byte](text T) (ID, error) {
	if len(text) != textLen {
		return ID{}, fmt.Errorf("%w: %s has %d bytes, want %d", ErrInvalid, quote(text), len(text), textLen)
	}
	// An unknown byte has rank 0, which turns into 0xff below and sets the
	// bits above the six of a rank.
	var hi, lo uint64
	var bad byte
	for i := range textLen / 2 {
		h, l := ranks[text[i]]-1, ranks[text[i+textLen/2]]-1
		bad |= h | l
		hi, lo = hi<<6|uint64(h), lo<<6|uint64(l)
	}
	if bad >= 64 {
		return ID{}, invalidByte(text)
	}
	var id ID
	binary.BigEndian.PutUint64(id[0:8], hi<<16|lo>>32)
	binary.BigEndian.PutUint32(id[8:12], uint32(lo))
	return id, nil
}

func invalidByte[T string | []byte](text T) error {
	for i := range len(text) {
		if ranks[text[i]] == 0 {
			return fmt.Errorf("%w: %s has %q at byte %d, which is not in the alphabet", ErrInvalid, quote(text), text[i:i+1], i)
		}
	}
	panic("flax: invalidByte called with a valid text")
}

// ParseHex reads the hexadecimal form that [ID.Hex] writes: exactly 24 digits,
// lower case. The error wraps [ErrInvalid].
func ParseHex(text string) (ID, error) {
	if len(text) != hexLen {
		return ID{}, fmt.Errorf("%w: hexadecimal %s has %d bytes, want %d", ErrInvalid, quote(text), len(text), hexLen)
	}
	var id ID
	for i := range hexLen {
		var digit byte
		switch c := text[i]; {
		case '0' <= c && c <= '9':
			digit = c - '0'
		case 'a' <= c && c <= 'f':
			digit = c - 'a' + 10
		default:
			return ID{}, fmt.Errorf("%w: hexadecimal %s has %q at byte %d, want a digit 0-9 or a-f", ErrInvalid, quote(text), text[i:i+1], i)
		}
		id[i/2] = id[i/2]<<4 | digit
	}
	return id, nil
}

// quote returns the text in quotes for an error, cut when it is long.
func quote[T string | []byte](text T) string {
	const limit = 48
	if len(text) > limit {
		return fmt.Sprintf("%q…", text[:limit])
	}
	return fmt.Sprintf("%q", text)
}

// String returns the text of id, 16 characters.
func (id ID) String() string {
	var text [textLen]byte
	hi, lo := id.halves()
	binary.BigEndian.PutUint64(text[0:8], letters(hi))
	binary.BigEndian.PutUint64(text[8:16], letters(lo))
	return string(text[:])
}

// AppendText appends the text of id, 16 bytes, to dst. The error is always nil.
func (id ID) AppendText(dst []byte) ([]byte, error) {
	hi, lo := id.halves()
	dst = binary.BigEndian.AppendUint64(dst, letters(hi))
	return binary.BigEndian.AppendUint64(dst, letters(lo)), nil
}

// MarshalText returns the text of id, so that JSON has it as a string. The error
// is always nil.
func (id ID) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText reads what MarshalText writes, as strictly as [Parse]. On error
// id is unchanged.
func (id *ID) UnmarshalText(text []byte) error {
	parsed, err := parse(text)
	if err != nil {
		return err
	}
	*id = parsed
	return nil
}

// Hex returns the 96 bits of id as 24 lower-case hexadecimal digits. They sort
// as the text does.
func (id ID) Hex() string {
	var text [hexLen]byte
	hex.Encode(text[:], id[:])
	return string(text[:])
}

// halves returns the upper and the lower 48 bits of id. Above them stand bits that
// mean nothing.
func (id ID) halves() (hi, lo uint64) {
	top := binary.BigEndian.Uint64(id[0:8])
	return top >> 16, top<<32 | uint64(binary.BigEndian.Uint32(id[8:12]))
}

// letters returns the eight characters of the lowest 48 bits of x, the first one
// in the highest byte. Written out, it takes half the time of a loop.
func letters(x uint64) uint64 {
	return uint64(alphabet[x>>42&63])<<56 |
		uint64(alphabet[x>>36&63])<<48 |
		uint64(alphabet[x>>30&63])<<40 |
		uint64(alphabet[x>>24&63])<<32 |
		uint64(alphabet[x>>18&63])<<24 |
		uint64(alphabet[x>>12&63])<<16 |
		uint64(alphabet[x>>6&63])<<8 |
		uint64(alphabet[x&63])
}
