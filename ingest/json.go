package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// jsonRecord is what a format takes from one object of a JSON file. Of its members it
// may also say: descend, enter, unwrap.
type jsonRecord interface {
	jsonObject
	// granule sets all of g but ID, File and Line, and returns the ID. It returns
	// errNoGranule for what is valid and holds none.
	granule(g *Granule) (id string, err error)
}

// role is what a member is for if it is not decoded.
type role uint8

const (
	descend role = iota // holds records: an object, or an array of objects
	enter               // an object with members to descend into, and no record itself
	unwrap              // a string that is a JSON text with records
)

// maxDepth is how deep records may lie in other objects.
const maxDepth = 8

// jsonReader reads the records of a JSON file: of one value, or of several behind
// each other. An array holds records; so does an object that has a member to
// descend into or to unwrap; any other object is a record. Its functions return
// false when reading is over.
type jsonReader struct {
	in      *input
	record  func() jsonRecord
	scan    *scanner
	inside  bool // a string, of which no lines are counted
	line    int  // of the record that is being read
	count   int  // of records so far
	entered bool // the next object is no record
}

// readJSON returns the reader for a format with such records.
func readJSON(record func() jsonRecord) func(*input) bool {
	return func(in *input) bool {
		r := jsonReader{in: in, record: record, scan: newScanner(in.text), line: 1}
		for {
			r.scan.begin()
			if r.scan.next() == 0 && r.scan.err == io.EOF {
				return true
			}
			if !r.value(0) {
				if r.scan.err == nil {
					return false
				}
				return in.fail(in.recordFault(r.line, "JSON", r.scan.err, r.scan.read))
			}
		}
	}
}

// value reads the next value.
func (r *jsonReader) value(depth int) bool {
	if depth > maxDepth {
		r.scan.fail("records lie more than %d values deep", maxDepth)
		return false
	}
	c := r.scan.next()
	if !r.inside && c != '[' {
		r.line = r.scan.lineHere()
	}
	switch c {
	case '{':
		return r.object(depth)
	case '[':
		r.entered = false
		return r.array(depth)
	}
	r.entered = false
	if r.scan.skip(); r.scan.err != nil {
		return false
	}
	return r.bad(r.line, fmt.Errorf("%s is no JSON object", jsonKind(c)))
}

// bad reports a record that holds no granule.
func (r *jsonReader) bad(line int, err error) bool {
	r.count++
	return r.in.deliverRecord(r.count, Granule{Line: line}, "", err)
}

func (r *jsonReader) array(depth int) bool {
	r.scan.open()
	for first := true; r.scan.more(first, ']'); first = false {
		r.scan.begin()
		if !r.value(depth + 1) {
			return false
		}
	}
	return r.scan.err == nil
}

// object reads an object: a record, or what records lie in.
func (r *jsonReader) object(depth int) bool {
	record, line, entered := r.record(), r.line, r.entered
	r.entered = false
	var fault error // the first member that is not as it should be
	holds := false  // records
	r.scan.open()
	for first := true; r.scan.more(first, '}'); first = false {
		name := r.scan.name()
		var member any
		if r.scan.next() != 'n' {
			member = record.member(name)
		}
		switch member {
		case nil:
			r.scan.skip()
		case descend, enter:
			holds = true
			r.entered = member == enter
			if !r.value(depth + 1) {
				return false
			}
			r.scan.begin()
		case unwrap:
			holds = true
			if !r.unwrap(string(name), line, depth+1) {
				return false
			}
		default:
			name := string(name)
			if err := r.scan.decode(member); err != nil && fault == nil {
				fault = fmt.Errorf("member %q: %w", name, err)
			}
		}
	}
	switch {
	case r.scan.err != nil:
		return false
	case holds:
		return true
	case entered:
		return r.bad(line, errors.New("the object holds no records"))
	case fault != nil:
		return r.bad(line, fault)
	}
	r.count++
	g := Granule{Line: line}
	id, err := record.granule(&g)
	return r.in.deliverRecord(r.count, g, id, err)
}

// unwrap reads the records of a JSON text that stands in a string.
func (r *jsonReader) unwrap(name string, line, depth int) bool {
	var text []byte
	if r.scan.next() == '"' {
		text = bytes.Clone(r.scan.str())
	} else {
		r.scan.skip()
	}
	switch {
	case r.scan.err != nil:
		return false
	case depth > maxDepth:
		r.scan.fail("records lie more than %d values deep", maxDepth)
		return false
	}
	inner := jsonReader{in: r.in, record: r.record, scan: scanText(text), inside: true, line: line, count: r.count}
	if c := inner.scan.next(); c != '{' && c != '[' {
		return r.bad(line, fmt.Errorf("%q holds no JSON", name))
	}
	more := inner.value(depth)
	r.count = inner.count
	if more && inner.scan.next() != 0 {
		inner.scan.fail("more text behind the JSON")
	}
	err := inner.scan.err
	switch {
	case more && err == io.EOF:
		return true
	case err == nil:
		return false
	case err == io.ErrUnexpectedEOF:
		err = errors.New("the JSON is cut off")
	}
	// The text around the string can be read on.
	return r.bad(line, fmt.Errorf("%q: %w", name, err))
}
