package export

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/registry"
)

// Write writes the export of a dataset into the folder dir, which it makes; it may be
// there if it is empty. The folder appears when all of it is written. Write returns
// the newest entry that is in it. progress, if not nil, is told the number of
// granules written.
//
// It reads the pages in which an entry differs from the one before, and keeps
// nothing.
func Write(ctx context.Context, r *registry.Registry, name, dir string, progress func(granules int)) (_ *dataset.Entry, err error) {
	if err := checkTarget(dir); err != nil {
		return nil, err
	}
	if _, err := r.Head(ctx, name); err != nil {
		return nil, err
	}
	partial := fmt.Sprintf("%s.%s.partial", filepath.Clean(dir), rand.Text()[:8])
	if err := os.Mkdir(partial, 0o777); err != nil {
		return nil, err
	}
	w := &writer{registry: r, name: name, dir: partial, progress: progress, sums: map[string][]byte{}}
	defer func() {
		if err != nil {
			w.closeAll()
			_ = os.RemoveAll(partial) // the error that led here says more
		}
	}()
	if err := w.write(ctx); err != nil {
		return nil, err
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err := os.Rename(partial, dir); err != nil {
		return nil, err
	}
	syncFolder(filepath.Dir(filepath.Clean(dir)))
	return w.head, nil
}

// checkTarget refuses folders that are not empty, and those that cannot be replaced.
func checkTarget(dir string) error {
	if base := filepath.Base(filepath.Clean(dir)); base == "." || base == ".." || base == string(filepath.Separator) {
		return fmt.Errorf("export: %q cannot be made, name a new folder", dir)
	}
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("export: %s is no folder: %w", dir, fs.ErrExist)
	}
	entries, err := os.ReadDir(dir)
	if err == nil && len(entries) > 0 {
		err = fmt.Errorf("export: folder %s is not empty: %w", dir, fs.ErrExist)
	}
	return err
}

// writer writes an export.
type writer struct {
	registry *registry.Registry
	name     string
	dir      string
	progress func(int)
	head     *dataset.Entry
	sums     map[string][]byte
	open     []*file
	line     []byte // room for one
	n        int    // granules not told to progress yet
}

func (w *writer) write(ctx context.Context) error {
	// The ledger comes last, so that it has what the others speak of.
	for _, kind := range registry.LogKinds() {
		if err := w.writeLog(ctx, kind); err != nil {
			return err
		}
	}
	var err error
	if w.head, err = w.registry.Head(ctx, w.name); err != nil {
		return err
	}
	if err := w.writeLedger(ctx); err != nil {
		return err
	}
	if err := w.writeGranules(ctx); err != nil {
		return err
	}
	if err := w.writeReadme(); err != nil {
		return err
	}
	sums, err := w.create(sumsFile)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(w.sums)) {
		fmt.Fprintf(sums, "%x  %s\n", w.sums[name], name) // close returns its error
	}
	if err := w.close(sums); err != nil {
		return err
	}
	syncFolder(w.dir)
	return nil
}

// writeLog writes a log that is not the ledger, if there is one.
func (w *writer) writeLog(ctx context.Context, kind string) error {
	var f *file
	for entry, err := range w.registry.RawLog(ctx, kind, w.name) {
		if err != nil {
			return err
		}
		if f == nil {
			if f, err = w.create(logFile(kind)); err != nil {
				return err
			}
		}
		if w.line, err = appendLogLine(w.line[:0], entry); err != nil {
			return err
		}
		if err := f.writeLine(w.line); err != nil {
			return err
		}
	}
	if f == nil {
		return nil
	}
	return w.close(f)
}

// writeLedger writes the entries, their descriptors and what they did.
func (w *writer) writeLedger(ctx context.Context) error {
	var out [3]*file
	for i, name := range []string{ledgerFile, descriptorsFile, changesFile} {
		var err error
		if out[i], err = w.create(name); err != nil {
			return err
		}
	}
	var prev *dataset.Entry
	for e, err := range w.registry.Log(ctx, w.name) {
		if err != nil {
			return err
		}
		data, err := e.Seal()
		if err != nil {
			return err
		}
		if err := out[0].writeLine(data); err != nil {
			return err
		}
		if _, err := out[1].WriteString(e.Descriptor().String()); err != nil {
			return err
		}
		if prev != nil {
			if err := w.writeChanges(ctx, prev, e, out[2]); err != nil {
				return err
			}
		}
		if prev = e; e.Seq == w.head.Seq {
			break
		}
	}
	return errors.Join(w.close(out[0]), w.close(out[1]), w.close(out[2]))
}

func (w *writer) writeChanges(ctx context.Context, prev, e *dataset.Entry, f *file) error {
	for d, err := range w.registry.Deltas(ctx, prev, e) {
		if err != nil {
			return err
		}
		if w.line, err = appendChange(w.line[:0], change{e.Seq, d}); err != nil {
			return err
		}
		if err := f.writeLine(w.line); err != nil {
			return err
		}
		w.count()
	}
	return nil
}

// writeGranules writes the granules of the newest instance, and their content if some
// is known.
func (w *writer) writeGranules(ctx context.Context) error {
	list, err := w.create(granulesFile)
	if err != nil {
		return err
	}
	var contents *file
	if w.head.Content.Count > 0 {
		if contents, err = w.create(contentFile); err != nil {
			return err
		}
	}
	for it, err := range w.registry.Contents(ctx, w.head) {
		if err == nil {
			err = list.writeLine(it.ID)
		}
		if err == nil && it.Value != nil {
			w.line = append(append(append(w.line[:0], it.ID...), '\t'), it.Value...)
			err = contents.writeLine(w.line)
		}
		if err != nil {
			return err
		}
		w.count()
	}
	if err := w.close(list); err != nil || contents == nil {
		return err
	}
	return w.close(contents)
}

// count counts a granule.
func (w *writer) count() {
	const step = 4096
	if w.n++; w.n == step && w.progress != nil {
		w.progress(w.n)
	}
	w.n %= step
}
