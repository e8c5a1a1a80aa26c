package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"iter"
	"strings"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/ingest"
	"github.com/seed-05176fc3/idem/patricia"
)

// A record of the sorter is an ID, and for a granule with checksums further
//
//	0x00, name of the file if they are of one of several, 0x00, content text, place
//
// so that what is known of a granule comes out side by side, its files by name.

// places are the lines of files.
type places struct {
	files []string
}

const (
	placeSize = 8
	lineBits  = 40
	maxFiles  = 1 << (64 - lineBits)
)

// append appends a line as placeSize bytes, in whose order lines come.
func (p *places) append(dst []byte, file string, line int) []byte {
	n := len(p.files)
	if (n == 0 || p.files[n-1] != file) && n < maxFiles {
		p.files = append(p.files, file)
		n++
	}
	return binary.BigEndian.AppendUint64(dst, uint64(n-1)<<lineBits|uint64(line))
}

// text returns what append wrote as FILE:LINE.
func (p *places) text(place []byte) string {
	x := binary.BigEndian.Uint64(place)
	return fmt.Sprintf("%s:%d", p.files[x>>lineBits], x&(1<<lineBits-1))
}

// addContent adds a granule with its checksums.
func (l *granuleList) addContent(g *ingest.Granule) error {
	sums := make([]string, len(g.Checksums))
	for i, c := range g.Checksums {
		sums[i] = c.Algorithm + ":" + c.Value
	}
	content, err := dataset.NewContent(sums...)
	if err != nil {
		return fmt.Errorf("%s:%d: %w", g.File, g.Line, err)
	}
	l.record = append(append(l.record[:0], g.ID...), 0)
	l.record = append(append(l.record, g.Part...), 0)
	l.record = append(l.record, content.String()...)
	l.record = l.places.append(l.record, g.File, g.Line)
	return l.sorter.Add(l.record)
}

// Items returns the granules in order, with their content where it is known. It ends
// with an error at a granule with two contents.
func (l *granuleList) Items() iter.Seq2[patricia.Item, error] {
	return func(yield func(patricia.Item, error) bool) {
		m := merger{places: &l.places}
		for record, err := range l.sorter.Sorted() {
			switch {
			case err != nil:
				yield(patricia.Item{}, err)
				return
			case l.checked == 0:
				if !yield(patricia.Item{ID: record}, nil) {
					return
				}
				continue
			}
			id, rest, known := bytes.Cut(record, []byte{0})
			if !bytes.Equal(id, m.id) && !m.deliver(yield) {
				return
			}
			m.id = append(m.id[:0], id...)
			if known {
				m.add(rest)
			}
		}
		m.deliver(yield)
	}
}

// merger makes the content of a granule from its records.
type merger struct {
	places *places
	id     []byte   // of the granule; empty: none yet
	whole  sum      // of all its files, without a name
	last   sum      // the file before
	parts  []string // checksums of single files
	err    error
}

// sum is what a record says.
type sum struct{ name, text, place string }

// add takes in what follows the ID in a record.
func (m *merger) add(rest []byte) {
	rest, place := rest[:len(rest)-placeSize], rest[len(rest)-placeSize:]
	end := bytes.LastIndexByte(rest, 0)
	s := sum{string(rest[:end]), string(rest[end+1:]), string(place)}
	before := m.last
	m.last = s
	switch {
	case s.name == "" && m.whole.text == "":
		m.whole = s
	case s.name == "":
		m.compare(m.whole, s)
	case s.name == before.name && s.text == before.text:
	case s.name == before.name && algorithm(s.text) == algorithm(before.text):
		m.compare(before, s)
	default:
		m.parts = append(m.parts, s.text)
	}
}

// algorithm returns that of a checksum.
func algorithm(text string) string {
	name, _, _ := strings.Cut(text, ":")
	return name
}

// compare notes an error if two sums, which should be the same, are not.
func (m *merger) compare(a, b sum) {
	if a.text == b.text || m.err != nil {
		return
	}
	if b.place < a.place {
		a, b = b, a
	}
	of := fmt.Sprintf("granule %q", m.id)
	if a.name != "" {
		of = fmt.Sprintf("file %q of %s", a.name, of)
	}
	m.err = fmt.Errorf("%s and %s: %s has other checksums: %s and %s (--unique tells collections apart, --no-content leaves checksums out)",
		m.places.text([]byte(a.place)), m.places.text([]byte(b.place)), of, a.text, b.text)
}

// deliver hands out the granule and forgets it.
func (m *merger) deliver(yield func(patricia.Item, error) bool) bool {
	if len(m.id) == 0 {
		return true
	}
	it := patricia.Item{ID: m.id}
	if len(m.parts) > 0 {
		content, err := dataset.NewContent(m.parts...)
		if err != nil {
			yield(patricia.Item{}, err)
			return false
		}
		if parts := (sum{"", content.String(), m.last.place}); m.whole.text == "" {
			m.whole = parts
		} else {
			m.compare(m.whole, parts)
		}
	}
	if m.err != nil {
		yield(patricia.Item{}, m.err)
		return false
	}
	if m.whole.text != "" {
		it.Value = []byte(m.whole.text)
	}
	m.whole, m.last, m.parts = sum{}, sum{}, m.parts[:0]
	return yield(it, nil)
}
