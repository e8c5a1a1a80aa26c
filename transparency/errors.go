package transparency

import "errors"

var (
	// ErrInvalidCheckpoint is returned for what is not a checkpoint, or not a signed
	// one.
	ErrInvalidCheckpoint = errors.New("transparency: invalid checkpoint")
	// ErrInvalidProof is returned for what is not a proof.
	ErrInvalidProof = errors.New("transparency: invalid proof")
	// ErrInvalidKey is returned for what is not a key, and for names that no key can
	// have. It never shows the key.
	ErrInvalidKey = errors.New("transparency: invalid key")
	// ErrFalse is returned for a proof that does not show what it claims, and for a
	// checkpoint that none of the known keys vouches for.
	ErrFalse = errors.New("transparency: false")
	// ErrUnverified is returned for a proof whose hashes agree, but whose signatures
	// were not looked at because no key is known. It may be anybody's.
	ErrUnverified = errors.New("transparency: the signatures were not checked, for want of a key")
)
