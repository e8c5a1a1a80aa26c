package registry

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"

	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/transparency"
)

var (
	// ErrContradiction is returned when a ledger is not, or no longer, what a signed
	// checkpoint of it says: entries were taken away or changed.
	ErrContradiction = errors.New("the ledger contradicts a signed checkpoint")
	// ErrNoCheckpoint is returned when no signed checkpoint covers what is asked for.
	ErrNoCheckpoint = errors.New("no signed checkpoint covers it")
)

// checkpointPrefix begins the names of the logs of signed checkpoints.
const checkpointPrefix = "checkpoint/"

// Checkpoints returns the signed checkpoints of a dataset in the order in which they
// were signed. Nothing of them is checked but their form.
func (r *Registry) Checkpoints(ctx context.Context, name string) iter.Seq2[*transparency.SignedCheckpoint, error] {
	return func(yield func(*transparency.SignedCheckpoint, error) bool) {
		if _, err := r.Head(ctx, name); err != nil {
			yield(nil, err)
			return
		}
		var next uint64
		for stored, err := range r.store.Read(ctx, checkpointPrefix+name, 0) {
			if errors.Is(err, fs.ErrNotExist) {
				return
			}
			var s *transparency.SignedCheckpoint
			if err == nil {
				s, err = parseCheckpoint(name, stored, next)
			}
			if !yield(s, err) || err != nil {
				return
			}
			next++
		}
	}
}

// parseCheckpoint reads a stored checkpoint and checks that it stands where it belongs.
func parseCheckpoint(name string, stored store.Entry, seq uint64) (*transparency.SignedCheckpoint, error) {
	s, err := transparency.ParseSigned(stored.Data)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: checkpoint %d of dataset %s: %v", ErrDamaged, stored.Seq, name, err)
	case stored.Seq != seq:
		return nil, fmt.Errorf("%w: checkpoint %d of dataset %s is missing", ErrDamaged, seq, name)
	case transparency.Dataset(s.Origin) != name:
		return nil, fmt.Errorf("%w: checkpoint %d of dataset %s: it is of %s", ErrDamaged, seq, name, s.Origin)
	}
	return s, nil
}

// allCheckpoints returns the signed checkpoints of a dataset.
func (r *Registry) allCheckpoints(ctx context.Context, name string) (list []*transparency.SignedCheckpoint, err error) {
	for s, err := range r.Checkpoints(ctx, name) {
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// newest returns the checkpoint that covers most entries, of an origin or of all; of
// several the one that was stored last, which has most signatures. nil if there is none.
func newest(list []*transparency.SignedCheckpoint, origin string) (found *transparency.SignedCheckpoint) {
	for _, s := range list {
		if (origin == "" || s.Origin == origin) && (found == nil || s.Size >= found.Size) {
			found = s
		}
	}
	return found
}

// Sign appends a checkpoint of the ledger as it stands, signed with the key, to the
// checkpoints of the dataset. If there is one with this signature already it is
// returned, and nothing is appended. Signatures of other keys under the same
// checkpoint are kept. If the ledger does not begin with what the key has signed
// before, the error wraps ErrContradiction and says which entry is another one.
//
// It reads all entries of the ledger and checks them as Log does: a signature cannot
// be taken back.
func (r *Registry) Sign(ctx context.Context, name string, key *transparency.Key) (s *transparency.SignedCheckpoint, appended bool, err error) {
	for {
		s, appended, err = r.trySign(ctx, name, key)
		if !errors.Is(err, store.ErrConflict) {
			return s, appended, err
		}
		// Somebody else signed meanwhile.
	}
}

func (r *Registry) trySign(ctx context.Context, name string, key *transparency.Key) (*transparency.SignedCheckpoint, bool, error) {
	// The ledger is read last, so that it holds what the checkpoints cover.
	list, err := r.allCheckpoints(ctx, name)
	if err != nil {
		return nil, false, err
	}
	tree, err := r.ledgerTree(ctx, name, true)
	if err != nil {
		return nil, false, err
	}
	origin := transparency.Origin(key.Name(), name)
	var own []*transparency.SignedCheckpoint
	for _, s := range list {
		if s.Origin != origin {
			continue // if the key signed it, then as a witness
		}
		mine, err := s.SignedBy(key)
		if err != nil {
			return nil, false, fmt.Errorf("%w: a checkpoint of dataset %s: %v", ErrDamaged, name, err)
		}
		if mine {
			own = append(own, s)
		}
	}
	if err := contradiction(name, tree, own); err != nil {
		return nil, false, err
	}
	if last := newest(own, origin); last != nil && last.Size == tree.Size() {
		return last, false, nil
	}
	c, err := tree.Checkpoint(origin, tree.Size())
	if err != nil {
		return nil, false, err
	}
	s := &transparency.SignedCheckpoint{Checkpoint: c}
	if last := newest(list, origin); last != nil && last.Checkpoint == c {
		s = last
	}
	if s, err = s.Sign(key); err != nil {
		return nil, false, err
	}
	return s, true, r.appendCheckpoint(ctx, name, uint64(len(list)), s)
}

func (r *Registry) appendCheckpoint(ctx context.Context, name string, seq uint64, s *transparency.SignedCheckpoint) error {
	data, err := s.AppendText(nil)
	if err != nil {
		return err
	}
	return r.store.Append(ctx, checkpointPrefix+name, seq, data)
}

// Cosign keeps the signatures that others, such as witnesses, have set under a
// checkpoint of a dataset. It returns the checkpoint with those that were there and
// the new ones, and whether there are new ones. It checks none of them. A checkpoint
// that was not stored before is ErrNoCheckpoint.
func (r *Registry) Cosign(ctx context.Context, name string, with *transparency.SignedCheckpoint) (s *transparency.SignedCheckpoint, appended bool, err error) {
	for {
		s, appended, err = r.tryCosign(ctx, name, with)
		if !errors.Is(err, store.ErrConflict) {
			return s, appended, err
		}
	}
}

func (r *Registry) tryCosign(ctx context.Context, name string, with *transparency.SignedCheckpoint) (*transparency.SignedCheckpoint, bool, error) {
	list, err := r.allCheckpoints(ctx, name)
	if err != nil {
		return nil, false, err
	}
	var last *transparency.SignedCheckpoint
	for _, s := range list {
		if s.Checkpoint == with.Checkpoint {
			last = s
		}
	}
	if last == nil {
		return nil, false, fmt.Errorf("%w: dataset %s has no checkpoint of %s, size %d, root %s", ErrNoCheckpoint, name, with.Origin, with.Size, with.Root)
	}
	s := last.Merge(with)
	if len(s.Signatures) == len(last.Signatures) {
		return last, false, nil
	}
	return s, true, r.appendCheckpoint(ctx, name, uint64(len(list)), s)
}
