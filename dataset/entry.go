package dataset

import (
	"fmt"
	"slices"
	"time"

	"github.com/seed-05176fc3/idem/internal/errtext"
	"github.com/seed-05176fc3/idem/patricia"
)

// An Op is what an entry did to the set.
type Op string

// The operations.
const (
	OpCreate  Op = "create"  // made the dataset, empty; entry 0 and no other
	OpAdd     Op = "add"     // added granules and removed none
	OpRemove  Op = "remove"  // removed granules and added none
	OpReplace Op = "replace" // put another set in place of the last one
)

// MaxNumber is the largest number in an entry, 2^53-1: the largest that every
// JSON reader keeps exactly.
const MaxNumber = 1<<53 - 1

// Limits on the texts of an entry, in bytes.
const (
	MaxTitle  = 1024
	MaxDOI    = 256
	MaxActor  = 256
	MaxReason = 4096
)

// An Entry is one entry of the ledger of a dataset: an instance, and how the
// dataset came to it. Texts are valid UTF-8 without control characters and line
// separators; numbers are at most [MaxNumber]; times are whole milliseconds of the
// years 1000 to 9999.
type Entry struct {
	Dataset  string    // its name, see CheckName
	Seq      uint64    // number of the entry, from 0
	Op       Op        // OpCreate in entry 0
	At       time.Time // from when on it holds; zero in entry 0, which holds for all time before
	Recorded time.Time // when the entry was written

	Root    patricia.Root // of the set; empty in entry 0
	Added   uint64        // granules that the entry before does not hold
	Removed uint64        // granules that only the entry before holds

	Chain       bool          // the dataset keeps the MD5 chain
	DI          DI            // if HasDI, zero otherwise
	Checkpoints patricia.Root // of the map from IDs to chain values; empty if there is none

	// Content is the map from IDs to what is in them, as far as that is known, see
	// Content.String. Changed counts the granules that this entry and the one before
	// hold with different content.
	Content patricia.Root
	Changed uint64

	Tombstones patricia.Root // of the map from granules that were removed to Tombstones
	History    *History      // of the last entries; nil in most

	Title  string // of the dataset, at most MaxTitle bytes; only in entry 0; may be empty
	DOI    string // of the dataset, as 10.REGISTRANT/SUFFIX, at most MaxDOI bytes; only in entry 0; may be empty
	Actor  string // who made the change, at most MaxActor bytes; may be empty
	Reason string // why, at most MaxReason bytes; may be empty

	Prev Hash // Hash of the entry before; zero in entry 0
	Hash Hash // of this entry; set by Seal and ParseEntry, ignored by Check
}

// Descriptor returns the descriptor of the set.
func (e *Entry) Descriptor() Descriptor { return Descriptor{Kind: KindSet, Root: e.Root} }

// ContentDescriptor returns the descriptor of the content.
func (e *Entry) ContentDescriptor() Descriptor { return Descriptor{Kind: KindMap, Root: e.Content} }

// Identifier returns the instance identifier of the set, without qualifiers.
func (e *Entry) Identifier() Identifier { return e.Descriptor().Identifier() }

// HasDI reports whether the set has a DI: the chain is kept and the set is not
// empty.
func (e *Entry) HasDI() bool { return e.Chain && e.Root.Count > 0 }

// Check returns an error unless e is sound and can follow prev, which is nil for
// entry 0. The error wraps [ErrBeforeLast] if e.At is before prev.At, and
// [ErrInvalidEntry] otherwise. Hash is not looked at, so that an entry can be
// checked before it is sealed.
func (e *Entry) Check(prev *Entry) error {
	if err := e.checkAlone(); err != nil {
		return err
	}
	if prev == nil {
		if e.Seq != 0 {
			return e.fault("seq", "no entry before it")
		}
		return nil
	}
	switch {
	case e.Dataset != prev.Dataset:
		return e.fault("dataset", "the entry before is of %q", prev.Dataset)
	case e.Seq != prev.Seq+1:
		return e.fault("seq", "follows entry %d", prev.Seq)
	case e.Prev != prev.Hash:
		return e.fault("prev", "%v, but the entry before has the hash %v", e.Prev, prev.Hash)
	case e.At.Before(prev.At):
		return fmt.Errorf("%w of %s: at %s, last %s", ErrBeforeLast, e.Dataset,
			e.At.UTC().Format(timeLayout), prev.At.UTC().Format(timeLayout))
	case e.Removed > prev.Root.Count:
		return e.fault("removed", "%d granules of %d", e.Removed, prev.Root.Count)
	case e.Root.Count != prev.Root.Count+e.Added-e.Removed:
		return e.fault("count", "%d, want %d + %d - %d", e.Root.Count, prev.Root.Count, e.Added, e.Removed)
	case e.Root == prev.Root && e.Content == prev.Content:
		return e.fault("root", "the set is that of the entry before")
	case e.Changed > prev.Root.Count-e.Removed:
		return e.fault("changed", "%d of %d granules", e.Changed, prev.Root.Count-e.Removed)
	case e.Changed > 0 && e.Content == prev.Content:
		return e.fault("changed", "%d, but the content is that of the entry before", e.Changed)
	case e.Tombstones.Count > prev.Tombstones.Count+e.Removed:
		return e.fault("tombstones", "%d after %d and %d removed", e.Tombstones.Count, prev.Tombstones.Count, e.Removed)
	}
	return nil
}

// checkAlone checks what can be said without the entry before.
func (e *Entry) checkAlone() error {
	if at, reason := nameFault(e.Dataset); reason != "" {
		return e.fault("dataset", "byte %d: %s", at, reason)
	}
	for _, n := range []struct {
		member string
		value  uint64
	}{
		{"seq", e.Seq},
		{"count", e.Root.Count},
		{"added", e.Added},
		{"removed", e.Removed},
		{"changed", e.Changed},
		{"tombstones", e.Tombstones.Count},
	} {
		if n.value > MaxNumber {
			return e.fault(n.member, "%d is above 2^53-1", n.value)
		}
	}
	if !isTree(e.Root) {
		return e.fault("root", "%v with count %d", e.Root.Hash, e.Root.Count)
	}
	if reason := timeFault(e.Recorded); reason != "" {
		return e.fault("recorded", "%s", reason)
	}
	if err := e.checkOp(); err != nil {
		return err
	}
	if err := e.checkChain(); err != nil {
		return err
	}
	if err := e.checkMaps(); err != nil {
		return err
	}
	return e.checkTexts()
}

// checkOp checks what depends on the operation.
func (e *Entry) checkOp() error {
	if e.Op == OpCreate {
		switch {
		case e.Seq != 0:
			return e.fault("op", "create, which entry 0 alone is")
		case e.Prev != Hash{}:
			return e.fault("prev", "in entry 0")
		case !e.At.IsZero():
			return e.fault("at", "in entry 0, which has none")
		case e.Root.Count != 0 || e.Added != 0 || e.Removed != 0 || e.Changed != 0:
			return e.fault("count", "entry 0 holds no granules")
		case e.Content != patricia.Root{} || e.Tombstones != patricia.Root{} || e.History != nil:
			return e.fault("op", "entry 0 has neither content, tombstones nor history")
		}
		return nil
	}

	var ok bool
	switch e.Op {
	case OpAdd:
		ok = e.Removed == 0 && (e.Added > 0 || e.Changed > 0)
	case OpRemove:
		ok = e.Added == 0 && e.Changed == 0 && e.Removed > 0
	case OpReplace:
		ok = e.Added > 0 || e.Removed > 0 || e.Changed > 0
	default:
		return e.fault("op", "%s, want create, add, remove or replace", errtext.Quote(string(e.Op)))
	}
	switch reason := timeFault(e.At); {
	case !ok:
		return e.fault("op", "%s with %d added, %d removed and %d changed", e.Op, e.Added, e.Removed, e.Changed)
	case e.Seq == 0:
		return e.fault("op", "%s in entry 0, want create", e.Op)
	case e.Prev == Hash{}:
		return e.fault("prev", "missing")
	case reason != "":
		return e.fault("at", "%s", reason)
	case e.Title != "":
		return e.fault("title", "only entry 0 has one")
	case e.DOI != "":
		return e.fault("doi", "only entry 0 has one")
	}
	return nil
}

func (e *Entry) checkChain() error {
	switch {
	case !e.HasDI() && e.DI != DI{}:
		return e.fault("di", "%v, but the chain is not kept or the set is empty", e.DI)
	case !e.HasDI() && e.Checkpoints != patricia.Root{}:
		return e.fault("checkpoints", "but the chain is not kept or the set is empty")
	case !isTree(e.Checkpoints):
		return e.fault("checkpoints", "root %v with count %d", e.Checkpoints.Hash, e.Checkpoints.Count)
	case e.Checkpoints.Count > e.Root.Count:
		return e.fault("checkpoints", "%d for %d granules", e.Checkpoints.Count, e.Root.Count)
	}
	return nil
}

func (e *Entry) checkMaps() error {
	switch {
	case !isTree(e.Content):
		return e.fault("content", "root %v with count %d", e.Content.Hash, e.Content.Count)
	case e.Content.Count > e.Root.Count:
		return e.fault("content", "of %d granules, but there are %d", e.Content.Count, e.Root.Count)
	case !isTree(e.Tombstones):
		return e.fault("tombstones", "root %v with count %d", e.Tombstones.Hash, e.Tombstones.Count)
	case e.History != nil:
		if reason := e.History.fault(e.Seq); reason != "" {
			return e.fault("history", "%s", reason)
		}
	}
	return nil
}

func (e *Entry) checkTexts() error {
	for _, text := range []struct {
		member, value string
		limit         int
	}{
		{"title", e.Title, MaxTitle},
		{"doi", e.DOI, MaxDOI},
		{"actor", e.Actor, MaxActor},
		{"reason", e.Reason, MaxReason},
	} {
		if at, reason := textFault(text.value, text.limit); reason != "" {
			return e.fault(text.member, "%s: byte %d: %s", errtext.Quote(text.value), at, reason)
		}
	}
	if at, reason := doiFault(e.DOI); e.DOI != "" && reason != "" {
		return e.fault("doi", "%s: byte %d: %s", errtext.Quote(e.DOI), at, reason)
	}
	return nil
}

// V2 reports whether the entry has members of version 2. A program that knows of
// version 1 only wrote the others, or a newer one that had no use for the members.
func (e *Entry) V2() bool {
	return e.Changed > 0 || e.Content.Count > 0 || e.Tombstones.Count > 0 || e.History != nil
}

// Trees returns all trees that the entry refers to, without their pages. Empty ones
// are left out.
func (e *Entry) Trees() []patricia.Tree {
	trees := []patricia.Tree{
		{Kind: patricia.Set, Root: e.Root},
		{Kind: patricia.Map, Root: e.Checkpoints},
		{Kind: patricia.Map, Root: e.Content},
		{Kind: patricia.Map, Root: e.Tombstones},
	}
	if e.History != nil {
		trees = append(trees, patricia.Tree{Kind: patricia.Map, Root: e.History.Root})
	}
	return slices.DeleteFunc(trees, func(t patricia.Tree) bool { return t.Root.Count == 0 })
}

// isTree reports whether the root is that of a tree: the zero Root or both parts
// not zero.
func isTree(r patricia.Root) bool { return (r.Count == 0) == (r.Hash == patricia.Hash{}) }

// fault returns the error about one member of the entry.
func (e *Entry) fault(member, format string, args ...any) error {
	return fmt.Errorf("%w %s %d: %s: %s", ErrInvalidEntry, errtext.Quote(e.Dataset), e.Seq, member, fmt.Sprintf(format, args...))
}
