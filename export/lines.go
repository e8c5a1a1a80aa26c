package export

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// ErrInvalid is returned for a folder that is no export, and for an export that is
// damaged or was changed.
var ErrInvalid = errors.New("export: invalid")

// lines reads a file line by line. Nothing of a line is delivered unless it is
// whole and no longer than it may be.
type lines struct {
	name    string
	max     int // bytes of a line, without line feed
	reader  *bufio.Reader
	line    []byte
	number  int   // of the line, from 1
	end     int64 // offset of the byte behind it
	started int64 // offset of the line
}

// newLines reads a file from offset at, before which there are so many lines.
func newLines(name string, file io.ReaderAt, max int, at int64, before int) *lines {
	rest := io.NewSectionReader(file, at, 1<<62)
	return &lines{name: name, max: max, reader: bufio.NewReaderSize(rest, 32<<10), number: before, end: at}
}

// next goes to the next line; its bytes hold until the one after. The error is io.EOF
// at the end.
func (l *lines) next() ([]byte, error) {
	l.started = l.end
	l.number++
	l.line = l.line[:0]
	for {
		part, err := l.reader.ReadSlice('\n')
		l.end += int64(len(part))
		if errors.Is(err, bufio.ErrBufferFull) {
			if l.line = append(l.line, part...); len(l.line) > l.max {
				return nil, l.fault("longer than %d bytes", l.max)
			}
			continue
		}
		switch {
		case err == nil:
		case !errors.Is(err, io.EOF):
			return nil, err
		case len(l.line) == 0 && len(part) == 0:
			return nil, io.EOF
		default:
			return nil, l.fault("no line feed at its end")
		}
		if len(l.line) > 0 {
			l.line = append(l.line, part...)
			part = l.line
		}
		line := bytes.TrimSuffix(part, []byte{'\n'})
		if len(line) > l.max {
			return nil, l.fault("longer than %d bytes", l.max)
		}
		return line, nil
	}
}

// fault returns the error about the line.
func (l *lines) fault(format string, args ...any) error {
	return fmt.Errorf("%w: %s line %d: "+format, append([]any{ErrInvalid, l.name, l.number}, args...)...)
}
