package transparency

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/errtext"
)

// MaxProof is the largest length of a proof's text in bytes.
const MaxProof = 4 << 20

// maxHashes is more than any ledger's proofs have.
const maxHashes = 64

// The kinds of proofs.
const (
	kindConsistency = "consistency"
	kindInclusion   = "inclusion"
)

// proofJSON is a proof as the package documentation specifies it.
type proofJSON struct {
	V          int         `json:"v"`
	Kind       string      `json:"kind"`
	Origin     string      `json:"origin"`
	Old        string      `json:"old,omitempty"`
	New        string      `json:"new,omitempty"`
	Checkpoint string      `json:"checkpoint,omitempty"`
	Index      *uint64     `json:"index,omitempty"`
	Entry      string      `json:"entry,omitempty"`
	Hashes     []tlog.Hash `json:"hashes"`
}

// IsProof tells whether data looks like the text of a proof of this package, of any
// version.
func IsProof(data []byte) bool {
	d := json.NewDecoder(bytes.NewReader(data))
	for _, want := range []any{json.Delim('{'), "v", nil, "kind"} {
		if got, err := d.Token(); err != nil || want != nil && got != want {
			return false
		}
	}
	return true
}

// ParseProof reads a proof of at most MaxProof bytes. It accepts what AppendText writes
// and nothing else, with or without a line feed at its end; the error wraps
// ErrInvalidProof. It does not check what the proof claims.
func ParseProof(data []byte) (Proof, error) {
	fault := func(format string, args ...any) (Proof, error) {
		return nil, fmt.Errorf("%w: %s", ErrInvalidProof, fmt.Sprintf(format, args...))
	}
	if len(data) > MaxProof {
		return fault("%d bytes, at most %d are read", len(data), MaxProof)
	}
	data = bytes.TrimSuffix(data, []byte("\n"))
	var version struct{ V int }
	if err := json.Unmarshal(data, &version); err != nil {
		return fault("%v", err)
	}
	if version.V != 1 {
		return fault("version %d, want 1", version.V)
	}
	var v proofJSON
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		return fault("%v", err)
	}
	p, err := v.proof()
	if err != nil {
		return fault("%v", err)
	}
	again, err := p.AppendText(nil)
	if err != nil {
		return fault("%v", err)
	}
	if !bytes.Equal(again, data) {
		return fault("its form: want %s", errtext.Quote(again))
	}
	return p, nil
}

// proof returns the proof. What it passes over is caught by comparing with what
// AppendText writes.
func (v *proofJSON) proof() (Proof, error) {
	switch v.Kind {
	case kindConsistency:
		older, err := ParseSigned([]byte(v.Old))
		if err != nil {
			return nil, fmt.Errorf("old: %w", err)
		}
		newer, err := ParseSigned([]byte(v.New))
		if err != nil {
			return nil, fmt.Errorf("new: %w", err)
		}
		return &Consistency{Old: older, New: newer, Hashes: v.Hashes}, nil
	case kindInclusion:
		c, err := ParseSigned([]byte(v.Checkpoint))
		if err != nil {
			return nil, fmt.Errorf("checkpoint: %w", err)
		}
		if v.Index == nil {
			return nil, fmt.Errorf("no index")
		}
		return &Inclusion{Checkpoint: c, Index: *v.Index, Entry: []byte(v.Entry), Hashes: v.Hashes}, nil
	}
	return nil, fmt.Errorf("kind %s, want consistency or inclusion", errtext.Quote(v.Kind))
}

// AppendText implements [Proof].
func (p *Consistency) AppendText(b []byte) ([]byte, error) {
	older, err := p.Old.AppendText(nil)
	if err != nil {
		return nil, err
	}
	newer, err := p.New.AppendText(nil)
	if err != nil {
		return nil, err
	}
	if p.Old.Origin != p.New.Origin {
		return nil, fmt.Errorf("%w: two origins, %s and %s", ErrInvalidProof, errtext.Quote(p.Old.Origin), errtext.Quote(p.New.Origin))
	}
	return appendProof(b, proofJSON{
		Kind: kindConsistency, Origin: p.New.Origin, Old: string(older), New: string(newer), Hashes: p.Hashes,
	})
}

// AppendText implements [Proof].
func (p *Inclusion) AppendText(b []byte) ([]byte, error) {
	c, err := p.Checkpoint.AppendText(nil)
	if err != nil {
		return nil, err
	}
	if len(p.Entry) == 0 || len(p.Entry) > dataset.MaxEntry || !utf8.Valid(p.Entry) {
		return nil, fmt.Errorf("%w: an entry of %d bytes, want 1 to %d of UTF-8", ErrInvalidProof, len(p.Entry), dataset.MaxEntry)
	}
	if p.Index >= MaxSize {
		return nil, fmt.Errorf("%w: index %d, want one below 2^53", ErrInvalidProof, p.Index)
	}
	return appendProof(b, proofJSON{
		Kind: kindInclusion, Origin: p.Checkpoint.Origin, Checkpoint: string(c), Index: &p.Index, Entry: string(p.Entry), Hashes: p.Hashes,
	})
}

func appendProof(b []byte, v proofJSON) ([]byte, error) {
	if len(v.Hashes) > maxHashes {
		return nil, fmt.Errorf("%w: %d hashes, at most %d can be needed", ErrInvalidProof, len(v.Hashes), maxHashes)
	}
	if v.V = 1; v.Hashes == nil {
		v.Hashes = []tlog.Hash{}
	}
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return append(b, bytes.TrimSuffix(buf.Bytes(), []byte("\n"))...), nil
}
