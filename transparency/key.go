package transparency

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// A Key signs checkpoints, with Ed25519. Printed in any way it does not show its secret.
type Key struct {
	signer note.Signer // which has the secret in a function, where nothing prints it
	public string
}

// privatePrefix begins the text of a key. No verifier key begins so: the name of a key
// has no plus.
const privatePrefix = "PRIVATE+KEY+"

// GenerateKey makes a new random key and returns the text of its file, which is secret
// and which ParseKey reads. The name is what ledgers' origins begin with, such as
// archive.example: 1 to MaxKeyName characters of printable ASCII without space and
// plus, without a scheme, and without a slash at either end.
func GenerateKey(name string) ([]byte, error) {
	if err := checkKeyName(name); err != nil {
		return nil, err
	}
	secret, _, err := note.GenerateKey(rand.Reader, name)
	if err != nil {
		return nil, err
	}
	return []byte(secret + "\n"), nil
}

// ParseKey reads the text of a key: one line as golang.org/x/mod/sumdb/note has it, with
// or without a line feed. The error wraps ErrInvalidKey and shows nothing of the text.
func ParseKey(text []byte) (*Key, error) {
	line := strings.TrimSuffix(string(text), "\n")
	signer, err := note.NewSigner(line)
	if err != nil || strings.ContainsAny(line, "\r\n") { // which base64 would skip
		return nil, fmt.Errorf("%w: not the line of a private key", ErrInvalidKey)
	}
	if err := checkKeyName(signer.Name()); err != nil {
		return nil, err
	}
	// What follows the last plus but the algorithm's byte is the seed.
	raw, err := base64.StdEncoding.Strict().DecodeString(line[len(privatePrefix)+len(signer.Name())+len("+01234567+"):])
	if err != nil {
		return nil, fmt.Errorf("%w: not the line of a private key", ErrInvalidKey)
	}
	pair := ed25519.NewKeyFromSeed(raw[1:])
	public, err := note.NewEd25519VerifierKey(signer.Name(), pair.Public().(ed25519.PublicKey))
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrInvalidKey, err)
	}
	return &Key{signer, public}, nil
}

// Name returns the name of the key.
func (k *Key) Name() string { return k.signer.Name() }

// Public returns the verifier key, which is what all others need to check signatures.
func (k *Key) Public() string { return k.public }

// String returns the verifier key.
func (k *Key) String() string { return k.public }

// Verifier returns what checks the signatures of the key.
func (k *Key) Verifier() note.Verifier {
	v, err := note.NewVerifier(k.public)
	if err != nil {
		panic("transparency: a key of our own cannot be read: " + err.Error())
	}
	return v
}

// ParseVerifiers reads verifier keys, of archives and of witnesses, one a line. Empty lines and those that begin with
// # do not count. The error wraps ErrInvalidKey and shows nothing of the line, which may
// be a private key by mistake.
func ParseVerifiers(text string) (note.Verifiers, error) {
	var list []note.Verifier
	seen := map[string]bool{}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || seen[line] {
			continue
		}
		seen[line] = true
		if strings.HasPrefix(line, privatePrefix) {
			return nil, fmt.Errorf("%w: line %d: it is private; want the verifier key", ErrInvalidKey, n)
		}
		v, err := newVerifier(line)
		if err != nil {
			return nil, fmt.Errorf("%w: line %d: %v", ErrInvalidKey, n, err)
		}
		list = append(list, v)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%w: no verifier key", ErrInvalidKey)
	}
	return note.VerifierList(list...), nil
}
