package transparency

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// The signature type of C2SP's tlog-cosignature with Ed25519, and the length of its
// signatures: a time in seconds and what Ed25519 makes.
const (
	typeCosignature = 0x04
	cosignatureSize = 8 + ed25519.SignatureSize
)

// cosigner checks the timestamped signatures of a witness.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

var _ note.Verifier = (*cosigner)(nil)

func (c *cosigner) Name() string    { return c.name }
func (c *cosigner) KeyHash() uint32 { return c.hash }

// Verify implements [note.Verifier].
func (c *cosigner) Verify(msg, sig []byte) bool {
	if len(sig) != cosignatureSize {
		return false
	}
	at := binary.BigEndian.Uint64(sig)
	if at > math.MaxInt64 {
		return false
	}
	return ed25519.Verify(c.key, fmt.Appendf(nil, "cosignature/v1\ntime %d\n%s", at, msg), sig[8:])
}

// newVerifier reads a verifier key, of a log or of a witness.
func newVerifier(line string) (note.Verifier, error) {
	v, err := note.NewVerifier(line)
	if err == nil {
		return v, nil
	}
	// The name and the hash are those of any other key.
	name, rest, _ := strings.Cut(line, "+")
	hash, text, _ := strings.Cut(rest, "+")
	raw, bad := base64.StdEncoding.Strict().DecodeString(text)
	if bad != nil || len(raw) != 1+ed25519.PublicKeySize || raw[0] != typeCosignature || checkOrigin(name) != "" {
		return nil, err
	}
	sum := sha256.Sum256([]byte(name + "\n" + string(raw)))
	c := &cosigner{name: name, hash: binary.BigEndian.Uint32(sum[:]), key: ed25519.PublicKey(raw[1:])}
	if fmt.Sprintf("%08x", c.hash) != hash {
		return nil, err
	}
	return c, nil
}
