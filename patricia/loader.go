package patricia

import (
	"context"
	"fmt"
	"runtime"
	"sync"
)

// loader brings the pages of one tree into memory.
type loader struct {
	kind  Kind
	pages Reader
	known map[Hash]struct{} // if not nil, takes the hash of each page read
	cache *Cache            // if not nil, keeps the pages read last
	ahead *readAhead        // if not nil, has read some already
}

func (t Tree) loader() *loader {
	cache, _ := t.Pages.(*Cache)
	return &loader{kind: t.Kind, pages: t.Pages, cache: cache}
}

// load reads and verifies the page that n roots, unless it is there.
func (l *loader) load(ctx context.Context, n *node) error {
	if n.loaded() {
		return nil
	}
	got, err := l.ahead.take(n)
	if got == nil && err == nil {
		got = l.cache.get(l.kind, n.hash)
	}
	if got == nil && err == nil {
		got, err = l.read(ctx, n.hash)
	}
	if err != nil {
		return err
	}
	return l.fill(n, got)
}

// fill puts the page that n roots into n.
func (l *loader) fill(n, got *node) error {
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
	return l.parse(h, data)
}

func (l *loader) parse(h Hash, data []byte) (*node, error) {
	n, err := parsePage(l.kind, data)
	if err != nil {
		return nil, fmt.Errorf("%w %s: %v", ErrDamaged, h, err)
	}
	if n.hash != h {
		return nil, fmt.Errorf("%w %s: it holds %s", ErrDamaged, h, n.hash)
	}
	l.cache.put(n)
	return n, nil
}

// readBatch reads the pages that the nodes root and puts them into got.
func (l *loader) readBatch(ctx context.Context, nodes, got []*node) error {
	batch, ok := l.pages.(BatchReader)
	if !ok || len(nodes) == 1 {
		for i, n := range nodes {
			var err error
			if got[i], err = l.read(ctx, n.hash); err != nil {
				return err
			}
		}
		return nil
	}
	hashes := make([]Hash, len(nodes))
	for i, n := range nodes {
		hashes[i] = n.hash
	}
	pages, err := batch.PageBatch(ctx, hashes)
	if err != nil {
		return fmt.Errorf("patricia: page %s and %d more: %w", hashes[0], len(hashes)-1, err)
	}
	for i, h := range hashes {
		if got[i], err = l.parse(h, pages[i]); err != nil {
			return err
		}
	}
	return nil
}

// Pages that are read together: so many that asking costs little beside reading, so
// few that several cores have some.
const (
	minBatch = 16
	maxBatch = 64
)

// loadAll loads the pages that the nodes root, on so many cores.
func (l *loader) loadAll(ctx context.Context, nodes []*node, cores int) error {
	var todo []*node
	for _, n := range nodes {
		if n.loaded() {
			continue
		}
		if got := l.cache.get(l.kind, n.hash); got == nil {
			todo = append(todo, n)
		} else if err := l.fill(n, got); err != nil {
			return err
		}
	}
	got := make([]*node, len(todo))
	size := min(max((len(todo)+cores-1)/cores, minBatch), maxBatch)
	errs := make([]error, (len(todo)+size-1)/size)
	var wait sync.WaitGroup
	free := make(chan struct{}, cores)
	for i := range errs {
		from, to := i*size, min((i+1)*size, len(todo))
		if cores == 1 || len(errs) == 1 {
			errs[i] = l.readBatch(ctx, todo[from:to], got[from:to])
			continue
		}
		free <- struct{}{}
		wait.Go(func() {
			errs[i] = l.readBatch(ctx, todo[from:to], got[from:to])
			<-free
		})
	}
	wait.Wait()
	for i, n := range todo {
		err := errs[i/size]
		if err == nil {
			err = l.fill(n, got[i])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// maxWhole is the number of items of a subtree that is loaded as a whole at most.
const maxWhole = leafMax * fanout * fanout

// loadTree loads all pages of a subtree, which has maxWhole items at most, on one
// core.
func (l *loader) loadTree(ctx context.Context, n *node) error {
	for next := n.below(nil); len(next) > 0; next = n.below(nil) {
		if err := l.loadAll(ctx, next, 1); err != nil {
			return err
		}
	}
	return nil
}

// cores is the number of goroutines that are worth having for reading pages.
func cores() int { return runtime.GOMAXPROCS(0) }
