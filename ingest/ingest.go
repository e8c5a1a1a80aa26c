package ingest

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
)

// Granule is one granule as a file names it. Lists and URLs give no more than the ID.
type Granule struct {
	ID         []byte     // valid until the next granule is read
	File       string     // the path as it was given, or one below; "stdin" for standard input
	Line       int        // where the record begins, from 1
	Format     Format     // of the file
	Collection string     // the name of its collection; empty: not given
	Version    string     // of the collection, the text as it stands; empty: not given
	Producer   string     // the producer's granule ID; empty: not given
	Checksums  []Checksum // of its files of data, as far as they are given
	Part       string     // the name of the only file that Checksums are of, others being elsewhere; empty: of all files
}

// Options say how to read. The zero value reads every format that is found by
// looking.
type Options struct {
	// Format is the format of all files; Auto looks at each.
	Format Format
	// Column is the column of a CSV file that holds the IDs: its name in the
	// header, or its number from 1. Files are read as CSV when it is set. Empty:
	// found by looking.
	Column string
	// ChecksumColumn is the column of a CSV file that holds checksums: its name in
	// the header, or its number from 1. Files are read as CSV when it is set. Empty:
	// none.
	ChecksumColumn string
	// CumulusVersions reads versions in PDRs as Cumulus does, see
	// granule.FoldVersion. Without it they stay the text they are.
	CumulusVersions bool
	// Check returns an error for what cannot be a granule ID. It must not keep
	// id. Without it, all but the empty ID pass.
	Check func(id []byte) error
	// Progress is told of every n bytes read from a file as it lies on disk, so
	// compressed where the file is.
	Progress func(n int64)
	// Stdin is what the path "-" reads; nil means os.Stdin.
	Stdin io.Reader
}

// Counts say what a Reader has met so far.
type Counts struct {
	Granules     int64 // delivered, repeats included
	Placeholders int64 // passed over: None and its like
	Sidecars     int64 // passed over: URLs of metadata, checksums and images
	Messages     int64 // passed over: CNM messages that name no granule or a failure
	BadChecksums int64 // left out: of an unknown algorithm, or no value of it
	Bad          int64 // lines and records reported as a LineError
}

// Reader reads the granules of files, one at a time. It holds one line (at most
// MaxLine bytes) or record (at most MaxRecord) in memory, whatever the size of the
// files.
type Reader struct {
	paths  []string
	opts   Options
	counts Counts
}

// NewReader returns a reader of the files at paths, in this order. The path "-"
// is standard input. A folder stands for the files in it and below it, sorted by
// name in each, without those whose name or whose folder's name begins with a dot;
// links to files are followed. Files are opened when their turn comes.
func NewReader(paths []string, opts Options) *Reader {
	return &Reader{paths: paths, opts: opts}
}

// All returns the granules of all files. An error that is a [*LineError] is one
// line or record that holds no granule: the loop may go on, and decides so. Any other error
// is the last thing delivered; it wraps [ErrFormat] when a file is none that can
// be read.
func (r *Reader) All() iter.Seq2[Granule, error] {
	return func(yield func(Granule, error) bool) {
		if err := r.opts.fault(r.paths); err != nil {
			yield(Granule{}, err)
			return
		}
		in := input{reader: r, yield: yield, text: bufio.NewReaderSize(nil, MaxLine)}
		for _, path := range r.paths {
			if !in.read(path) {
				return
			}
		}
	}
}

// Counts returns what has been met so far.
func (r *Reader) Counts() Counts { return r.counts }

// isTable reports whether the files must be tables.
func (o *Options) isTable() bool { return o.Column != "" || o.ChecksumColumn != "" }

// fault returns an error for options that contradict each other.
func (o *Options) fault(paths []string) error {
	if int(o.Format) >= len(formats) {
		return fmt.Errorf("%w %d", ErrFormat, o.Format)
	}
	if o.isTable() && o.Format != Auto && o.Format != CSV {
		return fmt.Errorf("ingest: column %q: the format %v has no columns", cmp.Or(o.Column, o.ChecksumColumn), o.Format)
	}
	stdin := 0
	for _, path := range paths {
		if path == "-" {
			stdin++
		}
	}
	if stdin > 1 {
		return errors.New("ingest: standard input can be read only once")
	}
	return nil
}

// input is the file that is being read.
type input struct {
	reader *Reader
	yield  func(Granule, error) bool
	name   string
	kind   Format
	text   *bufio.Reader // what the file says, uncompressed; holds a whole line
	packed string        // how the file is compressed; empty: not
	number int           // of the last line returned by line
	long   bool          // the rest of that line is still to come
	id     []byte        // of the granule that was delivered last, if a record's
}

// read delivers the granules of one path. Like all functions that deliver, it
// returns false when reading is over.
func (in *input) read(path string) bool {
	if info, err := os.Stat(path); path != "-" && err == nil && info.IsDir() {
		return in.folder(path)
	}
	return in.file(path)
}

// file delivers the granules of one file.
func (in *input) file(path string) bool {
	in.name, in.number, in.long = path, 0, false
	var file io.Reader
	if path == "-" {
		in.name = "stdin"
		file = in.reader.opts.Stdin
		if file == nil {
			file = os.Stdin
		}
	} else {
		f, err := os.Open(path)
		if err != nil {
			return in.fail(fmt.Errorf("ingest: %w", err))
		}
		defer f.Close()
		file = f
	}
	done, err := in.open(file)
	if err != nil {
		return in.fail(err)
	}
	defer done()
	if in.kind, err = in.format(); err != nil {
		return in.fail(err)
	}
	return formats[in.kind].read(in)
}

// deliver hands out an ID, trimmed of blanks, that was found in line number.
func (in *input) deliver(id []byte, number int) bool {
	return in.deliverGranule(Granule{ID: id, Line: number})
}

// deliverGranule hands out a granule, its ID trimmed of blanks.
func (in *input) deliverGranule(g Granule) bool {
	id, number := trim(g.ID), g.Line
	if isPlaceholder(id) {
		in.reader.counts.Placeholders++
		return true
	}
	if len(id) == 0 {
		return in.bad(number, id, errors.New("the granule ID is empty"))
	}
	if check := in.reader.opts.Check; check != nil {
		if err := check(id); err != nil {
			return in.bad(number, id, err)
		}
	}
	in.reader.counts.Granules++
	g.ID, g.File, g.Format = id, in.name, in.kind
	return in.yield(g, nil)
}

// bad reports a line without a granule.
func (in *input) bad(number int, value []byte, err error) bool {
	in.reader.counts.Bad++
	return in.yield(Granule{}, &LineError{File: in.name, Line: number, Value: shorten(value), Err: err})
}

// fail reports an error that ends the reading.
func (in *input) fail(err error) bool {
	in.yield(Granule{}, err)
	return false
}

// trim removes blanks, which are spaces and tabs, from both ends.
func trim(b []byte) []byte {
	for len(b) > 0 && isBlank(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && isBlank(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// isPlaceholder reports whether programs write id for "there is none".
func isPlaceholder(id []byte) bool {
	switch string(id) {
	case "None", "null", "NULL", "NaN", "nan", "NA":
		return true
	}
	return false
}
