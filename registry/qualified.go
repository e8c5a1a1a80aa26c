package registry

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/seed-05176fc3/idem/dataset"
)

// Qualified returns every entry that carries the identifier and of which its qualifiers
// are right, in the order of Resolve; if there is none, one error that is
// ErrUnresolved. A DOI is that of the metadata, whatever the case of its letters.
func (r *Registry) Qualified(ctx context.Context, id dataset.Identifier) iter.Seq2[*dataset.Entry, error] {
	return func(yield func(*dataset.Entry, error) bool) {
		found := false
		for e, err := range r.Resolve(ctx, id) {
			right := false
			if err == nil {
				right, err = r.qualifies(ctx, e, id.Qualifiers)
			}
			switch {
			case err != nil:
				yield(nil, err)
				return
			case !right:
				continue
			}
			if found = true; !yield(e, nil) {
				return
			}
		}
		if !found {
			yield(nil, fmt.Errorf("%w: there are entries, but its qualifiers are right of none: %s", ErrUnresolved, id))
		}
	}
}

// qualifies reports whether qualifiers are right of an entry.
func (r *Registry) qualifies(ctx context.Context, e *dataset.Entry, q dataset.Qualifiers) (bool, error) {
	if q.HasCount && q.Count != e.Root.Count {
		return false, nil
	}
	if doi, ok := strings.CutPrefix(q.Dataset, "doi:"); ok {
		m, err := r.Metadata(ctx, e.Dataset)
		if err != nil || !strings.EqualFold(m.DOI, doi) {
			return false, err
		}
	} else if q.Dataset != "" && q.Dataset != e.Dataset {
		return false, nil
	}
	if q.At.IsZero() {
		return true, nil
	}
	held, err := r.AsOf(ctx, e.Dataset, q.At)
	if errors.Is(err, ErrNoInstance) {
		return false, nil
	}
	return err == nil && held.Seq == e.Seq, err
}
