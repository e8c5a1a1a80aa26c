package dataset_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
)

// fooTree is the set of FOO granules 01 to 12.
func fooTree(t testing.TB) patricia.Tree {
	t.Helper()
	pages := map[patricia.Hash][]byte{}
	b := patricia.NewBuilder(patricia.Set, func(p patricia.Page) error { pages[p.Hash] = p.Data; return nil })
	for _, id := range []string{"FOOL2.v2.01", "FOOL2.v2.02", "FOOL2.v2.10", "FOOL2.v2.11", "FOOL3.v1.01"} {
		if err := b.Add([]byte(id)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := b.Root()
	if err != nil {
		t.Fatal(err)
	}
	return patricia.Tree{Root: root, Pages: patricia.ReaderFunc(func(_ context.Context, h patricia.Hash) ([]byte, error) { return pages[h], nil })}
}

func fooProof(t testing.TB) *dataset.Proof {
	t.Helper()
	granules := []string{"FOOL2.v2.10", "FOOL2.v2.13"}
	tree, err := fooTree(t).Prove(t.Context(), []byte(granules[0]), []byte(granules[1]))
	if err != nil {
		t.Fatal(err)
	}
	p, err := dataset.NewProof(tree, granules, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestProof(t *testing.T) {
	t.Parallel()
	data, err := json.Marshal(fooProof(t))
	if err != nil {
		t.Fatal(err)
	}
	p, err := dataset.ParseProof(data)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Check(); err != nil {
		t.Error(err)
	}
	if want := (dataset.Claim{Granule: "FOOL2.v2.10", Present: true}); p.Claims[0] != want {
		t.Errorf("got %v, want %v", p.Claims[0], want)
	}
	if want := (dataset.Claim{Granule: "FOOL2.v2.13"}); p.Claims[1] != want {
		t.Errorf("got %v, want %v", p.Claims[1], want)
	}
}

func TestPrefixProof(t *testing.T) {
	t.Parallel()
	for prefix, want := range map[string]uint64{"": 5, "FOOL2.v2.1": 2, "FOOL3": 1, "FOOL4": 0} {
		tree, err := fooTree(t).ProvePrefix(t.Context(), []byte(prefix))
		if err != nil {
			t.Fatal(err)
		}
		p, err := dataset.NewProof(tree, nil, []string{prefix})
		if err != nil || p.Claims[0].Count != want {
			t.Fatalf("%q: got %v, %v, want %d", prefix, p, err, want)
		}
		if err := p.Check(); err != nil {
			t.Error(err)
		}
		p.Claims[0].Count++
		if err := p.Check(); !errors.Is(err, dataset.ErrFalse) {
			t.Errorf("%q: one more: got %v", prefix, err)
		}
	}
}

func TestFalseProofs(t *testing.T) {
	t.Parallel()
	for name, lie := range map[string]func(*dataset.Proof){
		"present":  func(p *dataset.Proof) { p.Claims[1].Present = true },
		"absent":   func(p *dataset.Proof) { p.Claims[0].Present = false },
		"instance": func(p *dataset.Proof) { p.Instance.Hash[0] ^= 1 },
		"another":  func(p *dataset.Proof) { p.Claims[0].Granule = "FOOL2.v2.01" },
	} {
		p := fooProof(t)
		lie(p)
		if err := p.Check(); !errors.Is(err, dataset.ErrFalse) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestNoProofs(t *testing.T) {
	t.Parallel()
	good, err := json.Marshal(fooProof(t))
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string][2]string{
		"version":    {`"v":1`, `"v":2`},
		"member":     {`"v":1`, `"v":1,"w":1`},
		"kind":       {`dsi:1:set:`, `dsi:1:map:`},
		"tree":       {`"tree":"`, `"tree":"A`},
		"claim":      {`"present":true`, `"count":1`},
		"no granule": {`"FOOL2.v2.10"`, `""`},
	} {
		bad := strings.Replace(string(good), change[0], change[1], 1)
		if bad == string(good) {
			t.Fatalf("%s: nothing changed in %s", name, good)
		}
		if _, err := dataset.ParseProof([]byte(bad)); !errors.Is(err, dataset.ErrInvalidProof) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	for _, bad := range []string{"", "null", "{}", "[]", string(good) + "{}"} {
		if _, err := dataset.ParseProof([]byte(bad)); !errors.Is(err, dataset.ErrInvalidProof) {
			t.Errorf("%.20q: got %v", bad, err)
		}
	}
}

func FuzzParseProof(f *testing.F) {
	good, err := json.Marshal(fooProof(f))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := dataset.ParseProof(data)
		if err != nil {
			return
		}
		again, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		q, err := dataset.ParseProof(again)
		if err != nil || (p.Check() == nil) != (q.Check() == nil) {
			t.Errorf("written back: %v", err)
		}
	})
}
