package publicid

import (
	"crypto/subtle"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
)

// alphabet holds the characters that key IDs and bodies are made of.
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// A KeyRing holds the keys of the sealed form, each with an ID of one character of
// 0-9, A-Z, a-z. One of them is the primary, with which values are encoded; all
// of them decode. A ring never changes: its methods return new ones.
//
// To change keys without a text that someone cannot read:
//
//  1. [KeyRing.Add] a new key, and distribute the ring to all who decode;
//  2. when all have it, [KeyRing.Promote] the new key, and distribute again;
//  3. keep the old key as long as its texts should be read, then [KeyRing.Remove] it.
//
// Formatted, logged or marshalled, a ring shows the IDs of its keys only.
type KeyRing struct {
	primary byte
	keys    map[byte]Key
}

// NewKeyRing makes a ring of one key of 32 bytes, its primary. The error is
// [ErrKeyRing], as of all functions that return a ring.
func NewKeyRing(id byte, key Key) (*KeyRing, error) {
	return (&KeyRing{primary: id}).Add(id, key)
}

// Primary returns the ID of the key that encodes.
func (r *KeyRing) Primary() byte { return r.primary }

// IDs returns the IDs of all keys, in their order.
func (r *KeyRing) IDs() string { return string(slices.Sorted(maps.Keys(r.keys))) }

// Add returns a ring with one more key, of 32 bytes. It refuses an ID and a key
// that are in the ring already.
func (r *KeyRing) Add(id byte, key Key) (*KeyRing, error) {
	if strings.IndexByte(alphabet, id) < 0 {
		return nil, fmt.Errorf("%w: key ID: want one of 0-9, A-Z, a-z", ErrKeyRing)
	}
	if n := len(key.bytes()); n != 32 {
		return nil, fmt.Errorf("%w: key %c: %d bytes: want 32", ErrKeyRing, id, n)
	}
	for other, k := range r.keys {
		if other == id {
			return nil, fmt.Errorf("%w: key %c: there is one already", ErrKeyRing, id)
		}
		if subtle.ConstantTimeCompare(k.bytes(), key.bytes()) == 1 {
			return nil, fmt.Errorf("%w: key %c: is the same as key %c", ErrKeyRing, id, other)
		}
	}
	out := r.clone()
	out.keys[id] = key
	return out, nil
}

// Promote returns a ring of which key id is the primary.
func (r *KeyRing) Promote(id byte) (*KeyRing, error) {
	if _, ok := r.keys[id]; !ok {
		return nil, fmt.Errorf("%w: no key %q", ErrKeyRing, id)
	}
	out := r.clone()
	out.primary = id
	return out, nil
}

// Remove returns a ring without key id, which must not be the primary. What was
// encoded with it cannot be read any more.
func (r *KeyRing) Remove(id byte) (*KeyRing, error) {
	if _, ok := r.keys[id]; !ok {
		return nil, fmt.Errorf("%w: no key %q", ErrKeyRing, id)
	}
	if id == r.primary {
		return nil, fmt.Errorf("%w: key %c is the primary", ErrKeyRing, id)
	}
	out := r.clone()
	delete(out.keys, id)
	return out, nil
}

func (r *KeyRing) clone() *KeyRing {
	out := &KeyRing{primary: r.primary, keys: make(map[byte]Key, len(r.keys)+1)}
	maps.Copy(out.keys, r.keys)
	return out
}

// String returns the IDs of the keys, such as "key ring: primary b, also a".
func (r *KeyRing) String() string {
	if r == nil || len(r.keys) == 0 {
		return "key ring: no keys"
	}
	others := strings.ReplaceAll(r.IDs(), string(r.primary), "")
	if others == "" {
		return fmt.Sprintf("key ring: primary %c", r.primary)
	}
	return fmt.Sprintf("key ring: primary %c, also %s", r.primary, others)
}

// Format writes String for every verb.
func (r *KeyRing) Format(f fmt.State, _ rune) { io.WriteString(f, r.String()) }

// LogValue makes a structured log carry String.
func (r *KeyRing) LogValue() slog.Value { return slog.StringValue(r.String()) }

// MarshalText returns String, so that JSON does not carry the keys either. The
// form that does is [KeyRing.File].
func (r *KeyRing) MarshalText() ([]byte, error) { return []byte(r.String()), nil }
