package registry

import (
	"bytes"
	"cmp"
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
		content := follow(t.content(prev).Diff(ctx, t.content(e)))
		defer content.stop()
		tombs := follow(t.tombstones(prev).Diff(ctx, t.tombstones(e)))
		defer tombs.stop()
		// altered yields the granules before id that have other content, all of them
		// without an ID.
		altered := func(id []byte) bool {
			for d, ok := content.before(id); ok; d, ok = content.before(id) {
				if !d.InNew {
					yield(Delta{}, fmt.Errorf("%w: entry %d of dataset %s: it says no more what is in %q", ErrDamaged, e.Seq, e.Dataset, d.ID))
					return false
				}
				if !yield(Delta{Sign: Altered, ID: d.ID, Content: d.New}, nil) {
					return false
				}
			}
			return true
		}
		for moved, err := range t.set(prev.Root).Diff(ctx, t.set(e.Root)) {
			if err != nil {
				yield(Delta{}, err)
				return
			}
			if !altered(moved.ID) {
				return
			}
			d := Delta{Sign: Came, ID: moved.ID}
			if c, ok := content.at(moved.ID); ok {
				d.Content = c.New
			}
			if !moved.InNew {
				d = Delta{Sign: Went, ID: moved.ID}
				if tomb, ok := tombs.at(moved.ID); ok && tomb.InNew {
					t, err := parseTombstone(e, patricia.Item{ID: tomb.ID, Value: tomb.New})
					if err != nil {
						yield(Delta{}, err)
						return
					}
					d.By = t.By
				}
			}
			if err := cmp.Or(content.err, tombs.err); err != nil {
				yield(Delta{}, err)
				return
			}
			if !yield(d, nil) {
				return
			}
		}
		if altered(nil) && content.err != nil {
			yield(Delta{}, content.err)
		}
	}
}

// follower goes through differences beside a sequence of IDs.
type follower struct {
	pull func() (patricia.Difference, error, bool)
	stop func()
	next patricia.Difference
	ok   bool  // there is a next one
	err  error // that ended the differences
}

func follow(diff iter.Seq2[patricia.Difference, error]) *follower {
	f := &follower{}
	f.pull, f.stop = iter.Pull2(diff)
	f.advance()
	return f
}

func (f *follower) advance() {
	f.next, f.err, f.ok = f.pull()
	f.ok = f.ok && f.err == nil
}

// before returns the next difference if its ID is less than id, or if there is no id.
func (f *follower) before(id []byte) (d patricia.Difference, ok bool) {
	if !f.ok || id != nil && bytes.Compare(f.next.ID, id) >= 0 {
		return d, false
	}
	d = f.next
	f.advance()
	return d, true
}

// at passes over the differences before id and returns that of id, if there is one.
func (f *follower) at(id []byte) (d patricia.Difference, ok bool) {
	for f.ok && bytes.Compare(f.next.ID, id) < 0 {
		f.advance()
	}
	if !f.ok || !bytes.Equal(f.next.ID, id) {
		return d, false
	}
	d = f.next
	f.advance()
	return d, true
}
