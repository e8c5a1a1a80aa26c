package dataset

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/seed-05176fc3/idem/internal/errtext"
)

// A Kind is what an identifier identifies, or a descriptor describes.
type Kind uint8

// The kinds.
const (
	// KindAny is a set or a map: an ni: name does not say which.
	KindAny Kind = iota
	// KindSet is a set of granule IDs.
	KindSet
	// KindMap is a map from granule IDs to values.
	KindMap
	// KindChain is a set of granule IDs, identified by its MD5 chain.
	KindChain
)

// String returns any, set, map or md5.
func (k Kind) String() string {
	switch k {
	case KindAny:
		return "any"
	case KindSet:
		return "set"
	case KindMap:
		return "map"
	case KindChain:
		return "md5"
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// The ways to begin an identifier.
const (
	prefixSet   = "dsi:1:set:"
	prefixMap   = "dsi:1:map:"
	prefixChain = "dsi:0:md5:"
	prefixDI    = "DI:"
	prefixNI    = "ni:///sha-256;"
)

// niDigits is the length of a SHA-256 value in base64url without padding.
const niDigits = 43

// An Identifier names an instance: Hash or DI say which, the qualifiers where it
// was seen. The zero Identifier names nothing that exists.
type Identifier struct {
	Kind       Kind
	Hash       Hash       // of the descriptor; zero for KindChain
	DI         DI         // for KindChain; zero otherwise
	Qualifiers Qualifiers // none for KindAny
}

// Matches reports whether both name the same instance in the same way, whatever
// their qualifiers are. KindAny matches the set or the map with its hash. A chain
// only matches a chain: that a DI and a hash belong to one set is for a ledger to
// say.
func (id Identifier) Matches(other Identifier) bool {
	if id.Kind == KindChain || other.Kind == KindChain {
		return id.Kind == other.Kind && id.DI == other.DI
	}
	sameKind := id.Kind == other.Kind || id.Kind == KindAny || other.Kind == KindAny
	return sameKind && id.Hash == other.Hash
}

// String returns the text of the identifier, "invalid identifier" if it has none.
func (id Identifier) String() string {
	b, err := id.AppendText(nil)
	if err != nil {
		return "invalid identifier"
	}
	return string(b)
}

// AppendText appends the text of the identifier: dsi:1:set:, dsi:1:map: or
// dsi:0:md5: with its digits and qualifiers, or the ni: name where the kind is not
// known. It does not allocate if b is large enough. The error wraps
// [ErrInvalidIdentifier] if the kind is none of the four or a qualifier is out of
// its range.
func (id Identifier) AppendText(b []byte) ([]byte, error) {
	switch id.Kind {
	case KindSet:
		b = appendHex(append(b, prefixSet...), id.Hash[:])
	case KindMap:
		b = appendHex(append(b, prefixMap...), id.Hash[:])
	case KindChain:
		b = appendHex(append(b, prefixChain...), id.DI[:])
	case KindAny:
		if id.Qualifiers != (Qualifiers{}) {
			return b, fmt.Errorf("%w: an ni: name has no qualifiers", ErrInvalidIdentifier)
		}
		return base64.RawURLEncoding.AppendEncode(append(b, prefixNI...), id.Hash[:]), nil
	default:
		return b, fmt.Errorf("%w of %v", ErrInvalidIdentifier, id.Kind)
	}
	return id.Qualifiers.append(b)
}

// MarshalText is AppendText to nothing.
func (id Identifier) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText sets the identifier to what [ParseIdentifier] reads.
func (id *Identifier) UnmarshalText(text []byte) error {
	v, err := ParseIdentifier(string(text))
	if err != nil {
		return err
	}
	*id = v
	return nil
}

// ParseIdentifier reads an identifier in any of its forms (see the package
// documentation), with hexadecimal digits in lower case and everything written in
// the one canonical way. It allocates only where a qualifier holds an escape.
// Errors wrap [ErrInvalidIdentifier].
func ParseIdentifier(s string) (Identifier, error) {
	id, at, reason := parseIdentifier(s)
	if reason != "" {
		return Identifier{}, fmt.Errorf("%w %s: byte %d: %s", ErrInvalidIdentifier, errtext.Quote(s), at, reason)
	}
	return id, nil
}

func parseIdentifier(s string) (id Identifier, at int, reason string) {
	if text, ok := strings.CutPrefix(s, prefixNI); ok {
		at, reason = decodeNI(&id.Hash, text)
		return id, len(prefixNI) + at, reason
	}
	if text, ok := strings.CutPrefix(s, prefixDI); ok {
		id.Kind = KindChain
		at, reason = decodeHex(id.DI[:], text)
		return id, len(prefixDI) + at, reason
	}

	digits := id.Hash[:]
	switch {
	case strings.HasPrefix(s, prefixSet):
		id.Kind = KindSet
	case strings.HasPrefix(s, prefixMap):
		id.Kind = KindMap
	case strings.HasPrefix(s, prefixChain):
		id.Kind = KindChain
		digits = id.DI[:]
	default:
		return id, 0, "want dsi:1:set:, dsi:1:map:, dsi:0:md5:, DI: or ni:///sha-256; first"
	}
	end := len(s)
	if i := strings.IndexByte(s, ';'); i >= 0 {
		end = i
	}
	if at, reason = decodeHex(digits, s[len(prefixSet):end]); reason != "" {
		return id, len(prefixSet) + at, reason
	}
	id.Qualifiers, at, reason = parseQualifiers(s[end:])
	return id, end + at, reason
}

// decodeNI reads a base64url value.
func decodeNI(h *Hash, text string) (at int, reason string) {
	if len(text) != niDigits {
		return min(len(text), niDigits), fmt.Sprintf("%d base64url digits, want %d", len(text), niDigits)
	}
	if i := strings.IndexAny(text, "\r\n"); i >= 0 {
		return i, "a line end" // the decoder would pass over it
	}
	var src [niDigits]byte
	copy(src[:], text)
	_, err := base64.RawURLEncoding.Strict().Decode(h[:], src[:])
	if at, ok := err.(base64.CorruptInputError); ok {
		return int(at), "want base64url without padding, the spare bits of the last digit zero"
	}
	return 0, ""
}
