package ingest

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// MaxRecord is about the length in bytes of the longest record of a JSON, XML or
// PDR file.
const MaxRecord = 8 << 20

// errRecord is returned for a record of more than MaxRecord bytes.
var errRecord = fmt.Errorf("the record is longer than %d bytes", MaxRecord)

// recordFault says why the records of a file could not be read on behind the line
// number: it could not be read, or is not what it should be.
func (in *input) recordFault(number int, what string, err, read error) error {
	switch {
	case read != nil:
		in.number = number
		return in.readError(read)
	case errors.Is(err, errRecord):
		err = errRecord
	case errors.Is(err, io.ErrUnexpectedEOF) || err == io.EOF:
		return fmt.Errorf("ingest: %s: line %d: the %s is cut off: %w", in.name, number, what, io.ErrUnexpectedEOF)
	}
	return fmt.Errorf("ingest: %s: line %d: %w", in.name, number, err)
}

var (
	errNoGranule = errors.New("a message without a granule") // to be passed over, not reported
	errReplaced  = errors.New("ID, collection or version holds U+FFFD, which stands for what is no Unicode text")
)

// deliverRecord hands out record number n, which a format has read as g with the
// ID, or the error that it met.
func (in *input) deliverRecord(n int, g Granule, id string, err error) bool {
	switch {
	case err == errNoGranule:
		in.reader.counts.Messages++
		return true
	case err == nil && (replaced(id) || replaced(g.Collection) || replaced(g.Version)):
		err = errReplaced
	}
	if err != nil {
		return in.bad(g.Line, []byte(id), fmt.Errorf("record %d: %w", n, err))
	}
	g.Checksums = in.usable(g.Checksums)
	in.id = append(in.id[:0], id...)
	g.ID = in.id
	return in.deliverGranule(g)
}

// usable returns the checksums that are such, in their one form. It overwrites those
// that it is given.
func (in *input) usable(checksums []Checksum) []Checksum {
	usable := checksums[:0]
	for _, c := range checksums {
		if c, ok := c.normal(); ok {
			usable = append(usable, c)
		} else {
			in.reader.counts.BadChecksums++
		}
	}
	return usable
}

// replaced reports whether a text holds what decoders put in place of bytes that
// are no text.
func replaced(text string) bool { return strings.ContainsRune(text, utf8.RuneError) }
