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

// moved is one granule of two entries that follow each other: what became of it in
// the set, in one of the maps, or in both.
type moved struct {
	id             []byte
	set, dict      patricia.Difference
	inSet, inDict  bool // whether it differs there
	added, removed bool // in the set
}

// movedGranules pairs what differs in the sets with what differs in the maps, by ID.
func movedGranules(sets, maps iter.Seq2[patricia.Difference, error]) iter.Seq2[moved, error] {
	return func(yield func(moved, error) bool) {
		next, stop := iter.Pull2(maps)
		defer stop()
		d, err, ok := next()
		// before yields what differs in the maps before id, all of it without one.
		before := func(id []byte) bool {
			for ; ok && (err != nil || id == nil || bytes.Compare(d.ID, id) < 0); d, err, ok = next() {
				if !yield(moved{id: d.ID, dict: d, inDict: true}, err) || err != nil {
					return false
				}
			}
			return true
		}
		for s, failed := range sets {
			if failed != nil {
				yield(moved{}, failed)
				return
			}
			if !before(s.ID) {
				return
			}
			m := moved{id: s.ID, set: s, inSet: true, added: s.InNew, removed: s.InOld}
			both := ok && bytes.Equal(d.ID, s.ID)
			if both {
				m.dict, m.inDict = d, true
			}
			if !yield(m, nil) {
				return
			}
			if both {
				d, err, ok = next()
			}
		}
		before(nil)
	}
}

// content checks that the content of an entry is that of granules of its set, and
// that as many changed as it says.
func (v *verifier) content(ctx context.Context, prev, e *dataset.Entry) error {
	if prev.Content == e.Content && (e.Content.Count == 0 || e.Removed == 0) {
		return nil
	}
	t := v.kept
	old, now, set := t.content(prev), t.content(e), t.set(e.Root)
	changed := uint64(0)
	for m, err := range movedGranules(t.set(prev.Root).Diff(ctx, set), old.Diff(ctx, now)) {
		if err != nil {
			return err
		}
		if m.inDict && m.dict.InNew {
			if _, err := dataset.ParseContent(string(m.dict.New)); err != nil {
				return fmt.Errorf("%w: content of %q: %v", ErrDamaged, m.id, err)
			}
		}
		switch {
		case m.removed && m.inDict && !m.dict.InNew, m.added && (!m.inDict || !m.dict.InOld):
		case m.added:
			return fmt.Errorf("%w: content of %q, which the set before did not hold", ErrDamaged, m.id)
		case m.removed && m.inDict:
			return fmt.Errorf("%w: content of %q, which the set does not hold", ErrDamaged, m.id)
		case m.removed:
			if _, there, err := now.Get(ctx, m.id); err != nil {
				return err
			} else if there {
				return fmt.Errorf("%w: content of %q, which the set does not hold", ErrDamaged, m.id)
			}
		case !m.dict.InNew:
			return fmt.Errorf("%w: the content of %q was lost", ErrDamaged, m.id)
		default:
			if _, there, err := set.Get(ctx, m.id); err != nil {
				return err
			} else if !there {
				return fmt.Errorf("%w: content of %q, which the set does not hold", ErrDamaged, m.id)
			}
			changed++
		}
	}
	if changed != e.Changed {
		return fmt.Errorf("%w: it says that the content of %d granules changed, the maps say %d", ErrDamaged, e.Changed, changed)
	}
	return nil
}

// tombstones checks that exactly what an entry removed has new tombstones, and that
// what it added has none.
func (v *verifier) tombstones(ctx context.Context, prev, e *dataset.Entry) error {
	if prev.Tombstones.Count == 0 && e.Tombstones.Count == 0 {
		if e.Removed > 0 && e.V2() {
			return fmt.Errorf("%w: %d granules removed without tombstones", ErrDamaged, e.Removed)
		}
		return nil // there are none, or the program that wrote it knew of none
	}
	t := v.kept
	old, now := t.tombstones(prev), t.tombstones(e)
	for m, err := range movedGranules(t.set(prev.Root).Diff(ctx, t.set(e.Root)), old.Diff(ctx, now)) {
		if err != nil {
			return err
		}
		ok := false
		switch {
		case m.added && !m.inDict:
			_, there, err := now.Get(ctx, m.id)
			if err != nil {
				return err
			}
			ok = !there
		case m.added:
			ok = !m.dict.InNew
		case m.removed && m.inDict && m.dict.InNew:
			tomb, err := parseTombstone(e, patricia.Item{ID: m.id, Value: m.dict.New})
			if err != nil {
				return err
			}
			ok = tomb.Seq == e.Seq
		}
		if !ok {
			return fmt.Errorf("%w: the tombstone of %q does not follow from the sets", ErrDamaged, m.id)
		}
	}
	return nil
}

// historyCheck recomputes the histories of a ledger, entry by entry. It keeps those
// that the next longer one will need, because the store may have forgotten them.
type historyCheck struct {
	registry *Registry
	sets     trees
	entries  map[uint64]*dataset.Entry  // of the span of the longest history
	made     map[patricia.Hash][]byte   // pages of histories
	spans    map[uint64][]patricia.Hash // which ones they are, by entry
}

func newHistoryCheck(r *Registry, sets trees) *historyCheck {
	return &historyCheck{
		registry: r, sets: sets, entries: make(map[uint64]*dataset.Entry),
		made: make(map[patricia.Hash][]byte), spans: make(map[uint64][]patricia.Hash),
	}
}

// Page implements patricia.Reader.
func (c *historyCheck) Page(ctx context.Context, h patricia.Hash) ([]byte, error) {
	if data, ok := c.made[h]; ok {
		return data, nil
	}
	return c.registry.Page(ctx, h)
}

// next takes the next entry of the ledger and checks its history.
func (c *historyCheck) next(ctx context.Context, e *dataset.Entry) error {
	c.entries[e.Seq] = e
	span := dataset.SpanAt(e.Seq)
	switch {
	case span == 0:
		return nil
	case e.History == nil && e.V2():
		return fmt.Errorf("%w: it has no history", ErrDamaged)
	case e.History == nil:
		return nil // the program that wrote it knew of none
	}
	var pages []patricia.Hash
	reader := movesReader{c.sets, trees{c}, func(ctx context.Context, seq uint64) (*dataset.Entry, error) {
		if e, ok := c.entries[seq]; ok {
			return e, nil
		}
		return c.registry.Entry(ctx, e.Dataset, seq)
	}}
	h, err := reader.history(ctx, e, func(p patricia.Page) error {
		if _, there := c.made[p.Hash]; !there {
			c.made[p.Hash] = p.Data
			pages = append(pages, p.Hash)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if h.Root != e.History.Root || !slices.Equal(h.Large, e.History.Large) {
		return fmt.Errorf("%w: its history is not that of the sets", ErrDamaged)
	}
	c.spans[e.Seq] = pages
	for seq, pages := range c.spans { // those in the span are superseded
		if seq != e.Seq && seq > e.Seq-span || span == dataset.MaxHistorySpan {
			for _, h := range pages {
				delete(c.made, h)
			}
			delete(c.spans, seq)
		}
	}
	if span == dataset.MaxHistorySpan {
		clear(c.entries)
		c.entries[e.Seq] = e
	}
	return nil
}
