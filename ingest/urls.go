package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// fileReader reads the granules that the names of files tell, one file a line.
type fileReader struct {
	in      *input
	split   func(*fileReader, []byte) error // sets name and folder, and maybe sum, to those of a line
	only    string                          // the extension of all files of the head, if it is a sidecar's
	taken   bool                            // a granule was taken from a file with that extension
	name    []byte                          // of the file
	folder  []byte                          // that it lies in
	sum     Checksum                        // of the file
	decoded []byte                          // what name and folder point to if they were encoded
}

// readURLs reads one URL a line.
func readURLs(in *input) bool { return readFiles(in, (*fileReader).splitURL) }

func readFiles(in *input, split func(*fileReader, []byte) error) bool {
	head, whole, err := in.head()
	if err != nil {
		return in.fail(err)
	}
	f := fileReader{in: in, split: split, only: onlySidecars(head, whole, split)}
	before := in.reader.counts
	if !in.lines(f.line) {
		return false
	}
	passed := in.reader.counts
	if passed.Sidecars -= before.Sidecars; passed.Sidecars > 0 && passed.Granules == before.Granules && passed.Bad == before.Bad {
		return in.fail(fmt.Errorf("ingest: %s: none of %d files holds data: all are metadata, checksums or images",
			in.name, passed.Sidecars))
	}
	return true
}

var (
	errNoURL    = errors.New("not a URL")
	errNoName   = errors.New("no file is named")
	errEscape   = errors.New("a % in the URL is not followed by two hexadecimal digits")
	errMoreText = errors.New("blank, comma, semicolon or quote in the file name: is this more than a URL?")
)

// line delivers the granule of one file.
func (f *fileReader) line(line []byte) bool {
	number := f.in.number
	line = trim(line)
	if isPlaceholder(line) {
		return f.in.deliver(line, number)
	}
	if line[0] == '#' {
		return true
	}
	if err := f.split(f, line); err != nil {
		return f.in.bad(number, line, fmt.Errorf("%w: %q", err, shorten(line)))
	}
	id, extension, kind := cutExtensions(f.name)
	if kind == sidecar {
		if f.only == "" || !strings.EqualFold(f.only, string(extension)) {
			f.in.reader.counts.Sidecars++
			return true
		}
		f.taken = true
	} else if f.taken {
		return f.in.fail(fmt.Errorf("ingest: %s: line %d: a data file, but %s files before it were taken for the granules",
			f.in.name, number, f.only))
	}
	if isGranuleFolder(f.folder, id) {
		id = f.folder
	}
	g := Granule{ID: id, Line: number}
	if f.sum != (Checksum{}) {
		g.Part = string(f.name)
		g.Checksums = f.in.usable([]Checksum{f.sum})
	}
	return f.in.deliverGranule(g)
}

// splitURL sets name and folder to those of a URL.
func (f *fileReader) splitURL(url []byte) error {
	if n := len(url); n > 1 && url[0] == '"' && url[n-1] == '"' {
		url = url[1 : n-1]
	}
	rest, ok := cutScheme(url)
	if !ok {
		return errNoURL
	}
	scheme := url[:len(url)-len(rest)]
	for _, c := range [...]byte{'?', '#'} {
		if i := bytes.IndexByte(rest, c); i >= 0 {
			rest = rest[:i]
		}
	}
	host := bytes.IndexByte(rest, '/') // its end, or that of a bucket's name
	slash := bytes.LastIndexByte(rest, '/')
	if slash < 0 || slash == len(rest)-1 {
		return errNoName
	}
	f.name, f.folder = rest[slash+1:], nil
	if slash > host {
		f.folder = rest[bytes.LastIndexByte(rest[:slash], '/')+1 : slash]
	}
	for _, c := range f.name {
		if isBlank(c) || c == ',' || c == ';' || c == '"' {
			return errMoreText
		}
	}
	if bytes.IndexByte(rest, '%') >= 0 && !isKey(scheme) {
		return f.decode()
	}
	return nil
}

// cutScheme returns what follows scheme:// if url begins with such a thing.
func cutScheme(url []byte) ([]byte, bool) {
	for i, c := range url {
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		case i == 0:
			return nil, false
		default:
			return bytes.CutPrefix(url[i:], []byte("://"))
		}
	}
	return nil, false
}

// isKey reports whether what follows the scheme is the key of an object store,
// in which % is a character as others are.
func isKey(scheme []byte) bool {
	return bytes.EqualFold(scheme, []byte("s3://")) || bytes.EqualFold(scheme, []byte("gs://"))
}

// onlySidecars returns the extension of all files of a head if it is the same and
// a sidecar's: then these files are what the list is about.
func onlySidecars(head []byte, whole bool, split func(*fileReader, []byte) error) string {
	only := ""
	var f fileReader
	for record := range records(head, whole) {
		if split(&f, trim(record)) != nil {
			continue
		}
		_, extension, kind := cutExtensions(f.name)
		if kind != sidecar || only != "" && !strings.EqualFold(only, string(extension)) {
			return ""
		}
		only = string(extension)
	}
	return only
}

// decode replaces the percent-encoding of name and folder.
func (f *fileReader) decode() (err error) {
	n, m := len(f.name), len(f.folder)
	f.decoded = append(append(f.decoded[:0], f.name...), f.folder...)
	if f.name, err = unescape(f.decoded[:n:n]); err != nil {
		return err
	}
	f.folder, err = unescape(f.decoded[n : n+m])
	return err
}

// unescape decodes b in place.
func unescape(b []byte) ([]byte, error) {
	n := 0
	for i := 0; i < len(b); i++ {
		c := b[i]
		if c == '%' {
			if i+2 >= len(b) {
				return nil, errEscape
			}
			x, err := strconv.ParseUint(string(b[i+1:i+3]), 16, 8)
			if err != nil {
				return nil, errEscape
			}
			c = byte(x)
			i += 2
		}
		b[n] = c
		n++
	}
	return b[:n], nil
}
