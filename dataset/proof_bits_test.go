package dataset_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
)

// TestProofBits flips each bit of proofs: they are none any more, or false, or claim
// something else that is true, of a granule or prefix that is not there either. None
// says of a granule or prefix what was not so.
func TestProofBits(t *testing.T) {
	t.Parallel()
	tree := fooTree(t)
	var ids []string
	for it, err := range tree.All(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, string(it.ID))
	}
	holds := func(c dataset.Claim) bool {
		if c.Granule != "" {
			return c.Present == slices.Contains(ids, c.Granule)
		}
		n := uint64(0)
		for _, id := range ids {
			if strings.HasPrefix(id, c.Prefix) {
				n++
			}
		}
		return c.Count == n
	}
	for name, test := range map[string]struct {
		granules []string
		prefix   string
	}{
		"present":   {granules: []string{"FOOL2.v2.10"}},
		"absent":    {granules: []string{"FOOL2.v2.13"}},
		"several":   {granules: []string{"FOOL2.v2.01", "FOOL2.v2.13", "FOOL3.v1.01"}},
		"prefix":    {prefix: "FOOL2.v2.1"},
		"no prefix": {prefix: "FOOL4"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := proofText(t, test.granules, test.prefix)
			good, err := dataset.ParseProof(data)
			if err != nil {
				t.Fatal(err)
			}
			other := 0
			for bit := range 8 * len(data) {
				bad := bytes.Clone(data)
				bad[bit/8] ^= 1 << (bit % 8)
				p, err := dataset.ParseProof(bad)
				if err != nil {
					if !errors.Is(err, dataset.ErrInvalidProof) {
						t.Errorf("bit %d: %v", bit, err)
					}
					continue
				}
				if err := p.Check(); err != nil {
					if !errors.Is(err, dataset.ErrFalse) {
						t.Errorf("bit %d: %v", bit, err)
					}
					continue
				}
				other++
				if slices.Equal(p.Claims, good.Claims) {
					t.Errorf("bit %d: still the same proof: %s", bit, bad)
				}
				for _, c := range p.Claims {
					if !holds(c) {
						t.Errorf("bit %d: it shows what is not so: %v", bit, c)
					}
				}
			}
			t.Logf("%d of %d bits make another true claim", other, 8*len(data))
		})
	}
}

// proofText is the JSON of a proof, as a file has it.
func proofText(t *testing.T, granules []string, prefix string) []byte {
	t.Helper()
	tree, prefixes := fooTree(t), []string(nil)
	shown, err := tree.ProvePrefix(t.Context(), []byte(prefix))
	if granules == nil {
		prefixes = []string{prefix}
	} else {
		var ids [][]byte
		for _, g := range granules {
			ids = append(ids, []byte(g))
		}
		shown, err = tree.Prove(t.Context(), ids...)
	}
	if err != nil {
		t.Fatal(err)
	}
	p, err := dataset.NewProof(shown, granules, prefixes)
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if err := json.NewEncoder(&buf).Encode(p); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// TestProofText has other texts for the same proof: white space does not matter, all
// else does.
func TestProofText(t *testing.T) {
	t.Parallel()
	data := string(proofText(t, []string{"FOOL2.v2.10", "a<b"}, ""))
	var wide bytes.Buffer
	if err := json.Indent(&wide, []byte(data), "\r\n ", "\t"); err != nil {
		t.Fatal(err)
	}
	replaced := func(old, with string) string {
		if !strings.Contains(data, old) {
			t.Errorf("no %q in %s", old, data)
		}
		return strings.Replace(data, old, with, 1)
	}
	for _, text := range []string{data, wide.String(), replaced(`\u003c`, "<")} {
		p, err := dataset.ParseProof([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if err := p.Check(); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	tree := `"tree":"`
	for _, text := range []string{
		replaced(`"claims"`, `"Claims"`),
		replaced(`{"v":1,`, `{"v":1,"v":1,`),
		replaced("FOOL2", `\u0046OOL2`),
		replaced(`\u003c`, `\u003C`),
		replaced("FOOL2", "FOO\xff"),
		replaced(tree, tree+`\n`),
		replaced(tree, tree+`\r\n`),
		replaced(`"present":true`, `"present":true,"prefix":null`),
		replaced(`"v":1,`, ``),
	} {
		if _, err := dataset.ParseProof([]byte(text)); !errors.Is(err, dataset.ErrInvalidProof) {
			t.Errorf("%s: got %v, want %v", text, err, dataset.ErrInvalidProof)
		}
	}
}
