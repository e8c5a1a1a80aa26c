package dataset

import (
	"time"

	"github.com/seed-05176fc3/idem/internal/errtext"
)

// storedQueryJSON holds the members of a stored query in the order in which they are
// written, which is that of their names' bytes.
type storedQueryJSON struct {
	Actor     string    `json:"actor,omitempty"`
	At        time.Time `json:"at"`
	Count     uint64    `json:"count"`
	Dataset   string    `json:"dataset"`
	Entry     uint64    `json:"entry"`
	EntryHash Hash      `json:"entryhash"`
	Hash      Hash      `json:"hash,omitzero"`
	Instance  Hash      `json:"instance"`
	Name      string    `json:"name,omitempty"`
	Prev      Hash      `json:"prev,omitzero"`
	Query     Query     `json:"query"`
	Recorded  time.Time `json:"recorded"`
	Root      string    `json:"root"`
	Seq       uint64    `json:"seq"`
	V         uint64    `json:"v"`
}

// storedQueryVersion is the version of stored queries that this package writes, and
// the newest that it reads.
const storedQueryVersion = 1

var sealedQuery = sealedForm{ErrInvalidQuery, storedQueryVersion}

func (v *storedQueryJSON) version() uint64 { return v.V }

// Seal checks s by itself, sets s.Hash and returns the canonical JSON of the stored
// query. Errors wrap [ErrInvalidQuery]. Call Check first for what depends on the query
// before.
func (s *StoredQuery) Seal() ([]byte, error) {
	if err := s.checkAlone(); err != nil {
		return nil, err
	}
	data, err := seal(&s.Hash, func() any { return s.members() })
	if err != nil {
		return nil, s.fault("v", "%v", err)
	}
	return data, nil
}

// ParseStoredQuery reads a stored query. It accepts what Seal writes and nothing else,
// at most [MaxEntry] bytes. One of a newer version gives an error that wraps
// [ErrNewerEntry]; everything else that is wrong, any flipped bit included, one that
// wraps [ErrInvalidQuery].
func ParseStoredQuery(data []byte) (*StoredQuery, error) {
	var v storedQueryJSON
	hash, err := sealedQuery.open(data, &v)
	if err != nil {
		return nil, err
	}
	s, err := v.stored()
	if err != nil {
		return nil, err
	}
	if err := s.checkAlone(); err != nil {
		return nil, err
	}
	s.Hash = hash
	if err := sealedQuery.canonical(data, s.members()); err != nil {
		return nil, err
	}
	return s, nil
}

// members returns the members of a checked stored query.
func (s *StoredQuery) members() *storedQueryJSON {
	return &storedQueryJSON{
		Actor: s.Actor, At: s.At.UTC(), Count: s.Root.Count, Dataset: s.Dataset, Entry: s.Entry,
		EntryHash: s.EntryHash, Hash: s.Hash, Instance: s.Descriptor().Instance(), Name: s.Name,
		Prev: s.Prev, Query: s.Query, Recorded: s.Recorded.UTC(), Root: string(appendRoot(nil, s.Root)),
		Seq: s.Seq, V: storedQueryVersion,
	}
}

// stored reads the members. What it passes over is caught by comparing with what Seal
// writes.
func (v *storedQueryJSON) stored() (*StoredQuery, error) {
	s := &StoredQuery{
		Dataset: v.Dataset, Seq: v.Seq, Name: v.Name, Query: v.Query,
		Entry: v.Entry, EntryHash: v.EntryHash, At: v.At.UTC(),
		Recorded: v.Recorded.UTC(), Actor: v.Actor, Prev: v.Prev,
	}
	var at int
	var reason string
	if s.Root, at, reason = parseRoot(v.Count, v.Root); reason != "" {
		return nil, s.fault("root", "%s: byte %d: %s", errtext.Quote(v.Root), at, reason)
	}
	if got := s.Descriptor().Instance(); got != v.Instance {
		return nil, s.fault("instance", "%v, but root and count give %v", v.Instance, got)
	}
	return s, nil
}
