package granule

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Suffix returns the suffix that a collection gives to its granules: at most length
// characters of A–Z, a–z, 0–9 and "-". Any text is a collection ID here, even the
// empty one. The error wraps [ErrInvalid] for a negative length and for a
// collection that is not valid UTF-8, errors.ErrUnsupported in the FIPS 140-only
// mode of Go, which forbids MD5.
func Suffix(collection string, length int) (string, error) {
	if err := checkUTF8("collection ID", collection); err != nil {
		return "", err
	}
	suffix, err := appendSuffix(nil, []byte(collection), length)
	return string(suffix), err
}

// Unique returns the unique granule ID of a producer granule ID: id, "_" and the
// suffix of the collection. For many IDs of a collection use a [Uniquifier]. The
// errors are those of [Suffix], and [ErrInvalid] for an id that is not valid
// UTF-8.
func Unique(id, collection string, length int) (string, error) {
	u, err := NewUniquifier(collection, length)
	if err != nil {
		return "", err
	}
	return u.Unique(id)
}

// Split returns the two parts of a unique granule ID, as told by its last "_".
// What it returns for an ID that was never made unique means nothing; see
// [Uniquifier.Verify]. The error wraps [ErrInvalid] if there is no "_", or if
// what follows it cannot be a suffix.
func Split(unique string) (id, suffix string, err error) {
	if err := checkUTF8("granule ID", unique); err != nil {
		return "", "", err
	}
	last := strings.LastIndexByte(unique, '_')
	if last < 0 {
		return "", "", fmt.Errorf(`%w: granule ID %s has no "_" and so no suffix`, ErrInvalid, quote(unique))
	}
	id, suffix = unique[:last], unique[last+1:]
	if len(suffix) > MaxSuffix {
		return "", "", fmt.Errorf(`%w: granule ID %s has %d bytes after its last "_" at byte %d, a suffix has at most %d`,
			ErrInvalid, quote(unique), len(suffix), last, MaxSuffix)
	}
	for i, r := range suffix {
		if !inSuffix(r) {
			return "", "", fmt.Errorf("%w: granule ID %s has %q at byte %d, which no suffix has", ErrInvalid, quote(unique), r, last+1+i)
		}
	}
	return id, suffix, nil
}

func inSuffix(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-'
}

// A Uniquifier makes and verifies the unique granule IDs of one collection and
// one hash length. Its suffix is computed once. It is a value, safe for
// concurrent use; [NewUniquifier] makes it.
type Uniquifier struct {
	tail string // "_" and the suffix; never empty in one that was made
}

// NewUniquifier returns the Uniquifier of a collection. The errors are those of
// [Suffix].
func NewUniquifier(collection string, length int) (Uniquifier, error) {
	suffix, err := Suffix(collection, length)
	if err != nil {
		return Uniquifier{}, err
	}
	return Uniquifier{tail: "_" + suffix}, nil
}

// Unique returns the unique granule ID of a producer granule ID. The error wraps
// [ErrInvalid] if id is not valid UTF-8.
func (u Uniquifier) Unique(id string) (string, error) {
	if err := u.check(id); err != nil {
		return "", err
	}
	return id + u.tail, nil
}

// AppendUnique appends to dst what Unique returns. It does not allocate when dst
// has room.
func (u Uniquifier) AppendUnique(dst []byte, id string) ([]byte, error) {
	if err := u.check(id); err != nil {
		return dst, err
	}
	return append(append(dst, id...), u.tail...), nil
}

// Verify reports whether unique is an ID that u makes, and of which producer
// granule ID.
func (u Uniquifier) Verify(unique string) (id string, ok bool) {
	id, ok = strings.CutSuffix(unique, u.tail)
	if !ok || u.tail == "" || !utf8.ValidString(id) {
		return "", false
	}
	return id, true
}

func (u Uniquifier) check(id string) error {
	if u.tail == "" {
		return fmt.Errorf("%w: Uniquifier without a collection", ErrInvalid)
	}
	return checkUTF8("granule ID", id)
}
