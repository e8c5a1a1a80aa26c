package transparency

import (
	"fmt"

	"golang.org/x/mod/sumdb/tlog"
)

// A Tree is the Merkle tree over the entries of a ledger. It keeps 64 bytes for each
// of them. The zero Tree is empty. It is for one goroutine at a time.
type Tree struct {
	size   uint64
	hashes []tlog.Hash // in the order of tlog.StoredHashIndex
}

// Append adds the bytes of the next entry. It takes two hashes, in the mean.
func (t *Tree) Append(entry []byte) {
	next, err := tlog.StoredHashes(int64(t.size), entry, t)
	if err != nil {
		panic("transparency: bad math in Append: " + err.Error())
	}
	t.hashes = append(t.hashes, next...)
	t.size++
}

// Size returns the number of entries.
func (t *Tree) Size() uint64 { return t.size }

// ReadHashes implements [tlog.HashReader], so that the functions of that package work
// on the tree.
func (t *Tree) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	hashes := make([]tlog.Hash, len(indexes))
	for i, at := range indexes {
		if at < 0 || at >= int64(len(t.hashes)) {
			return nil, fmt.Errorf("transparency: a tree of %d entries has no hash %d", t.size, at)
		}
		hashes[i] = t.hashes[at]
	}
	return hashes, nil
}

// Checkpoint returns the checkpoint of the first size entries. There must be as many.
func (t *Tree) Checkpoint(origin string, size uint64) (Checkpoint, error) {
	if size < 1 || size > t.size {
		return Checkpoint{}, fmt.Errorf("transparency: a tree of %d entries has no checkpoint of %d", t.size, size)
	}
	root, err := tlog.TreeHash(int64(size), t)
	return Checkpoint{Origin: origin, Size: size, Root: root}, err
}

// Holds tells whether the tree begins with what the checkpoint covers.
func (t *Tree) Holds(c Checkpoint) bool {
	own, err := t.Checkpoint(c.Origin, c.Size)
	return err == nil && own == c
}

// Consistency proves that the ledger only grew between two checkpoints. The error
// wraps ErrFalse if the tree does not begin with what both cover.
func (t *Tree) Consistency(older, newer *SignedCheckpoint) (*Consistency, error) {
	for _, c := range []*SignedCheckpoint{older, newer} {
		if !t.Holds(c.Checkpoint) {
			return nil, fmt.Errorf("%w: the ledger does not begin with what the checkpoint of size %d covers", ErrFalse, c.Size)
		}
	}
	if older.Size > newer.Size || older.Origin != newer.Origin {
		return nil, fmt.Errorf("%w: no way leads from size %d of %s to size %d of %s", ErrFalse, older.Size, older.Origin, newer.Size, newer.Origin)
	}
	hashes, err := tlog.ProveTree(int64(newer.Size), int64(older.Size), t)
	if err != nil {
		return nil, err
	}
	return &Consistency{Old: older, New: newer, Hashes: hashes}, nil
}

// Inclusion proves that an entry is in the ledger as number index. The error wraps
// ErrFalse if the tree does not begin with what the checkpoint covers, or the entry is
// not the one that was appended.
func (t *Tree) Inclusion(c *SignedCheckpoint, index uint64, entry []byte) (*Inclusion, error) {
	if !t.Holds(c.Checkpoint) {
		return nil, fmt.Errorf("%w: the ledger does not begin with what the checkpoint of size %d covers", ErrFalse, c.Size)
	}
	if index >= c.Size {
		return nil, fmt.Errorf("%w: the checkpoint of size %d does not cover entry %d", ErrFalse, c.Size, index)
	}
	hashes, err := tlog.ProveRecord(int64(c.Size), int64(index), t)
	if err != nil {
		return nil, err
	}
	p := &Inclusion{Checkpoint: c, Index: index, Entry: entry, Hashes: hashes}
	return p, p.checkHashes()
}
