package ingest

import (
	"bytes"
	"errors"
	"strconv"
)

// readSums reads one checksum and file name a line.
func readSums(in *input) bool { return readFiles(in, (*fileReader).splitSum) }

var errNoSum = errors.New("not a checksum and the name of a file")

// splitSum sets name, folder and sum to those of a line.
func (f *fileReader) splitSum(line []byte) error {
	path, sum, ok := cutSum(line)
	if !ok {
		return errNoSum
	}
	f.sum = sum
	if line[0] == '\\' {
		f.decoded = append(f.decoded[:0], path...)
		path = unescapeSum(f.decoded)
	}
	slash := bytes.LastIndexByte(path, '/')
	f.name, f.folder = path[slash+1:], nil
	if slash > 0 {
		f.folder = path[bytes.LastIndexByte(path[:slash], '/')+1 : slash]
	}
	if len(f.name) == 0 || string(path) == "-" {
		return errNoName
	}
	return nil
}

// cutSum splits a line as the tools for checksums write it.
func cutSum(line []byte) (path []byte, sum Checksum, ok bool) {
	line = bytes.TrimPrefix(line, []byte{'\\'})
	first, rest, found := bytes.Cut(line, []byte{' '})
	switch {
	case !found:
	case isDigest(first): // VALUE  NAME or VALUE *NAME
		if len(rest) > 0 && (rest[0] == ' ' || rest[0] == '*') {
			rest = rest[1:]
		}
		return rest, Checksum{byLength(string(first)), string(first)}, len(rest) > 0
	case isNumber(first): // VALUE SIZE NAME
		size, name, _ := bytes.Cut(rest, []byte{' '})
		return name, Checksum{"cksum", string(first)}, isNumber(size) && len(name) > 0
	}
	return cutTagged(line)
}

// cutTagged splits ALGORITHM (NAME) = VALUE, in which the blanks may lack.
func cutTagged(line []byte) (path []byte, sum Checksum, ok bool) {
	begin, end := bytes.IndexByte(line, '('), bytes.LastIndexByte(line, ')')
	if begin <= 0 || end <= begin+1 {
		return nil, sum, false
	}
	algorithm := trim(line[:begin])
	value, found := bytes.CutPrefix(trim(line[end+1:]), []byte{'='})
	if value = trim(value); !found || len(algorithm) == 0 || !isHex(bytes.ToLower(value)) {
		return nil, sum, false
	}
	if size, found := bytes.CutPrefix(algorithm, []byte("SHA2-")); found { // OpenSSL's way
		algorithm = append([]byte("SHA"), size...)
	}
	for _, c := range algorithm {
		if c != '-' && c != '/' && !isDigit(c) && (c|0x20 < 'a' || c|0x20 > 'z') {
			return nil, sum, false
		}
	}
	return line[begin+1 : end], Checksum{string(algorithm), string(value)}, true
}

// isDigest reports whether text is as long as one of the usual digests and in
// hexadecimal digits.
func isDigest(text []byte) bool {
	switch len(text) {
	case 32, 40, 56, 64, 96, 128:
		return isHex(bytes.ToLower(text))
	}
	return false
}

func isNumber(text []byte) bool {
	_, err := strconv.ParseUint(string(text), 10, 64)
	return err == nil && text[0] != '+'
}

// unescapeSum replaces, in place, what the tools write for line ends and backslashes
// in names.
func unescapeSum(b []byte) []byte {
	n := 0
	for i := 0; i < len(b); i++ {
		c := b[i]
		if c == '\\' && i+1 < len(b) {
			i++
			switch c = b[i]; c {
			case 'n':
				c = '\n'
			case 'r':
				c = '\r'
			}
		}
		b[n] = c
		n++
	}
	return b[:n]
}
