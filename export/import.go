package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
)

// Import reads the export in the folder dir into a registry. It checks the sums of the
// files, makes every change again, compares each entry, descriptor and list with
// what comes of that, and stores the whole only then; see [registry.Registry.Import]
// for a dataset that is there already. Errors name file and line, or entry and
// member, with both values. Nothing can be seen of an export that is refused.
//
// progress, if not nil, is told the number of granules read.
func Import(ctx context.Context, r *registry.Registry, dir string, progress func(granules int)) (_ registry.Imported, err error) {
	f, err := openFolder(dir)
	if err != nil {
		return registry.Imported{}, err
	}
	defer func() { err = errors.Join(err, f.close()) }()
	im := &importing{folder: f, files: map[string]*os.File{}, progress: progress}
	defer im.closeAll()
	for name := range f.sums {
		if im.files[name], err = f.open(name); err != nil {
			return registry.Imported{}, err
		}
	}
	if im.granules, err = im.tree(ctx, granulesFile, patricia.Set); err != nil {
		return registry.Imported{}, err
	}
	if im.content, err = im.tree(ctx, contentFile, patricia.Map); err != nil {
		return registry.Imported{}, err
	}
	name, err := im.datasetName()
	if err != nil {
		return registry.Imported{}, err
	}
	c := registry.Copy{Name: name, Ledger: im.ledger, Logs: map[string]iter.Seq2[[]byte, error]{}}
	for _, kind := range registry.LogKinds() {
		if f.has(logFile(kind)) {
			c.Logs[kind] = im.log(logFile(kind))
		}
	}
	return r.Import(ctx, c)
}

// importing is an export that is imported.
type importing struct {
	*folder
	files    map[string]*os.File
	granules patricia.Root // of granules.txt
	content  patricia.Root // of content.tsv
	progress func(int)
}

func (im *importing) closeAll() {
	for _, f := range im.files {
		if f != nil {
			_ = f.Close() // it was only read
		}
	}
}

func (im *importing) lines(name string, max int) *lines {
	return newLines(name, im.files[name], max, 0, 0)
}

// tree returns the root of the granules of a list, which may be missing.
func (im *importing) tree(ctx context.Context, name string, kind patricia.Kind) (patricia.Root, error) {
	if !im.has(name) {
		return patricia.Root{}, nil
	}
	b := patricia.NewBuilder(kind, nil)
	for l := im.lines(name, dataset.MaxID+1+dataset.MaxContent); ; {
		id, err := l.next()
		if errors.Is(err, io.EOF) {
			return b.Root()
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return patricia.Root{}, err
		}
		var value []byte
		if kind == patricia.Map {
			id, value, _ = bytes.Cut(id, []byte{'\t'})
			if reason := contentFault(value); reason != "" {
				return patricia.Root{}, l.fault("%s", reason)
			}
		}
		if err := dataset.CheckID(id); err != nil {
			return patricia.Root{}, l.fault("%v", err)
		}
		if err := b.Put(id, value); err != nil {
			return patricia.Root{}, fmt.Errorf("%w: %s, up to line %d: %v", ErrInvalid, name, l.number, err)
		}
	}
}

// datasetName returns the name that the first entry has.
func (im *importing) datasetName() (string, error) {
	l := im.lines(ledgerFile, dataset.MaxEntry)
	line, err := l.next()
	if errors.Is(err, io.EOF) {
		return "", fmt.Errorf("%w: %s is empty", ErrInvalid, ledgerFile)
	}
	if err != nil {
		return "", err
	}
	e, err := dataset.ParseEntry(line)
	if err != nil {
		return "", l.fault("%w", err)
	}
	return e.Dataset, nil
}

// ledger delivers the entries and what they did. At the end it compares the newest one
// with the lists.
func (im *importing) ledger(yield func(registry.Given, error) bool) {
	fail := func(err error) { yield(registry.Given{}, err) }
	entries := im.lines(ledgerFile, dataset.MaxEntry)
	descriptors := im.lines(descriptorsFile, 128)
	changes := &changes{lines: im.lines(changesFile, maxChange), file: im.files[changesFile], progress: im.progress}
	var last *dataset.Entry
	for {
		line, err := entries.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			fail(err)
			return
		}
		e, err := dataset.ParseEntry(line)
		if err != nil {
			fail(entries.fault("%w", err))
			return
		}
		if err := compareDescriptor(descriptors, e); err != nil {
			fail(err)
			return
		}
		deltas, err := changes.of(e.Seq)
		if err != nil {
			fail(err)
			return
		}
		if !yield(registry.Given{Entry: line, Deltas: deltas}, nil) {
			return
		}
		last = e
	}
	if err := im.end(last, descriptors, changes); err != nil {
		fail(err)
	}
}

// end compares what is left when all entries have been read.
func (im *importing) end(last *dataset.Entry, descriptors *lines, changes *changes) error {
	if _, err := descriptors.next(); !errors.Is(err, io.EOF) {
		return descriptors.fault("of no entry")
	}
	if err := changes.end(); err != nil {
		return err
	}
	if last == nil {
		return nil
	}
	for _, list := range []struct {
		name      string
		got, want patricia.Root
	}{{granulesFile, im.granules, last.Root}, {contentFile, im.content, last.Content}} {
		if list.got != list.want {
			return fmt.Errorf("%w: %s: it has %d lines and the root %v, the newest entry says %d and %v",
				ErrInvalid, list.name, list.got.Count, list.got.Hash, list.want.Count, list.want.Hash)
		}
	}
	return nil
}

// compareDescriptor compares the next lines with the descriptor of an entry.
func compareDescriptor(l *lines, e *dataset.Entry) error {
	for want := range bytes.Lines([]byte(e.Descriptor().String())) {
		line, err := l.next()
		if errors.Is(err, io.EOF) {
			return l.fault("missing, want %q", bytes.TrimSpace(want))
		}
		if err != nil {
			return err
		}
		if !bytes.Equal(append(line[:len(line):len(line)], '\n'), want) {
			return l.fault("got %q, want %q as entry %d says", cut(line), bytes.TrimSpace(want), e.Seq)
		}
	}
	return nil
}

// log returns the entries of another log.
func (im *importing) log(name string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for l := im.lines(name, maxLogLine); ; {
			line, err := l.next()
			if errors.Is(err, io.EOF) {
				return
			}
			var entry []byte
			if err == nil {
				var reason string
				if entry, reason = parseLogLine(line); reason != "" {
					err = l.fault("%s", reason)
				}
			}
			if !yield(entry, err) || err != nil {
				return
			}
		}
	}
}
