package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// urlReader reads the granules that URLs name.
type urlReader struct {
	in      *input
	only    string // the extension of all URLs of the head, if it is a sidecar's
	taken   bool   // a granule was taken from a URL with that extension
	name    []byte // of the file, decoded
	folder  []byte // that it lies in, decoded
	decoded []byte // what both point to if they were encoded
}

// readURLs reads one URL a line.
func readURLs(in *input) bool {
	head, whole, err := in.head()
	if err != nil {
		return in.fail(err)
	}
	u := urlReader{in: in, only: onlySidecars(head, whole)}
	before := in.reader.counts
	if !in.lines(u.line) {
		return false
	}
	passed := in.reader.counts
	if passed.Sidecars -= before.Sidecars; passed.Sidecars > 0 && passed.Granules == before.Granules && passed.Bad == before.Bad {
		return in.fail(fmt.Errorf("ingest: %s: none of %d URLs names data: all are of metadata, checksums or images",
			in.name, passed.Sidecars))
	}
	return true
}

var (
	errNoURL    = errors.New("not a URL")
	errNoName   = errors.New("the URL names no file")
	errEscape   = errors.New("a % in the URL is not followed by two hexadecimal digits")
	errMoreText = errors.New("blank, comma, semicolon or quote in the file name: is this more than a URL?")
)

// line delivers the granule of one URL.
func (u *urlReader) line(line []byte) bool {
	number := u.in.number
	line = trim(line)
	if isPlaceholder(line) {
		return u.in.deliver(line, number)
	}
	if line[0] == '#' {
		return true
	}
	if err := u.split(line); err != nil {
		return u.in.bad(number, line, fmt.Errorf("%w: %q", err, shorten(line)))
	}
	name, extension, kind := cutExtensions(u.name)
	if kind == sidecar {
		if u.only == "" || !strings.EqualFold(u.only, string(extension)) {
			u.in.reader.counts.Sidecars++
			return true
		}
		u.taken = true
	} else if u.taken {
		return u.in.fail(fmt.Errorf("ingest: %s: line %d: a data file, but %s files before it were taken for the granules",
			u.in.name, number, u.only))
	}
	if isGranuleFolder(u.folder, name) {
		name = u.folder
	}
	return u.in.deliver(name, number)
}

// split sets name and folder to those of a URL.
func (u *urlReader) split(url []byte) error {
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
	u.name, u.folder = rest[slash+1:], nil
	if slash > host {
		u.folder = rest[bytes.LastIndexByte(rest[:slash], '/')+1 : slash]
	}
	for _, c := range u.name {
		if isBlank(c) || c == ',' || c == ';' || c == '"' {
			return errMoreText
		}
	}
	if bytes.IndexByte(rest, '%') >= 0 && !isKey(scheme) {
		return u.decode()
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

// onlySidecars returns the extension of all URLs of a head if it is the same and
// a sidecar's: then these files are what the list is about.
func onlySidecars(head []byte, whole bool) string {
	only := ""
	var u urlReader
	for record := range records(head, whole) {
		if u.split(trim(record)) != nil {
			continue
		}
		_, extension, kind := cutExtensions(u.name)
		if kind != sidecar || only != "" && !strings.EqualFold(only, string(extension)) {
			return ""
		}
		only = string(extension)
	}
	return only
}

// decode replaces the percent-encoding of name and folder.
func (u *urlReader) decode() (err error) {
	n, f := len(u.name), len(u.folder)
	u.decoded = append(append(u.decoded[:0], u.name...), u.folder...)
	if u.name, err = unescape(u.decoded[:n:n]); err != nil {
		return err
	}
	u.folder, err = unescape(u.decoded[n : n+f])
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
