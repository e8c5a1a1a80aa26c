package patricia

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
)

var errDone = errors.New("patricia: the tree is built already")

// chunkLen is the number of items that are folded in one go, by one worker.
const chunkLen = 4096

// Builder makes a tree from items in ascending order, in memory that grows with
// the depth of the tree only. It folds parts of the sequence on all cores.
//
// It takes one SHA-256 of one to three blocks and one of two blocks for each item.
type Builder struct {
	kind  Kind
	sink  Sink
	total fold
	chunk *run
	last  []byte          // last ID of the chunk before
	tasks []chan *partial // chunks at work, oldest first
	width int             // how many may be
	spare []*run          // chunks to use again
	err   error
}

// partial is a chunk folded by itself.
type partial struct {
	chunk  *run
	pieces []piece
	pages  []Page
	err    error
}

// NewBuilder returns a Builder of a tree of the given kind. The pages go to sink,
// in the same order for the same items; without one only the root is computed.
func NewBuilder(kind Kind, sink Sink) *Builder {
	b := &Builder{kind: kind, sink: sink, width: runtime.GOMAXPROCS(0)}
	b.total.ctx, b.total.hash = context.Background(), newHasher()
	if sink != nil {
		b.total.pages = &pager{sink: sink, loader: &loader{kind: kind}}
	}
	return b
}

// Add adds an ID to a set. See Put.
func (b *Builder) Add(id []byte) error { return b.Put(id, nil) }

// Put adds an ID and, to a map, its value. Neither is kept. IDs must ascend: one
// that does not is reported by this call or by a later one.
func (b *Builder) Put(id, value []byte) error {
	if b.err != nil {
		return b.err
	}
	if err := checkItem(b.kind, id, value); err != nil {
		b.err = err
		return err
	}
	if b.chunk == nil {
		b.chunk = b.newChunk(len(id) + len(value) + 4)
	}
	b.chunk.add(id, value)
	if b.chunk.len() < chunkLen && len(b.chunk.data) < 1<<22 {
		return nil
	}
	b.err = b.flush()
	return b.err
}

// Root ends the sequence and returns the root of the tree.
func (b *Builder) Root() (Root, error) {
	if b.err == nil && b.chunk != nil {
		b.err = b.flush()
	}
	for b.err == nil && len(b.tasks) > 0 {
		b.err = b.collect()
	}
	if b.err != nil {
		return Root{}, b.err
	}
	b.err = errDone
	return b.total.root()
}

// flush gives the chunk to a worker, after taking in the oldest one if all are
// busy.
func (b *Builder) flush() error {
	chunk, last := b.chunk, b.last
	b.chunk, b.last = nil, bytes.Clone(chunk.id(chunk.len()-1))
	if b.width == 1 {
		return b.take(foldChunk(chunk, last, b.sink != nil))
	}
	if len(b.tasks) >= b.width {
		if err := b.collect(); err != nil {
			return err
		}
	}
	task := make(chan *partial, 1)
	b.tasks = append(b.tasks, task)
	go func() { task <- foldChunk(chunk, last, b.sink != nil) }()
	return nil
}

func (b *Builder) collect() error {
	p := <-b.tasks[0]
	b.tasks = append(b.tasks[:0], b.tasks[1:]...)
	return b.take(p)
}

// newChunk returns an empty chunk, a used one if there is one.
func (b *Builder) newChunk(itemSize int) *run {
	if n := len(b.spare); n > 0 {
		r := b.spare[n-1]
		b.spare = b.spare[:n-1]
		r.data, r.ends = r.data[:0], r.ends[:0]
		return r
	}
	return &run{kind: b.kind, data: make([]byte, 0, chunkLen*itemSize), ends: make([]uint32, 0, chunkLen)}
}

func (b *Builder) take(p *partial) error {
	if p.err != nil {
		return p.err
	}
	if b.sink == nil {
		b.spare = append(b.spare, p.chunk) // no piece refers to it
	}
	for _, page := range p.pages {
		if err := b.sink(page); err != nil {
			return err
		}
	}
	for i := range p.pieces {
		slot, err := b.total.push(p.pieces[i].bit)
		if err != nil {
			return err
		}
		*slot = p.pieces[i]
	}
	return nil
}

// foldChunk folds the items of a chunk that follow the ID last.
func foldChunk(r *run, last []byte, paged bool) *partial {
	out := &partial{chunk: r}
	f := fold{ctx: context.Background(), hash: hashers.Get().(*hasher)}
	defer hashers.Put(f.hash)
	if paged {
		f.pages = &pager{loader: &loader{kind: r.kind}, sink: func(p Page) error {
			out.pages = append(out.pages, p)
			return nil
		}}
	}
	for i := range r.len() {
		id, bit := r.id(i), -1
		if last != nil {
			if bit = critBit(last, id); bit == noBit || bitOf(id, bit) == 0 {
				out.err = fmt.Errorf("%w: %q after %q", ErrOrder, id, last)
				return out
			}
		}
		var p *piece
		if p, out.err = f.push(bit); out.err != nil {
			return out
		}
		p.hash, p.count = f.hash.record(r.record(i)), 1
		if paged {
			p.view = view{r, i, i + 1}
		}
		last = id
	}
	out.pieces = append(f.done, f.stack...)
	return out
}
