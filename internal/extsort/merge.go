package extsort

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// All runs together are read through about readMemory bytes, as long as that
// leaves each of them minRead.
const (
	readMemory = 4 << 20
	minRead    = 4 << 10
	maxRead    = 64 << 10
)

// runReader reads one run back.
type runReader struct {
	in     *bufio.Reader
	record []byte // the current one
	left   int    // records behind it
}

// merge delivers the records of all runs in order, each once. The runs stand in a
// heap with the smallest record on top: log2(runs) comparisons a record.
func (s *spill) merge(yield func([]byte, error) bool) {
	runs, err := s.open()
	if err != nil {
		yield(nil, err)
		return
	}
	var last []byte
	for first := true; len(runs) > 0; {
		top := runs[0]
		if first || !bytes.Equal(last, top.record) {
			last = append(last[:0], top.record...)
			first = false
			if !yield(last, nil) {
				return
			}
		}
		if top.left > 0 {
			if err := top.next(); err != nil {
				yield(nil, err)
				return
			}
		} else {
			runs[0] = runs[len(runs)-1]
			runs = runs[:len(runs)-1]
		}
		sink(runs, 0)
	}
}

// open returns all runs at their first record, as a heap.
func (s *spill) open() ([]*runReader, error) {
	buffer := min(max(readMemory/len(s.runs), minRead), maxRead)
	runs := make([]*runReader, len(s.runs))
	for i, r := range s.runs {
		section := io.NewSectionReader(s.file, r.start, s.size-r.start)
		runs[i] = &runReader{in: bufio.NewReaderSize(section, buffer), left: r.records}
		if err := runs[i].next(); err != nil {
			return nil, err
		}
	}
	for i := len(runs)/2 - 1; i >= 0; i-- {
		sink(runs, i)
	}
	return runs, nil
}

// next moves on to the next record, which there must be.
func (r *runReader) next() error {
	shared, err := binary.ReadUvarint(r.in)
	if err != nil {
		return readError(err)
	}
	rest, err := binary.ReadUvarint(r.in)
	if err != nil {
		return readError(err)
	}
	if shared > uint64(len(r.record)) || rest > MaxRecord {
		return readError(errors.New("damaged"))
	}
	n := int(shared + rest)
	if n > cap(r.record) {
		r.record = append(make([]byte, 0, 2*n), r.record[:shared]...)
	}
	r.record = r.record[:n]
	if _, err := io.ReadFull(r.in, r.record[shared:]); err != nil {
		return readError(err)
	}
	r.left--
	return nil
}

// readError says what failed. A file that ends early was cut by someone.
func readError(err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("extsort: read temporary file: %w", err)
}

// sink moves the run at i down to its place in the heap.
func sink(runs []*runReader, i int) {
	for {
		least := i
		for _, child := range [2]int{2*i + 1, 2*i + 2} {
			if child < len(runs) && bytes.Compare(runs[child].record, runs[least].record) < 0 {
				least = child
			}
		}
		if least == i {
			return
		}
		runs[i], runs[least] = runs[least], runs[i]
		i = least
	}
}
