package transparency

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"github.com/seed-05176fc3/idem/internal/errtext"
	"golang.org/x/mod/sumdb/tlog"
)

// MaxSize is the largest number of entries of a ledger: entries are numbered from 0
// to 2^53-1.
const MaxSize = 1 << 53

// A Checkpoint is the state of a ledger: the root of the Merkle tree over its first
// Size entries.
type Checkpoint struct {
	Origin string // of the ledger, see Origin; 1 to MaxOrigin bytes
	Size   uint64 // number of entries, 1 to MaxSize
	Root   tlog.Hash
}

// ParseCheckpoint reads the text of a checkpoint. It accepts what AppendText writes
// and nothing else; the error wraps ErrInvalidCheckpoint.
func ParseCheckpoint[T string | []byte](text T) (Checkpoint, error) {
	fault := func(format string, args ...any) (Checkpoint, error) {
		return Checkpoint{}, fmt.Errorf("%w %s: %s", ErrInvalidCheckpoint, errtext.Quote(text), fmt.Sprintf(format, args...))
	}
	if len(text) > maxText {
		return fault("%d bytes, at most %d are read", len(text), maxText)
	}
	lines := strings.SplitAfter(string(text), "\n")
	if len(lines) != 4 || lines[3] != "" {
		return fault("want three lines")
	}
	c := Checkpoint{Origin: strings.TrimSuffix(lines[0], "\n")}
	if reason := checkOrigin(c.Origin); reason != "" {
		return fault("%s", reason)
	}
	at := len(lines[0])
	size := strings.TrimSuffix(lines[1], "\n")
	var err error
	c.Size, err = strconv.ParseUint(size, 10, 64)
	if err != nil || c.Size < 1 || c.Size > MaxSize || strconv.FormatUint(c.Size, 10) != size {
		return fault("byte %d: want the number of entries, 1 to 2^53", at)
	}
	at += len(lines[1])
	digits := strings.TrimSuffix(lines[2], "\n")
	root, err := base64.StdEncoding.Strict().DecodeString(digits)
	if err != nil || len(root) != tlog.HashSize || len(digits) != rootDigits {
		return fault("byte %d: want a root hash in base64", at)
	}
	c.Root = tlog.Hash(root)
	return c, nil
}

const (
	rootDigits = 44 // base64 characters of a root
	// maxText is the largest length of a checkpoint's text: origin, size and root
	// with their line feeds.
	maxText = MaxOrigin + 16 + rootDigits + 3
)

// AppendText appends the text of the checkpoint, as C2SP's tlog-checkpoint has it.
func (c Checkpoint) AppendText(b []byte) ([]byte, error) {
	if reason := checkOrigin(c.Origin); reason != "" {
		return nil, fmt.Errorf("%w: %s", ErrInvalidCheckpoint, reason)
	}
	if c.Size < 1 || c.Size > MaxSize {
		return nil, fmt.Errorf("%w: %d entries, want 1 to 2^53", ErrInvalidCheckpoint, c.Size)
	}
	return fmt.Appendf(b, "%s\n%d\n%s\n", c.Origin, c.Size, c.Root), nil
}
