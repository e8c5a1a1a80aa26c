package registry

import (
	"context"

	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/store"
)

// flushBytes is how many bytes of pages wait before they are stored. What is left
// at the end is stored together with the entry, in one step.
const flushBytes = 2 << 20

// pageWriter stores pages in the background while more are made.
type pageWriter struct {
	ctx    context.Context
	store  store.Pages
	batch  []store.Page
	size   int
	queued chan []store.Page
	done   chan error // one value, when the last batch is stored or one failed
	closed bool
}

func newPageWriter(ctx context.Context, s store.Pages) *pageWriter {
	w := &pageWriter{ctx: ctx, store: s, queued: make(chan []store.Page), done: make(chan error, 1)}
	go func() {
		var err error
		for batch := range w.queued {
			if err == nil {
				err = w.store.PutAll(w.ctx, batch)
			}
		}
		w.done <- err
	}()
	return w
}

// put is a patricia.Sink.
func (w *pageWriter) put(p patricia.Page) error {
	w.batch = append(w.batch, store.Page{Hash: p.Hash, Data: p.Data})
	if w.size += len(p.Data); w.size < flushBytes {
		return nil
	}
	w.queued <- w.batch
	w.batch, w.size = nil, 0
	return w.ctx.Err()
}

// finish waits until all pages are stored but the last ones, which it returns.
func (w *pageWriter) finish() ([]store.Page, error) {
	w.closed = true
	close(w.queued)
	return w.batch, <-w.done
}

// stop ends the writer without storing more, unless it has finished.
func (w *pageWriter) stop() {
	if !w.closed {
		w.finish()
	}
}
