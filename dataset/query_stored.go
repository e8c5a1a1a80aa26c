package dataset

import (
	"fmt"
	"time"

	"github.com/seed-05176fc3/idem/internal/errtext"
	"github.com/seed-05176fc3/idem/patricia"
)

// A StoredQuery is one entry of the log of a dataset's queries: a query, the entry of
// the ledger whose set it was asked of, and what it gave. The rules for texts, numbers
// and times are those of [Entry].
type StoredQuery struct {
	Dataset string // its name
	Seq     uint64 // number in the log, from 0
	Name    string // of the query, as for a dataset; may be empty
	Query   Query

	Entry     uint64    // number of the ledger's entry, from 1
	EntryHash Hash      // its Hash
	At        time.Time // its At

	Root     patricia.Root // of the result
	Recorded time.Time     // when it was stored
	Actor    string        // who stored it, at most MaxActor bytes; may be empty

	Prev Hash // Hash of the stored query before; zero in number 0
	Hash Hash // of this one; set by Seal and ParseStoredQuery, ignored by Check
}

// Descriptor returns the descriptor of the result.
func (s *StoredQuery) Descriptor() Descriptor { return Descriptor{Kind: KindSet, Root: s.Root} }

// Identifier returns the instance identifier of the result, without qualifiers.
func (s *StoredQuery) Identifier() Identifier { return s.Descriptor().Identifier() }

// Check returns an error that wraps [ErrInvalidQuery] unless s is sound and can follow
// prev, which is nil for number 0.
func (s *StoredQuery) Check(prev *StoredQuery) error {
	if err := s.checkAlone(); err != nil {
		return err
	}
	switch {
	case prev == nil && s.Seq != 0:
		return s.fault("seq", "no query before it")
	case prev == nil:
		return nil
	case s.Dataset != prev.Dataset:
		return s.fault("dataset", "the query before is of %q", prev.Dataset)
	case s.Seq != prev.Seq+1:
		return s.fault("seq", "follows query %d", prev.Seq)
	case s.Prev != prev.Hash:
		return s.fault("prev", "%v, but the query before has the hash %v", s.Prev, prev.Hash)
	}
	return nil
}

// checkAlone checks what can be said without the query before.
func (s *StoredQuery) checkAlone() error {
	if at, reason := nameFault(s.Dataset); reason != "" {
		return s.fault("dataset", "byte %d: %s", at, reason)
	}
	if at, reason := nameFault(s.Name); s.Name != "" && reason != "" {
		return s.fault("name", "%s: byte %d: %s", errtext.Quote(s.Name), at, reason)
	}
	if at, reason := textFault(s.Actor, MaxActor); reason != "" {
		return s.fault("actor", "%s: byte %d: %s", errtext.Quote(s.Actor), at, reason)
	}
	for _, n := range []struct {
		member string
		value  uint64
	}{{"seq", s.Seq}, {"entry", s.Entry}, {"count", s.Root.Count}} {
		if n.value > MaxNumber {
			return s.fault(n.member, "%d is above 2^53-1", n.value)
		}
	}
	for _, t := range []struct {
		member string
		value  time.Time
	}{{"at", s.At}, {"recorded", s.Recorded}} {
		if reason := timeFault(t.value); reason != "" {
			return s.fault(t.member, "%s", reason)
		}
	}
	switch {
	case s.Entry == 0:
		return s.fault("entry", "entry 0 has no instance")
	case s.EntryHash == Hash{}:
		return s.fault("entryhash", "missing")
	case (s.Seq == 0) != (s.Prev == Hash{}):
		return s.fault("prev", "all queries but number 0 have one")
	case !isTree(s.Root):
		return s.fault("root", "%v with count %d", s.Root.Hash, s.Root.Count)
	}
	if err := s.Query.Check(); err != nil {
		return fmt.Errorf("query %d of %s: %w", s.Seq, errtext.Quote(s.Dataset), err)
	}
	return nil
}

// fault returns the error about one member.
func (s *StoredQuery) fault(member, format string, args ...any) error {
	return fmt.Errorf("%w %d of %s: %s: %s", ErrInvalidQuery, s.Seq, errtext.Quote(s.Dataset), member, fmt.Sprintf(format, args...))
}
