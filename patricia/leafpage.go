package patricia

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
)

// Manners in which a section of a leaf page is written.
const (
	mannerPlain   = 0x00
	mannerDeflate = 0x01
	mannerGrid    = 0x02
)

// maxSection is the size that no section of a leaf page can exceed.
const maxSection = leafMax * (max(MaxID, MaxValue) + 8)

// leafWriter writes leaf pages. It keeps its memory from one to the next.
type leafWriter struct {
	grid         gridWriter
	plain, cells []byte
}

var leafWriters = sync.Pool{New: func() any { return new(leafWriter) }}

// appendLeafPage appends the page of the items.
func appendLeafPage(dst []byte, v view) []byte {
	w := leafWriters.Get().(*leafWriter)
	defer leafWriters.Put(w)
	dst = append(dst, byte(pageSetLeaf+v.run.kind))
	dst = binary.AppendUvarint(dst, uint64(v.len()))
	dst = w.appendSection(dst, w.appendIDs(w.plain[:0], v), w.gridIDs(v))
	if v.run.kind == Map {
		dst = w.appendSection(dst, w.appendValues(w.plain[:0], v), w.gridValues(v))
	}
	return dst
}

// appendSection appends a section in the manner that is best for it. DEFLATE takes
// the longest to read, so it must save a quarter.
func (w *leafWriter) appendSection(dst, plain, cells []byte) []byte {
	w.plain = plain
	manner, best := byte(mannerPlain), plain
	if cells != nil {
		w.cells = cells
		if len(cells) < len(best) {
			manner, best = mannerGrid, cells
		}
	}
	if len(best) > 64 && len(best) > len(plain)/4 {
		if packed := deflate(plain); len(packed) < len(best)-len(best)/4 {
			manner, best = mannerDeflate, packed
		}
	}
	dst = append(dst, manner)
	if manner == mannerDeflate {
		dst = binary.AppendUvarint(dst, uint64(len(plain)))
	}
	dst = binary.AppendUvarint(dst, uint64(len(best)))
	return append(dst, best...)
}

// gridIDs returns the IDs as a grid.
func (w *leafWriter) gridIDs(v view) []byte {
	width := 0
	for i := v.from; i < v.to; i++ {
		width = max(width, len(v.run.id(i)))
	}
	w.grid.reset(width)
	for i := v.from; i < v.to; i++ {
		w.grid.add(v.run.id(i))
	}
	return w.grid.appendTo(w.cells[:0], true)
}

// gridValues returns the values as a grid, or nil if they have not all the same
// length of 1 to 255 bytes.
func (w *leafWriter) gridValues(v view) []byte {
	width := len(v.run.value(v.from))
	if width == 0 || width > MaxID {
		return nil
	}
	w.grid.reset(width)
	for i := v.from; i < v.to; i++ {
		value := v.run.value(i)
		if len(value) != width {
			return nil
		}
		w.grid.add(value)
	}
	return w.grid.appendTo(w.cells[:0], false)
}

// leafReader reads leaf pages. It keeps its memory from one to the next.
type leafReader struct {
	hasher *hasher
	fold   leafFold
	grid   gridReader
	cells  []byte
}

var leafReaders = sync.Pool{New: func() any { return &leafReader{hasher: newHasher()} }}

// parseLeafPage reads what appendLeafPage writes, less its first byte.
func parseLeafPage(kind Kind, data []byte) (*node, error) {
	r := leafReaders.Get().(*leafReader)
	defer leafReaders.Put(r)
	items, err := r.items(kind, data)
	if err != nil {
		return nil, err
	}
	return r.fold.node(r.hasher, items)
}

// items reads the items. It does not look at their order.
func (r *leafReader) items(kind Kind, data []byte) (*run, error) {
	count, n := binary.Uvarint(data)
	if n <= 0 || count == 0 || count > leafMax {
		return nil, errors.New("number of items out of range")
	}
	ids, rest, err := parseSection(data[n:])
	if err != nil {
		return nil, err
	}
	var values column
	if kind == Map {
		var s section
		if s, rest, err = parseSection(rest); err != nil {
			return nil, err
		}
		if values, err = r.values(s, int(count)); err != nil {
			return nil, err
		}
	}
	if len(rest) != 0 {
		return nil, errLeftOver
	}
	if ids.manner == mannerGrid {
		return r.readGrid(kind, ids.data, int(count), values)
	}
	return readPlain(kind, ids.data, int(count), values)
}

// section is a section of a leaf page, inflated.
type section struct {
	manner byte
	data   []byte
}

// parseSection reads a section and returns what comes after it.
func parseSection(data []byte) (s section, rest []byte, err error) {
	if len(data) == 0 {
		return s, nil, errShort
	}
	s.manner = data[0]
	data = data[1:]
	full := uint64(0)
	switch s.manner {
	case mannerPlain, mannerGrid:
	case mannerDeflate:
		var n int
		if full, n = binary.Uvarint(data); n <= 0 || full > maxSection {
			return s, nil, errors.New("size of a section out of range")
		}
		data = data[n:]
	default:
		return s, nil, fmt.Errorf("section in manner 0x%02x", s.manner)
	}
	size, n := binary.Uvarint(data)
	if n <= 0 || size > uint64(len(data)-n) {
		return s, nil, errShort
	}
	s.data, rest = data[n:n+int(size)], data[n+int(size):]
	if s.manner == mannerDeflate {
		s.data, err = inflate(s.data, int(full))
	}
	return s, rest, err
}

// readGrid puts the IDs of a grid and the values together.
func (r *leafReader) readGrid(kind Kind, data []byte, count int, values column) (*run, error) {
	if err := r.grid.open(data, true); err != nil {
		return nil, err
	}
	width := r.grid.width
	if kind == Set && !r.grid.hasZero() {
		return r.readIDs(count)
	}
	items := newRun(kind, count, count*width+len(values.data))
	var id [MaxID]byte
	for range count {
		if err := r.grid.next(id[:width]); err != nil {
			return nil, err
		}
		n := indexZero(id[:width])
		if n < 0 {
			n = width
		}
		for _, b := range id[n:width] {
			if b != 0 {
				return nil, errors.New("ID with a zero byte")
			}
		}
		if n == 0 {
			return nil, errNoBytes
		}
		value, err := values.next()
		if err != nil {
			return nil, err
		}
		items.add(id[:n], value)
	}
	if !r.grid.atEnd() || len(values.data) != 0 {
		return nil, errLeftOver
	}
	return items, nil
}

// readIDs is readGrid for a set whose IDs have all the same length.
func (r *leafReader) readIDs(count int) (*run, error) {
	size := 1 + r.grid.width
	items := &run{data: make([]byte, count*size), ends: make([]uint32, count)}
	for i := range items.ends {
		rec := items.data[i*size : (i+1)*size]
		rec[0] = tagSetLeaf
		if err := r.grid.next(rec[1:]); err != nil {
			return nil, err
		}
		items.ends[i] = uint32((i + 1) * size)
	}
	if size == 1 {
		return nil, errNoBytes
	}
	if !r.grid.atEnd() {
		return nil, errLeftOver
	}
	return items, nil
}

// values reads the values of a map.
func (r *leafReader) values(s section, count int) (column, error) {
	if s.manner != mannerGrid {
		return parseColumn(s.data, count)
	}
	if err := r.grid.open(s.data, false); err != nil {
		return column{}, err
	}
	width := r.grid.width
	r.cells = append(r.cells[:0], make([]byte, count*width)...)
	for i := range count {
		if err := r.grid.next(r.cells[i*width : (i+1)*width]); err != nil {
			return column{}, err
		}
	}
	if !r.grid.atEnd() {
		return column{}, errLeftOver
	}
	return column{width: width, data: r.cells}, nil
}
