// Package extsort sorts byte strings, drops repeats and needs no more memory
// than it is given: what does not fit waits in a temporary file.
//
// A [Sorter] takes records in any order with [Sorter.Add] and hands them out in
// byte order, each once, with [Sorter.Sorted], as often as wanted. Records are
// compared as bytes, so a value that follows a key and a zero byte comes out
// beside its key.
//
// Records gather in a buffer of fixed size. A full buffer is sorted and written
// to the temporary file as a run; reading merges the runs. A buffer that arrived
// in order is not sorted, and one that begins where the run before it ended
// makes that run longer: sorted input is written once and read back as it is.
// Input that fits in the buffer never touches the disk.
//
// The temporary file has no name once it is open, where the system allows that:
// the space is free again when the process ends, in whatever way it ends.
package extsort

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"slices"
)

const (
	// MaxRecord is the length in bytes of the longest record.
	MaxRecord = 64 << 10
	// DefaultMemory is the memory limit of a sorter that is given none.
	DefaultMemory = 64 << 20

	maxMemory   = 2<<30 - 1 // entries hold 32-bit offsets
	firstBuffer = 1 << 20   // bytes of the buffer until it proves too small
)

var (
	// ErrTooLong is returned by Add for a record of more than MaxRecord bytes.
	ErrTooLong = errors.New("extsort: record too long")
	// ErrSealed is returned by Add once Sorted has been read from.
	ErrSealed = errors.New("extsort: add after reading began")
	// ErrClosed is returned after Close.
	ErrClosed = errors.New("extsort: sorter is closed")
)

// Options say what a sorter may use. The zero value is ready for use.
type Options struct {
	// MemoryLimit is the size in bytes of the buffer, its index included: 0
	// means DefaultMemory, and no more than 2 GiB are used. Reading back takes a
	// further 4 KiB to 64 KiB for each run.
	MemoryLimit int
	// Dir is where the temporary file is made: empty means [os.TempDir].
	Dir string
}

// Sorter sorts records. It is not safe for concurrent use.
type Sorter struct {
	opts    Options
	arena   []byte  // the records of the buffer, one behind the other
	index   []entry // where they stand
	ordered bool    // the buffer arrived in strictly ascending order
	full    bool    // the buffer has its final size
	spill   *spill  // nil while all records fit in the buffer
	sealed  bool
	err     error // the failure that ended the sorter's work
}

// New returns a sorter without records. It must be closed.
func New(opts Options) *Sorter {
	if opts.MemoryLimit <= 0 {
		opts.MemoryLimit = DefaultMemory
	}
	opts.MemoryLimit = min(opts.MemoryLimit, maxMemory)
	return &Sorter{opts: opts, ordered: true}
}

// Add adds a copy of record; adding one twice is the same as adding it once. It
// returns ErrTooLong, ErrSealed, ErrClosed, or the error of the temporary file,
// after which the sorter is of no more use.
func (s *Sorter) Add(record []byte) error {
	switch {
	case s.err != nil:
		return s.err
	case s.sealed:
		return ErrSealed
	case len(record) > MaxRecord:
		return fmt.Errorf("%w: %d bytes, at most %d", ErrTooLong, len(record), MaxRecord)
	}
	if n := len(s.index); n > 0 && s.ordered {
		order := bytes.Compare(s.index[n-1].in(s.arena), record)
		if order == 0 {
			return nil
		}
		s.ordered = order < 0
	}
	if !s.fits(record) {
		if err := s.makeRoom(record); err != nil {
			return err
		}
	}
	s.index = append(s.index, entry{off: uint32(len(s.arena)), size: uint32(len(record))})
	s.arena = append(s.arena, record...)
	return nil
}

// Sorted returns the records in byte order, each once, or the error that ended
// the sorter's work. A record is valid until the next one and must not be
// changed. Sorted may be ranged over any number of times; the first time ends
// the adding.
func (s *Sorter) Sorted() iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		if err := s.seal(); err != nil {
			yield(nil, err)
			return
		}
		if s.spill != nil {
			s.spill.merge(yield)
			return
		}
		for _, e := range s.index {
			if !yield(e.in(s.arena), nil) {
				return
			}
		}
	}
}

// Close removes the temporary file and frees the buffer. The sorter can do
// nothing more. Closing twice is harmless.
func (s *Sorter) Close() error {
	s.arena, s.index = nil, nil
	if s.err == nil {
		s.err = ErrClosed
	}
	if s.spill == nil {
		return nil
	}
	err := s.spill.close()
	s.spill = nil
	return err
}

func (s *Sorter) fits(record []byte) bool {
	return len(s.index) < cap(s.index) && len(record) <= cap(s.arena)-len(s.arena)
}

// makeRoom gives the buffer its final size, or empties it into a run.
func (s *Sorter) makeRoom(record []byte) error {
	if !s.full {
		size := s.opts.MemoryLimit
		if s.arena == nil {
			size = min(size, firstBuffer)
		}
		s.full = size == s.opts.MemoryLimit
		s.resize(size)
		if s.fits(record) {
			return nil
		}
		if !s.full {
			return s.makeRoom(record)
		}
	}
	if err := s.flush(); err != nil {
		return err
	}
	if len(record) > cap(s.arena) {
		s.arena = make([]byte, 0, len(record)) // a limit below one record
	}
	return nil
}

// resize moves the buffer to one of size bytes. A quarter goes to the index,
// which suits records of 48 bytes; with others one of the two stays partly unused,
// and memory that was never written to costs nothing.
func (s *Sorter) resize(size int) {
	s.index = append(make([]entry, 0, max(size/4/entrySize, 1)), s.index...)
	s.arena = append(make([]byte, 0, size/4*3), s.arena...)
}

// flush writes the buffer to the temporary file and empties it.
func (s *Sorter) flush() error {
	s.sort()
	if s.spill == nil && s.err == nil {
		s.spill, s.err = newSpill(s.opts.Dir)
	}
	if s.err == nil {
		s.err = s.spill.write(s.arena, s.index)
	}
	s.arena, s.index, s.ordered = s.arena[:0], s.index[:0], true
	return s.err
}

// sort brings the buffer into order. Repeats stay, side by side.
func (s *Sorter) sort() {
	if !s.ordered {
		sortFrom(s.arena, s.index, 0)
	}
}

// seal ends the adding.
func (s *Sorter) seal() error {
	if s.sealed || s.err != nil {
		return s.err
	}
	s.sealed = true
	if s.spill == nil {
		s.sort()
		s.index = slices.CompactFunc(s.index, func(a, b entry) bool {
			return bytes.Equal(a.in(s.arena), b.in(s.arena))
		})
		return nil
	}
	if len(s.index) > 0 {
		s.flush()
	}
	s.arena, s.index = nil, nil
	if s.err == nil {
		s.err = s.spill.finish()
	}
	return s.err
}
