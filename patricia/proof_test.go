package patricia

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

type proofVectors struct {
	Proofs []struct {
		Set     string
		Count   uint64
		Root    string
		Query   string
		Present bool
		Leaf    string
		Path    []struct {
			Bit   int
			Count uint64
			Hash  string
		}
	}
}

func readJSON(t *testing.T, name string, v any) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatal(err)
	}
}

// treeOf builds a tree in memory.
func treeOf(t testing.TB, kind Kind, items []Item) Tree {
	t.Helper()
	pages := map[Hash][]byte{}
	b := NewBuilder(kind, func(p Page) error { pages[p.Hash] = p.Data; return nil })
	for _, it := range items {
		if err := b.Put(it.ID, it.Value); err != nil {
			t.Fatal(err)
		}
	}
	root, err := b.Root()
	if err != nil {
		t.Fatal(err)
	}
	return Tree{kind, root, ReaderFunc(func(_ context.Context, h Hash) ([]byte, error) { return pages[h], nil })}
}

func TestProofVectors(t *testing.T) {
	t.Parallel()
	var sets struct {
		Sets []struct {
			Name string
			IDs  []string
		}
	}
	readJSON(t, "testdata/instances.json", &sets)
	trees := map[string]Tree{}
	for _, s := range sets.Sets {
		var items []Item
		for _, id := range s.IDs {
			items = append(items, Item{ID: []byte(id)})
		}
		trees[s.Name] = treeOf(t, Set, items)
	}
	var vectors proofVectors
	readJSON(t, "testdata/proofs.json", &vectors)
	for _, v := range vectors.Proofs {
		tree, ok := trees[v.Set]
		if !ok {
			t.Errorf("no set %q", v.Set)
			continue
		}
		made, err := tree.Prove(t.Context(), []byte(v.Query))
		if err != nil {
			t.Fatal(err)
		}
		p := written(t, made)
		if root := p.Root(); root.Hash.String() != v.Root || root.Count != v.Count {
			t.Errorf("%s, %q: root %v", v.Set, v.Query, root)
		}
		if _, present, err := p.Find([]byte(v.Query)); err != nil || present != v.Present {
			t.Errorf("%s, %q: present %v, %v", v.Set, v.Query, present, err)
		}
		n := p.nodes[0]
		for i, step := range v.Path {
			way := bitOf([]byte(v.Query), int(n.bit))
			sibling := p.rests[p.nodes[n.index+uint32(1-way)].index]
			if int(n.bit) != step.Bit || sibling.Count != step.Count || sibling.Hash.String() != step.Hash {
				t.Errorf("%s, %q: step %d: %d %v", v.Set, v.Query, i, n.bit, sibling)
			}
			n = p.nodes[n.index+uint32(way)]
		}
		if n.bit != isLeaf || string(p.items[n.index].ID) != v.Leaf {
			t.Errorf("%s, %q: leads to %v, want %q", v.Set, v.Query, n, v.Leaf)
		}
	}
}

// written writes a proof and reads it again.
func written(t *testing.T, p *Proof) *Proof {
	t.Helper()
	data, err := p.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := ParseProof(p.kind, data)
	if err != nil {
		t.Fatal(err)
	}
	if again.Root() != p.Root() {
		t.Fatalf("root %v, want %v", again.Root(), p.Root())
	}
	return again
}

// TestProofs proves random queries of random trees and compares with a list.
func TestProofs(t *testing.T) {
	t.Parallel()
	for _, kind := range []Kind{Set, Map} {
		for range 60 {
			var items []Item
			have := map[string]string{}
			for range rand.IntN(400) {
				id := randomID()
				have[string(id)] = fmt.Sprint(len(have) % 5)
			}
			for id, value := range have {
				it := Item{ID: []byte(id)}
				if kind == Map {
					it.Value = []byte(value)
				}
				items = append(items, it)
			}
			slices.SortFunc(items, func(a, b Item) int { return bytes.Compare(a.ID, b.ID) })
			tree := treeOf(t, kind, items)
			checkProofs(t, tree, items)
			checkPrefixes(t, tree, items)
		}
	}
}

func checkProofs(t *testing.T, tree Tree, items []Item) {
	t.Helper()
	var queries [][]byte
	for range rand.IntN(6) {
		queries = append(queries, randomID())
		if len(items) > 0 {
			queries = append(queries, items[rand.IntN(len(items))].ID)
		}
	}
	made, err := tree.Prove(t.Context(), queries...)
	if err != nil {
		t.Fatal(err)
	}
	p := written(t, made)
	if p.Root() != tree.Root {
		t.Fatalf("root %v, want %v", p.Root(), tree.Root)
	}
	for _, q := range queries {
		got, present, err := p.Find(q)
		want, there, _ := tree.Get(t.Context(), q)
		if err != nil || present != there || !bytes.Equal(got.Value, want.Value) {
			t.Fatalf("%q: got %v, %v, %v, want %v, %v", q, got, present, err, want, there)
		}
	}
	for range 5 {
		q := randomID()
		_, present, err := p.Find(q)
		if _, there, _ := tree.Get(t.Context(), q); err == nil && present != there || err != nil && !errors.Is(err, ErrNotCovered) {
			t.Fatalf("%q: got %v, %v, want %v", q, present, err, there)
		}
	}
}

func checkPrefixes(t *testing.T, tree Tree, items []Item) {
	t.Helper()
	for range 4 {
		prefix := randomID()
		prefix = prefix[:rand.IntN(min(len(prefix), 5)+1)]
		made, err := tree.ProvePrefix(t.Context(), prefix)
		if err != nil {
			t.Fatal(err)
		}
		p := written(t, made)
		got, err := p.Prefix(prefix)
		if err != nil || p.Root() != tree.Root {
			t.Fatalf("%q: %v, root %v, want %v", prefix, err, p.Root(), tree.Root)
		}
		var want []string
		for _, it := range items {
			if bytes.HasPrefix(it.ID, prefix) {
				want = append(want, string(it.ID)+"="+string(it.Value))
			}
		}
		var have []string
		for _, it := range got {
			have = append(have, string(it.ID)+"="+string(it.Value))
		}
		if !slices.Equal(have, want) {
			t.Fatalf("%q: got %q, want %q", prefix, have, want)
		}
	}
}

func FuzzProof(f *testing.F) {
	var items []Item
	for i := range 300 {
		items = append(items, Item{ID: fmt.Appendf(nil, "g.%d", 1000+i)})
	}
	tree := treeOf(f, Set, items)
	for _, q := range []string{"g.1000", "g.1299", "g", "x"} {
		p, err := tree.Prove(f.Context(), []byte(q))
		if err != nil {
			f.Fatal(err)
		}
		data, _ := p.AppendBinary(nil)
		f.Add(data, []byte(q))
	}
	f.Fuzz(func(t *testing.T, data, query []byte) {
		for _, kind := range []Kind{Set, Map} {
			p, err := ParseProof(kind, data)
			if err != nil {
				continue
			}
			if again, _ := p.AppendBinary(nil); !bytes.Equal(again, data) {
				t.Errorf("written back as %x", again)
			}
			it, present, err := p.Find(query)
			if present && (err != nil || !bytes.Equal(it.ID, query)) {
				t.Errorf("found %q, %v", it.ID, err)
			}
			if all, err := p.Prefix(query); err == nil && present && len(all) == 0 {
				t.Errorf("%q is there and nothing begins with it", query)
			}
		}
	})
}
