package patricia

import "context"

// piece is a finished subtree between others in ID order.
type piece struct {
	hash  Hash
	count uint64
	bit   int   // critical bit between it and the piece before it, -1 for the first
	view  view  // its items, while they may still join a larger leaf page
	node  *node // its node otherwise; nil when no pages are wanted
}

// fold turns a sequence of pieces into one tree. A piece can be joined with the
// one before it as soon as the critical bit after it is smaller than the one
// before it; until then it waits on a stack, whose critical bits therefore
// increase from bottom to top. So memory grows with the depth of the tree only.
//
// What has to be joined with something to the left of the first piece is moved to
// done, in order; so any part of a sequence can be folded by itself and the
// results be folded again.
type fold struct {
	ctx   context.Context
	done  []piece
	stack []piece
	pages *pager // nil: only the root is wanted
	hash  *hasher
}

// push makes room for a piece whose critical bit with the one before it is bit,
// and returns the place, of which only that bit is set.
func (f *fold) push(bit int) (*piece, error) {
	for n := len(f.stack); n > 0 && f.stack[n-1].bit > bit; n-- {
		if n == 1 {
			f.done = append(f.done, f.stack[0])
			f.stack = f.stack[:0]
			break
		}
		if err := f.joinTop(); err != nil {
			return nil, err
		}
	}
	f.stack = append(f.stack, piece{bit: bit})
	return &f.stack[len(f.stack)-1], nil
}

// joinTop puts a branch over the two topmost pieces.
func (f *fold) joinTop() error {
	n := len(f.stack)
	l, r := &f.stack[n-2], &f.stack[n-1]
	count := l.count + r.count
	hash := f.hash.over(r.bit, count, &l.hash, &r.hash)
	if f.pages != nil {
		if err := f.pages.join(f.ctx, l, r, hash, count); err != nil {
			return err
		}
	}
	l.hash, l.count = hash, count
	f.stack = f.stack[:n-1]
	return nil
}

// root joins what is left and returns the whole tree.
func (f *fold) root() (Root, error) {
	for len(f.stack) > 1 {
		if err := f.joinTop(); err != nil {
			return Root{}, err
		}
	}
	if len(f.stack) == 0 {
		return Root{}, nil
	}
	p := &f.stack[0]
	if f.pages != nil {
		if _, err := f.pages.settle(f.ctx, p); err != nil {
			return Root{}, err
		}
	}
	return Root{p.hash, p.count}, nil
}
