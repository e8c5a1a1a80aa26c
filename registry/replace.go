package registry

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
)

// Pair is a granule that takes the place of another.
type Pair struct {
	Old, New string
	Content  []byte // of the new one; nil if not known
}

// changes returns the change as one of single granules.
func (p *pass) changes(ctx context.Context, old patricia.Tree) iter.Seq2[patricia.Change, error] {
	c := p.change
	switch {
	case c.deltas != nil:
		return p.given(p.move)
	case c.Op == dataset.OpReplace && c.Pairs != nil:
		return sequence(exchange(c.Pairs))
	case c.Op == dataset.OpReplace:
		return replacement(old.All(ctx, nil), p.noting(c.Granules))
	}
	return func(yield func(patricia.Change, error) bool) {
		for it, err := range p.noting(c.Granules) {
			if !yield(patricia.Change{ID: it.ID, Delete: c.Op == dataset.OpRemove}, err) || err != nil {
				return
			}
		}
	}
}

// noting notes whether granules come with content.
func (p *pass) noting(granules iter.Seq2[patricia.Item, error]) iter.Seq2[patricia.Item, error] {
	return func(yield func(patricia.Item, error) bool) {
		for it, err := range granules {
			p.hasContent = p.hasContent || it.Value != nil
			if !yield(it, err) {
				return
			}
		}
	}
}

// settle checks pairs against what is there. It leaves out those that were
// exchanged before, and tells whether nothing is left to do.
func (w *writer) settle(ctx context.Context, c Change) (_ Change, settled bool, err error) {
	if c.Pairs == nil {
		return c, false, nil
	}
	seen := make(map[string]bool, 2*len(c.Pairs))
	set, tombs := w.set(w.head.Root), w.tombstones(w.head)
	var open []Pair
	for _, p := range c.Pairs {
		for _, id := range []string{p.Old, p.New} {
			if err := dataset.CheckID([]byte(id)); err != nil {
				return c, false, err
			}
			if seen[id] {
				return c, false, fmt.Errorf("%w %q by %q: %q stands in two places", ErrPair, p.Old, p.New, id)
			}
			seen[id] = true
		}
		_, there, err := set.Get(ctx, []byte(p.New))
		if err != nil {
			return c, false, err
		}
		if !there {
			open = append(open, p)
			continue
		}
		done, err := replacedBy(ctx, tombs, p)
		if err != nil {
			return c, false, err
		}
		if !done {
			return c, false, fmt.Errorf("%w %q by %q: that is in dataset %s already", ErrPair, p.Old, p.New, w.head.Dataset)
		}
	}
	c.Pairs = open
	return c, len(open) == 0, nil
}

// replacedBy tells whether the pair was exchanged before.
func replacedBy(ctx context.Context, tombs patricia.Tree, p Pair) (bool, error) {
	it, found, err := tombs.Get(ctx, []byte(p.Old))
	if err != nil || !found {
		return false, err
	}
	t, err := dataset.ParseTombstone(it.Value)
	return err == nil && string(t.By) == p.New, err
}

// exchange returns the pairs as changes, in order.
func exchange(pairs []Pair) []patricia.Change {
	changes := make([]patricia.Change, 0, 2*len(pairs))
	for _, p := range pairs {
		changes = append(changes, patricia.Change{ID: []byte(p.Old), Delete: true}, patricia.Change{ID: []byte(p.New), Value: p.Content})
	}
	slices.SortFunc(changes, func(a, b patricia.Change) int { return bytes.Compare(a.ID, b.ID) })
	return changes
}

func sequence(changes []patricia.Change) iter.Seq2[patricia.Change, error] {
	return func(yield func(patricia.Change, error) bool) {
		for _, c := range changes {
			c.Value = nil
			if !yield(c, nil) {
				return
			}
		}
	}
}

// replacement returns what turns the old set into the new one.
func replacement(old, granules iter.Seq2[patricia.Item, error]) iter.Seq2[patricia.Change, error] {
	return func(yield func(patricia.Change, error) bool) {
		next, stop := iter.Pull2(old)
		defer stop()
		it, err, ok := next()
		// gone yields the old granules before id, all of them without one.
		gone := func(id []byte) bool {
			for ; ok && (err != nil || id == nil || bytes.Compare(it.ID, id) < 0); it, err, ok = next() {
				if !yield(patricia.Change{ID: it.ID, Delete: true}, err) || err != nil {
					return false
				}
			}
			return true
		}
		for granule, failed := range granules {
			if failed != nil {
				yield(patricia.Change{}, failed)
				return
			}
			if !gone(granule.ID) {
				return
			}
			if ok && bytes.Equal(it.ID, granule.ID) {
				it, err, ok = next()
				continue
			}
			if !yield(patricia.Change{ID: granule.ID}, nil) {
				return
			}
		}
		gone(nil)
	}
}
