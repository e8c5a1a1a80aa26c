package patricia_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/seed-05176fc3/idem/patricia"
)

// naiveRoot is the definition of the root, word for word.
func naiveRoot(kind patricia.Kind, items []patricia.Item) [32]byte {
	if len(items) == 1 {
		id, value := items[0].ID, items[0].Value
		if kind == patricia.Set {
			return sha256.Sum256(append([]byte{0}, id...))
		}
		b := binary.BigEndian.AppendUint16([]byte{2}, uint16(len(id)))
		return sha256.Sum256(append(append(b, id...), value...))
	}
	bit := func(id []byte, p int) byte {
		if p/8 >= len(id) {
			return 0
		}
		return id[p/8] >> (7 - p%8) & 1
	}
	p := 0
	for first, last := items[0].ID, items[len(items)-1].ID; bit(first, p) == bit(last, p); p++ {
	}
	cut := 0
	for bit(items[cut].ID, p) == 0 {
		cut++
	}
	left, right := naiveRoot(kind, items[:cut]), naiveRoot(kind, items[cut:])
	b := binary.BigEndian.AppendUint16([]byte{1}, uint16(p))
	b = binary.BigEndian.AppendUint64(b, uint64(len(items)))
	return sha256.Sum256(append(append(b, left[:]...), right[:]...))
}

// model is a tree as a plain map.
type model map[string]string

func (m model) items() (out []patricia.Item) {
	for _, id := range slices.Sorted(maps.Keys(m)) {
		out = append(out, patricia.Item{ID: []byte(id), Value: []byte(m[id])})
	}
	return out
}

func (m model) root(kind patricia.Kind) patricia.Root {
	if len(m) == 0 {
		return patricia.Root{}
	}
	return patricia.Root{Hash: naiveRoot(kind, m.items()), Count: uint64(len(m))}
}

// pageMap keeps pages and counts what is done with them.
type pageMap struct {
	mu           sync.Mutex
	pages        map[patricia.Hash][]byte
	reads        int
	writes       int
	bytesWritten int
}

func newPages() *pageMap { return &pageMap{pages: make(map[patricia.Hash][]byte)} }

func (m *pageMap) Page(_ context.Context, h patricia.Hash) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reads++
	p, ok := m.pages[h]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return p, nil
}

func (m *pageMap) put(p patricia.Page) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.writes++
	m.bytesWritten += len(p.Data)
	m.pages[p.Hash] = p.Data
	return nil
}

func changes(cs []patricia.Change) iter.Seq2[patricia.Change, error] {
	return func(yield func(patricia.Change, error) bool) {
		for _, c := range cs {
			if !yield(c, nil) {
				return
			}
		}
	}
}

// idMaker makes IDs of one manner, so that trees of many shapes come up.
type idMaker func(r *rand.Rand) string

var idMakers = map[string]idMaker{
	"modis":  func(r *rand.Rand) string { return string(modis(nil, r.IntN(5000))) },
	"binary": func(r *rand.Rand) string { return randomText(r, "\x01\x02\x80\xff", 1, 6) },
	"nested": func(r *rand.Rand) string { return string(bytes.Repeat([]byte("a"), 1+r.IntN(255))) },
	"words":  func(r *rand.Rand) string { return randomText(r, "abc.", 1, 9) },
	"long": func(r *rand.Rand) string {
		return string(bytes.Repeat([]byte("x"), 240)) + randomText(r, "0123456789", 1, 15)
	},
}

func randomText(r *rand.Rand, alphabet string, least, most int) string {
	b := make([]byte, least+r.IntN(most-least+1))
	for i := range b {
		b[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(b)
}

// TestAgainstModel changes trees at random, of both kinds and of many shapes, and
// compares all that can be asked of them with a plain map.
func TestAgainstModel(t *testing.T) {
	t.Parallel()
	for name, makeID := range idMakers {
		for _, kind := range []patricia.Kind{patricia.Set, patricia.Map} {
			t.Run(fmt.Sprintf("%s/%d", name, kind), func(t *testing.T) {
				t.Parallel()
				seed := rand.Uint64()
				r := rand.New(rand.NewPCG(seed, 0))
				pages := newPages()
				tree := patricia.Tree{Kind: kind, Pages: pages}
				m := model{}
				for step := range 40 {
					before, was := tree, maps.Clone(m)
					tree.Root = changeAtRandom(t, r, tree, m, makeID)
					if want := m.root(kind); tree.Root != want {
						t.Fatalf("seed %d, step %d: root %v, want %v", seed, step, tree.Root, want)
					}
					compareTree(t, r, tree, m, makeID)
					compareDiff(t, before, tree, was, m)
				}
			})
		}
	}
}

// changeAtRandom applies one batch of changes to both and returns the new root.
func changeAtRandom(t *testing.T, r *rand.Rand, tree patricia.Tree, m model, makeID idMaker) patricia.Root {
	t.Helper()
	batch := map[string]patricia.Change{}
	size := 1 + r.IntN(4)
	if r.IntN(3) == 0 {
		size = r.IntN(700)
	}
	deletes := r.IntN(100)
	for range size {
		c := patricia.Change{ID: []byte(makeID(r)), Delete: r.IntN(100) < deletes}
		if tree.Kind == patricia.Map && !c.Delete {
			c.Value = []byte(randomText(r, "vw", 0, 2))
		}
		batch[string(c.ID)] = c
	}
	if r.IntN(15) == 0 { // all go
		for id := range m {
			batch[id] = patricia.Change{ID: []byte(id), Delete: true}
		}
	}
	var cs []patricia.Change
	var want patricia.Result
	for _, id := range slices.Sorted(maps.Keys(batch)) {
		c := batch[id]
		cs = append(cs, c)
		value, there := m[id]
		switch {
		case c.Delete && there:
			delete(m, id)
			want.Removed++
		case c.Delete:
			if want.Absent++; want.FirstAbsent == nil {
				want.FirstAbsent = c.ID
			}
		case there && value == string(c.Value):
			want.Present++
		case there:
			m[id] = string(c.Value)
			if want.Replaced++; want.FirstReplaced == nil {
				want.FirstReplaced = c.ID
			}
		default:
			m[id] = string(c.Value)
			want.Added++
		}
	}
	got, err := tree.Update(t.Context(), changes(cs), tree.Pages.(*pageMap).put)
	if err != nil {
		t.Fatal(err)
	}
	root := got.Root
	got.Root = patricia.Root{}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("update: got %v, want %v", got, want)
	}
	return root
}

func compareTree(t *testing.T, r *rand.Rand, tree patricia.Tree, m model, makeID idMaker) {
	t.Helper()
	ids := slices.Sorted(maps.Keys(m))
	from := ""
	if r.IntN(2) == 0 {
		from = makeID(r)
	}
	rank, _ := slices.BinarySearch(ids, from)
	next := rank
	for it, err := range tree.All(t.Context(), []byte(from)) {
		if err != nil {
			t.Fatal(err)
		}
		if next == len(ids) || string(it.ID) != ids[next] || string(it.Value) != m[ids[next]] {
			t.Fatalf("from %q: item %d is %q", from, next, it.ID)
		}
		next++
	}
	if next != len(ids) {
		t.Fatalf("from %q: got items up to %d of %d", from, next, len(ids))
	}
	if got, err := tree.Rank(t.Context(), []byte(from)); err != nil || got != uint64(rank) {
		t.Fatalf("rank of %q: got %d, %v, want %d", from, got, err, rank)
	}
	it, ok, err := tree.Get(t.Context(), []byte(from))
	if value, there := m[from]; err != nil || ok != there || string(it.Value) != value {
		t.Fatalf("get %q: got %q, %v, %v, want %q, %v", from, it.Value, ok, err, value, there)
	}
	if len(ids) > 0 {
		i := r.IntN(len(ids))
		if it, err := tree.At(t.Context(), uint64(i)); err != nil || string(it.ID) != ids[i] {
			t.Fatalf("at %d: got %q, %v, want %q", i, it.ID, err, ids[i])
		}
	}
	if _, err := tree.At(t.Context(), uint64(len(ids))); err == nil {
		t.Fatal("an item past the end")
	}
}

func compareDiff(t *testing.T, from, to patricia.Tree, was, is model) {
	t.Helper()
	var want []string
	both := maps.Clone(was)
	maps.Copy(both, is)
	for _, id := range slices.Sorted(maps.Keys(both)) {
		a, inOld := was[id]
		b, inNew := is[id]
		if inOld != inNew || a != b {
			want = append(want, fmt.Sprintf("%q %v %v %q %q", id, inOld, inNew, a, b))
		}
	}
	var got []string
	for d, err := range from.Diff(t.Context(), to) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%q %v %v %q %q", d.ID, d.InOld, d.InNew, d.Old, d.New))
	}
	if !slices.Equal(got, want) {
		t.Fatalf("diff: got %d %.200q, want %d %.200q", len(got), got, len(want), want)
	}
}

// TestUnchanged asks for what is there already: nothing is written.
func TestUnchanged(t *testing.T) {
	t.Parallel()
	pages := newPages()
	var items []patricia.Item
	var cs []patricia.Change
	for i := range 20_000 {
		items = append(items, patricia.Item{ID: modis(nil, i)})
		cs = append(cs, patricia.Change{ID: modis(nil, i)})
	}
	tree := patricia.Tree{Root: build(t, patricia.Set, items, pages.put), Pages: pages}
	pages.writes = 0
	res, err := tree.Update(t.Context(), changes(cs), pages.put)
	if err != nil || res.Root != tree.Root || res.Present != 20_000 || pages.writes != 0 {
		t.Errorf("got %+v, %v and %d pages written", res, err, pages.writes)
	}
}

func TestBadSequences(t *testing.T) {
	t.Parallel()
	one := []byte("one")
	for name, tc := range map[string]struct {
		items []patricia.Item
		want  error
	}{
		"descending": {[]patricia.Item{{ID: one}, {ID: []byte("a")}}, patricia.ErrOrder},
		"twice":      {[]patricia.Item{{ID: one}, {ID: one}}, patricia.ErrOrder},
		"empty":      {[]patricia.Item{{}}, patricia.ErrInvalidID},
		"long":       {[]patricia.Item{{ID: bytes.Repeat(one, 86)}}, patricia.ErrInvalidID},
		"zero":       {[]patricia.Item{{ID: []byte("a\x00")}}, patricia.ErrInvalidID},
		"value":      {[]patricia.Item{{ID: one, Value: one}}, patricia.ErrInvalidID},
	} {
		b := patricia.NewBuilder(patricia.Set, nil)
		for _, it := range tc.items {
			if b.Put(it.ID, it.Value) != nil {
				break
			}
		}
		if _, err := b.Root(); !errors.Is(err, tc.want) {
			t.Errorf("%s: build: got %v, want %v", name, err, tc.want)
		}
		pages := newPages()
		tree := patricia.Tree{Root: build(t, patricia.Set, []patricia.Item{{ID: []byte("m")}}, pages.put), Pages: pages}
		var cs []patricia.Change
		for _, it := range tc.items {
			cs = append(cs, patricia.Change{ID: it.ID, Value: it.Value})
		}
		if _, err := tree.Update(t.Context(), changes(cs), pages.put); !errors.Is(err, tc.want) {
			t.Errorf("%s: update: got %v, want %v", name, err, tc.want)
		}
	}
}
