package registry

import (
	"context"
	"fmt"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/transparency"
)

// ledgerTree returns the Merkle tree over the entries of a dataset, which it reads all.
// With check it parses them too, as Log does.
func (r *Registry) ledgerTree(ctx context.Context, name string, check bool) (*transparency.Tree, error) {
	tree := &transparency.Tree{}
	var prev *dataset.Entry
	for stored, err := range r.store.Read(ctx, logPrefix+name, 0) {
		if err != nil {
			return nil, noDataset(name, err)
		}
		if stored.Seq != tree.Size() {
			return nil, fmt.Errorf("%w: entry %d of dataset %s is missing", ErrDamaged, tree.Size(), name)
		}
		if check {
			e, err := parseEntry(name, stored)
			if err != nil {
				return nil, err
			}
			if bad := e.Check(prev); bad != nil {
				return nil, fmt.Errorf("%w: entry %d of dataset %s: %v", ErrDamaged, e.Seq, name, bad)
			}
			prev = e
		}
		tree.Append(stored.Data)
	}
	return tree, nil
}

// contradiction returns an error that wraps ErrContradiction and says which entries are
// not what they were, unless the ledger holds what all checkpoints of the list cover.
func contradiction(name string, tree *transparency.Tree, list []*transparency.SignedCheckpoint) error {
	var good uint64
	var bad *transparency.SignedCheckpoint
	for _, s := range list {
		switch {
		case tree.Holds(s.Checkpoint):
			good = max(good, s.Size)
		case bad == nil || s.Size < bad.Size:
			bad = s
		}
	}
	if bad == nil {
		return nil
	}
	fault := func(format string, args ...any) error {
		return fmt.Errorf("%w: dataset %s, checkpoint of %s, size %d: %s", ErrContradiction, name, bad.Origin, bad.Size, fmt.Sprintf(format, args...))
	}
	switch {
	case bad.Size > tree.Size():
		return fault("entry %d is gone, and what came after it", tree.Size())
	case bad.Size-good == 1:
		return fault("entry %d was changed", good)
	case good < bad.Size:
		return fault("one or more of the entries %d to %d were changed", good, bad.Size-1)
	}
	return fault("it never was one of this ledger, whose checkpoint of size %d is right", good)
}

// ProveConsistency proves that the ledger of a dataset only grew from an older
// checkpoint, whose signatures it does not check, to the newest one of that origin. If
// the ledger does not begin with what the older one covers, the error wraps
// ErrContradiction. It reads all entries.
func (r *Registry) ProveConsistency(ctx context.Context, name string, older *transparency.SignedCheckpoint) (*transparency.Consistency, error) {
	list, err := r.allCheckpoints(ctx, name)
	if err != nil {
		return nil, err
	}
	tree, err := r.ledgerTree(ctx, name, false)
	if err != nil {
		return nil, err
	}
	last := newest(list, older.Origin)
	if last == nil {
		return nil, fmt.Errorf("%w: dataset %s has none of origin %s", ErrNoCheckpoint, name, older.Origin)
	}
	if err := contradiction(name, tree, []*transparency.SignedCheckpoint{older, last}); err != nil {
		return nil, err
	}
	if last.Size < older.Size {
		return nil, fmt.Errorf("%w: the newest one of dataset %s has size %d, the older one %d", ErrNoCheckpoint, name, last.Size, older.Size)
	}
	return tree.Consistency(older, last)
}

// ProveInclusion proves that the ledger of a dataset holds the entry with a number, by the
// newest signed checkpoint. If that does not cover the entry, the error wraps
// ErrNoCheckpoint. It reads all entries.
func (r *Registry) ProveInclusion(ctx context.Context, name string, seq uint64) (*transparency.Inclusion, error) {
	list, err := r.allCheckpoints(ctx, name)
	if err != nil {
		return nil, err
	}
	last := newest(list, "")
	if last == nil {
		return nil, fmt.Errorf("%w: entry %d of dataset %s, none of whose checkpoints is signed", ErrNoCheckpoint, seq, name)
	}
	if seq >= last.Size {
		return nil, fmt.Errorf("%w: entry %d of dataset %s, whose newest checkpoint has size %d", ErrNoCheckpoint, seq, name, last.Size)
	}
	tree, err := r.ledgerTree(ctx, name, false)
	if err != nil {
		return nil, err
	}
	if err := contradiction(name, tree, []*transparency.SignedCheckpoint{last}); err != nil {
		return nil, err
	}
	for stored, err := range r.store.Read(ctx, logPrefix+name, seq) {
		if err != nil {
			return nil, noDataset(name, err)
		}
		return tree.Inclusion(last, seq, stored.Data)
	}
	return nil, fmt.Errorf("%w: entry %d of dataset %s is missing", ErrDamaged, seq, name)
}

// VerifyCheckpoints recomputes the roots of all signed checkpoints of a dataset from
// its ledger, all entries of which it reads. It needs no keys and checks no signatures.
// The error wraps ErrContradiction if the ledger is not what was signed.
func (r *Registry) VerifyCheckpoints(ctx context.Context, name string) error {
	list, err := r.allCheckpoints(ctx, name)
	if err != nil || len(list) == 0 {
		return err
	}
	tree, err := r.ledgerTree(ctx, name, false)
	if err != nil {
		return err
	}
	return contradiction(name, tree, list)
}
