package patricia

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
)

// Checker verifies whole trees: that all pages are there and are what their hashes
// name, and that every item stands in its place. A page that several trees share is
// read once, so a history costs what its trees have not in common. It works on
// all cores and keeps one ID for each page seen. It is for one kind of tree.
type Checker struct {
	// Progress, if not nil, is told the number of items of each leaf page when
	// it has been checked. It is called by one goroutine at a time.
	Progress func(items int)

	mu   sync.Mutex
	seen map[Hash]checked // the pages that are right
	free chan struct{}    // places for further goroutines
}

// checked is what a page is known by to the page above it.
type checked struct {
	id    []byte // one of its IDs
	count uint64
	bit   int
}

// Check returns an error unless all of the tree is right. Calls must not overlap.
func (c *Checker) Check(ctx context.Context, t Tree) error {
	if c.seen == nil {
		c.seen = make(map[Hash]checked)
		c.free = make(chan struct{}, runtime.GOMAXPROCS(0)-1)
	}
	n := t.root()
	if n == nil {
		return nil
	}
	_, err := c.subtree(ctx, t.loader(), n, -1)
	return err
}

// subtree checks what is below n, whose branch must come after the bit above, and
// returns one of its IDs.
func (c *Checker) subtree(ctx context.Context, l *loader, n *node, above int) ([]byte, error) {
	paged := n.stored
	if paged {
		if page, ok := c.known(n.hash); ok {
			if page.count != n.count {
				return nil, fmt.Errorf("%w %s: it holds %d items, the page above says %d", ErrDamaged, n.hash, page.count, n.count)
			}
			return page.id, checkAbove(n.hash, page.bit, above)
		}
		if err := l.load(ctx, n); err != nil {
			return nil, err
		}
	}
	if err := checkAbove(n.hash, n.bit, above); err != nil {
		return nil, err
	}
	if n.run != nil {
		id := bytes.Clone(n.run.id(0))
		c.right(n, id)
		n.run = nil
		return id, nil
	}
	if paged {
		c.loadBelow(ctx, l, n)
	}
	left, right, err := c.halves(ctx, l, n)
	if err != nil {
		return nil, err
	}
	// All IDs of a half agree up to its own branch, so one stands for all.
	if bit := critBit(left, right); bit != n.bit || bitOf(right, bit) == 0 {
		return nil, fmt.Errorf("%w %s: %q and %q do not part at bit %d", ErrDamaged, n.hash, left, right, n.bit)
	}
	if paged {
		c.right(n, left)
		n.left, n.right = nil, nil
	}
	return left, nil
}

// loadBelow loads the pages below that of n which have not been seen, all at once. If
// that fails it does nothing: they are then read one by one, and it shows which is wrong.
func (c *Checker) loadBelow(ctx context.Context, l *loader, n *node) {
	todo := slices.DeleteFunc(n.below(nil), func(n *node) bool { return c.Has(n.hash) })
	if len(todo) > 1 {
		_ = l.loadAll(ctx, todo, 1)
	}
}

// halves checks both halves, at the same time if a core is free.
func (c *Checker) halves(ctx context.Context, l *loader, n *node) (left, right []byte, err error) {
	select {
	case c.free <- struct{}{}:
		done := make(chan error, 1)
		go func() {
			var failed error
			left, failed = c.subtree(ctx, l, n.left, n.bit)
			<-c.free
			done <- failed
		}()
		right, err = c.subtree(ctx, l, n.right, n.bit)
		if failed := <-done; failed != nil {
			err = failed
		}
		return left, right, err
	default:
	}
	if left, err = c.subtree(ctx, l, n.left, n.bit); err != nil {
		return nil, nil, err
	}
	right, err = c.subtree(ctx, l, n.right, n.bit)
	return left, right, err
}

// Has tells whether a tree that was checked has a page with this hash.
func (c *Checker) Has(h Hash) bool {
	_, ok := c.known(h)
	return ok
}

func (c *Checker) known(h Hash) (checked, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	page, ok := c.seen[h]
	return page, ok
}

// checkAbove returns an error unless a top bit can stand below the bit above.
func checkAbove(h Hash, bit, above int) error {
	if bit <= above {
		return fmt.Errorf("%w %s: its top bit %d does not follow bit %d", ErrDamaged, h, bit, above)
	}
	return nil
}

func (c *Checker) right(n *node, id []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen[n.hash] = checked{id, n.count, n.bit}
	if c.Progress != nil && n.run != nil {
		c.Progress(n.run.len())
	}
}
