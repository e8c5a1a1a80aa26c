package patricia

import (
	"context"
	"slices"
	"sync"
)

// Cache is a Reader that keeps pages in memory: those that trees have read through
// it, and those that they have made. Trees whose Pages is a Cache take them from there
// without reading and without computing their hashes again. So the changes of a
// sequence, each on the tree that the one before has made, read next to nothing.
//
// It is safe for concurrent use, by trees of both kinds.
type Cache struct {
	pages Reader
	half  int // bytes that each generation may have

	mu         sync.Mutex
	young, old map[Hash]*node
	size       int // bytes of the young ones
}

// NewCache returns a Cache of the pages that r delivers. It takes about size bytes of
// memory; what has not been used for longest goes first.
func NewCache(r Reader, size int) *Cache {
	return &Cache{pages: r, half: size / 2, young: make(map[Hash]*node)}
}

// Page implements Reader. It asks the Cache's own reader.
func (c *Cache) Page(ctx context.Context, h Hash) ([]byte, error) { return c.pages.Page(ctx, h) }

// PageBatch implements BatchReader.
func (c *Cache) PageBatch(ctx context.Context, hashes []Hash) ([][]byte, error) {
	if b, ok := c.pages.(BatchReader); ok {
		return b.PageBatch(ctx, hashes)
	}
	pages := make([][]byte, len(hashes))
	for i, h := range hashes {
		var err error
		if pages[i], err = c.pages.Page(ctx, h); err != nil {
			return nil, err
		}
	}
	return pages, nil
}

// get returns a page of a tree of the given kind that may be changed, or nil. A nil
// Cache has none.
func (c *Cache) get(kind Kind, h Hash) *node {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	n, young := c.young[h]
	if n == nil {
		n = c.old[h]
	}
	if n != nil && !young {
		c.keep(n)
	}
	c.mu.Unlock()
	if n == nil || n.run != nil && n.run.kind != kind {
		return nil
	}
	return n.page()
}

// put keeps a page, of which n is the top.
func (c *Cache) put(n *node) {
	if c == nil {
		return
	}
	n = n.page()
	c.mu.Lock()
	c.keep(n)
	c.mu.Unlock()
}

// keep adds a page to the young ones. When these have become too many, they are the
// old ones, and those that were are forgotten.
func (c *Cache) keep(n *node) {
	if size := n.memory(); c.size+size > c.half {
		c.old, c.young, c.size = c.young, make(map[Hash]*node), 0
	}
	c.young[n.hash] = n
	c.size += n.memory()
}

// memory returns about how many bytes the page takes.
func (n *node) memory() int {
	const alone = 200 // a node, and its place in a map
	switch {
	case n.run != nil:
		return alone + cap(n.run.data) + 4*cap(n.run.ends)
	case n.left != nil:
		return alone + n.left.memory() + n.right.memory()
	}
	return alone
}

// putItems keeps a leaf page that has been made.
func (c *Cache) putItems(h Hash, v view) {
	if c == nil {
		return
	}
	// Clipped, because an update goes on to add to its run; a copy if it would keep
	// much more than the page.
	r := &run{kind: v.run.kind, data: slices.Clip(v.run.data), ends: slices.Clip(v.run.ends)}
	if v.len() != r.len() || cap(v.run.data) > 2*len(v.run.data) {
		r = v.clone()
	}
	bit := critBit(r.id(0), r.id(r.len()-1))
	c.put(&node{hash: h, count: uint64(r.len()), bit: bit, run: r})
}
