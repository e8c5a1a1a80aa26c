package patricia

// maxBoth is the number of items of each of two subtrees of which all pages that they
// do not share are loaded before they are compared.
const maxBoth = leafMax * fanout * fanout * fanout

// loadBoth loads the pages of two subtrees that they do not share, level by level, so
// that many are read at once. Of large subtrees it loads the first pages only.
func (d *diff) loadBoth(old, new *node) error {
	olds, news := []*node{old}, []*node{new}
	for len(olds)+len(news) > 0 {
		if err := d.old.loader.loadAll(d.old.ctx, olds, cores()); err != nil {
			return err
		}
		if err := d.new.loader.loadAll(d.new.ctx, news, cores()); err != nil {
			return err
		}
		if max(old.count, new.count) > maxBoth {
			return nil
		}
		o, n := below(olds), below(news)
		olds, news = without(o, n), without(n, o)
	}
	return nil
}

// below returns the subtrees of the nodes whose pages are not in memory.
func below(nodes []*node) (to []*node) {
	for _, n := range nodes {
		to = n.below(to)
	}
	return to
}

// without returns the nodes of a that are not in b.
func without(a, b []*node) (rest []*node) {
	there := make(map[Hash]struct{}, len(b))
	for _, n := range b {
		there[n.hash] = struct{}{}
	}
	for _, n := range a {
		if _, ok := there[n.hash]; !ok {
			rest = append(rest, n)
		}
	}
	return rest
}
