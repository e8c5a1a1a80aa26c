package main

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/text/unicode/norm"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/granule"
	"github.com/seed-05176fc3/idem/ingest"
	"github.com/seed-05176fc3/idem/internal/extsort"
	"github.com/seed-05176fc3/idem/patricia"
)

// granuleFlags say how granule lists are read.
type granuleFlags struct {
	format, column, collection string
	hashLength                 int
	skipBad                    bool
}

func (g *granuleFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&g.format, "format", "auto", "`FORMAT` of the files: "+formatNames()+", or auto to look")
	f.StringVar(&g.column, "column", "", "`COLUMN` of a table that holds the IDs: its name, or its number from 1")
	f.BoolVar(&g.skipBad, "skip-bad", false, "pass over lines that hold no granule ID, and list them")
	f.StringVar(&g.collection, "collection", "", "make the IDs unique first, for this collection: `NAME___VERSION`")
	f.IntVar(&g.hashLength, "hash-length", granule.DefaultHashLength, "with --collection: `LENGTH` of the hash")
}

// formatNames lists the formats that can be named.
func formatNames() string {
	var names []string
	for f := ingest.Auto + 1; ; f++ {
		name := f.String()
		if _, err := ingest.ParseFormat(name); err != nil {
			return strings.Join(names, ", ")
		}
		names = append(names, name)
	}
}

// granuleList is a sorted list of granules on its way into a dataset.
type granuleList struct {
	*extsort.Sorter
	ingest.Counts
	bad []string // the first bad lines
}

// badShown is how many bad lines are listed.
const badShown = 20

// read reads the files, standard input if there are none. If there are bad lines
// and they are not to be passed over, it lists the first of them in its error.
func (g *granuleFlags) read(cmd *cobra.Command, files []string) (_ *granuleList, err error) {
	opts := ingest.Options{Column: g.column, Check: dataset.CheckID, Stdin: stdin(cmd)}
	if opts.Format, err = ingest.ParseFormat(g.format); err != nil {
		return nil, usageError{err}
	}
	unique, err := g.uniquifier(cmd)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	bar := newProgress("reading", "B", totalSize(files))
	defer bar.done()
	opts.Progress = bar.add
	list := &granuleList{Sorter: extsort.New(extsort.Options{})}
	defer func() {
		if err != nil {
			list.Close()
		}
	}()
	r := ingest.NewReader(files, opts)
	denormal := 0
	spoilt := int64(0) // read, but no granule ID any more when made unique
	for gr, err := range r.All() {
		var bad *ingest.LineError
		id := gr.ID
		if err == nil && unique != nil {
			if id, err = unique(id); err != nil {
				err = &ingest.LineError{File: gr.File, Line: gr.Line, Value: string(gr.ID), Err: err}
				spoilt++
			}
		}
		switch {
		case errors.As(err, &bad):
			if list.bad = append(list.bad, bad.Error()); len(list.bad) >= badShown && !g.skipBad {
				return nil, list.badError(true)
			}
			list.bad = list.bad[:min(len(list.bad), badShown)]
			continue
		case err != nil:
			return nil, err
		}
		if !norm.NFC.IsNormal(id) {
			denormal++
		}
		if err := list.Add(id); err != nil {
			return nil, err
		}
		if err := cmd.Context().Err(); err != nil {
			return nil, err
		}
	}
	list.Counts = r.Counts()
	list.Granules -= spoilt
	list.Bad += spoilt
	bar.done()
	if len(list.bad) > 0 && !g.skipBad {
		return nil, list.badError(false)
	}
	list.tell(denormal)
	return list, nil
}

// uniquifier returns what makes IDs unique, or nil if they are to stay.
func (g *granuleFlags) uniquifier(cmd *cobra.Command) (func(id []byte) ([]byte, error), error) {
	if g.collection == "" {
		if cmd.Flags().Changed("hash-length") {
			return nil, usagef("--hash-length goes with --collection")
		}
		return nil, nil
	}
	u, err := granule.NewUniquifier(g.collection, g.hashLength)
	if err != nil {
		return nil, badCollection(err)
	}
	var buf []byte
	return func(id []byte) ([]byte, error) {
		if buf, err = u.AppendUnique(buf[:0], string(id)); err != nil {
			return nil, err
		}
		return buf, dataset.CheckID(buf)
	}, nil
}

// Items delivers the granules in order, with their content where it is known.
func (l *granuleList) Items() iter.Seq2[patricia.Item, error] {
	return func(yield func(patricia.Item, error) bool) {
		for id, err := range l.Sorted() {
			if !yield(patricia.Item{ID: id}, err) {
				return
			}
		}
	}
}

// badError is the error of a list with bad lines.
func (l *granuleList) badError(more bool) error {
	text := strings.Join(l.bad, "\n  ")
	if more {
		text += "\n  … there may be more"
	}
	return fmt.Errorf("bad lines, and so nothing was changed (--skip-bad passes over them):\n  %s", text)
}

// tell says what was passed over.
func (l *granuleList) tell(denormal int) {
	if l.Bad > 0 {
		say("passed over %s without a granule ID:", count(l.Bad, "line"))
		for _, line := range l.bad {
			say("  %s", line)
		}
		if more := l.Bad - int64(len(l.bad)); more > 0 {
			say("  … and %d more", more)
		}
	}
	if l.Placeholders > 0 {
		say("passed over %s such as None", count(l.Placeholders, "placeholder"))
	}
	if l.Sidecars > 0 {
		say("passed over %s of metadata, checksums or images", count(l.Sidecars, "URL"))
	}
	if denormal > 0 {
		say("warning: not in Unicode form NFC: %s; IDs that look the same may differ", count(denormal, "ID"))
	}
}

// totalSize returns the size of all files, or -1 if it cannot be told.
func totalSize(files []string) int64 {
	total := int64(0)
	for _, name := range files {
		info, err := os.Stat(name)
		if name == "-" || err != nil || !info.Mode().IsRegular() {
			return -1
		}
		total += info.Size()
	}
	return total
}
