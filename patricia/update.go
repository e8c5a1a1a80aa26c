package patricia

import (
	"bytes"
	"context"
	"fmt"
	"iter"
)

// Change asks for one item to be there, with this value in a map, or to be gone.
type Change struct {
	ID, Value []byte
	Delete    bool
}

// Result is what an update made of a tree.
type Result struct {
	Root     Root
	Added    uint64 // items that were not there before
	Removed  uint64 // items that are there no more
	Replaced uint64 // items of a map that have another value
	Present  uint64 // changes that asked for what was there already
	Absent   uint64 // removals of what was not there
	// FirstAbsent is the ID of the first of these, FirstReplaced that of the first
	// item that has another value.
	FirstAbsent, FirstReplaced []byte
}

// Update applies the changes, in strictly ascending order of their IDs, and gives
// the new pages to sink. It reads and writes the pages on the way to the changed
// items only; the rest of the tree is shared. The old tree stays as it is. An
// error of the sequence, of the reader or of the sink ends it.
//
// The result depends on the new contents alone, not on the way there.
func (t Tree) Update(ctx context.Context, changes iter.Seq2[Change, error], sink Sink) (Result, error) {
	if t.Root.Count == 0 {
		return t.fill(changes, sink)
	}
	u := &update{walk: t.walk(ctx), bit: -1}
	u.loader.known = make(map[Hash]struct{})
	u.fold = fold{ctx: ctx, hash: newHasher(), pages: &pager{sink: sink, loader: u.loader, known: u.loader.known}}
	for c, err := range changes {
		if err != nil {
			return Result{}, err
		}
		if err := u.apply(&c); err != nil {
			return Result{}, err
		}
	}
	for u.top() != nil {
		if err := u.pass(); err != nil {
			return Result{}, err
		}
	}
	var err error
	u.Root, err = u.fold.root()
	return u.Result, err
}

// fill is Update for an empty tree.
func (t Tree) fill(changes iter.Seq2[Change, error], sink Sink) (res Result, err error) {
	b := NewBuilder(t.Kind, sink)
	for c, err := range changes {
		if err != nil {
			return Result{}, err
		}
		if c.Delete {
			res.absent(c.ID)
			continue
		}
		if err := b.Put(c.ID, c.Value); err != nil {
			return Result{}, err
		}
	}
	res.Root, err = b.Root()
	res.Added = res.Root.Count
	return res, err
}

func (r *Result) absent(id []byte) {
	if r.Absent == 0 {
		r.FirstAbsent = bytes.Clone(id)
	}
	r.Absent++
}

// update merges an old tree with changes. All that is before the place where it
// stands has been passed on to the fold; all that is behind is in the walk.
type update struct {
	*walk
	Result
	fold  fold
	bit   int    // critical bit between the change and what was passed on last, -1 if nothing was
	last  []byte // ID of the change before
	fresh *run   // new items
}

func (u *update) apply(c *Change) error {
	if err := checkItem(u.loader.kind, c.ID, c.Value); err != nil {
		return err
	}
	if u.last != nil {
		bit := critBit(u.last, c.ID)
		if bit == noBit || bitOf(c.ID, bit) == 0 {
			return fmt.Errorf("%w: %q after %q", ErrOrder, c.ID, u.last)
		}
		u.bit = min(u.bit, bit)
	}
	u.last = append(u.last[:0], c.ID...)
	found, ahead, err := u.advance(c.ID)
	if err != nil {
		return err
	}
	switch {
	case found && c.Delete:
		u.Removed++
		u.remove()
	case found && bytes.Equal(u.top().node.run.value(u.top().item), c.Value):
		u.Present++
	case found:
		if u.Replaced == 0 {
			u.FirstReplaced = bytes.Clone(c.ID)
		}
		u.Replaced++
		bit := u.top().bit
		u.drop()
		return u.insert(c, bit)
	case c.Delete:
		u.absent(c.ID)
	default:
		u.Added++
		if p := u.top(); p != nil {
			p.bit = ahead
		}
		return u.insert(c, u.bit)
	}
	return nil
}

// advance passes on all that is less than id, opens the subtrees into whose range
// it falls, and tells whether it then stands on top, and if not its critical bit
// with what does.
func (u *update) advance(id []byte) (found bool, ahead int, err error) {
	for p := u.top(); p != nil; p = u.top() {
		switch {
		case u.bit > p.bit:
			return false, p.bit, nil // id shares more with what was before p
		case u.bit < p.bit:
			if err := u.pass(); err != nil { // p shares more with what was before
				return false, 0, err
			}
			continue
		}
		near := 0
		if p.open {
			near = critBit(id, p.id())
		} else {
			if near, err = u.nearest(p.node, id); err != nil {
				return false, 0, err
			}
			if p, err = u.openTo(id, near); err != nil {
				return false, 0, err
			}
			if p.open {
				continue // look for id among the items
			}
		}
		switch {
		case near == noBit:
			return true, 0, nil
		case bitOf(id, near) == 0:
			return false, near, nil
		}
		if err := u.pass(); err != nil {
			return false, 0, err
		}
		u.bit = near
	}
	return false, 0, nil
}

// openTo opens the subtrees on top into whose range id falls; near is the critical
// bit of id with the nearest ID of the top one. It returns what is on top then.
func (u *update) openTo(id []byte, near int) (*pending, error) {
	for p := u.top(); ; p = u.top() {
		branch := p.node.bit
		if p.open || near <= branch && near != noBit {
			return p, nil
		}
		if err := u.openTop(); err != nil {
			return nil, err
		}
		if branch < near && !u.top().open && bitOf(id, branch) == 1 {
			if err := u.pass(); err != nil { // the left half
				return nil, err
			}
			u.bit = branch
		}
	}
}

// pass gives what is on top to the fold.
func (u *update) pass() error {
	p := u.top()
	slot, err := u.fold.push(p.bit)
	if err != nil {
		return err
	}
	if p.open {
		slot.hash, slot.count = u.fold.hash.record(p.node.run.record(p.item)), 1
		slot.view = view{p.node.run, p.item, p.item + 1}
	} else {
		slot.hash, slot.count, slot.node = p.node.hash, p.node.count, p.node
	}
	u.drop()
	return nil
}

// insert gives a new item to the fold.
func (u *update) insert(c *Change, bit int) error {
	if u.fresh == nil || u.fresh.len() == chunkLen || len(u.fresh.data) > 1<<22 {
		u.fresh = &run{kind: u.loader.kind}
	}
	i := u.fresh.len()
	u.fresh.add(c.ID, c.Value)
	slot, err := u.fold.push(bit)
	if err != nil {
		return err
	}
	slot.hash, slot.count, slot.view = u.fold.hash.record(u.fresh.record(i)), 1, view{u.fresh, i, i + 1}
	u.bit = noBit
	return nil
}
