package registry

import (
	"context"
	"slices"
	"sync"

	"github.com/seed-05176fc3/idem/dataset"
)

// maxIdle is how many writers wait for the next change of their datasets. Each keeps a
// cache of up to cacheBytes.
const maxIdle = 4

// idleWriters are writers that have stored all their entries. What the changes before
// have read and written is at hand for the next one.
type idleWriters struct {
	mu      sync.Mutex
	writers []*writer // the one used last at the end
}

// take returns a writer that goes on from head.
func (i *idleWriters) take(ctx context.Context, r *Registry, head *dataset.Entry) *writer {
	i.mu.Lock()
	defer i.mu.Unlock()
	for n, w := range i.writers {
		if w.head.Dataset == head.Dataset {
			i.writers = slices.Delete(i.writers, n, n+1)
			if w.head.Hash == head.Hash {
				w.pages.ctx = ctx
				return w
			}
			break
		}
	}
	return newWriter(ctx, r, head)
}

// put keeps a writer that has nothing left to store.
func (i *idleWriters) put(w *writer) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.writers = append(i.writers, w)
	if len(i.writers) > maxIdle {
		i.writers = slices.Delete(i.writers, 0, 1)
	}
}
