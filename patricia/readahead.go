package patricia

import "context"

// readAhead reads and verifies the pages that a walk will come to next, on other
// cores, while it is busy with this one. It begins with a leaf page and doubles, so
// that a short walk reads little that it does not need, and a long one whole
// subtrees.
type readAhead struct {
	ctx    context.Context
	loader *loader
	coming map[*node]*coming
	items  uint64 // in the whole subtrees that are being read
	width  uint64 // how many may be
	room   int    // how many more may be begun
}

// coming is a subtree that is being read, or its first page.
type coming struct {
	done  chan struct{}
	whole bool
	top   *node
	err   error
}

// maxAhead is the number of items that are read ahead at most.
const maxAhead = 5 * maxWhole

func newReadAhead(ctx context.Context, l *loader) *readAhead {
	return &readAhead{ctx: ctx, loader: l, coming: make(map[*node]*coming)}
}

// start begins to read what lies next on the stack.
func (a *readAhead) start(stack []pending) {
	if 2*a.items > a.width {
		return
	}
	a.width = min(max(leafMax, 2*a.width), maxAhead)
	a.room = int(a.width - a.items)
	for i := len(stack) - 1; i >= 0 && a.visit(stack[i].node); i-- {
	}
}

// visit begins to read the pages below n that are not in memory. It returns false if
// what comes after n is to wait.
func (a *readAhead) visit(n *node) bool {
	switch {
	case n.run != nil:
		return true
	case n.left != nil:
		return a.visit(n.left) && a.visit(n.right)
	}
	c, begun := a.coming[n]
	if !begun {
		if a.room <= 0 {
			return false
		}
		c = a.begin(n)
	}
	if c.whole {
		return true
	}
	select {
	case <-c.done:
		return c.err == nil && a.visit(c.top)
	default:
		return false // it is not known yet what comes next
	}
}

// begin begins to read the subtree n, or its first page if it is large.
func (a *readAhead) begin(n *node) *coming {
	c := &coming{done: make(chan struct{}), whole: n.count <= min(max(a.width/4, leafMax), maxWhole), top: n.stub()}
	a.coming[n] = c
	a.items += c.items()
	a.room -= int(max(c.items(), leafMax))
	go func() {
		defer close(c.done)
		if c.whole {
			c.err = a.loader.loadTree(a.ctx, c.top)
		} else {
			c.err = a.loader.loadAll(a.ctx, []*node{c.top}, 1)
		}
	}()
	return c
}

// items is what c counts for.
func (c *coming) items() uint64 {
	if c.whole {
		return c.top.count
	}
	return 0
}

// take returns n with what has been read ahead of it, or nil.
func (a *readAhead) take(n *node) (*node, error) {
	if a == nil {
		return nil, nil
	}
	c, begun := a.coming[n]
	if !begun {
		return nil, nil
	}
	delete(a.coming, n)
	a.items -= c.items()
	<-c.done
	return c.top, c.err
}

// end waits for what is still being read and will not be needed.
func (a *readAhead) end() {
	for _, c := range a.coming {
		<-c.done
	}
}
