package patricia

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

// stub returns n without what is below it, as the page above refers to it.
func (n *node) stub() *node { return &node{hash: n.hash, count: n.count, stored: true} }

// page returns n with what is in its own page only.
func (n *node) page() *node { return n.inPage(true) }

func (n *node) inPage(top bool) *node {
	if !top && n.stored {
		return n.stub()
	}
	m := *n
	if n.left != nil {
		m.left, m.right = n.left.inPage(false), n.right.inPage(false)
	}
	return &m
}

// below appends the subtrees of n whose pages are not in memory, in order.
func (n *node) below(to []*node) []*node {
	switch {
	case n.left != nil:
		return n.right.below(n.left.below(to))
	case n.run == nil:
		return append(to, n)
	}
	return to
}

// root returns the top node of the tree, not loaded, or nil if it is empty.
func (t Tree) root() *node {
	if t.Root.Count == 0 {
		return nil
	}
	return &node{hash: t.Root.Hash, count: t.Root.Count, stored: true}
}
