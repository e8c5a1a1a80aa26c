package sqlitestore

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// The WAL is a header and then frames, each a header and one page of the
// database. A frame repeats the salt of the WAL's header, which is another one
// whenever the WAL begins anew, and has a checksum that goes on from the one
// before. See https://www.sqlite.org/fileformat2.html#walformat.
const (
	walHeader   = 32
	frameHeader = 24
	walMagic    = 0x377f0682 // one more if checksums read words as big endian
	pageSize    = 4096
)

// checkWAL looks for damage in a WAL that a crash has left. SQLite takes the
// first frame that does not fit for the end of what was written, which it is if
// the crash came in the middle of a transaction. But if two or more transactions
// come after it, then the first of them had been acknowledged.
//
// The file is read as it is, without a lock, and others may be writing: what does
// not fit must not fit in the same place a moment later. Nothing but SQLite may
// open the database file itself, for closing it would drop the locks that this
// process has on it; there are none on the WAL.
func (s *Store) checkWAL() error {
	path, err := filepath.EvalSymlinks(s.path)
	if err != nil {
		return nil // nothing there yet; what opens it will say why
	}
	path += "-wal"
	first, err := scanWAL(path)
	if err != nil || first.lost < 2 {
		return err
	}
	again, err := scanWAL(path)
	if err != nil || again != first {
		return err
	}
	if first.frame == 0 {
		return s.damaged("WAL: header")
	}
	return s.damaged("WAL: frame %d", first.frame)
}

// walScan is what scanWAL finds.
type walScan struct {
	header [walHeader]byte
	frame  int // the first that does not fit, from 1 on; 0 if the header does not
	lost   int // whole transactions after it; SQLite ignores them
}

// scanWAL looks at all frames. The file may be missing or end anywhere.
func scanWAL(path string) (walScan, error) {
	var scan walScan
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return scan, nil
	} else if err != nil {
		return scan, fmt.Errorf("sqlitestore: %w", err)
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 1<<16)
	if _, err := io.ReadFull(in, scan.header[:]); err != nil {
		return scan, ignoreEnd(err)
	}
	sum := walSum{order: binary.LittleEndian}
	if binary.BigEndian.Uint32(scan.header[:]) == walMagic+1 {
		sum.order = binary.BigEndian
	}
	sum.add(scan.header[:24])
	whole := sum.is(scan.header[24:]) // the header is
	fits := whole                     // so is everything up to here
	sum.set(scan.header[24:])
	frame := make([]byte, frameHeader+pageSize)
	for n := 1; ; n++ {
		if _, err := io.ReadFull(in, frame); err != nil {
			return scan, ignoreEnd(err)
		}
		good := false
		if !whole || bytes.Equal(frame[8:16], scan.header[16:24]) { // else it is of an earlier WAL
			sum.add(frame[:8])
			sum.add(frame[frameHeader:])
			good = sum.is(frame[16:24])
		}
		sum.set(frame[16:24])
		if fits && !good {
			fits, scan.frame = false, n
		}
		if commits := binary.BigEndian.Uint32(frame[4:]) != 0; commits && good && !fits {
			scan.lost++
		}
	}
}

func ignoreEnd(err error) error {
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return fmt.Errorf("sqlitestore: %w", err)
}

// walSum is the running checksum of a WAL.
type walSum struct {
	order binary.ByteOrder // of the words that it sums
	a, b  uint32
}

// add goes on with data, a multiple of 8 bytes.
func (s *walSum) add(data []byte) {
	for ; len(data) > 0; data = data[8:] {
		s.a += s.order.Uint32(data) + s.b
		s.b += s.order.Uint32(data[4:]) + s.a
	}
}

// is reports whether the checksum is the stored one, which set goes on from.
func (s *walSum) is(stored []byte) bool {
	return s.a == binary.BigEndian.Uint32(stored) && s.b == binary.BigEndian.Uint32(stored[4:])
}

func (s *walSum) set(stored []byte) {
	s.a, s.b = binary.BigEndian.Uint32(stored), binary.BigEndian.Uint32(stored[4:])
}
