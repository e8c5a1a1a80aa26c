package registry

import (
	"bytes"
	"context"
	"iter"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
)

// Contents returns the granules of an entry in byte order, with their content where it
// is known as values. See Granules.
func (r *Registry) Contents(ctx context.Context, e *dataset.Entry) iter.Seq2[patricia.Item, error] {
	return func(yield func(patricia.Item, error) bool) {
		next, stop := iter.Pull2(r.trees().content(e).All(ctx, nil))
		defer stop()
		known, err, ok := next()
		for it, failed := range r.set(e.Root).All(ctx, nil) {
			if failed == nil && err == nil && ok && bytes.Equal(it.ID, known.ID) {
				it.Value = known.Value
				if !yield(it, nil) {
					return
				}
				known, err, ok = next()
				continue
			}
			if failed == nil {
				failed = err
			}
			if !yield(it, failed) || failed != nil {
				return
			}
		}
	}
}

// Comparison says how the granules of two instances compare.
type Comparison struct {
	OnlyOld, OnlyNew uint64 // granules that one of them holds
	Other            uint64 // granules that both hold, with different content
	Unknown          uint64 // granules that both hold, whose content one or both do not know
}

// DiffContent returns the granules that two instances do not share, and those that they
// share with different content: these are in both. It fills c when it has come to the end.
func (r *Registry) DiffContent(ctx context.Context, from, to *dataset.Entry, c *Comparison) iter.Seq2[patricia.Difference, error] {
	return func(yield func(patricia.Difference, error) bool) {
		t := r.trees()
		var got Comparison
		lost := uint64(0) // granules whose content only the old one knows
		sets, maps := t.set(from.Root).Diff(ctx, t.set(to.Root)), t.content(from).Diff(ctx, t.content(to))
		for m, err := range movedGranules(sets, maps) {
			if err != nil {
				yield(patricia.Difference{}, err)
				return
			}
			if m.inDict && !m.dict.InNew {
				lost++
			}
			d := m.set
			switch {
			case m.removed:
				got.OnlyOld++
			case m.added:
				got.OnlyNew++
			case m.dict.InOld && m.dict.InNew:
				got.Other++
				d = m.dict
			default:
				continue
			}
			if !yield(d, nil) {
				return
			}
		}
		got.Unknown = from.Root.Count - got.OnlyOld - (from.Content.Count - lost)
		*c = got
	}
}
