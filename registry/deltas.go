package registry

import (
	"bytes"
	"context"
	"fmt"
	"iter"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
)

// A Sign says what an entry made of a granule.
type Sign byte

// The signs.
const (
	Came    Sign = '+' // it was not there before
	Went    Sign = '-' // it is there no more
	Altered Sign = '=' // it was there and is, with other content
)

// A Delta is what an entry made of one granule.
type Delta struct {
	Sign    Sign
	ID      []byte
	Content []byte // from now on; nil if it is not known, or with Went
	By      []byte // with Went: the granule that took its place; nil if none did
}

func (d Delta) equal(o Delta) bool {
	return d.Sign == o.Sign && bytes.Equal(d.ID, o.ID) && bytes.Equal(d.Content, o.Content) && bytes.Equal(d.By, o.By)
}

// String returns the delta for people.
func (d Delta) String() string {
	text := fmt.Sprintf("%c%q", d.Sign, d.ID)
	switch {
	case len(d.Content) > 0:
		text += fmt.Sprintf(" with content %q", d.Content)
	case len(d.By) > 0:
		text += fmt.Sprintf(" replaced by %q", d.By)
	}
	return text
}

// Deltas returns what entry e, which follows prev, made of each granule that it
// touched, in byte order. It reads only pages in which the entries differ. The
// slices must not be changed.
func (r *Registry) Deltas(ctx context.Context, prev, e *dataset.Entry) iter.Seq2[Delta, error] {
	return r.trees().deltas(ctx, prev, e)
}

func (t trees) deltas(ctx context.Context, prev, e *dataset.Entry) iter.Seq2[Delta, error] {
	return func(yield func(Delta, error) bool) {
		tombs := &tombFollower{entry: e}
		next, stop := iter.Pull2(t.tombstones(prev).Diff(ctx, t.tombstones(e)))
		defer stop()
		tombs.next = next
		sets, contents := t.set(prev.Root).Diff(ctx, t.set(e.Root)), t.content(prev).Diff(ctx, t.content(e))
		for m, err := range movedGranules(sets, contents) {
			d := Delta{Sign: Altered, ID: m.id, Content: m.dict.New}
			switch {
			case err != nil:
			case m.added:
				d.Sign = Came
			case m.removed:
				d = Delta{Sign: Went, ID: m.id}
				d.By, err = tombs.by(m.id)
			case !m.dict.InNew:
				err = fmt.Errorf("%w: entry %d of dataset %s: the content of %q was lost", ErrDamaged, e.Seq, e.Dataset, m.id)
			}
			if !yield(d, err) || err != nil {
				return
			}
		}
	}
}

// tombFollower goes through what is new in the tombstones of an entry beside the
// granules that it removed.
type tombFollower struct {
	entry *dataset.Entry
	next  func() (patricia.Difference, error, bool)
	d     patricia.Difference // the last one
	ended bool
}

// by returns what took the place of a granule that was removed, nil if nothing did.
// IDs must ascend.
func (f *tombFollower) by(id []byte) ([]byte, error) {
	for !f.ended && bytes.Compare(f.d.ID, id) < 0 {
		d, err, ok := f.next()
		if err != nil {
			return nil, err
		}
		f.d, f.ended = d, !ok
	}
	if f.ended || !f.d.InNew || !bytes.Equal(f.d.ID, id) {
		return nil, nil
	}
	t, err := parseTombstone(f.entry, patricia.Item{ID: id, Value: f.d.New})
	return t.By, err
}
