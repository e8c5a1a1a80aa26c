package dataset

import (
	"encoding/binary"
	"fmt"
	"unicode/utf8"

	"github.com/seed-05176fc3/idem/internal/errtext"
)

// Limits on what names granules and datasets, in bytes.
const (
	MaxID   = 255 // of a granule ID
	MaxName = 128 // of a dataset name
)

// CheckID returns an error that wraps [ErrInvalidID] unless id is 1 to [MaxID]
// bytes of valid UTF-8 without a byte below 0x20 and without 0x7f. Anything else
// is allowed, spaces included: IDs are compared as bytes and never normalised. It
// does not allocate when the ID is fine.
func CheckID(id []byte) error {
	if len(id) >= 8 && len(id) <= MaxID && isPlain(id) {
		return nil
	}
	at, reason := idFault(id)
	if reason == "" {
		return nil
	}
	return fmt.Errorf("%w %s: byte %d: %s", ErrInvalidID, errtext.Quote(id), at, reason)
}

// isPlain reports whether id, of 8 bytes or more, is printable ASCII. It looks
// at eight bytes at a time: a byte is outside 0x20 to 0x7e if its top bit is set,
// or gets set by adding 1 or by subtracting 0x20. A carry or borrow can only come
// from a byte that is outside itself.
func isPlain(id []byte) bool {
	const ones = 0x0101010101010101
	last := binary.LittleEndian.Uint64(id[len(id)-8:])
	bad := last | (last + ones) | (last - 0x20*ones)
	for ; len(id) > 8; id = id[8:] {
		x := binary.LittleEndian.Uint64(id)
		bad |= x | (x + ones) | (x - 0x20*ones)
	}
	return bad&(0x80*ones) == 0
}

// idFault returns the position of the first fault of id and what it is; the
// reason is empty if there is none.
func idFault(id []byte) (at int, reason string) {
	if len(id) == 0 {
		return 0, "empty"
	}
	if len(id) > MaxID {
		return MaxID, fmt.Sprintf("%d bytes long, at most %d are allowed", len(id), MaxID)
	}
	for at < len(id) {
		c := id[at]
		if c < 0x20 || c == 0x7f {
			return at, fmt.Sprintf("control character 0x%02x", c)
		}
		size := 1
		if c >= utf8.RuneSelf {
			var r rune
			if r, size = utf8.DecodeRune(id[at:]); r == utf8.RuneError && size == 1 {
				return at, fmt.Sprintf("0x%02x is not valid UTF-8 here", c)
			}
		}
		at += size
	}
	return 0, ""
}

// CheckName returns an error that wraps [ErrInvalidName] unless name is 1 to
// [MaxName] ASCII letters, digits and the characters . _ - ~ +, the first of them
// a letter or a digit. So a name is never taken for a flag, an identifier (they
// hold a colon), a path, or a name with a time after an @.
func CheckName(name string) error {
	at, reason := nameFault(name)
	if reason == "" {
		return nil
	}
	return fmt.Errorf("%w %s: byte %d: %s", ErrInvalidName, errtext.Quote(name), at, reason)
}

// nameFault does for names what idFault does for IDs.
func nameFault(name string) (at int, reason string) {
	if name == "" {
		return 0, "empty"
	}
	if len(name) > MaxName {
		return MaxName, fmt.Sprintf("%d bytes long, at most %d are allowed", len(name), MaxName)
	}
	for i := range len(name) {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case c != '.' && c != '_' && c != '-' && c != '~' && c != '+':
			return i, "want ASCII letters, digits and . _ - ~ +"
		case i == 0:
			return 0, "want a letter or a digit first"
		}
	}
	return 0, ""
}
