package patricia

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
)

// Limits on what a tree holds.
const (
	MaxID    = 255     // bytes of an ID; at least 1, none of them 0x00
	MaxValue = 1 << 14 // bytes of a value of a map
)

var (
	// ErrOrder is returned when IDs do not come in strictly ascending order.
	ErrOrder = errors.New("patricia: IDs out of order")
	// ErrInvalidID is returned for an ID or a value outside the limits.
	ErrInvalidID = errors.New("patricia: invalid ID")
	// ErrDamaged is returned when a page is not the one that its hash names, or
	// not a page at all.
	ErrDamaged = errors.New("patricia: damaged page")
)

// Kind says whether a tree holds IDs alone or IDs with values.
type Kind byte

// The two kinds of trees. A set and a map of the same IDs have different roots.
const (
	Set Kind = 0
	Map Kind = 1
)

// Hash is the SHA-256 of a node, and the address of the page that it roots.
type Hash [32]byte

// String returns the hash as 64 lower-case hexadecimal digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Root names a whole tree: the hash of its top node and the number of its IDs.
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

// Reader delivers the bytes of the page with the given hash. What it returns is
// verified before it is used, so it may be a cache, a mirror or a stranger. It
// must be safe for concurrent use.
type Reader interface {
	Page(ctx context.Context, h Hash) ([]byte, error)
}

// BatchReader is a Reader that delivers many pages at less cost than one at a time.
type BatchReader interface {
	Reader
	// PageBatch returns the bytes of the pages with the given hashes, in their order.
	PageBatch(ctx context.Context, hashes []Hash) ([][]byte, error)
}

// ReaderFunc makes a function a Reader.
type ReaderFunc func(ctx context.Context, h Hash) ([]byte, error)

// Page calls f.
func (f ReaderFunc) Page(ctx context.Context, h Hash) ([]byte, error) { return f(ctx, h) }

// Sink takes the pages of a tree as they are made, each before any page that
// refers to it. It may keep them.
type Sink func(Page) error

// Tree is a tree that exists: its kind, its root and where its pages are.
// It is a value; nothing changes it.
type Tree struct {
	Kind  Kind
	Root  Root
	Pages Reader
}

// Item is an ID of a set, or an ID and its value of a map.
type Item struct {
	ID, Value []byte
}

// checkItem returns an error unless a tree of kind k can hold the item.
func checkItem(k Kind, id, value []byte) error {
	if len(id) == 0 || len(id) > MaxID {
		return fmt.Errorf("%w: %d bytes, want 1 to %d", ErrInvalidID, len(id), MaxID)
	}
	if i := indexZero(id); i >= 0 {
		return fmt.Errorf("%w: %q: byte 0x00 at %d", ErrInvalidID, id, i)
	}
	if k == Set && len(value) != 0 {
		return fmt.Errorf("%w: %q has a value, but a set holds none", ErrInvalidID, id)
	}
	if len(value) > MaxValue {
		return fmt.Errorf("%w: %q: value of %d bytes, want %d at most", ErrInvalidID, id, len(value), MaxValue)
	}
	return nil
}
