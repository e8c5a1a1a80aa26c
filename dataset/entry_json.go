package dataset

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"github.com/seed-05176fc3/idem/patricia"
)

// MaxEntry is the largest length of an entry's JSON in bytes, in every version.
const MaxEntry = 1 << 20

// entryVersion is the newest version of entries that this package reads. It writes
// the oldest that has all members of the entry.
const entryVersion = 2

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
	Hash        string       `json:"hash,omitempty"`
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
	v := e.members()
	v.Hash = ""
	open, err := v.marshal()
	if err != nil {
		return nil, e.fault("v", "%v", err)
	}
	e.Hash = sha256.Sum256(open)
	return e.members().marshal()
}

// ParseEntry reads an entry. It accepts what Seal writes and nothing else, at most
// [MaxEntry] bytes. An entry of a newer version gives an error that wraps
// [ErrNewerEntry]; everything else that is wrong, any flipped bit included, one
// that wraps [ErrInvalidEntry].
func ParseEntry(data []byte) (*Entry, error) {
	fault := func(format string, args ...any) error {
		return fmt.Errorf("%w %s: %s", ErrInvalidEntry, quote(data), fmt.Sprintf(format, args...))
	}
	if len(data) > MaxEntry {
		return nil, fault("%d bytes long, at most %d are allowed", len(data), MaxEntry)
	}
	hash, reason := verifyHash(data)
	if reason != "" {
		return nil, fault("%s", reason)
	}
	var v entryJSON
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&v)
	var version struct{ V uint64 }
	if err != nil && json.Unmarshal(data, &version) == nil {
		v.V = version.V // which may stand after what is not known
	}
	if v.V > entryVersion {
		return nil, fmt.Errorf("%w %s: version %d, this program knows %d", ErrNewerEntry, quote(data), v.V, entryVersion)
	}
	if err != nil {
		return nil, fault("%v", err)
	}
	e, err := v.entry()
	if err != nil {
		return nil, err
	}
	if err := e.checkAlone(); err != nil {
		return nil, err
	}
	e.Hash = hash
	canonical, err := e.members().marshal()
	if err != nil {
		return nil, fault("%v", err)
	}
	if !bytes.Equal(canonical, data) {
		at := differ(canonical, data)
		return nil, fault("byte %d: not canonical, want %s there", at, quote(canonical[at:]))
	}
	return e, nil
}

// verifyHash returns the hash of an entry of any version, checked by its bytes
// alone: what stands without the member hash must have that hash. No version has
// a second member of this name at any depth, and in a string the quotes are
// escaped.
func verifyHash(data []byte) (hash Hash, reason string) {
	const begin, end = `"hash":"`, `",`
	const digits = 2 * len(hash)
	at := bytes.Index(data, []byte(begin))
	if at < 0 {
		return hash, "no hash"
	}
	value := data[at+len(begin):]
	if len(value) < digits+len(end) || string(value[digits:digits+len(end)]) != end {
		return hash, fmt.Sprintf("byte %d: the hash does not have %d digits", at, digits)
	}
	if i, reason := decodeHex(hash[:], value[:digits]); reason != "" {
		return hash, fmt.Sprintf("byte %d: %s", at+len(begin)+i, reason)
	}
	sum := sha256.New()
	sum.Write(data[:at])
	sum.Write(value[digits+len(end):])
	if got := Hash(sum.Sum(nil)); got != hash {
		return hash, fmt.Sprintf("byte %d: damaged: the bytes have the hash %v, not %v", at, got, hash)
	}
	return hash, ""
}

// members returns the members of a checked entry.
func (e *Entry) members() *entryJSON {
	v := &entryJSON{
		Actor: e.Actor, Added: e.Added, Count: e.Root.Count, Dataset: e.Dataset, DOI: e.DOI, Hash: e.Hash.String(),
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
			err = e.fault(member, "%s: byte %d: %s", quote(text), at, reason)
		}
	}
	instant := func(member string, dst *time.Time, text string) {
		var reason string
		if *dst, reason = parseTime(text); text != "" && reason != "" && err == nil {
			err = e.fault(member, "%s: %s", quote(text), reason)
		}
	}
	tree := func(member string, dst *patricia.Root, t *treeJSON) {
		if t == nil {
			return
		}
		var at int
		var reason string
		if *dst, at, reason = parseRoot(t.Count, t.Root); reason != "" && err == nil {
			err = e.fault(member, "%s: byte %d: %s", quote(t.Root), at, reason)
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
		err = e.fault("instance", "%s, but root and count give %s", quote(v.Instance), got)
	}
	return e, err
}

// marshal writes the members as RFC 8785 asks. The encoder's form is that form
// here: there are neither fractions nor control characters.
func (v *entryJSON) marshal() ([]byte, error) {
	var buf bytes.Buffer
	encoder := json.NewEncoder(&buf)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// differ returns the first position at which a and b differ.
func differ(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}
