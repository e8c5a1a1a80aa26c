package ingest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

const (
	// MaxLine is the length in bytes of the longest line, its end included. A CSV
	// record of several lines may be as long.
	MaxLine = 1 << 20

	headSize = 64 << 10 // bytes that are looked at to find the format
)

// maxWindow is how many bytes back zstd data may refer, and so what reading it may
// take in memory; zstd --long makes such data.
const maxWindow = 128 << 20

// open makes file the text to read. Compressed data is known by its first bytes.
// What it returns is to be called behind the last read.
func (in *input) open(file io.Reader) (done func(), err error) {
	if progress := in.reader.opts.Progress; progress != nil {
		file = &progressReader{file, progress}
	}
	raw := bufio.NewReaderSize(file, 64<<10)
	magic, err := raw.Peek(len(zstdMagic))
	if err != nil && err != io.EOF {
		return nil, in.readError(err)
	}
	done = func() {}
	in.packed = ""
	switch {
	case bytes.HasPrefix(magic, []byte(gzipMagic)):
		in.packed = "gzip"
		unzipped, err := gzip.NewReader(raw)
		if err != nil {
			return nil, in.readError(err)
		}
		in.text.Reset(unzipped)
	case string(magic) == zstdMagic:
		in.packed = "zstd"
		unpacked, err := zstd.NewReader(raw, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, in.readError(err)
		}
		in.text.Reset(unpacked)
		done = unpacked.Close
	default:
		in.text.Reset(raw)
	}
	return done, nil
}

// progressReader tells how much is read through it.
type progressReader struct {
	io.Reader
	progress func(int64)
}

func (r *progressReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.progress(int64(n))
	return n, err
}

// readError says where a file could not be read on.
func (in *input) readError(err error) error {
	if in.packed != "" && errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("ingest: %s, after line %d: the %s data is cut off: %w", in.name, in.number, in.packed, err)
	}
	return fmt.Errorf("ingest: %s, after line %d: %w", in.name, in.number, err)
}

// head returns the beginning of the text, and whether it is all of it.
func (in *input) head() (head []byte, whole bool, err error) {
	head, err = in.text.Peek(headSize)
	if err != nil && err != io.EOF {
		return nil, false, in.readError(err)
	}
	return head, err == io.EOF, nil
}

// errLong is returned for a line of more than MaxLine bytes.
var errLong = fmt.Errorf("the line is longer than %d bytes", MaxLine)

// line returns the next line without its end (LF or CRLF), valid until the next
// call. It returns errLong together with the beginning of a line that is too long,
// and io.EOF behind the last line. Any other error ends the reading.
func (in *input) line() ([]byte, error) {
	for in.long { // pass over the rest
		_, err := in.text.ReadSlice('\n')
		in.long = err == bufio.ErrBufferFull
		if err != nil && !in.long && err != io.EOF {
			return nil, in.readError(err)
		}
	}
	line, err := in.text.ReadSlice('\n')
	switch {
	case err == nil:
		line = line[:len(line)-1]
	case err == io.EOF && len(line) > 0: // the last line may lack its end
	case err == bufio.ErrBufferFull:
		in.number++
		in.long = true
		return line, errLong
	case err == io.EOF:
		return nil, io.EOF
	default:
		return nil, in.readError(err)
	}
	in.number++
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line, nil
}

// lines calls each for every line that is not blank, until it returns false, and
// reports lines that are too long. It returns false when reading is over.
func (in *input) lines(each func(line []byte) bool) bool {
	for {
		line, err := in.line()
		switch err {
		case nil:
			if len(trim(line)) > 0 && !each(line) {
				return false
			}
		case errLong:
			if !in.bad(in.number, line, err) {
				return false
			}
		case io.EOF:
			return true
		default:
			return in.fail(err)
		}
	}
}
