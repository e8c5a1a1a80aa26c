package dataset

import (
	"time"

	"github.com/seed-05176fc3/idem/internal/errtext"
	"github.com/seed-05176fc3/idem/patricia"
)

// entryVersion is the newest version of entries that this package reads. It writes
// the oldest that has all members of the entry.
const entryVersion = 2

var sealedEntry = sealedForm{ErrInvalidEntry, entryVersion}

// chainMD5 is the value of the member chain where the chain is kept.
const chainMD5 = "md5"

// entryJSON holds the members of an entry in the order in which they are written,
// which is that of their names' bytes.
type entryJSON struct {
	Actor       string       `json:"actor,omitempty"`
	Added       uint64       `json:"added"`
	At          string       `json:"at,omitempty"`
	Chain       string       `json:"chain,omitempty"`
	Changed     uint64       `json:"changed,omitempty"`
	Checkpoints *treeJSON    `json:"checkpoints,omitempty"`
	Content     *treeJSON    `json:"content,omitempty"`
	Count       uint64       `json:"count"`
	Dataset     string       `json:"dataset"`
	DI          string       `json:"di,omitempty"`
	DOI         string       `json:"doi,omitempty"`
	Hash        Hash         `json:"hash,omitzero"`
	History     *historyJSON `json:"history,omitempty"`
	Instance    string       `json:"instance"`
	Op          Op           `json:"op"`
	Prev        string       `json:"prev,omitempty"`
	Reason      string       `json:"reason,omitempty"`
	Recorded    string       `json:"recorded"`
	Removed     uint64       `json:"removed"`
	Root        string       `json:"root"`
	Seq         uint64       `json:"seq"`
	Title       string       `json:"title,omitempty"`
	Tombstones  *treeJSON    `json:"tombstones,omitempty"`
	V           uint64       `json:"v"`
}

func (v *entryJSON) version() uint64 { return v.V }

// treeJSON holds the root of a further tree of an entry.
type treeJSON struct {
	Count uint64 `json:"count"`
	Root  string `json:"root"`
}

// historyJSON holds the history of an entry.
type historyJSON struct {
	Count uint64   `json:"count"`
	Large []uint64 `json:"large,omitempty"`
	Root  string   `json:"root"`
}

// Seal checks e by itself, sets e.Hash and returns the canonical JSON of the
// entry. Errors wrap [ErrInvalidEntry]. Call Check first for what depends on the
// entry before.
func (e *Entry) Seal() ([]byte, error) {
	if err := e.checkAlone(); err != nil {
		return nil, err
	}
	data, err := seal(&e.Hash, func() any { return e.members() })
	if err != nil {
		return nil, e.fault("v", "%v", err)
	}
	return data, nil
}

// ParseEntry reads an entry. It accepts what Seal writes and nothing else, at most
// [MaxEntry] bytes. An entry of a newer version gives an error that wraps
// [ErrNewerEntry]; everything else that is wrong, any flipped bit included, one
// that wraps [ErrInvalidEntry].
func ParseEntry(data []byte) (*Entry, error) {
	var v entryJSON
	hash, err := sealedEntry.open(data, &v)
	if err != nil {
		return nil, err
	}
	e, err := v.entry()
	if err != nil {
		return nil, err
	}
	if err := e.checkAlone(); err != nil {
		return nil, err
	}
	e.Hash = hash
	if err := sealedEntry.canonical(data, e.members()); err != nil {
		return nil, err
	}
	return e, nil
}

// members returns the members of a checked entry.
func (e *Entry) members() *entryJSON {
	v := &entryJSON{
		Actor: e.Actor, Added: e.Added, Count: e.Root.Count, Dataset: e.Dataset, DOI: e.DOI, Hash: e.Hash,
		Instance: e.Descriptor().Instance().String(), Op: e.Op, Reason: e.Reason,
		Recorded: e.Recorded.UTC().Format(timeLayout), Removed: e.Removed,
		Root: string(appendRoot(nil, e.Root)), Seq: e.Seq, Title: e.Title, Changed: e.Changed,
		Checkpoints: treeMember(e.Checkpoints), Content: treeMember(e.Content), Tombstones: treeMember(e.Tombstones), V: 1,
	}
	if h := e.History; h != nil {
		v.History = &historyJSON{h.Root.Count, h.Large, string(appendRoot(nil, h.Root))}
	}
	if e.V2() {
		v.V = 2
	}
	if e.Op != OpCreate {
		v.At = e.At.UTC().Format(timeLayout)
		v.Prev = e.Prev.String()
	}
	if e.Chain {
		v.Chain = chainMD5
	}
	if e.HasDI() {
		v.DI = e.DI.String()
	}
	return v
}

// treeMember returns the member for a tree, nil for an empty one.
func treeMember(r patricia.Root) *treeJSON {
	if r.Count == 0 {
		return nil
	}
	return &treeJSON{r.Count, r.Hash.String()}
}

// entry reads the members. What it passes over is caught by comparing with what
// Seal writes.
func (v *entryJSON) entry() (*Entry, error) {
	e := &Entry{
		Dataset: v.Dataset, Seq: v.Seq, Op: v.Op, Added: v.Added, Removed: v.Removed, Changed: v.Changed,
		Chain: v.Chain == chainMD5, Title: v.Title, DOI: v.DOI, Actor: v.Actor, Reason: v.Reason,
	}
	var err error
	digits := func(member string, dst []byte, text string) {
		if at, reason := decodeHex(dst, text); text != "" && reason != "" && err == nil {
			err = e.fault(member, "%s: byte %d: %s", errtext.Quote(text), at, reason)
		}
	}
	instant := func(member string, dst *time.Time, text string) {
		var reason string
		if *dst, reason = parseTime(text); text != "" && reason != "" && err == nil {
			err = e.fault(member, "%s: %s", errtext.Quote(text), reason)
		}
	}
	tree := func(member string, dst *patricia.Root, t *treeJSON) {
		if t == nil {
			return
		}
		var at int
		var reason string
		if *dst, at, reason = parseRoot(t.Count, t.Root); reason != "" && err == nil {
			err = e.fault(member, "%s: byte %d: %s", errtext.Quote(t.Root), at, reason)
		}
	}
	instant("at", &e.At, v.At)
	instant("recorded", &e.Recorded, v.Recorded)
	tree("root", &e.Root, &treeJSON{v.Count, v.Root})
	tree("checkpoints", &e.Checkpoints, v.Checkpoints)
	tree("content", &e.Content, v.Content)
	tree("tombstones", &e.Tombstones, v.Tombstones)
	if h := v.History; h != nil {
		e.History = &History{Large: h.Large}
		tree("history", &e.History.Root, &treeJSON{h.Count, h.Root})
	}
	digits("di", e.DI[:], v.DI)
	digits("prev", e.Prev[:], v.Prev)
	if got := e.Descriptor().Instance().String(); got != v.Instance && err == nil {
		err = e.fault("instance", "%s, but root and count give %s", errtext.Quote(v.Instance), got)
	}
	return e, err
}
