package registry

import (
	"context"
	"sync"

	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/store"
)

// flushBytes is how many bytes of pages wait before they are stored. What is left
// at the end is stored together with the entries, in one step: more than a single small
// change has, less than takes long.
const flushBytes = 256 << 10

// pageWriter stores pages in the background while more are made, and reads those
// that are not stored yet as well as those that are.
type pageWriter struct {
	ctx    context.Context
	store  store.Pages
	stored patricia.BatchReader
	queued chan []store.Page // nil as long as there is nothing to store
	done   chan error        // one value, when the last batch is stored or one failed

	batch []store.Page
	size  int        // of batch, in bytes
	needs [][32]byte // pages that were queued: the entries need them

	mu     sync.Mutex
	coming map[patricia.Hash][]byte // pages that are not stored yet
}

func newPageWriter(ctx context.Context, s store.Pages, stored patricia.BatchReader) *pageWriter {
	return &pageWriter{ctx: ctx, store: s, stored: stored, coming: make(map[patricia.Hash][]byte)}
}

// start begins to store in the background what is queued.
func (w *pageWriter) start() {
	w.queued, w.done = make(chan []store.Page), make(chan error, 1)
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

// PageBatch implements patricia.BatchReader.
func (w *pageWriter) PageBatch(ctx context.Context, hashes []patricia.Hash) ([][]byte, error) {
	pages := make([][]byte, len(hashes))
	var rest []patricia.Hash
	w.mu.Lock()
	for i, h := range hashes {
		if pages[i] = w.coming[h]; pages[i] == nil {
			rest = append(rest, h)
		}
	}
	w.mu.Unlock()
	stored, err := w.stored.PageBatch(ctx, rest)
	if err != nil {
		return nil, err
	}
	for i := range pages {
		if pages[i] == nil {
			pages[i], stored = stored[0], stored[1:]
		}
	}
	return pages, nil
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
	if w.queued == nil {
		w.start()
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
	if w.queued == nil {
		return w.batch, nil
	}
	close(w.queued)
	w.queued = nil
	return w.batch, <-w.done
}

// reset begins anew, after all pages have been stored.
func (w *pageWriter) reset() {
	w.forget(w.batch)
	w.batch, w.size, w.needs = nil, 0, nil
}

// stop ends the writer without storing more.
func (w *pageWriter) stop() { _, _ = w.finish() }
