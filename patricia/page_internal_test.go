package patricia

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// somePages returns the pages of trees of both kinds and all levels up to 2.
func somePages(tb testing.TB) (pages []Page, roots map[Kind]Root) {
	tb.Helper()
	roots = make(map[Kind]Root)
	for _, kind := range []Kind{Set, Map} {
		b := NewBuilder(kind, func(p Page) error { pages = append(pages, p); return nil })
		for i := range 1500 {
			var value []byte
			if kind == Map {
				value = fmt.Appendf(nil, "value %d", i%7)
			}
			if err := b.Put(fmt.Appendf(nil, "granule.%07d", i*i), value); err != nil {
				tb.Fatal(err)
			}
		}
		root, err := b.Root()
		if err != nil {
			tb.Fatal(err)
		}
		roots[kind] = root
	}
	return pages, roots
}

// encode writes what was read from a page.
func encode(n *node) []byte {
	if n.run != nil {
		return appendLeafPage(nil, view{n.run, 0, n.run.len()})
	}
	return appendUpperPage(nil, n)
}

func FuzzPage(f *testing.F) {
	pages, _ := somePages(f)
	for _, p := range pages {
		f.Add(p.Data)
	}
	for _, bad := range []string{
		"", "\x10", "\x10\x01\x00\x03\x00\x01a", "\x10\x01\x00\x03\x00\x00", "\x10\x01\x01\xff\xff\xff\xff\x0f", "\x12\x00", "\x12\x01\x00\x01", "\x13",
		"\x10\x03\x02\x0b\x02\x03\x31\x01\x34\x00\x61\x01\xb3\x08\x11\xc0", "\x10\x02\x02\x04\xff\x01\x00\xff",
	} {
		f.Add([]byte(bad))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, kind := range []Kind{Set, Map} {
			n, err := parsePage(kind, data)
			if err != nil {
				continue
			}
			again, err := parsePage(kind, encode(n))
			if err != nil || again.hash != n.hash || again.count != n.count || again.bit != n.bit {
				t.Errorf("written back: %v, %v, want %v", again, err, n)
			}
		}
	})
}

// TestFlippedBits changes every bit of every page in turn. The tree must answer as
// before or with an error.
func TestFlippedBits(t *testing.T) {
	t.Parallel()
	pages, roots := somePages(t)
	store := make(map[Hash][]byte)
	for _, p := range pages {
		store[p.Hash] = p.Data
	}
	read := ReaderFunc(func(_ context.Context, h Hash) ([]byte, error) { return store[h], nil })
	var want []string
	for it, err := range (Tree{Set, roots[Set], read}).All(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, string(it.ID))
	}
	for _, p := range pages {
		if p.Data[0] == pageMapLeaf {
			continue
		}
		good := store[p.Hash]
		for range 20 {
			bad := slices.Clone(good)
			bit := rand.IntN(8 * len(bad))
			bad[bit/8] ^= 1 << (bit % 8)
			store[p.Hash] = bad
			var got []string
			var failed error
			for it, err := range (Tree{Set, roots[Set], read}).All(t.Context(), nil) {
				if failed = err; err == nil {
					got = append(got, string(it.ID))
				}
			}
			switch {
			case failed == nil && !slices.Equal(got, want):
				t.Fatalf("page %s, bit %d: another answer", p.Hash, bit)
			case failed != nil && !errors.Is(failed, ErrDamaged):
				t.Fatalf("page %s, bit %d: %v", p.Hash, bit, failed)
			}
		}
		store[p.Hash] = good
	}
}

// TestMisplaced gives pages that are whole, but not where they belong: the hashes
// are right and the tree is wrong.
func TestMisplaced(t *testing.T) {
	t.Parallel()
	leaf := func(from, to int) *node {
		r := &run{}
		for i := from; i < to; i++ {
			r.add(fmt.Appendf(nil, "%04d", i), nil)
		}
		n, err := parsePage(Set, appendLeafPage(nil, view{r, 0, r.len()}))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	a, b := leaf(0, 100), leaf(100, 200)
	for name, top := range map[string]*node{
		"swapped":   {bit: 15, left: b, right: a},
		"twice":     {bit: 15, left: a, right: a},
		"wrong bit": {bit: 3, left: a, right: b},
		"deep":      {bit: 31, left: a, right: b},
	} {
		top.count = top.left.count + top.right.count
		top.hash = branchHash(top.bit, top.count, &top.left.hash, &top.right.hash)
		store := map[Hash][]byte{a.hash: encode(a), b.hash: encode(b), top.hash: encode(top)}
		tree := Tree{Set, Root{top.hash, top.count}, ReaderFunc(func(_ context.Context, h Hash) ([]byte, error) { return store[h], nil })}
		var failed error
		for _, err := range tree.All(t.Context(), nil) {
			failed = err
		}
		if !errors.Is(failed, ErrDamaged) {
			t.Errorf("%s: walked through it: %v", name, failed)
		}
		if _, _, err := tree.Get(t.Context(), []byte("0050")); name == "swapped" && !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: looked up without an error", name)
		}
	}
}

func TestCritBit(t *testing.T) {
	t.Parallel()
	bit := func(id []byte, i int) byte {
		if i/8 >= len(id) {
			return 0
		}
		return id[i/8] >> (7 - i%8) & 1
	}
	for range 20_000 {
		a, b := randomID(), randomID()
		want := noBit
		for i := range 8 * (MaxID + 1) {
			if bit(a, i) != bit(b, i) {
				want = i
				break
			}
		}
		if got := critBit(a, b); got != want {
			t.Fatalf("critical bit of %q and %q: got %d, want %d", a, b, got, want)
		}
	}
}

func randomID() []byte {
	id := make([]byte, 1+rand.IntN(20))
	for i := range id {
		id[i] = 1 + byte(rand.IntN(2))
	}
	return id
}

func TestLevel(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		count uint64
		want  int
	}{{1, 0}, {128, 0}, {129, 1}, {1280, 1}, {1281, 2}, {12_800, 2}, {1_280_000, 4}, {1_280_001, 5}, {1<<64 - 1, 18}} {
		if got := level(tc.count); got != tc.want {
			t.Errorf("level(%d) = %d, want %d", tc.count, got, tc.want)
		}
	}
}
