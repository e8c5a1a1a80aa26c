package patricia_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/patricia"
)

// TestProofBits flips each bit of proofs of all sorts: what comes out is none any
// more, or it is one of another tree.
func TestProofBits(t *testing.T) {
	t.Parallel()
	for _, kind := range []patricia.Kind{patricia.Set, patricia.Map} {
		var items []patricia.Item
		for i := range 3000 {
			it := patricia.Item{ID: fmt.Appendf(nil, "granule.%05d", i)}
			if kind == patricia.Map {
				it.Value = fmt.Append(nil, i*i)
			}
			items = append(items, it)
		}
		pages := newPages()
		tree := patricia.Tree{Kind: kind, Root: build(t, kind, items, pages.put), Pages: pages}
		one := patricia.Tree{Kind: kind, Root: build(t, kind, items[:1], pages.put), Pages: pages}
		for name, prove := range map[string]func() (*patricia.Proof, error){
			"present":    func() (*patricia.Proof, error) { return tree.Prove(t.Context(), []byte("granule.01234")) },
			"absent":     func() (*patricia.Proof, error) { return tree.Prove(t.Context(), []byte("granule.x")) },
			"several":    func() (*patricia.Proof, error) { return tree.Prove(t.Context(), items[7].ID, items[8].ID, []byte("h")) },
			"prefix":     func() (*patricia.Proof, error) { return tree.ProvePrefix(t.Context(), []byte("granule.0123")) },
			"no prefix":  func() (*patricia.Proof, error) { return tree.ProvePrefix(t.Context(), []byte("granule.3")) },
			"of nothing": func() (*patricia.Proof, error) { return tree.Prove(t.Context()) },
			"of one":     func() (*patricia.Proof, error) { return one.Prove(t.Context(), items[0].ID) },
			"of all":     func() (*patricia.Proof, error) { return one.ProvePrefix(t.Context(), nil) },
		} {
			t.Run(fmt.Sprintf("%s/%d", name, kind), func(t *testing.T) {
				t.Parallel()
				p, err := prove()
				if err != nil {
					t.Fatal(err)
				}
				data, _ := p.AppendBinary(nil)
				if again, err := patricia.ParseProof(kind, data); err != nil || again.Root() != p.Root() {
					t.Fatalf("got %v, want a proof of %v", err, p.Root())
				}
				for bit := range 8 * len(data) {
					bad := bytes.Clone(data)
					bad[bit/8] ^= 1 << (bit % 8)
					if q, err := patricia.ParseProof(kind, bad); err == nil && q.Root() == p.Root() {
						t.Errorf("bit %d of byte %d: still a proof of the tree", bit%8, bit/8)
					} else if err != nil && !errors.Is(err, patricia.ErrProof) {
						t.Errorf("bit %d of byte %d: %v", bit%8, bit/8, err)
					}
				}
				for n := range data {
					if q, err := patricia.ParseProof(kind, data[:n]); err == nil && q.Root() == p.Root() {
						t.Errorf("its first %d bytes are still a proof of the tree", n)
					}
				}
				if _, err := patricia.ParseProof(kind, append(data, 0)); !errors.Is(err, patricia.ErrProof) {
					t.Errorf("a byte more: got %v", err)
				}
			})
		}
	}
}

// TestProofDepth has proofs with as many steps as a tree can have, and with more:
// these are none, never a proof of absence.
func TestProofDepth(t *testing.T) {
	t.Parallel()
	rest := "\x00\x01" + strings.Repeat("h", 32)
	leaf := "\x01\x01\x80"
	for _, test := range []struct {
		name  string
		steps int
		deep  string // what follows the branch of bit 0
		good  bool
	}{
		{"every bit", 2040, strings.Repeat("\x02", 2039) + rest, true},
		{"a bit too many", 2041, strings.Repeat("\x02", 2040) + rest, false},
		{"more than 2048", 2049, strings.Repeat("\x02", 2048) + rest, false},
		{"many more", 1 << 20, strings.Repeat("\x02", 1<<20-1) + rest, false},
	} {
		// To the leaf it is one step, so it is of the steps to the rest that it says something.
		data := "\x02" + test.deep + strings.Repeat(rest, test.steps-1) + leaf
		p, err := patricia.ParseProof(patricia.Set, []byte(data))
		if test.good {
			if err != nil {
				t.Errorf("%s: %v", test.name, err)
				continue
			}
			if _, there, err := p.Find([]byte{0x80}); !there || err != nil {
				t.Errorf("%s: got %v, %v, want it to be there", test.name, there, err)
			}
			continue
		}
		if !errors.Is(err, patricia.ErrProof) {
			t.Errorf("%s: got %v, want %v", test.name, err, patricia.ErrProof)
		}
	}
}

// TestDeepProof proves IDs to which a step leads for almost each bit that an ID can
// have.
func TestDeepProof(t *testing.T) {
	t.Parallel()
	deep := bytes.Repeat([]byte{0x01}, patricia.MaxID)
	m := model{string(deep): ""}
	for i := range deep {
		for bit := range 8 {
			id := bytes.Clone(deep[:i+1])
			flip(id, bit)
			m[string(id)] = ""
		}
	}
	pages := newPages()
	tree := patricia.Tree{Root: build(t, patricia.Set, m.items(), pages.put), Pages: pages}
	for q, want := range map[string]bool{string(deep): true, string(deep[1:]): true, string(deep[3:]): true, string(deep[5:]) + "\x02": false} {
		made, err := tree.Prove(t.Context(), []byte(q))
		if err != nil {
			t.Fatal(err)
		}
		data, _ := made.AppendBinary(nil)
		p, err := patricia.ParseProof(patricia.Set, data)
		if err != nil {
			t.Fatal(err)
		}
		if _, there, err := p.Find([]byte(q)); err != nil || there != want || p.Root() != m.root(patricia.Set) {
			t.Errorf("%d bytes: got %v, %v, want %v", len(q), there, err, want)
		}
	}
}

// TestProofLimits refuses what is too large for a tree.
func TestProofLimits(t *testing.T) {
	t.Parallel()
	hash := strings.Repeat("h", 32)
	most := string(binary.AppendUvarint(nil, 1<<63-1))
	for name, data := range map[string]string{
		"bit 2040":                    "\xfa\x0f\x00\x01" + hash + "\x00\x01" + hash,
		"none left out":               "\x00\x00" + hash,
		"count of 64 bits":            "\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01" + hash,
		"count of 65 bits":            "\x02\x02\x00" + most + hash + "\x00" + most + hash + "\x00" + most + hash,
		"long zero":                   "\x80\x00\x01" + hash,
		"empty ID":                    "\x01\x00",
		"ID with a zero byte":         "\x01\x02a\x00",
		"ID of 256 bytes":             "\x01\x80\x02" + strings.Repeat("a", 256),
		"ID longer than it is":        "\x01\x02a",
		"hash shorter than it is":     "\x00\x01" + hash[1:],
		"leaf in the wrong half":      "\x02\x01\x01\x80\x00\x01" + hash,
		"same leaf twice":             "\x08\x01\x01a\x01\x01a",
		"a bit that is not the first": "\x09\x01\x01b\x01\x01a",
		"two proofs":                  "\x01\x01a\x01\x01a",
	} {
		if _, err := patricia.ParseProof(patricia.Set, []byte(data)); !errors.Is(err, patricia.ErrProof) {
			t.Errorf("%s: got %v, want %v", name, err, patricia.ErrProof)
		}
	}
}
