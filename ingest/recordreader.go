package ingest

import (
	"bufio"
	"bytes"
	"io"
)

// recordReader is a text that a decoder reads ahead of the record that it is at. It
// ends the reading of a record that is too long, whatever the decoder keeps of it.
type recordReader struct {
	text  *bufio.Reader
	begin int64 // offset in bytes of the record
	read  int64 // bytes
	lines int   // line ends in them
	err   error // of text, but for its end
}

// Read reads from the text, unless that would be more than MaxRecord bytes and a
// decoder's buffer behind the beginning of the record.
func (r *recordReader) Read(p []byte) (int, error) {
	if r.read-r.begin > MaxRecord {
		return 0, errRecord
	}
	n, err := r.text.Read(p)
	r.read += int64(n)
	r.lines += bytes.Count(p[:n], []byte{'\n'})
	if err != nil && err != io.EOF {
		r.err = err
	}
	return n, err
}

// line returns the line that unread begins in, which is the end of what was read.
func (r *recordReader) line(unread []byte) int {
	return r.lines - bytes.Count(unread, []byte{'\n'}) + 1
}
