package transparency

import (
	"errors"
	"fmt"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/errtext"
)

// A Proof is a [Consistency] or an [Inclusion].
type Proof interface {
	// Check returns an error that wraps ErrFalse unless the proof shows what it
	// claims and keys among the known ones vouch for its checkpoints. If known is
	// nil and the hashes agree it returns ErrUnverified.
	Check(known note.Verifiers) error
	// AppendText appends the text of the proof, which ParseProof reads.
	AppendText(b []byte) ([]byte, error)
}

var (
	_ Proof = (*Consistency)(nil)
	_ Proof = (*Inclusion)(nil)
)

// A Consistency is the proof that a ledger only grew: it begins with all that an older
// checkpoint covers. It shows this of the older checkpoint in it; that this is the one
// that was kept is for the caller to compare.
type Consistency struct {
	Old, New *SignedCheckpoint
	Hashes   []tlog.Hash // as in RFC 6962, section 2.1.2
}

// Check implements [Proof]. It computes at most two hashes for each one of the proof.
func (p *Consistency) Check(known note.Verifiers) error {
	if p.Old.Origin != p.New.Origin {
		return fmt.Errorf("%w: the checkpoints are of two ledgers, %s and %s", ErrFalse, errtext.Quote(p.Old.Origin), errtext.Quote(p.New.Origin))
	}
	if p.Old.Size > MaxSize || p.New.Size > MaxSize || len(p.Hashes) > maxHashes {
		return fmt.Errorf("%w: it is too large", ErrFalse) // and tlog would not come to an end
	}
	if err := tlog.CheckTree(p.Hashes, int64(p.New.Size), p.New.Root, int64(p.Old.Size), p.Old.Root); err != nil {
		return fmt.Errorf("%w: the ledger of %s with %d entries does not begin with the one of %d that was signed",
			ErrFalse, p.New.Origin, p.New.Size, p.Old.Size)
	}
	return verify(known, p.Old, p.New)
}

// An Inclusion is the proof that a ledger holds an entry.
type Inclusion struct {
	Checkpoint *SignedCheckpoint
	Index      uint64      // number of the entry
	Entry      []byte      // as the ledger stores it
	Hashes     []tlog.Hash // as in RFC 6962, section 2.1.1
}

// Check implements [Proof]. The entry must also be one that the ledger may hold there:
// of that dataset and with that number. One of a newer version of idem gives
// dataset.ErrNewerEntry.
func (p *Inclusion) Check(known note.Verifiers) error {
	if err := p.checkHashes(); err != nil {
		return err
	}
	e, err := dataset.ParseEntry(p.Entry)
	switch {
	case errors.Is(err, dataset.ErrNewerEntry):
		return err
	case err != nil:
		return fmt.Errorf("%w: the ledger of %s holds no entry there: %v", ErrFalse, p.Checkpoint.Origin, err)
	case e.Seq != p.Index || e.Dataset != Dataset(p.Checkpoint.Origin):
		return fmt.Errorf("%w: the ledger of %s holds entry %d of %s as number %d", ErrFalse, p.Checkpoint.Origin, e.Seq, e.Dataset, p.Index)
	}
	return verify(known, p.Checkpoint)
}

func (p *Inclusion) checkHashes() error {
	c := p.Checkpoint
	if c.Size > MaxSize || p.Index >= c.Size || len(p.Hashes) > maxHashes {
		return fmt.Errorf("%w: entry %d of %d", ErrFalse, p.Index, c.Size)
	}
	if tlog.CheckRecord(p.Hashes, int64(c.Size), c.Root, int64(p.Index), tlog.RecordHash(p.Entry)) != nil {
		return fmt.Errorf("%w: the ledger of %s does not hold the entry as number %d", ErrFalse, c.Origin, p.Index)
	}
	return nil
}

// verify checks the signatures.
func verify(known note.Verifiers, checkpoints ...*SignedCheckpoint) error {
	if known == nil {
		return ErrUnverified
	}
	for _, c := range checkpoints {
		if _, err := c.Verify(known); err != nil {
			return err
		}
	}
	return nil
}
