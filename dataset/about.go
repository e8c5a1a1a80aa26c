package dataset

import (
	"errors"
	"fmt"
	"time"

	"github.com/seed-05176fc3/idem/internal/errtext"
)

// ErrInvalidAbout is returned for an entry of metadata that is damaged, not
// canonical or does not follow from the one before it.
var ErrInvalidAbout = errors.New("dataset: invalid entry of metadata")

// aboutVersion is the version of entries of metadata that this package writes, and
// the newest that it reads.
const aboutVersion = 1

var sealedAbout = sealedForm{ErrInvalidAbout, aboutVersion}

// An About is one entry of the log of a dataset's metadata: all that is said of the
// dataset from then on.
type About struct {
	Dataset  string    // its name, see CheckName
	Seq      uint64    // number of the entry, from 0
	Recorded time.Time // when the entry was written, in whole milliseconds of the years 1000 to 9999
	Actor    string    // who said it, at most MaxActor bytes; may be empty
	Metadata Metadata

	Prev Hash // Hash of the entry before; zero in entry 0
	Hash Hash // of this entry; set by Seal and ParseAbout, ignored by Check
}

// aboutJSON holds the members of an About in the order of their names' bytes.
type aboutJSON struct {
	Actor    string    `json:"actor,omitempty"`
	Dataset  string    `json:"dataset"`
	Hash     Hash      `json:"hash,omitzero"`
	Metadata *Metadata `json:"metadata"`
	Prev     string    `json:"prev,omitempty"`
	Recorded string    `json:"recorded"`
	Seq      uint64    `json:"seq"`
	V        uint64    `json:"v"`
}

func (v *aboutJSON) version() uint64 { return v.V }

// Check returns an error that wraps [ErrInvalidAbout], or [ErrInvalidMetadata],
// unless a is sound and can follow prev, which is nil for entry 0.
func (a *About) Check(prev *About) error {
	if err := a.checkAlone(); err != nil {
		return err
	}
	if prev == nil {
		if a.Seq != 0 {
			return a.fault("seq", "no entry before it")
		}
		return nil
	}
	switch {
	case a.Dataset != prev.Dataset:
		return a.fault("dataset", "the entry before is of %q", prev.Dataset)
	case a.Seq != prev.Seq+1:
		return a.fault("seq", "follows entry %d", prev.Seq)
	case a.Prev != prev.Hash:
		return a.fault("prev", "%v, but the entry before has the hash %v", a.Prev, prev.Hash)
	case a.Metadata.Equal(&prev.Metadata):
		return a.fault("metadata", "those of the entry before")
	}
	return nil
}

// checkAlone checks what can be said without the entry before.
func (a *About) checkAlone() error {
	if at, reason := nameFault(a.Dataset); reason != "" {
		return a.fault("dataset", "byte %d: %s", at, reason)
	}
	if at, reason := textFault(a.Actor, MaxActor); reason != "" {
		return a.fault("actor", "%s: byte %d: %s", errtext.Quote(a.Actor), at, reason)
	}
	if reason := timeFault(a.Recorded); reason != "" {
		return a.fault("recorded", "%s", reason)
	}
	switch {
	case a.Seq > MaxNumber:
		return a.fault("seq", "%d is above 2^53-1", a.Seq)
	case (a.Seq == 0) != (a.Prev == Hash{}):
		return a.fault("prev", "want it in all entries but entry 0")
	}
	if err := a.Metadata.Check(); err != nil {
		return fmt.Errorf("%s %d: %w", errtext.Quote(a.Dataset), a.Seq, err)
	}
	return nil
}

// Seal checks a by itself, sets a.Hash and returns the canonical JSON of the entry,
// at most [MaxEntry] bytes. Errors wrap [ErrInvalidAbout] or [ErrInvalidMetadata].
// Call Check first for what depends on the entry before.
func (a *About) Seal() ([]byte, error) {
	if err := a.checkAlone(); err != nil {
		return nil, err
	}
	data, err := seal(&a.Hash, func() any { return a.members() })
	if err != nil {
		return nil, a.fault("v", "%v", err)
	}
	if len(data) > MaxEntry {
		return nil, a.fault("metadata", "the entry is %d bytes long, at most %d are allowed", len(data), MaxEntry)
	}
	return data, nil
}

// ParseAbout reads an entry of metadata. It accepts what Seal writes and nothing
// else. An entry of a newer version gives an error that wraps [ErrNewerEntry];
// everything else that is wrong, any flipped bit included, one that wraps
// [ErrInvalidAbout] or [ErrInvalidMetadata].
func ParseAbout(data []byte) (*About, error) {
	v := aboutJSON{Metadata: &Metadata{}}
	hash, err := sealedAbout.open(data, &v)
	if err != nil {
		return nil, err
	}
	if v.Metadata == nil {
		return nil, sealedAbout.fault(data, "no metadata")
	}
	a := &About{Dataset: v.Dataset, Seq: v.Seq, Actor: v.Actor, Metadata: *v.Metadata, Hash: hash}
	var reason string
	if a.Recorded, reason = parseTime(v.Recorded); reason != "" {
		return nil, a.fault("recorded", "%s: %s", errtext.Quote(v.Recorded), reason)
	}
	if at, reason := decodeHex(a.Prev[:], v.Prev); v.Prev != "" && reason != "" {
		return nil, a.fault("prev", "%s: byte %d: %s", errtext.Quote(v.Prev), at, reason)
	}
	if err := a.checkAlone(); err != nil {
		return nil, err
	}
	if err := sealedAbout.canonical(data, a.members()); err != nil {
		return nil, err
	}
	return a, nil
}

// members returns the members of a checked entry.
func (a *About) members() *aboutJSON {
	v := &aboutJSON{
		Actor: a.Actor, Dataset: a.Dataset, Hash: a.Hash, Metadata: &a.Metadata,
		Recorded: a.Recorded.UTC().Format(timeLayout), Seq: a.Seq, V: aboutVersion,
	}
	if a.Seq > 0 {
		v.Prev = a.Prev.String()
	}
	return v
}

// fault returns the error about one member of the entry.
func (a *About) fault(member, format string, args ...any) error {
	return fmt.Errorf("%w of %s %d: %s: %s", ErrInvalidAbout, errtext.Quote(a.Dataset), a.Seq, member, fmt.Sprintf(format, args...))
}
