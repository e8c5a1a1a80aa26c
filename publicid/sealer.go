package publicid

import (
	"crypto/hkdf"
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/seed-05176fc3/idem/internal/idtext"
)

// A Sealer makes and reads public IDs of the sealed form, for one prefix and one
// kind of value. It is safe for concurrent use.
type Sealer[V any] struct {
	prefix  string // with its _
	tagged  bool   // the body ends with a tag
	primary byte
	keys    [256]*typeKeys // by key ID
	value   func(hi, lo uint64) (V, bool)
	halves  func(V) (hi, lo uint64, err error)
}

// typeKeys are the keys of one ring key for one prefix and kind.
type typeKeys struct {
	cipher, tag blockCipher
}

// NewInt64Sealer makes a sealer for integers from 0 to 2^63-1. The error is
// [ErrPrefix] or [ErrKeyRing], as of the other functions that make one.
func NewInt64Sealer(ring *KeyRing, prefix string) (*Sealer[int64], error) {
	return newSealer(ring, prefix, "int64", false,
		func(v int64) (uint64, uint64, error) {
			if v < 0 {
				return 0, 0, fmt.Errorf("%w: %d is negative", ErrRange, v)
			}
			return 0, uint64(v), nil
		},
		func(hi, lo uint64) (int64, bool) { return int64(lo), hi|lo>>63 == 0 })
}

// NewUint64Sealer makes a sealer for integers from 0 to 2^64-1.
func NewUint64Sealer(ring *KeyRing, prefix string) (*Sealer[uint64], error) {
	return newSealer(ring, prefix, "uint64", false,
		func(v uint64) (uint64, uint64, error) { return 0, v, nil },
		func(hi, lo uint64) (uint64, bool) { return lo, hi == 0 })
}

// NewDistributedSealer makes a sealer for decimals from 0 to 10^28-1, such as
// distid.ID, as 16 bytes big endian.
func NewDistributedSealer[V ~[16]byte](ring *KeyRing, prefix string) (*Sealer[V], error) {
	return newSealer(ring, prefix, "distributed", false,
		func(v V) (uint64, uint64, error) {
			b := [16]byte(v)
			hi, lo := split(&b)
			if !idtext.Fits28(hi, lo) {
				return 0, 0, errOver28
			}
			return hi, lo, nil
		},
		func(hi, lo uint64) (V, bool) { return joined[V](hi, lo), idtext.Fits28(hi, lo) })
}

// NewDistributed128Sealer makes a sealer for 128-bit values, such as distid.ID128.
func NewDistributed128Sealer[V ~[16]byte](ring *KeyRing, prefix string) (*Sealer[V], error) {
	return newSealer128[V](ring, prefix, "distributed128")
}

// NewUUIDSealer makes a sealer for UUIDs, such as uuid.UUID of a common package.
func NewUUIDSealer[V ~[16]byte](ring *KeyRing, prefix string) (*Sealer[V], error) {
	return newSealer128[V](ring, prefix, "uuid")
}

func newSealer128[V ~[16]byte](ring *KeyRing, prefix, kind string) (*Sealer[V], error) {
	return newSealer(ring, prefix, kind, true,
		func(v V) (uint64, uint64, error) {
			b := [16]byte(v)
			hi, lo := split(&b)
			return hi, lo, nil
		},
		func(hi, lo uint64) (V, bool) { return joined[V](hi, lo), true })
}

func joined[V ~[16]byte](hi, lo uint64) V {
	var b [16]byte
	join(&b, hi, lo)
	return V(b)
}

func newSealer[V any](
	ring *KeyRing, prefix, kind string, tagged bool,
	halves func(V) (uint64, uint64, error), value func(hi, lo uint64) (V, bool),
) (*Sealer[V], error) {
	if err := checkPrefix(prefix); err != nil {
		return nil, err
	}
	if ring == nil || len(ring.keys) == 0 {
		return nil, fmt.Errorf("%w: no keys", ErrKeyRing)
	}
	s := &Sealer[V]{prefix: prefix + "_", tagged: tagged, primary: ring.primary, halves: halves, value: value}
	for id, key := range ring.keys {
		s.keys[id] = deriveKeys(key, id, prefix, kind)
	}
	return s, nil
}

func deriveKeys(key Key, id byte, prefix, kind string) *typeKeys {
	info := "idem publicid sealed 1\x00" + string(id) + prefix + "\x00" + kind
	k, err := hkdf.Key(sha256.New, key.bytes(), nil, info, 64)
	if err != nil {
		panic("publicid: " + err.Error()) // only for far more bytes
	}
	return &typeKeys{cipher: newBlockCipher(k[:32]), tag: newBlockCipher(k[32:])}
}

// tagOf returns the tag of a ciphertext.
func (k *typeKeys) tagOf(c [16]byte) uint64 {
	k.tag.encrypt(&c)
	tag, _ := split(&c)
	return tag
}

const maxPrefix = 63

func checkPrefix(s string) error {
	if s == "" || len(s) > maxPrefix {
		return fmt.Errorf("%w %.70q: %d characters: want 1 to %d", ErrPrefix, s, len(s), maxPrefix)
	}
	for i, c := range []byte(s) {
		letter, digit := 'a' <= c && c <= 'z', '0' <= c && c <= '9'
		switch {
		case !letter && !digit && c != '_':
			return fmt.Errorf("%w %q: byte %d: not one of a-z, 0-9, _", ErrPrefix, s, i)
		case i == 0 && !letter:
			return fmt.Errorf("%w %q: byte 0: not a letter", ErrPrefix, s)
		case i == len(s)-1 && c == '_':
			return fmt.Errorf("%w %q: byte %d: ends with _", ErrPrefix, s, i)
		}
	}
	return nil
}

// Encode returns the public ID of v under the primary key. The error is [ErrRange].
func (s *Sealer[V]) Encode(v V) (string, error) {
	var b [maxPrefix + 2 + idtext.Alphanumeric128 + idtext.Alphanumeric64]byte
	out, err := s.AppendEncode(b[:0], v)
	return string(out), err
}

// AppendEncode appends what Encode returns, and allocates nothing if dst has room.
func (s *Sealer[V]) AppendEncode(dst []byte, v V) ([]byte, error) {
	hi, lo, err := s.halves(v)
	if err != nil {
		return dst, err
	}
	keys := s.keys[s.primary]
	var b [16]byte
	join(&b, hi, lo)
	keys.cipher.encrypt(&b)
	hi, lo = split(&b)
	dst = append(append(dst, s.prefix...), s.primary)
	dst = idtext.AppendAlphanumeric(dst, hi, lo, idtext.Alphanumeric128)
	if s.tagged {
		dst = idtext.AppendAlphanumeric(dst, 0, keys.tagOf(b), idtext.Alphanumeric64)
	}
	return dst, nil
}

// Decode returns the value of a public ID made by Encode with this prefix, this kind
// and any key of the ring. The error is [ErrInvalid], whatever is wrong.
func (s *Sealer[V]) Decode(text string) (V, error) {
	var none V
	rest, ok := strings.CutPrefix(text, s.prefix)
	if !ok || rest == "" || s.keys[rest[0]] == nil {
		return none, ErrInvalid
	}
	keys, body := s.keys[rest[0]], rest[1:]
	var tag uint64
	if s.tagged {
		cut := idtext.Alphanumeric128
		if len(body) < cut {
			return none, ErrInvalid
		}
		_, t, err := idtext.ParseAlphanumeric(body[cut:], idtext.Alphanumeric64)
		if err != nil {
			return none, ErrInvalid
		}
		tag, body = t, body[:cut]
	}
	hi, lo, err := idtext.ParseAlphanumeric(body, idtext.Alphanumeric128)
	if err != nil {
		return none, ErrInvalid
	}
	var b [16]byte
	join(&b, hi, lo)
	var want uint64
	if s.tagged {
		want = keys.tagOf(b)
	}
	keys.cipher.decrypt(&b)
	v, ok := s.value(split(&b))
	if !ok || tag != want {
		return none, ErrInvalid
	}
	return v, nil
}
