// Package publicid turns internal IDs into public ones that say nothing, and back,
// with a secret key and without a table. There are two forms.
//
// # The plain form
//
// A [Converter] has one AES key, of 16, 24 or 32 bytes, and works as the .NET
// package Architect.Identities 2.1 does, text for text. The public identity is
// one AES block, in ECB mode:
//
//	value             bytes 0-3   bytes 4-7            bytes 8-15
//	int64, uint64     0           0                    value, little endian
//	decimal of 28     0           value >> 64, little  value mod 2^64, little endian
//	128 bits          the 16 bytes of the value, big endian
//
// The 16 bytes of ciphertext c0 to c15, reordered as .NET reads a Guid, are the
// [ID]:
//
//	c3 c2 c1 c0  c5 c4  c7 c6  c8 c9 c10 c11 c12 c13 c14 c15
//
// It has three texts: UUID of 36 characters, hexadecimal of 32, and alphanumeric
// of 22, that is two blocks of 8 bytes as 11 digits of base 62 (0-9, A-Z, a-z).
// For the key
//
//	93b7c10c97106a6d3686c07268e58f78fd82a9e0de197beb3d490401006d0057
//
// and the distributed ID 1088824355131185736905670087:
//
//	plaintext      00000000 86a78403 c73d8882adb27d90
//	ciphertext     74243230 54a9 a9ff 941c6f038afe4ff1
//	UUID           30322474-a954-ffa9-941c-6f038afe4ff1
//	hexadecimal    30322474A954FFA9941C6F038AFE4FF1
//	alphanumeric   48XoooHHCe1CiOHrghM7Dl
//
// The block does not say what it holds: what was made from a uint64 is also read
// as the decimal of the same value, and everything is read as some UUID. So the
// public IDs of a user and of an invoice with the same number are equal, and the
// key can never be changed. The sealed form has none of these faults.
//
// # The sealed form
//
// A [Sealer] makes texts such as user_b2S43r31Aamk35SFRDaOY5b, for one kind of
// value and one prefix:
//
//	prefix _ key body
//
//	prefix   1 to 63 of a-z, 0-9 and _, from a letter to a letter or digit
//	key      one of 0-9, A-Z, a-z: which key of the KeyRing was used
//	body     22 or 33 characters of 0-9, A-Z, a-z
//
// The last _ ends the prefix. Each pair of prefix and kind has keys of its own,
// derived by HKDF-SHA-256 (RFC 5869) from the 32 bytes of the ring's key:
//
//	salt   empty
//	info   "idem publicid sealed 1", 00, the key character, the prefix, 00, the kind
//	size   64 bytes: K1, then K2, of 32 bytes each
//
// The kind is int64, uint64, distributed, distributed128 or uuid. The value, as
// an integer, fills a block B of 16 bytes, big endian. Then
//
//	C = AES-256(K1, B)
//	T = the first 8 bytes of AES-256(K2, C)    for distributed128 and uuid
//
// The body is C, and T where there is one, in blocks of 8 bytes as 11 digits of
// base 62, most significant first. A reader refuses blocks of 2^64 or more, so
// that a value has one text for each key; it decrypts C, and refuses a value
// outside its kind:
//
//	kind             values            body   redundancy
//	int64            0 to 2^63-1       22     65 zero bits
//	uint64           0 to 2^64-1       22     64 zero bits
//	distributed      0 to 10^28-1      22     32 zero bits, and the limit: 34.99 bits
//	distributed128   0 to 2^128-1      33     tag T of 64 bits
//	uuid             0 to 2^128-1      33     tag T of 64 bits
//
// Worked example. The ring's key "b" is the 32 bytes 00 01 02 … 1f; the prefix is
// user, the kind int64, the value 42:
//
//	info   6964656d207075626c69636964207365616c65642031 00 62 75736572 00 696e743634
//	K1     8c00b491dded677178e95bb7ab36274aa597cf95e80452188c5bcac2a95a8c64
//	B      0000000000000000000000000000002a
//	C      1c9158c1a93e797e23f7c03023bf0903
//	text   user_b2S43r31Aamk35SFRDaOY5b
//
// More are in testdata/sealed.json. This format does not change; another one
// would have another info.
//
// # What is hidden, and what is not
//
// Without the key, a public ID is as good as random: it shows neither value nor
// order, age or number of things. Both forms are deterministic: equal values have
// equal texts, on purpose. The plain form shows that two things of different
// type have the same number; the sealed form does not, but its prefix shows the
// type, and its key character when the key was in use.
//
// Odds that one made-up text is read as a value:
//
//	                 plain form    sealed form
//	int64            2^-65         2^-65
//	uint64           2^-64         2^-64
//	distributed      2^-34.99      2^-34.99   (10^28 of 2^128 blocks)
//	128 bits         1             2^-64
//
// Someone who tries n texts has n times the odds. What is read then is a random
// value, which hardly is the ID of anything. The plain form, in the length of a
// UUID, has no room for more.
//
// A public ID is no permission. Who has seen one can show it again, and pass it
// on: check on each request what the caller may do with the thing that it names.
//
// Decoding fails with one error, the same value always, that says nothing else. A
// text that is malformed or names an unknown key fails sooner than others, which
// tells nothing about a key; after that every text takes the same steps.
package publicid

import (
	"encoding/binary"
	"errors"

	"github.com/seed-05176fc3/idem/internal/idtext"
)

// Errors of this package. ErrInvalid comes as it is; the others are wrapped with
// what they are about. No error contains anything of a key.
var (
	// ErrInvalid is returned when a public ID is malformed, was not made with the
	// key at hand, or holds a value of another kind. Nothing tells these apart.
	ErrInvalid = errors.New("publicid: invalid public ID")
	// ErrRange is returned when a value is negative or over 10^28-1 and so has no
	// public ID of its kind.
	ErrRange = errors.New("publicid: value out of range")
	// ErrKey is returned when a key or its file cannot be used.
	ErrKey = errors.New("publicid: invalid key")
	// ErrKeyRing is returned when a key ring or its file cannot be used, or a
	// change would break it.
	ErrKeyRing = errors.New("publicid: invalid key ring")
	// ErrPrefix is returned when a sealer's prefix breaks the rules.
	ErrPrefix = errors.New("publicid: invalid prefix")
)

// An ID is a public identity of the plain form: the 16 bytes of a UUID, in the
// order of its text. Its version and variant mean nothing.
type ID [16]byte

// Parse reads any of the three texts of an ID, told apart by their length. A
// hexadecimal text may have letters of either case; the others have one text for
// an ID. The error is [ErrInvalid].
func Parse[T idtext.Text](s T) (ID, error) {
	var hi, lo uint64
	var err error
	switch len(s) {
	case idtext.UUIDLen:
		hi, lo, err = idtext.ParseUUID(s)
	case idtext.Hex128:
		hi, lo, err = idtext.ParseHex(s, idtext.Hex128)
	case idtext.Alphanumeric128:
		hi, lo, err = idtext.ParseAlphanumeric(s, idtext.Alphanumeric128)
	default:
		err = ErrInvalid
	}
	if err != nil {
		return ID{}, ErrInvalid
	}
	var id ID
	join((*[16]byte)(&id), hi, lo)
	return id, nil
}

// join sets 16 bytes to two halves, big endian.
func join(b *[16]byte, hi, lo uint64) {
	binary.BigEndian.PutUint64(b[:8], hi)
	binary.BigEndian.PutUint64(b[8:], lo)
}

// split is the inverse of join.
func split(b *[16]byte) (hi, lo uint64) {
	return binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])
}

// String returns the UUID text, in lower case.
func (id ID) String() string {
	var b [idtext.UUIDLen]byte
	hi, lo := split((*[16]byte)(&id))
	return string(idtext.AppendUUID(b[:0], hi, lo))
}

// Hex returns the hexadecimal text, in upper case.
func (id ID) Hex() string {
	var b [idtext.Hex128]byte
	hi, lo := split((*[16]byte)(&id))
	return string(idtext.AppendHex(b[:0], hi, lo, idtext.Hex128))
}

// Alphanumeric returns the alphanumeric text.
func (id ID) Alphanumeric() string {
	var b [idtext.Alphanumeric128]byte
	return string(id.AppendAlphanumeric(b[:0]))
}

// AppendAlphanumeric appends the alphanumeric text.
func (id ID) AppendAlphanumeric(dst []byte) []byte {
	hi, lo := split((*[16]byte)(&id))
	return idtext.AppendAlphanumeric(dst, hi, lo, idtext.Alphanumeric128)
}

// AppendText appends the UUID text. Its error is always nil.
func (id ID) AppendText(dst []byte) ([]byte, error) {
	hi, lo := split((*[16]byte)(&id))
	return idtext.AppendUUID(dst, hi, lo), nil
}

// MarshalText returns the UUID text; JSON gets it as a string.
func (id ID) MarshalText() ([]byte, error) {
	return id.AppendText(make([]byte, 0, idtext.UUIDLen))
}

// UnmarshalText reads the UUID text only. The error is [ErrInvalid].
func (id *ID) UnmarshalText(text []byte) error {
	hi, lo, err := idtext.ParseUUID(text)
	if err != nil {
		return ErrInvalid
	}
	join((*[16]byte)(id), hi, lo)
	return nil
}
