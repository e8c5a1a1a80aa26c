// Package patricia is the Merkle Patricia set and map: a crit-bit tree over
// byte strings whose shape, and so whose root hash, depends on its contents
// alone, never on the order in which they came.
package patricia

import (
	"context"
	"encoding/hex"
)

// Hash is the SHA-256 of a node, and the address of the page that it roots.
type Hash [32]byte

// String returns the hash as 64 lower-case hexadecimal digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Root names a whole tree: the hash of its top node and the number of IDs.
// The zero Root is the empty tree.
type Root struct {
	Hash  Hash
	Count uint64
}

// Page is a part of a tree as it is stored and sent.
type Page struct {
	Hash Hash
	Data []byte
}

// Reader delivers the bytes of the page with the given hash. What it returns
// is verified before it is used.
type Reader interface {
	Page(ctx context.Context, h Hash) ([]byte, error)
}
