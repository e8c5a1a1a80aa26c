package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/seed-05176fc3/idem/granule"
)

// pdrReader reads the file groups of a product delivery record.
type pdrReader struct {
	in    *input
	open  []string // names of the objects and groups that the line is in
	begin int      // line of the current file group; 0 outside
	size  int      // bytes of it so far
	count int      // of file groups
	group pdrGroup
	file  *pdrFile // that the line describes; nil outside
	fault error    // the first thing wrong in the group
}

// pdrGroup is a granule.
type pdrGroup struct {
	dataType, version string
	files             []pdrFile
}

type pdrFile struct {
	directory, id, size, kind, algorithm, checksum string
}

// maxOpen is how deep objects may lie in each other.
const maxOpen = 32

var (
	errNoStatement = errors.New("not a statement KEY = VALUE")
	errComment     = errors.New("a comment does not end in its line")
)

// readPDR reads one file group after another.
func readPDR(in *input) bool {
	p := pdrReader{in: in}
	for {
		line, err := in.line()
		if err == io.EOF {
			break
		}
		if err != nil && err != errLong {
			return in.fail(err)
		}
		if err == nil {
			err = p.line(trim(line))
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return p.fail(err)
		}
		if p.begin > 0 && !p.inGroup() && !p.deliver() {
			return false
		}
	}
	if len(p.open) > 0 {
		return p.fail(fmt.Errorf("the file ends inside %s: %w", p.open[len(p.open)-1], io.ErrUnexpectedEOF))
	}
	if p.count == 0 {
		return p.in.fail(fmt.Errorf("%w: %s holds no FILE_GROUP, so it is no PDR with granules", ErrFormat, p.in.name))
	}
	return true
}

// fail ends the reading: nobody can tell how the line was meant.
func (p *pdrReader) fail(err error) bool {
	return p.in.fail(fmt.Errorf("ingest: %s: line %d: %w", p.in.name, p.in.number, err))
}

func (p *pdrReader) inGroup() bool { return slices.Contains(p.open, "FILE_GROUP") }

// line reads a statement. It returns io.EOF for END.
func (p *pdrReader) line(line []byte) error {
	if bytes.HasPrefix(line, []byte("/*")) {
		if end := bytes.Index(line, []byte("*/")); end != len(line)-2 || end < 2 {
			return errComment
		}
		return nil
	}
	line = trim(bytes.TrimSuffix(line, []byte{';'}))
	if len(line) == 0 {
		return nil
	}
	if p.begin > 0 {
		if p.size += len(line); p.size > MaxRecord {
			return errRecord
		}
	}
	key, value, ok := bytes.Cut(line, []byte{'='})
	key, written := trim(key), trim(value)
	value = unquote(written)
	switch name := string(key); {
	case name == "END" && !ok:
		return io.EOF
	case isEnd(name) && ok == (len(value) > 0): // the name may be left out
		return p.close(string(value))
	case !ok || len(key) == 0 || isEnd(name):
		return fmt.Errorf("%w: %q", errNoStatement, shorten(line))
	case isBegin(name):
		return p.enter(string(value))
	case name == "DATA_VERSION" && p.begin > 0 && p.in.reader.opts.CumulusVersions:
		version, err := granule.FoldVersion(string(written))
		if err != nil {
			p.note(fmt.Errorf("line %d: %w", p.in.number, err))
		}
		p.set(name, version)
	default:
		p.set(name, string(value))
	}
	return nil
}

func isBegin(key string) bool {
	return key == "OBJECT" || key == "BEGIN_OBJECT" || key == "GROUP" || key == "BEGIN_GROUP"
}

func isEnd(key string) bool { return key == "END_OBJECT" || key == "END_GROUP" }

// unquote removes the quotes around a value.
func unquote(value []byte) []byte {
	n := len(value)
	if n > 1 && (value[0] == '"' || value[0] == '\'') && value[n-1] == value[0] {
		return trim(value[1 : n-1])
	}
	return value
}

// enter begins an object.
func (p *pdrReader) enter(name string) error {
	switch {
	case name == "":
		return errors.New("an object without a name")
	case len(p.open) == maxOpen:
		return fmt.Errorf("more than %d objects in each other", maxOpen)
	case name == "FILE_GROUP" && p.inGroup():
		return errors.New("a FILE_GROUP inside a FILE_GROUP")
	case name == "FILE_GROUP":
		p.group, p.fault = pdrGroup{files: p.group.files[:0]}, nil
		p.begin, p.size = p.in.number, 0
	case name == "FILE_SPEC" && p.file != nil:
		return errors.New("a FILE_SPEC inside a FILE_SPEC")
	case name == "FILE_SPEC" && p.inGroup():
		p.group.files = append(p.group.files, pdrFile{})
		p.file = &p.group.files[len(p.group.files)-1]
	}
	p.open = append(p.open, name)
	return nil
}

// close ends the innermost object, which has that name or is not named.
func (p *pdrReader) close(name string) error {
	last := len(p.open) - 1
	switch {
	case last < 0:
		return errors.New("the end of an object that was not begun")
	case name != "" && name != p.open[last]:
		return fmt.Errorf("the end of %q inside %q", shorten([]byte(name)), shorten([]byte(p.open[last])))
	}
	if p.open[last] == "FILE_SPEC" && p.file != nil {
		p.note(p.file.check())
		p.file = nil
	}
	p.open = p.open[:last]
	return nil
}

// note keeps the first error of a group.
func (p *pdrReader) note(err error) {
	if p.fault == nil {
		p.fault = err
	}
}

// set sets what a statement gives.
func (p *pdrReader) set(key, value string) {
	if p.begin == 0 {
		return
	}
	var field *string
	switch inner := p.open[len(p.open)-1]; {
	case inner == "FILE_GROUP":
		field = p.group.field(key)
	case inner == "FILE_SPEC" && p.file != nil:
		field = p.file.field(key)
	}
	switch {
	case field == nil:
	case *field != "":
		p.note(fmt.Errorf("line %d: a second %s", p.in.number, key))
	case value == "":
		p.note(fmt.Errorf("line %d: %s has no value", p.in.number, key))
	default:
		*field = value
	}
}

func (g *pdrGroup) field(key string) *string {
	switch key {
	case "DATA_TYPE":
		return &g.dataType
	case "DATA_VERSION":
		return &g.version
	}
	return nil
}

func (f *pdrFile) field(key string) *string {
	switch key {
	case "DIRECTORY_ID":
		return &f.directory
	case "FILE_ID":
		return &f.id
	case "FILE_SIZE":
		return &f.size
	case "FILE_TYPE":
		return &f.kind
	case "FILE_CKSUM_TYPE":
		return &f.algorithm
	case "FILE_CKSUM_VALUE":
		return &f.checksum
	}
	return nil
}

// check returns an error for what a file lacks.
func (f *pdrFile) check() error {
	for _, key := range []string{"FILE_ID", "DIRECTORY_ID", "FILE_SIZE", "FILE_TYPE"} {
		if *f.field(key) == "" {
			return fmt.Errorf("a FILE_SPEC has no %s", key)
		}
	}
	switch f.kind {
	case "HDF", "HDF-EOS", "SCIENCE", "TGZ", "BROWSE", "METADATA", "BROWSE_METADATA", "QA_METADATA", "PRODHIST", "QA", "LINKAGE":
	default:
		return fmt.Errorf("file %q: unknown FILE_TYPE %q", f.id, shorten([]byte(f.kind)))
	}
	switch {
	case f.checksum == "" && f.algorithm != "":
		return fmt.Errorf("file %q has FILE_CKSUM_TYPE, but no FILE_CKSUM_VALUE", f.id)
	case f.checksum != "" && f.algorithm == "":
		return fmt.Errorf("file %q has FILE_CKSUM_VALUE, but no FILE_CKSUM_TYPE", f.id)
	case f.checksum == "":
		return nil
	}
	sum := Checksum{f.algorithm, f.checksum}
	if c, ok := sum.normal(); !ok || c.Algorithm == "cksum" && len(f.checksum) > 1 && f.checksum[0] == '0' {
		return fmt.Errorf("file %q: %q is no checksum of the type %q", f.id, shorten([]byte(f.checksum)), shorten([]byte(f.algorithm)))
	}
	return nil
}

// isData reports whether the granule is in the file.
func (f *pdrFile) isData() bool {
	return f.kind == "HDF" || f.kind == "HDF-EOS" || f.kind == "SCIENCE" || f.kind == "TGZ"
}

// deliver hands out the granule of the group that has ended.
func (p *pdrReader) deliver() bool {
	g := Granule{Line: p.begin, Collection: p.group.dataType, Version: p.group.version}
	p.begin = 0
	p.count++
	id := ""
	for i := range p.group.files {
		f := &p.group.files[i]
		if !f.isData() {
			continue
		}
		if id == "" {
			stem, _, _ := cutExtensions([]byte(f.id))
			id = string(stem)
		}
		if f.checksum != "" {
			g.Checksums = append(g.Checksums, Checksum{f.algorithm, f.checksum})
		}
	}
	err := p.fault
	switch {
	case err != nil:
	case g.Collection == "":
		err = errors.New("the FILE_GROUP has no DATA_TYPE")
	case g.Version == "":
		err = errors.New("the FILE_GROUP has no DATA_VERSION")
	case id == "":
		err = errors.New("the FILE_GROUP has no file of data")
	}
	return p.in.deliverRecord(p.count, g, id, err)
}
