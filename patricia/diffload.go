package patricia

// maxBoth is the number of pages of one level that are loaded before they are compared,
// of both trees together.
const maxBoth = 2048

// loadBoth loads the pages of two subtrees that they do not share, level by level, so
// that many are read at once. If they are too many it leaves out those further below.
func (d *diff) loadBoth(old, new *node) error {
	olds, news := []*node{old}, []*node{new}
	for len(olds)+len(news) > 0 {
		done := make(chan error, 1)
		go func() { done <- d.old.loader.loadAll(d.old.ctx, olds, cores()) }()
		err := d.new.loader.loadAll(d.new.ctx, news, cores())
		if failed := <-done; failed != nil {
			err = failed
		}
		if err != nil {
			return err
		}
		o, n := below(olds), below(news)
		olds, news = without(o, n), without(n, o)
		if len(olds)+len(news) > maxBoth {
			return nil
		}
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
