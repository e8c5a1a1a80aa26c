package dataset

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/seed-05176fc3/idem/internal/errtext"
	"github.com/seed-05176fc3/idem/patricia"
)

// MaxProof is the largest length of a proof's JSON in bytes.
const MaxProof = 64 << 20

var (
	// ErrInvalidProof is returned for what is not a proof.
	ErrInvalidProof = errors.New("dataset: invalid proof")
	// ErrFalse is returned for a proof that does not show what it claims.
	ErrFalse = errors.New("dataset: the proof is false")
)

// A Claim says of an instance that a granule is in it or not, or that as many of
// its granules begin with a prefix.
type Claim struct {
	Granule string // not empty, or else Prefix counts
	Present bool   // the granule is in the instance

	Prefix string // may be empty: then it is of all granules
	Count  uint64 // granules that begin with it
}

// A Proof shows to anybody who knows the identifier of an instance what is in it,
// without the rest of the instance and without a store.
type Proof struct {
	Instance Identifier // of kind KindSet, without qualifiers
	Claims   []Claim
	Tree     *patricia.Proof // of the instance's set
}

// NewProof returns the proof of what tree shows of the granules and the prefixes.
// It returns patricia.ErrNotCovered if that is nothing.
func NewProof(tree *patricia.Proof, granules, prefixes []string) (*Proof, error) {
	p := &Proof{Instance: Descriptor{KindSet, tree.Root()}.Identifier(), Tree: tree}
	for _, g := range granules {
		_, present, err := tree.Find([]byte(g))
		if err != nil {
			return nil, err
		}
		p.Claims = append(p.Claims, Claim{Granule: g, Present: present})
	}
	for _, prefix := range prefixes {
		items, err := tree.Prefix([]byte(prefix))
		if err != nil {
			return nil, err
		}
		p.Claims = append(p.Claims, Claim{Prefix: prefix, Count: uint64(len(items))})
	}
	return p, nil
}

// Check returns an error that wraps ErrFalse unless all claims hold for the instance
// that the proof names. Whether that is the right instance is for the caller to
// compare.
func (p *Proof) Check() error {
	if made := (Descriptor{KindSet, p.Tree.Root()}).Identifier(); made != p.Instance {
		return fmt.Errorf("%w: it is of %s, not of %s", ErrFalse, made, p.Instance)
	}
	for _, c := range p.Claims {
		if c.Granule == "" {
			items, err := p.Tree.Prefix([]byte(c.Prefix))
			if err != nil {
				return fmt.Errorf("%w: %w", ErrFalse, err)
			}
			if uint64(len(items)) != c.Count {
				return fmt.Errorf("%w: %d granules begin with %q, not %d", ErrFalse, len(items), c.Prefix, c.Count)
			}
			continue
		}
		_, present, err := p.Tree.Find([]byte(c.Granule))
		if err != nil {
			return fmt.Errorf("%w: %w", ErrFalse, err)
		}
		if present != c.Present {
			return fmt.Errorf("%w: granule %q: it says present %v, the tree says %v", ErrFalse, c.Granule, c.Present, present)
		}
	}
	return nil
}

// proofJSON is a proof as the package documentation specifies it.
type proofJSON struct {
	V        int         `json:"v"`
	Instance Identifier  `json:"instance"`
	Claims   []claimJSON `json:"claims"`
	Tree     string      `json:"tree"`
}

type claimJSON struct {
	Granule *string `json:"granule,omitempty"`
	Present *bool   `json:"present,omitempty"`
	Prefix  *string `json:"prefix,omitempty"`
	Count   *uint64 `json:"count,omitempty"`
}

// MarshalJSON writes the proof.
func (p *Proof) MarshalJSON() ([]byte, error) {
	tree, err := p.Tree.AppendBinary(nil)
	if err != nil {
		return nil, err
	}
	v := proofJSON{V: 1, Instance: p.Instance, Claims: []claimJSON{}, Tree: base64.StdEncoding.EncodeToString(tree)}
	for _, c := range p.Claims {
		if c.Granule != "" {
			v.Claims = append(v.Claims, claimJSON{Granule: &c.Granule, Present: &c.Present})
		} else {
			v.Claims = append(v.Claims, claimJSON{Prefix: &c.Prefix, Count: &c.Count})
		}
	}
	return json.Marshal(v)
}

// ParseProof reads a proof of at most MaxProof bytes. It accepts what MarshalJSON
// writes, white space between the tokens aside, and nothing else. It does not check
// what the proof claims: see Check. The error wraps ErrInvalidProof.
func ParseProof(data []byte) (*Proof, error) {
	if len(data) > MaxProof {
		return nil, fmt.Errorf("%w: %d bytes, at most %d are read", ErrInvalidProof, len(data), MaxProof)
	}
	var v proofJSON
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrInvalidProof, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: something follows it", ErrInvalidProof)
	}
	switch {
	case v.V != 1:
		return nil, fmt.Errorf("%w: version %d, want 1", ErrInvalidProof, v.V)
	case v.Instance.Kind != KindSet || v.Instance.Qualifiers != Qualifiers{}:
		return nil, fmt.Errorf("%w: instance %s, want dsi:1:set: without qualifiers", ErrInvalidProof, v.Instance)
	case len(v.Claims) == 0:
		return nil, fmt.Errorf("%w: it claims nothing", ErrInvalidProof)
	}
	tree, err := base64.StdEncoding.Strict().DecodeString(v.Tree)
	if err != nil {
		return nil, fmt.Errorf("%w: tree: %v", ErrInvalidProof, err)
	}
	p := &Proof{Instance: v.Instance}
	if p.Tree, err = patricia.ParseProof(patricia.Set, tree); err != nil {
		return nil, fmt.Errorf("%w: tree: %v", ErrInvalidProof, err)
	}
	for i, c := range v.Claims {
		switch {
		case c.Granule != nil && c.Present != nil && c.Prefix == nil && c.Count == nil && *c.Granule != "":
			p.Claims = append(p.Claims, Claim{Granule: *c.Granule, Present: *c.Present})
		case c.Granule == nil && c.Present == nil && c.Prefix != nil && c.Count != nil:
			p.Claims = append(p.Claims, Claim{Prefix: *c.Prefix, Count: *c.Count})
		default:
			return nil, fmt.Errorf("%w: claim %d: want granule and present, or prefix and count", ErrInvalidProof, i)
		}
	}
	if err := p.checkCanonical(data); err != nil {
		return nil, err
	}
	return p, nil
}

// checkCanonical returns an error unless data is what MarshalJSON writes: the decoder
// passes over names in capitals, repeated members and escapes that are not needed.
func (p *Proof) checkCanonical(data []byte) error {
	want, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("%w: %v", ErrInvalidProof, err)
	}
	var compact, got bytes.Buffer
	if err := json.Compact(&compact, data); err != nil {
		return fmt.Errorf("%w: %v", ErrInvalidProof, err)
	}
	// Encoders may write the characters <, > and & as they are, or escape them.
	json.HTMLEscape(&got, compact.Bytes())
	if !bytes.Equal(got.Bytes(), want) {
		at := differ(want, got.Bytes())
		return fmt.Errorf("%w: not canonical, want %s at byte %d", ErrInvalidProof, errtext.Quote(want[at:]), at)
	}
	return nil
}
