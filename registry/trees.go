package registry

import (
	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
)

// trees gives the trees that entries name, with their pages.
type trees struct{ pages patricia.Reader }

// set is a set of granules.
func (t trees) set(root patricia.Root) patricia.Tree {
	return patricia.Tree{Kind: patricia.Set, Root: root, Pages: t.pages}
}

// checkpoints is a map from IDs to chain values.
func (t trees) checkpoints(e *dataset.Entry) patricia.Tree { return t.dict(e.Checkpoints) }

// content is the map from IDs to what is in the granules.
func (t trees) content(e *dataset.Entry) patricia.Tree { return t.dict(e.Content) }

// tombstones is the map from IDs of removed granules to their tombstones.
func (t trees) tombstones(e *dataset.Entry) patricia.Tree { return t.dict(e.Tombstones) }

// moves is the map of an entry's history.
func (t trees) moves(e *dataset.Entry) patricia.Tree { return t.dict(e.History.Root) }

func (t trees) dict(root patricia.Root) patricia.Tree {
	return patricia.Tree{Kind: patricia.Map, Root: root, Pages: t.pages}
}
