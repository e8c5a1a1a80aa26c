package registry

import (
	"context"
	"sync"

	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/store"
)

// flushBytes is how many bytes of pages wait before they are stored. What is left
// at the end is stored together with the entries, in one step.
const flushBytes = 2 << 20

// pageWriter stores pages in the background while more are made, and reads those
// that are not stored yet as well as those that are.
type pageWriter struct {
	ctx    context.Context
	store  store.Pages
	stored patricia.Reader
	queued chan []store.Page
	done   chan error // one value, when the last batch is stored or one failed
	closed bool

	batch []store.Page
	size  int        // of batch, in bytes
	needs [][32]byte // pages that were queued: the entries need them

	mu     sync.Mutex
	coming map[patricia.Hash][]byte // pages that are not stored yet
}

func newPageWriter(ctx context.Context, s store.Pages, stored patricia.Reader) *pageWriter {
	w := &pageWriter{
		ctx: ctx, store: s, stored: stored, queued: make(chan []store.Page), done: make(chan error, 1),
		coming: make(map[patricia.Hash][]byte),
	}
	go func() {
		var err error
		for batch := range w.queued {
			if err == nil {
				err = w.store.PutAll(w.ctx, batch)
			}
			w.forget(batch)
		}
		w.done <- err
	}()
	return w
}

// Page implements patricia.Reader.
func (w *pageWriter) Page(ctx context.Context, h patricia.Hash) ([]byte, error) {
	w.mu.Lock()
	data, ok := w.coming[h]
	w.mu.Unlock()
	if ok {
		return data, nil
	}
	return w.stored.Page(ctx, h)
}

// put is a patricia.Sink.
func (w *pageWriter) put(p patricia.Page) error {
	w.mu.Lock()
	_, there := w.coming[p.Hash]
	w.coming[p.Hash] = p.Data
	w.mu.Unlock()
	if there {
		return nil
	}
	w.batch = append(w.batch, store.Page{Hash: p.Hash, Data: p.Data})
	if w.size += len(p.Data); w.size < flushBytes {
		return nil
	}
	for _, p := range w.batch {
		w.needs = append(w.needs, p.Hash)
	}
	w.queued <- w.batch
	w.batch, w.size = nil, 0
	return w.ctx.Err()
}

// undo forgets what was put after the batch was n pages long, as far as it has not
// been stored on the way.
func (w *pageWriter) undo(n int) {
	if n >= len(w.batch) {
		return
	}
	w.forget(w.batch[n:])
	for _, p := range w.batch[n:] {
		w.size -= len(p.Data)
	}
	w.batch = w.batch[:n]
}

func (w *pageWriter) forget(pages []store.Page) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range pages {
		delete(w.coming, p.Hash)
	}
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
		_, _ = w.finish()
	}
}
