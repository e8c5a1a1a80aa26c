package registry

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
)

// arrive makes the entry that follows from the deltas, and compares it with the one
// that is given.
func (w *writer) arrive(ctx context.Context, want *dataset.Entry, given Given) error {
	e := &dataset.Entry{
		Dataset: want.Dataset, Seq: want.Seq, Op: want.Op, At: want.At, Recorded: want.Recorded,
		Chain: want.Chain, Actor: want.Actor, Reason: want.Reason, Prev: w.head.Hash,
	}
	if e.Chain && !dataset.ChainAvailable() {
		return fmt.Errorf("entry %d of dataset %s keeps the MD5 chain, which Go does not compute here: %w", want.Seq, want.Dataset, errors.ErrUnsupported)
	}
	p := &pass{writer: w, change: Change{Op: e.Op, deltas: given.Deltas}, next: e}
	res, err := p.rerun(ctx, want)
	if err != nil {
		return err
	}
	if err := e.Check(w.head); err != nil {
		return w.mismatch(want, "with its changes: %v", err)
	}
	data, err := e.Seal()
	if err != nil {
		return w.mismatch(want, "with its changes: %v", err)
	}
	if !bytes.Equal(data, given.Entry) {
		return w.mismatch(want, "%s", differing(data, given.Entry))
	}
	// If all that is said to have come and gone did, the counts leave room for nothing else.
	if p.unseen || res.Present > 0 || res.Absent > 0 || e.Removed > 0 && e.Tombstones.Count == 0 {
		if err := sameDeltas(w.deltas(ctx, w.head, e), given.Deltas); err != nil {
			return fmt.Errorf("entry %d of dataset %s: %w", want.Seq, want.Dataset, err)
		}
	}
	w.entries, w.sealed, w.head = append(w.entries, e), append(w.sealed, data), e
	return nil
}

func (w *writer) mismatch(want *dataset.Entry, format string, args ...any) error {
	return fmt.Errorf("%w: entry %d of dataset %s: %s", ErrMismatch, want.Seq, want.Dataset, fmt.Sprintf(format, args...))
}

// rerun makes the trees of an entry from its deltas. Entries of older versions lack
// some: what the given entry does not have is not made.
func (p *pass) rerun(ctx context.Context, want *dataset.Entry) (patricia.Result, error) {
	res, err := p.updateSet(ctx)
	if err != nil {
		return res, err
	}
	e := p.next
	e.Root, e.Added, e.Removed = res.Root, res.Added, res.Removed
	if err := p.updateContent(ctx, res); err != nil {
		return res, err
	}
	e.Tombstones = p.head.Tombstones
	if want.Tombstones.Count > 0 || want.Removed == 0 && e.Tombstones.Count > 0 {
		got, err := p.tombstones(p.head).Update(ctx, p.given(p.tombstone), p.pages.put)
		if err != nil {
			return res, err
		}
		e.Tombstones = got.Root
	}
	if want.History != nil && dataset.SpanAt(e.Seq) > 0 {
		e.History, err = p.fold(ctx, e, p.pages.put)
	}
	return res, err
}

// given returns what change makes of the deltas, without those for which it returns
// nothing.
func (p *pass) given(change func(Delta) (patricia.Change, bool)) iter.Seq2[patricia.Change, error] {
	return func(yield func(patricia.Change, error) bool) {
		for d, err := range p.change.deltas {
			if err != nil {
				yield(patricia.Change{}, err)
				return
			}
			if c, ok := change(d); ok && !yield(c, nil) {
				return
			}
		}
	}
}

// move is a delta as a change of the set.
func (p *pass) move(d Delta) (patricia.Change, bool) {
	p.hasContent = p.hasContent || d.Content != nil
	p.unseen = p.unseen || !(d.Sign == Came && d.By == nil || d.Sign == Went && d.Content == nil)
	return patricia.Change{ID: d.ID, Delete: d.Sign == Went}, d.Sign != Altered
}

// tombstone is a delta as a change of the tombstones.
func (p *pass) tombstone(d Delta) (patricia.Change, bool) {
	if d.Sign == Went {
		t := dataset.Tombstone{Seq: p.next.Seq, By: d.By}
		return patricia.Change{ID: d.ID, Value: t.Append(nil)}, true
	}
	return patricia.Change{ID: d.ID, Delete: true}, d.Sign == Came
}

// sameDeltas returns an error unless the entry did what was given.
func sameDeltas(did, given iter.Seq2[Delta, error]) error {
	next, stop := iter.Pull2(did)
	defer stop()
	for g, err := range given {
		if err != nil {
			return err
		}
		d, err, ok := next()
		switch {
		case err != nil:
			return err
		case !ok:
			return fmt.Errorf("%w: given %s, which it did not do", ErrMismatch, g)
		case !d.equal(g):
			return fmt.Errorf("%w: given %s, but it did %s", ErrMismatch, g, d)
		}
	}
	if d, err, ok := next(); ok {
		if err != nil {
			return err
		}
		return fmt.Errorf("%w: it did %s, which is not given", ErrMismatch, d)
	}
	return nil
}

// differing says which member parts two entries, the hash only if no other does.
func differing(got, want []byte) string {
	var g, w map[string]json.RawMessage
	if json.Unmarshal(got, &g) != nil || json.Unmarshal(want, &w) != nil {
		return fmt.Sprintf("got %s, want %s", got, want) // both were entries
	}
	all := maps.Clone(g)
	maps.Copy(all, w)
	delete(all, "hash")
	for _, name := range append(slices.Sorted(maps.Keys(all)), "hash") {
		if !bytes.Equal(g[name], w[name]) {
			return fmt.Sprintf("%s: the changes give %s, it says %s", name, member(g[name]), member(w[name]))
		}
	}
	return "another form"
}

func member(value json.RawMessage) string {
	if value == nil {
		return "none"
	}
	return string(value)
}
