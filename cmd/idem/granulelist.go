package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/text/unicode/norm"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/granule"
	"github.com/seed-05176fc3/idem/ingest"
	"github.com/seed-05176fc3/idem/internal/extsort"
)

// granuleFlags say how granule lists are read.
type granuleFlags struct {
	format, column, checksumColumn  string
	collection                      string
	unique, cumulusVersions         bool
	hashLength                      int
	skipBad, noContent, withContent bool
}

// add adds the flags. Those about checksums are for commands that record them.
func (g *granuleFlags) add(cmd *cobra.Command, withContent bool) {
	f := cmd.Flags()
	f.StringVar(&g.format, "format", "auto", "`FORMAT` of the files: "+formatNames()+", or auto to look")
	f.StringVar(&g.column, "column", "", "`COLUMN` of a table that holds the IDs: its name, or its number from 1")
	f.BoolVar(&g.skipBad, "skip-bad", false, "pass over lines that hold no granule ID, and list them")
	f.StringVar(&g.collection, "collection", "", "make the IDs unique first, for this collection: `NAME___VERSION`")
	f.BoolVar(&g.unique, "unique", false, "make the IDs unique first, for the collections that the records give, or else for --collection")
	f.BoolVar(&g.cumulusVersions, "cumulus-versions", false, "with --unique: shorten versions in PDRs as Cumulus does, 6.0 to 6")
	f.IntVar(&g.hashLength, "hash-length", granule.DefaultHashLength, "with --collection or --unique: `LENGTH` of the hash")
	if g.withContent = withContent; withContent {
		f.StringVar(&g.checksumColumn, "checksum-column", "", "`COLUMN` of a table that holds checksums: its name, or its number from 1")
		f.BoolVar(&g.noContent, "no-content", false, "do not record the checksums that the files hold")
	}
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
	ingest.Counts
	sorter   *extsort.Sorter
	places   places
	record   []byte   // the one that was added last
	checked  int64    // records with a checksum
	denormal int64    // IDs that are not in form NFC
	bad      []string // the first bad lines
}

// badShown is how many bad lines are listed.
const badShown = 20

// read reads the files, standard input if there are none. If there are bad lines
// and they are not to be passed over, it lists the first of them in its error.
func (g *granuleFlags) read(cmd *cobra.Command, files []string) (_ *granuleList, err error) {
	opts := ingest.Options{
		Column: g.column, ChecksumColumn: g.checksumColumn, CumulusVersions: g.cumulusVersions,
		Check: dataset.CheckID, Stdin: stdin(cmd),
	}
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
	list := &granuleList{sorter: extsort.New(extsort.Options{})}
	defer func() {
		if err != nil {
			list.Close()
		}
	}()
	r := ingest.NewReader(files, opts)
	spoilt := int64(0) // read, but no granule ID any more when made unique
	for gr, err := range r.All() {
		if err == nil && unique != nil {
			if gr.ID, err = unique.id(&gr); err != nil {
				spoilt++
			}
		}
		if bad, ok := errors.AsType[*ingest.LineError](err); ok {
			if list.bad = append(list.bad, bad.Error()); len(list.bad) >= badShown && !g.skipBad {
				return nil, list.badError(true)
			}
			list.bad = list.bad[:min(len(list.bad), badShown)]
			continue
		}
		if err == nil {
			err = list.add(&gr, g.withContent && !g.noContent)
		}
		if err == nil {
			err = cmd.Context().Err()
		}
		if err != nil {
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
	list.tell(g.withContent && !g.noContent)
	unique.tell()
	return list, nil
}

// add adds a granule, with its content if that is wanted and known.
func (l *granuleList) add(g *ingest.Granule, content bool) error {
	if !norm.NFC.IsNormal(g.ID) {
		l.denormal++
	}
	if !content || len(g.Checksums) == 0 {
		return l.sorter.Add(g.ID)
	}
	l.checked++
	return l.addContent(g)
}

// Close frees what the list holds.
func (l *granuleList) Close() error { return l.sorter.Close() }

// badError is the error of a list with bad lines.
func (l *granuleList) badError(more bool) error {
	text := strings.Join(l.bad, "\n  ")
	if more {
		text += "\n  … there may be more"
	}
	return fmt.Errorf("bad lines, and so nothing was changed (--skip-bad passes over them):\n  %s", text)
}

// tell says what was passed over.
func (l *granuleList) tell(content bool) {
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
		say("passed over %s of metadata, checksums or images", count(l.Sidecars, "file"))
	}
	if l.Messages > 0 {
		say("passed over %s of no granule or of a failure", count(l.Messages, "message"))
	}
	if l.BadChecksums > 0 && content {
		say("left out %s of an unknown algorithm or of a wrong length", count(l.BadChecksums, "checksum"))
	}
	if l.denormal > 0 {
		say("warning: not in Unicode form NFC: %s; IDs that look the same may differ", count(l.denormal, "ID"))
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
