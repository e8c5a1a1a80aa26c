package patricia

import (
	"context"
	"fmt"
)

// node is a subtree of a stored tree, or of one being written, of which as much
// is in memory as was needed.
type node struct {
	hash        Hash
	count       uint64
	bit         int   // critical bit of a loaded branch
	left, right *node // of a loaded branch above the leaf pages
	run         *run  // items of a loaded leaf page
	stored      bool  // it roots a page that is stored
}

func (n *node) loaded() bool { return n.left != nil || n.run != nil }

// loader brings the pages of one tree into memory.
type loader struct {
	kind  Kind
	pages Reader
	known map[Hash]struct{} // if not nil, takes the hash of each page read
	cache *cache            // if not nil, keeps the pages read last
	ahead *readAhead        // if not nil, has read some already
}

// load reads and verifies the page that n roots, unless it is there.
func (l *loader) load(ctx context.Context, n *node) error {
	if n.loaded() {
		return nil
	}
	got, err := l.ahead.take(n)
	if got == nil && err == nil {
		got = l.cache.get(n.hash)
	}
	if got == nil && err == nil {
		if got, err = l.read(ctx, n.hash); err == nil {
			l.cache.put(got)
		}
	}
	if err != nil {
		return err
	}
	if got.count != n.count {
		return countError(n, got.count)
	}
	if l.known != nil {
		l.known[n.hash] = struct{}{}
	}
	n.bit, n.left, n.right, n.run = got.bit, got.left, got.right, got.run
	return nil
}

func countError(n *node, count uint64) error {
	return fmt.Errorf("%w %s: it holds %d items, the page above says %d", ErrDamaged, n.hash, count, n.count)
}

// read reads a page and checks that it is the one that its hash names.
func (l *loader) read(ctx context.Context, h Hash) (*node, error) {
	data, err := l.pages.Page(ctx, h)
	if err != nil {
		return nil, fmt.Errorf("patricia: page %s: %w", h, err)
	}
	n, err := parsePage(l.kind, data)
	if err != nil {
		return nil, fmt.Errorf("%w %s: %v", ErrDamaged, h, err)
	}
	if n.hash != h {
		return nil, fmt.Errorf("%w %s: it holds %s", ErrDamaged, h, n.hash)
	}
	return n, nil
}

// cache keeps the pages that were read last. A nil cache keeps none.
type cache struct {
	pages map[Hash]*node
	order []Hash // oldest first
}

const cacheLen = 64

func newCache() *cache { return &cache{pages: make(map[Hash]*node)} }

func (c *cache) get(h Hash) *node {
	if c == nil {
		return nil
	}
	return c.pages[h]
}

func (c *cache) put(n *node) {
	if c == nil {
		return
	}
	if len(c.order) == cacheLen {
		delete(c.pages, c.order[0])
		c.order = append(c.order[:0], c.order[1:]...)
	}
	c.pages[n.hash] = n
	c.order = append(c.order, n.hash)
}

// root returns the top node of the tree, not loaded, or nil if it is empty.
func (t Tree) root() *node {
	if t.Root.Count == 0 {
		return nil
	}
	return &node{hash: t.Root.Hash, count: t.Root.Count, stored: true}
}

func (t Tree) loader() *loader { return &loader{kind: t.Kind, pages: t.Pages} }
