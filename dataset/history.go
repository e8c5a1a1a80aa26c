package dataset

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/seed-05176fc3/idem/patricia"
)

// Spans of histories. The longest keeps what one granule can have in it below
// patricia.MaxValue, and folding one from taking too long.
const (
	HistorySpan    = 16   // each so many entries, one has a history
	MaxHistorySpan = 4096 // of HistorySpan, its square and its cube
)

// largeEntry is how many changes an entry may have for each entry of a history
// before that leaves it out.
const largeEntry = 64

// History says which granules the last entries up to this one have added and
// removed, so that nobody has to look at each of them.
type History struct {
	// Root is that of the map from the IDs to the entries that added or removed them,
	// see AppendMoves.
	Root patricia.Root
	// Large are the entries that the map leaves out, because it would be as long as
	// what they changed. Ascending.
	Large []uint64
}

// SpanAt returns the number of entries that a history in entry seq is about, the
// entry itself being the last of them: 16, 256 or 4096, whatever the largest is
// that divides seq; 0 if that entry has no history.
func SpanAt(seq uint64) uint64 {
	if seq == 0 || seq%HistorySpan != 0 {
		return 0
	}
	span := uint64(HistorySpan)
	for span < MaxHistorySpan && seq%(span*HistorySpan) == 0 {
		span *= HistorySpan
	}
	return span
}

// IsLarge reports whether a history of that span leaves out an entry with so many
// added and removed granules.
func IsLarge(changes, span uint64) bool { return changes > largeEntry*span }

// fault says what is wrong with the history of entry seq.
func (h *History) fault(seq uint64) string {
	span := SpanAt(seq)
	switch {
	case span == 0:
		return fmt.Sprintf("in entry %d, which is none of each %d", seq, HistorySpan)
	case !isTree(h.Root):
		return fmt.Sprintf("root %v with count %d", h.Root.Hash, h.Root.Count)
	case h.Root.Count > MaxNumber:
		return fmt.Sprintf("count %d is above 2^53-1", h.Root.Count)
	}
	last := seq - span
	for _, large := range h.Large {
		if large <= last || large > seq {
			return fmt.Sprintf("large: %d does not follow %d, or comes after entry %d", large, last, seq)
		}
		last = large
	}
	return ""
}

// AppendMoves appends the value of a granule in the history of entry seq: the
// entries that added or removed it, ascending, the first as its distance from the
// entry before the span, each other from the one before it, as varints.
func AppendMoves(dst []byte, seq uint64, moves []uint64) []byte {
	last := seq - SpanAt(seq)
	for _, m := range moves {
		dst = binary.AppendUvarint(dst, m-last)
		last = m
	}
	return dst
}

// ParseMoves reads what AppendMoves writes, and appends the entries to dst. Errors
// wrap [ErrInvalidEntry].
func ParseMoves(dst []uint64, seq uint64, value []byte) ([]uint64, error) {
	last := seq - SpanAt(seq)
	n := len(dst)
	for rest := value; len(rest) > 0; {
		gap, size := readUvarint(rest)
		if size == 0 || gap == 0 || gap > seq-last {
			return nil, fmt.Errorf("%w: history of entry %d: value %x: byte %d: no entry number", ErrInvalidEntry, seq, value, len(value)-len(rest))
		}
		last += gap
		dst = append(dst, last)
		rest = rest[size:]
	}
	if len(dst) == n {
		return nil, fmt.Errorf("%w: history of entry %d: empty value", ErrInvalidEntry, seq)
	}
	return dst, nil
}

// Tombstone says how a granule went.
type Tombstone struct {
	Seq uint64 // the entry that removed it
	By  []byte // the granule that took its place; nil if none did
}

// Append appends the value of a tombstone: the entry as a varint, then the other
// granule.
func (t Tombstone) Append(dst []byte) []byte {
	return append(binary.AppendUvarint(dst, t.Seq), t.By...)
}

// ParseTombstone reads what Append writes. Errors wrap [ErrInvalidEntry].
func ParseTombstone(value []byte) (Tombstone, error) {
	seq, size := readUvarint(value)
	if size == 0 || seq == 0 || seq > MaxNumber {
		return Tombstone{}, fmt.Errorf("%w: tombstone %x: no entry number", ErrInvalidEntry, value)
	}
	t := Tombstone{Seq: seq}
	if by := value[size:]; len(by) > 0 {
		if err := CheckID(by); err != nil {
			return Tombstone{}, fmt.Errorf("%w: tombstone %x: %v", ErrInvalidEntry, value, err)
		}
		t.By = slices.Clone(by)
	}
	return t, nil
}

// readUvarint reads a varint in its shortest form, and returns its size, 0 if there
// is none.
func readUvarint(b []byte) (value uint64, size int) {
	value, size = binary.Uvarint(b)
	if size <= 0 || size > 1 && b[size-1] == 0 {
		return 0, 0
	}
	return value, size
}
