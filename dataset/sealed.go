package dataset

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seed-05176fc3/idem/internal/errtext"
)

// MaxEntry is the largest length of an entry's JSON in bytes, in every version.
const MaxEntry = 1 << 20

// A sealed text is the canonical JSON of an entry of a log, with the member hash: the
// hash of the text without it. Ledger entries, entries of metadata and stored queries
// are such texts.

// seal returns the sealed text of an entry, and puts its hash where hash points to.
// members returns the members, a struct whose fields are in the order of their names'
// bytes, with that hash.
func seal(hash *Hash, members func() any) ([]byte, error) {
	*hash = Hash{}
	open, err := canonicalJSON(members())
	if err != nil {
		return nil, err
	}
	*hash = sha256.Sum256(open)
	return canonicalJSON(members())
}

// A sealedForm is a kind of sealed texts.
type sealedForm struct {
	invalid error  // what errors wrap
	newest  uint64 // the newest version that this package reads
}

func (f sealedForm) fault(data []byte, format string, args ...any) error {
	return fmt.Errorf("%w %s: %s", f.invalid, errtext.Quote(data), fmt.Sprintf(format, args...))
}

// open reads a sealed text into members, a pointer to a struct, and returns its hash.
// What it passes over is found by canonical.
func (f sealedForm) open(data []byte, members interface{ version() uint64 }) (Hash, error) {
	if len(data) > MaxEntry {
		return Hash{}, f.fault(data, "%d bytes long, at most %d are allowed", len(data), MaxEntry)
	}
	hash, reason := verifyHash(data)
	if reason != "" {
		return Hash{}, f.fault(data, "%s", reason)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(members)
	version := members.version()
	var alone struct{ V uint64 }
	if err != nil && json.Unmarshal(data, &alone) == nil {
		version = alone.V // which may stand after what is not known
	}
	switch {
	case version > f.newest:
		return Hash{}, fmt.Errorf("%w %s: version %d, this program knows %d", ErrNewerEntry, errtext.Quote(data), version, f.newest)
	case errors.Is(err, f.invalid):
		return Hash{}, err
	case err != nil:
		return Hash{}, f.fault(data, "%v", err)
	}
	return hash, nil
}

// canonical returns an error unless data is what members, read from it, are written as.
func (f sealedForm) canonical(data []byte, members any) error {
	canonical, err := canonicalJSON(members)
	if err != nil {
		return f.fault(data, "%v", err)
	}
	if !bytes.Equal(canonical, data) {
		at := differ(canonical, data)
		return f.fault(data, "byte %d: not canonical, want %s there", at, errtext.Quote(canonical[at:]))
	}
	return nil
}

// verifyHash returns the hash of a sealed text of any version, checked by its bytes
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

// canonicalJSON writes a struct whose fields are in the order of their names' bytes
// as RFC 8785 asks, for texts without control characters and line separators, and
// whole numbers.
func canonicalJSON(v any) ([]byte, error) {
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
