package extsort

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// spill is the temporary file: runs of sorted records, one behind the other. A
// record is written as the number of bytes it shares with the one before it in
// its run, the number of bytes that follow (both uvarint), and those bytes.
type spill struct {
	file file
	path string // to be removed on close; empty once it is
	out  *bufio.Writer
	size int64  // bytes written
	runs []run  // in the order of writing
	last []byte // the last record written
}

// run is one sorted sequence of records.
type run struct {
	start   int64 // offset in the file
	records int
}

// file is what spill needs of an *os.File.
type file interface {
	io.Writer
	io.ReaderAt
	io.Closer
}

func newSpill(dir string) (*spill, error) {
	f, err := os.CreateTemp(dir, "idem-sort-*")
	if err != nil {
		return nil, fmt.Errorf("extsort: %w", err)
	}
	s := &spill{file: f, path: f.Name(), out: bufio.NewWriterSize(f, 64<<10)}
	// An open file can lose its name on unix. Elsewhere close removes it.
	if os.Remove(s.path) == nil {
		s.path = ""
	}
	return s, nil
}

// write adds sorted records, without their repeats, as a run of their own or,
// where they go on from it, to the last one.
func (s *spill) write(arena []byte, entries []entry) error {
	if len(s.runs) == 0 || bytes.Compare(s.last, entries[0].in(arena)) > 0 {
		s.runs = append(s.runs, run{start: s.size})
		s.last = s.last[:0]
	}
	last := &s.runs[len(s.runs)-1]
	var head [2 * binary.MaxVarintLen32]byte
	for _, e := range entries {
		record := e.in(arena)
		shared := sharedPrefix(s.last, record)
		if shared == len(record) && shared == len(s.last) && last.records > 0 {
			continue
		}
		h := binary.AppendUvarint(head[:0], uint64(shared))
		h = binary.AppendUvarint(h, uint64(len(record)-shared))
		s.out.Write(h) // the writer keeps its first error
		if _, err := s.out.Write(record[shared:]); err != nil {
			return writeError(err)
		}
		s.size += int64(len(h) + len(record) - shared)
		s.last = append(s.last[:shared], record[shared:]...)
		last.records++
	}
	return nil
}

// finish makes all that was written ready for reading.
func (s *spill) finish() error {
	if err := s.out.Flush(); err != nil {
		return writeError(err)
	}
	s.out = nil
	return nil
}

func writeError(err error) error {
	return fmt.Errorf("extsort: write temporary file: %w", err)
}

func (s *spill) close() error {
	err := s.file.Close()
	if s.path != "" {
		err = errors.Join(err, os.Remove(s.path))
	}
	if err != nil {
		return fmt.Errorf("extsort: %w", err)
	}
	return nil
}

func sharedPrefix(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
