package dataset

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"

	"github.com/seed-05176fc3/idem/internal/errtext"
	"github.com/seed-05176fc3/idem/patricia"
)

// The parts of a descriptor's text that never change.
const (
	descriptorHead  = "dataset-instance v1\n"
	descriptorTree  = " sha-256-patricia\ncount "
	descriptorRoot  = "\nroot "
	descriptorEmpty = "-"
)

// A Descriptor says what an instance is, and nothing about where it comes from:
// its text is what the instance identifier is the SHA-256 of.
type Descriptor struct {
	Kind Kind // KindSet or KindMap
	Root patricia.Root
}

// String returns the text: four lines, each ended by a line feed.
func (d Descriptor) String() string { return string(d.append(nil)) }

// Instance returns the value of the instance identifier, the SHA-256 of the
// text. It does not allocate.
func (d Descriptor) Instance() Hash {
	var buf [160]byte
	return sha256.Sum256(d.append(buf[:0]))
}

// Identifier returns the instance identifier, without qualifiers.
func (d Descriptor) Identifier() Identifier {
	return Identifier{Kind: d.Kind, Hash: d.Instance()}
}

func (d Descriptor) append(b []byte) []byte {
	b = append(b, descriptorHead...)
	b = append(b, d.Kind.String()...)
	b = append(b, descriptorTree...)
	b = strconv.AppendUint(b, d.Root.Count, 10)
	b = append(b, descriptorRoot...)
	return append(appendRoot(b, d.Root), '\n')
}

// ParseDescriptor reads the text of a descriptor. It accepts what String
// writes and nothing else; errors wrap [ErrInvalidDescriptor].
func ParseDescriptor(text string) (Descriptor, error) {
	d, at, reason := parseDescriptor(text)
	if reason != "" {
		return Descriptor{}, fmt.Errorf("%w %s: byte %d: %s", ErrInvalidDescriptor, errtext.Quote(text), at, reason)
	}
	return d, nil
}

func parseDescriptor(text string) (d Descriptor, at int, reason string) {
	rest, ok := strings.CutPrefix(text, descriptorHead)
	if !ok {
		return d, 0, "want the line " + strconv.Quote(descriptorHead)
	}
	pos := func() int { return len(text) - len(rest) }

	kind := ""
	if kind, rest, ok = strings.Cut(rest, descriptorTree); !ok {
		return d, len(descriptorHead), `want the line "set sha-256-patricia\n" or "map sha-256-patricia\n", then "count "`
	}
	switch kind {
	case KindSet.String():
		d.Kind = KindSet
	case KindMap.String():
		d.Kind = KindMap
	default:
		return d, len(descriptorHead), "kind " + errtext.Quote(kind) + ", want set or map"
	}

	count, root, ok := strings.Cut(rest, descriptorRoot)
	if !ok {
		return d, pos(), `want a count and the line feed, then "root "`
	}
	n, at, reason := parseDecimal(count)
	if reason != "" {
		return d, pos() + at, reason
	}
	rest = root
	if root, rest, ok = strings.Cut(rest, "\n"); !ok || rest != "" {
		return d, len(text) - len(rest), "want one line feed at the end"
	}
	d.Root, at, reason = parseRoot(n, root)
	return d, len(text) - len("\n") - len(root) + at, reason
}

// appendRoot appends 64 digits, or a minus sign for an empty tree.
func appendRoot(b []byte, r patricia.Root) []byte {
	if r.Count == 0 {
		return append(b, descriptorEmpty...)
	}
	return appendHex(b, r.Hash[:])
}

// parseRoot reads what appendRoot writes for a tree of count IDs.
func parseRoot(count uint64, s string) (r patricia.Root, at int, reason string) {
	if (count == 0) != (s == descriptorEmpty) {
		return r, 0, fmt.Sprintf("root %s with count %d: only an empty tree has the root -", errtext.Quote(s), count)
	}
	if count == 0 {
		return r, 0, ""
	}
	r.Count = count
	at, reason = decodeHex(r.Hash[:], s)
	return r, at, reason
}
