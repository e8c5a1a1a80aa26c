package transparency

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-05176fc3/idem/internal/errtext"
)

// Limits on names, in bytes: what witnesses take.
const (
	MaxKeyName = 255
	MaxOrigin  = 255
)

// The name of a dataset may hold a plus, which neither the name of a key nor, by
// C2SP's advice, an origin does. It never holds a percent sign.
var (
	escapeName   = strings.NewReplacer("+", "%2B")
	unescapeName = strings.NewReplacer("%2B", "+")
)

// Origin returns the origin of the ledger of a dataset that a key of this name
// signs: the name of the key, a slash, and that of the dataset; or just the name
// of the key, if that ends so already.
func Origin(keyName, dataset string) string {
	last := "/" + escapeName.Replace(dataset)
	if strings.HasSuffix(keyName, last) {
		return keyName
	}
	return keyName + last
}

// Dataset returns the name of the dataset whose ledger has this origin: what follows
// the last slash.
func Dataset(origin string) string {
	return unescapeName.Replace(origin[strings.LastIndexByte(origin, '/')+1:])
}

// vouches tells whether a key of this name speaks for the ledger with this origin,
// and not as a witness.
func vouches(keyName, origin string) bool {
	rest, found := strings.CutPrefix(origin, keyName)
	return found && (rest == "" || rest[0] == '/' && strings.Count(rest, "/") == 1)
}

// checkOrigin returns the reason why origin cannot be one.
func checkOrigin(origin string) string {
	switch {
	case len(origin) == 0 || len(origin) > MaxOrigin:
		return fmt.Sprintf("an origin of %d bytes, want 1 to %d", len(origin), MaxOrigin)
	case !utf8.ValidString(origin):
		return "an origin that is not UTF-8"
	}
	if i := strings.IndexFunc(origin, func(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) }); i >= 0 {
		return fmt.Sprintf("byte %d of the origin: a space or control character", i)
	}
	return ""
}

// checkKeyName returns an error unless a key may be made with this name.
func checkKeyName(name string) error {
	fault := func(format string, args ...any) error {
		return fmt.Errorf("%w: name %s: %s", ErrInvalidKey, errtext.Quote(name), fmt.Sprintf(format, args...))
	}
	if len(name) == 0 || len(name) > MaxKeyName {
		return fault("%d bytes, want 1 to %d", len(name), MaxKeyName)
	}
	for i := range len(name) {
		if c := name[i]; c <= ' ' || c > '~' || c == '+' {
			return fault("byte %d: want printable ASCII without space and plus", i)
		}
	}
	if i := strings.Index(name, "://"); i >= 0 {
		return fault("byte %d: want no scheme, such as archive.example", i)
	}
	if name[0] == '/' || name[len(name)-1] == '/' {
		return fault("it begins or ends with a slash")
	}
	return nil
}
