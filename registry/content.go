package registry

import (
	"bytes"
	"context"
	"fmt"
	"iter"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
)

// updateContent makes the new map of content. The new set is there already.
func (p *pass) updateContent(ctx context.Context, res patricia.Result) error {
	head, e := p.head, p.next
	e.Content = head.Content
	items := p.contents()
	if items == nil && (head.Content.Count == 0 || res.Removed == 0) {
		return nil
	}
	m := &contentMerge{items: items}
	if head.Root.Count > 0 && (res.Added > 0 || res.Removed > 0) {
		m.moved = p.set(head.Root).Diff(ctx, p.set(e.Root))
	}
	m.allNew = head.Root.Count == 0
	got, err := p.content(head).Update(ctx, m.changes(), p.pages.put)
	if err != nil {
		return err
	}
	if p.change.Op == dataset.OpAdd && got.Replaced > 0 {
		return fmt.Errorf("%w %s: %s", ErrContent, e.Dataset, andMore(got.FirstReplaced, got.Replaced))
	}
	e.Content, e.Changed = got.Root, got.Added+got.Replaced-m.fresh
	return nil
}

// contents returns the granules of the change with known content, nil if there
// are none.
func (p *pass) contents() iter.Seq2[patricia.Item, error] {
	if p.change.Pairs != nil {
		return func(yield func(patricia.Item, error) bool) {
			for _, c := range exchange(p.change.Pairs) {
				if c.Value != nil && !yield(patricia.Item{ID: c.ID, Value: c.Value}, nil) {
					return
				}
			}
		}
	}
	if !p.hasContent || p.change.Op == dataset.OpRemove {
		return nil
	}
	if p.change.deltas != nil {
		return func(yield func(patricia.Item, error) bool) {
			for d, err := range p.change.deltas {
				if (err != nil || d.Content != nil) && (!yield(patricia.Item{ID: d.ID, Value: d.Content}, err) || err != nil) {
					return
				}
			}
		}
	}
	return func(yield func(patricia.Item, error) bool) {
		for it, err := range p.change.Granules {
			if (err != nil || it.Value != nil) && (!yield(it, err) || err != nil) {
				return
			}
		}
	}
}

// contentMerge turns what is known of granules, and how the set was changed, into
// the change of the content.
type contentMerge struct {
	items  iter.Seq2[patricia.Item, error]       // may be nil
	moved  iter.Seq2[patricia.Difference, error] // may be nil
	allNew bool                                  // the set was empty
	fresh  uint64                                // granules with content that are new in the set
}

func (m *contentMerge) changes() iter.Seq2[patricia.Change, error] {
	return func(yield func(patricia.Change, error) bool) {
		next, stop := func() (d patricia.Difference, err error, ok bool) { return }, func() {}
		if m.moved != nil {
			next, stop = iter.Pull2(m.moved)
		}
		defer stop()
		d, err, ok := next()
		// upTo yields the removal of what went before id, and tells whether id is new.
		upTo := func(id []byte) (isNew, more bool) {
			for ; ok; d, err, ok = next() {
				order := -1
				if err == nil && id != nil {
					order = bytes.Compare(d.ID, id)
				}
				switch {
				case order > 0:
					return false, true
				case order == 0 && d.InNew:
					return true, true
				case (err != nil || !d.InNew) && (!yield(patricia.Change{ID: d.ID, Delete: true}, err) || err != nil):
					return false, false
				}
			}
			return false, true
		}
		if m.items != nil {
			for it, failed := range m.items {
				if failed != nil {
					yield(patricia.Change{}, failed)
					return
				}
				isNew, more := upTo(it.ID)
				if !more {
					return
				}
				if isNew || m.allNew {
					m.fresh++
				}
				if !yield(patricia.Change{ID: it.ID, Value: it.Value}, nil) {
					return
				}
			}
		}
		upTo(nil)
	}
}

// updateTombstones makes the new map of tombstones. The new set is there already.
func (p *pass) updateTombstones(ctx context.Context) error {
	head, e := p.head, p.next
	e.Tombstones = head.Tombstones
	if e.Removed == 0 && head.Tombstones.Count == 0 {
		return nil
	}
	by := make(map[string]string, len(p.change.Pairs))
	for _, pair := range p.change.Pairs {
		by[pair.Old] = pair.New
	}
	changes := tombstones(p.set(head.Root).Diff(ctx, p.set(e.Root)), e.Seq, by)
	got, err := p.tombstones(head).Update(ctx, changes, p.pages.put)
	e.Tombstones = got.Root
	return err
}

// tombstones returns what a change of the set makes of the tombstones.
func tombstones(moved iter.Seq2[patricia.Difference, error], seq uint64, by map[string]string) iter.Seq2[patricia.Change, error] {
	return func(yield func(patricia.Change, error) bool) {
		for d, err := range moved {
			c := patricia.Change{ID: d.ID, Delete: d.InNew}
			if !d.InNew {
				t := dataset.Tombstone{Seq: seq, By: []byte(by[string(d.ID)])}
				c.Value = t.Append(nil)
			}
			if !yield(c, err) || err != nil {
				return
			}
		}
	}
}
