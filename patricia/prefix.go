package patricia

import (
	"bytes"
	"context"
)

// Prefix returns the root of the tree of the items whose IDs begin with prefix. They
// lie below one node, so that it reads the pages on the way to that node, and not
// those of the items. The pages of the result are not among those of t.
func (t Tree) Prefix(ctx context.Context, prefix []byte) (Root, error) {
	n, p := t.root(), prover{ctx: ctx, loader: t.loader()}
	for n != nil {
		if err := p.loader.load(ctx, n); err != nil {
			return Root{}, err
		}
		if n.run != nil {
			return n.run.prefix(prefix)
		}
		if n.bit >= 8*len(prefix) { // they all begin in the same way
			first, err := p.follow(subtree{node: n}, prefix)
			if err != nil || !bytes.HasPrefix(first, prefix) {
				return Root{}, err
			}
			return Root{n.hash, n.count}, nil
		}
		n = n.toward(prefix)
	}
	return Root{}, nil
}

// prefix returns the root of the items whose IDs begin with prefix.
func (r *run) prefix(prefix []byte) (Root, error) {
	b := NewBuilder(r.kind, nil)
	for i := searchRun(r, prefix); i < r.len() && bytes.HasPrefix(r.id(i), prefix); i++ {
		if err := b.Put(r.id(i), r.value(i)); err != nil {
			return Root{}, err
		}
	}
	return b.Root()
}
