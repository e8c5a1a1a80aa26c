package transparency

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-05176fc3/idem/internal/errtext"
	"golang.org/x/mod/sumdb/note"
)

// MaxSigned is the largest length of a signed checkpoint in bytes. It has room for
// sixteen signatures of any kind known today.
const MaxSigned = 256 << 10

// A SignedCheckpoint is a checkpoint with signatures: a signed note. Nobody has
// checked them before Verify.
type SignedCheckpoint struct {
	Checkpoint
	Signatures []note.Signature // one for each key, in the order of their lines
}

// ParseSigned reads a signed checkpoint of at most MaxSigned bytes. It keeps the
// signatures of all keys and checks none of them. It accepts what AppendText writes
// and nothing else; the error wraps ErrInvalidCheckpoint.
func ParseSigned(data []byte) (*SignedCheckpoint, error) {
	fault := func(format string, args ...any) error {
		return fmt.Errorf("%w %s: %s", ErrInvalidCheckpoint, errtext.Quote(data), fmt.Sprintf(format, args...))
	}
	if len(data) > MaxSigned {
		return nil, fault("%d bytes, at most %d are read", len(data), MaxSigned)
	}
	var unverified *note.UnverifiedNoteError
	if _, err := note.Open(data, nil); !errors.As(err, &unverified) {
		return nil, fault("%v", err)
	}
	n := unverified.Note
	c, err := ParseCheckpoint(n.Text)
	if err != nil {
		return nil, err
	}
	s := &SignedCheckpoint{Checkpoint: c, Signatures: n.UnverifiedSigs}
	again, err := s.AppendText(nil)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(again, data) {
		return nil, fault("a line stands there twice")
	}
	return s, nil
}

// AppendText appends the signed note. Without signatures, or with those that no line
// can hold, the error wraps ErrInvalidCheckpoint.
func (s *SignedCheckpoint) AppendText(b []byte) ([]byte, error) {
	if len(s.Signatures) == 0 {
		return nil, fmt.Errorf("%w: nobody signed it", ErrInvalidCheckpoint)
	}
	for i, sig := range s.Signatures {
		if _, err := base64.StdEncoding.Strict().DecodeString(sig.Base64); err != nil {
			return nil, fmt.Errorf("%w: signature of %s: %v", ErrInvalidCheckpoint, KeyID(sig), err)
		}
		if slices.ContainsFunc(s.Signatures[:i], func(o note.Signature) bool { return sameKey(o, sig) }) {
			return nil, fmt.Errorf("%w: two signatures of %s", ErrInvalidCheckpoint, KeyID(sig))
		}
	}
	n, err := s.note()
	if err != nil {
		return nil, err
	}
	text, err := note.Sign(n)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrInvalidCheckpoint, err)
	}
	return append(b, text...), nil
}

func (s *SignedCheckpoint) note() (*note.Note, error) {
	text, err := s.Checkpoint.AppendText(nil)
	return &note.Note{Text: string(text), UnverifiedSigs: s.Signatures}, err
}

// Sign returns the checkpoint with a signature of the key after those that are there;
// an earlier one of the same key makes place for it.
func (s *SignedCheckpoint) Sign(key *Key) (*SignedCheckpoint, error) {
	n, err := s.note()
	if err != nil {
		return nil, err
	}
	data, err := note.Sign(n, key.signer)
	if err != nil {
		return nil, err
	}
	return ParseSigned(data)
}

// SignedBy tells whether there is a signature of the key. If that is wrong, or the key
// does not vouch for the ledger, the error wraps ErrFalse.
func (s *SignedCheckpoint) SignedBy(key *Key) (bool, error) {
	v := key.Verifier()
	if !s.has(note.Signature{Name: v.Name(), Hash: v.KeyHash()}) {
		return false, nil
	}
	_, err := s.Verify(note.VerifierList(v))
	return err == nil, err
}

// has tells whether there is a signature of the key of sig.
func (s *SignedCheckpoint) has(sig note.Signature) bool {
	return slices.ContainsFunc(s.Signatures, func(o note.Signature) bool { return sameKey(o, sig) })
}

// Merge returns the checkpoint with the signatures of another copy of it by keys that
// have not signed this one. It checks none of them.
func (s *SignedCheckpoint) Merge(other *SignedCheckpoint) *SignedCheckpoint {
	merged := &SignedCheckpoint{Checkpoint: s.Checkpoint, Signatures: slices.Clone(s.Signatures)}
	for _, sig := range other.Signatures {
		if !s.has(sig) {
			merged.Signatures = append(merged.Signatures, sig)
		}
	}
	return merged
}

// Verify returns the signatures of the known keys. It returns an error that wraps
// ErrFalse if one of them is wrong, or if none is of a key that vouches for the
// ledger: witnesses alone do not. Signatures of other keys do not matter.
func (s *SignedCheckpoint) Verify(known note.Verifiers) ([]note.Signature, error) {
	data, err := s.AppendText(nil)
	if err != nil {
		return nil, err
	}
	n, err := note.Open(data, known)
	var unverified *note.UnverifiedNoteError
	switch {
	case errors.As(err, &unverified):
		return nil, fmt.Errorf("%w: checkpoint of %s, size %d: signed by %s, none of which is known", ErrFalse, s.Origin, s.Size, keyIDs(s.Signatures))
	case err != nil:
		return nil, fmt.Errorf("%w: checkpoint of %s, size %d: %v", ErrFalse, s.Origin, s.Size, err)
	}
	if !slices.ContainsFunc(n.Sigs, func(sig note.Signature) bool { return vouches(sig.Name, s.Origin) }) {
		return nil, fmt.Errorf("%w: checkpoint of %s, size %d: signed by %s, none of which speaks for the ledger", ErrFalse, s.Origin, s.Size, keyIDs(n.Sigs))
	}
	return n.Sigs, nil
}

// KeyID returns the name and the hash of the key of a signature, with a plus between
// them, as verifier keys begin.
func KeyID(sig note.Signature) string { return fmt.Sprintf("%s+%08x", sig.Name, sig.Hash) }

func keyIDs(sigs []note.Signature) string {
	ids := make([]string, len(sigs))
	for i, sig := range sigs {
		ids[i] = KeyID(sig)
	}
	return strings.Join(ids, ", ")
}

func sameKey(a, b note.Signature) bool { return a.Name == b.Name && a.Hash == b.Hash }
