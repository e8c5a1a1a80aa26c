package registry

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/store"
)

// writer makes entries that follow the newest one of a dataset, and keeps them and
// the last of their pages until they are stored together.
type writer struct {
	registry *Registry
	trees    // over the pages of the store and the new ones
	pages    *pageWriter
	head     *dataset.Entry
	entries  []*dataset.Entry // not stored yet; the last one is head
	sealed   [][]byte
}

// cacheBytes is the memory for pages that several entries of a writer need.
const cacheBytes = 32 << 20

func newWriter(ctx context.Context, r *Registry, head *dataset.Entry) *writer {
	pages := newPageWriter(ctx, r.store, r)
	return &writer{registry: r, trees: trees{patricia.NewCache(pages, cacheBytes)}, pages: pages, head: head}
}

// commit stores the entries. After an error the writer is of no use any more.
func (w *writer) commit(ctx context.Context) error {
	rest, err := w.pages.finish()
	if err != nil || len(w.entries) == 0 {
		return err
	}
	first := w.entries[0]
	err = store.Commit(ctx, w.registry.store, store.Batch{
		Pages: rest, Needs: w.pages.needs, Log: logPrefix + first.Dataset, Seq: first.Seq, Entries: w.sealed,
	})
	if err == nil {
		w.pages.reset()
		w.entries, w.sealed = nil, nil
	}
	return err
}

// step makes the entry of a change.
func (w *writer) step(ctx context.Context, c Change) (_ Outcome, err error) {
	keep := len(w.pages.batch)
	out := Outcome{Entry: w.head}
	defer func() {
		if !out.Changed {
			w.pages.undo(keep)
		}
	}()
	e, err := w.follow(c)
	if err != nil {
		return out, err
	}
	c, settled, err := w.settle(ctx, c)
	if err != nil || settled {
		return out, err
	}
	p := &pass{writer: w, change: c, next: e}
	res, err := p.run(ctx)
	if err != nil {
		return out, err
	}
	out.Present, out.Absent = res.Present, res.Absent
	if e.Root == w.head.Root && e.Content == w.head.Content {
		return out, nil
	}
	if err := e.Check(w.head); err != nil {
		return out, err
	}
	data, err := e.Seal()
	if err != nil {
		return out, err
	}
	w.entries, w.sealed, w.head = append(w.entries, e), append(w.sealed, data), e
	out.Entry, out.Changed = e, true
	return out, nil
}

// follow returns the entry that is to come after head, without what the change makes
// of the set.
func (w *writer) follow(c Change) (*dataset.Entry, error) {
	head := w.head
	e := &dataset.Entry{
		Dataset: head.Dataset, Seq: head.Seq + 1, Op: c.Op, At: c.At.UTC(), Recorded: w.registry.time(),
		Chain: head.Chain && dataset.ChainAvailable(),
		Actor: c.Actor, Reason: c.Reason, Prev: head.Hash,
	}
	if c.At.IsZero() {
		e.At = e.Recorded
	}
	if e.At.Before(head.At) {
		return nil, fmt.Errorf("%w: dataset %s holds from %s on, the change from %s", dataset.ErrBeforeLast,
			head.Dataset, head.At.Format(time.RFC3339Nano), e.At.Format(time.RFC3339Nano))
	}
	return e, nil
}

// entry returns an entry of the dataset, stored or not.
func (w *writer) entry(ctx context.Context, seq uint64) (*dataset.Entry, error) {
	if len(w.entries) > 0 && seq >= w.entries[0].Seq {
		return w.entries[seq-w.entries[0].Seq], nil
	}
	return w.registry.Entry(ctx, w.head.Dataset, seq)
}

// pass makes the trees of an entry.
type pass struct {
	*writer
	change     Change
	next       *dataset.Entry
	hasContent bool // the change brings content
	unseen     bool // there are deltas that do not show in the set
}

func (p *pass) run(ctx context.Context) (patricia.Result, error) {
	e := p.next
	res, err := p.updateSet(ctx)
	if err != nil {
		return res, err
	}
	switch {
	case res.Absent > 0 && !p.change.IgnoreMissing:
		return res, fmt.Errorf("%w %s: %s", ErrAbsent, e.Dataset, andMore(res.FirstAbsent, res.Absent))
	case res.Removed > 0 && p.change.Reason == "":
		return res, fmt.Errorf("%w: dataset %s would lose %d", ErrNoReason, e.Dataset, res.Removed)
	}
	e.Root, e.Added, e.Removed = res.Root, res.Added, res.Removed
	if err := p.updateContent(ctx, res); err != nil {
		return res, err
	}
	if e.Root == p.head.Root && e.Content == p.head.Content {
		return res, nil
	}
	if err := p.updateTombstones(ctx); err != nil {
		return res, err
	}
	if dataset.SpanAt(e.Seq) > 0 {
		e.History, err = p.fold(ctx, e, p.pages.put)
	}
	return res, err
}

// andMore names the first of n granules.
func andMore(first []byte, n uint64) string {
	if n == 1 {
		return fmt.Sprintf("%q", first)
	}
	return fmt.Sprintf("%q and %d more", first, n-1)
}

// updateSet makes the new set and, in the entry, the new chain.
func (p *pass) updateSet(ctx context.Context) (patricia.Result, error) {
	head, e := p.head, p.next
	old := p.set(head.Root)
	changes := p.changes(ctx, old)
	if !e.Chain {
		return old.Update(ctx, changes, p.pages.put)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := newTee(ctx, changes)
	done := make(chan error, 1)
	var next chainResult
	go func() {
		var err error
		next, err = p.rechain(ctx, head, &side{tee: t})
		if err != nil {
			cancel() // let the other half end too
		}
		done <- err
	}()
	res, err := old.Update(ctx, t.main(), p.pages.put)
	if err != nil {
		cancel()
		return res, cmpErr(<-done, err)
	}
	if err := <-done; err != nil || res.Root.Count == 0 {
		return res, err
	}
	if res.Root == head.Root {
		e.DI, e.Checkpoints = head.DI, head.Checkpoints
		return res, nil
	}
	e.DI = next.sum
	e.Checkpoints, err = p.checkpoint(ctx, head, next, p.pages.put)
	return res, err
}

// cmpErr returns the error of the side that failed first: the other one only says
// that it was stopped.
func cmpErr(side, main error) error {
	if side != nil && !errors.Is(side, context.Canceled) {
		return side
	}
	return main
}
