package publicid

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// A Key is a secret AES key of 16, 24 or 32 bytes. It shows itself to nobody who
// does not call [Key.Base64]: formatted, logged or marshalled it reads
// [redacted]. The zero Key is no key.
type Key struct {
	// A function, because fmt prints the unexported fields of a struct that holds
	// a Key without asking the Key, and then follows pointers for some verbs.
	// Nothing that prints values looks into a function.
	reveal func() []byte
}

func newKey(raw []byte) Key { return Key{func() []byte { return raw }} }

// NewKey makes a key of 16, 24 or 32 bytes, which it copies. The error is [ErrKey].
func NewKey(raw []byte) (Key, error) {
	switch len(raw) {
	case 16, 24, 32:
	default:
		return Key{}, fmt.Errorf("%w: %d bytes: want 16, 24 or 32", ErrKey, len(raw))
	}
	return newKey(bytes.Clone(raw)), nil
}

// ParseKey reads what [Key.Base64] writes: standard base64 with padding and
// without white space. The error is [ErrKey].
func ParseKey(text string) (Key, error) {
	// The decoder would skip line ends.
	if i := strings.IndexAny(text, "\r\n"); i >= 0 {
		return Key{}, fmt.Errorf("%w: byte %d: line end", ErrKey, i)
	}
	raw, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil {
		return Key{}, fmt.Errorf("%w: %d characters: not standard base64 with padding", ErrKey, len(text))
	}
	return NewKey(raw)
}

// GenerateKey returns a new random key of 32 bytes.
func GenerateKey() Key {
	raw := make([]byte, 32)
	rand.Read(raw) // never fails
	return newKey(raw)
}

// Base64 returns the key itself, in standard base64 with padding. It returns ""
// for the zero Key.
func (k Key) Base64() string { return base64.StdEncoding.EncodeToString(k.bytes()) }

func (k Key) bytes() []byte {
	if k.reveal == nil {
		return nil
	}
	return k.reveal()
}

const redacted = "[redacted]"

// String returns [redacted].
func (k Key) String() string { return redacted }

// Format writes [redacted] for every verb.
func (k Key) Format(f fmt.State, _ rune) { io.WriteString(f, redacted) }

// LogValue makes a structured log carry [redacted].
func (k Key) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText returns [redacted], so that JSON does not carry the key either.
func (k Key) MarshalText() ([]byte, error) { return []byte(redacted), nil }
