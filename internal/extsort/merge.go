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

// run reads one run back.
type run struct {
	in     *bufio.Reader
	record []byte // the current one
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
		switch err := top.next(); err {
		case nil:
		case io.EOF:
			runs[0] = runs[len(runs)-1]
			runs = runs[:len(runs)-1]
		default:
			yield(nil, err)
			return
		}
		sink(runs, 0)
	}
}

// open returns all runs at their first record, as a heap.
func (s *spill) open() ([]*run, error) {
	buffer := min(max(readMemory/len(s.runs), minRead), maxRead)
	runs := make([]*run, len(s.runs))
	for i, start := range s.runs {
		end := s.size
		if i+1 < len(s.runs) {
			end = s.runs[i+1]
		}
		runs[i] = &run{in: bufio.NewReaderSize(io.NewSectionReader(s.file, start, end-start), buffer)}
		if err := runs[i].next(); err != nil {
			return nil, readError(err)
		}
	}
	for i := len(runs)/2 - 1; i >= 0; i-- {
		sink(runs, i)
	}
	return runs, nil
}

// next moves on to the next record. It returns io.EOF behind the last one.
func (r *run) next() error {
	shared, err := binary.ReadUvarint(r.in)
	if err == io.EOF {
		return io.EOF
	}
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
	return nil
}

// readError says what failed. A run that ends early was cut by someone.
func readError(err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("extsort: read temporary file: %w", err)
}

// sink moves the run at i down to its place in the heap.
func sink(runs []*run, i int) {
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
