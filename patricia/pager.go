package patricia

import "context"

// pager makes the pages of the branches that a fold puts together, and hands
// each on as soon as it is known to be the root of a page.
type pager struct {
	sink   Sink
	loader *loader
	known  map[Hash]struct{} // pages read for this change: no need to write them again
}

// join makes l the branch over l and r; hash and count are the branch's.
func (pg *pager) join(ctx context.Context, l, r *piece, hash Hash, count uint64) error {
	if level(count) == 0 {
		lv, err := pg.items(ctx, l)
		if err != nil {
			return err
		}
		rv, err := pg.items(ctx, r)
		if err != nil {
			return err
		}
		l.view, l.node = lv.join(rv), nil
		return nil
	}
	n := &node{hash: hash, count: count, bit: r.bit}
	var err error
	if n.left, err = pg.child(ctx, l, level(count)); err != nil {
		return err
	}
	if n.right, err = pg.child(ctx, r, level(count)); err != nil {
		return err
	}
	l.view, l.node = view{}, n
	return nil
}

// items returns the items of a piece that fits a leaf page.
func (pg *pager) items(ctx context.Context, p *piece) (view, error) {
	if p.node == nil {
		return p.view, nil
	}
	if err := pg.loader.load(ctx, p.node); err != nil {
		return view{}, err
	}
	return view{p.node.run, 0, p.node.run.len()}, nil
}

// child returns the node of a piece below a branch of the given level.
func (pg *pager) child(ctx context.Context, p *piece, above int) (*node, error) {
	if level(p.count) < above {
		return pg.settle(ctx, p)
	}
	// It shares the page of the branch. If it rooted a page before, its
	// nodes must be at hand when that page is written.
	if err := pg.loader.load(ctx, p.node); err != nil {
		return nil, err
	}
	p.node.stored = false
	return p.node, nil
}

// settle writes the page of a piece that roots one, unless it is stored already,
// and returns its node without what is below.
func (pg *pager) settle(_ context.Context, p *piece) (*node, error) {
	if p.node != nil && p.node.stored {
		return p.node, nil
	}
	if _, ok := pg.known[p.hash]; !ok {
		var data []byte
		if p.node == nil {
			data = appendLeafPage(nil, p.view)
			pg.loader.cache.putItems(p.hash, p.view)
		} else {
			data = appendUpperPage(nil, p.node)
			pg.loader.cache.put(p.node)
		}
		if err := pg.sink(Page{p.hash, data}); err != nil {
			return nil, err
		}
	}
	return &node{hash: p.hash, count: p.count, stored: true}, nil
}
