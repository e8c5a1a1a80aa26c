package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// jsonRecord is what a format takes from one object of a JSON file.
type jsonRecord interface {
	// member returns what the member of this name is for: a pointer to decode it to,
	// a role, or nil if it does not matter. Members that are null are not asked for.
	// The name must not be kept.
	member(name []byte) any
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

// A name that comes twice harms nobody here, and remembering all names of an object
// would take memory without end.
var jsonOptions = jsontext.AllowDuplicateNames(true)

// jsonReader reads the records of a JSON file: of one value, or of several behind
// each other. An array holds records; so does an object that has a member to
// descend into or to unwrap; any other object is a record. Its functions return
// false when reading is over.
type jsonReader struct {
	in      *input
	record  func() jsonRecord
	text    *recordReader // nil: a string, of which no lines are counted
	dec     *jsontext.Decoder
	err     error  // why dec could not read on
	name    []byte // of the member that was met last
	line    int    // of the record that is being read
	count   int    // of records so far
	entered bool   // the next object is no record
}

// readJSON returns the reader for a format with such records.
func readJSON(record func() jsonRecord) func(*input) bool {
	return func(in *input) bool {
		text := &recordReader{text: in.text}
		r := jsonReader{in: in, record: record, text: text, dec: jsontext.NewDecoder(text, jsonOptions)}
		for r.value(0) {
			r.begin()
		}
		switch r.err {
		case nil:
			return false
		case io.EOF:
			return true
		}
		r.setLine()
		return in.fail(in.recordFault(r.line, "JSON", jsonFault(r.err), text.err))
	}
}

// jsonFault returns why a text is no JSON, without the place that decoders give.
func jsonFault(err error) error {
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return syntax.Err
	}
	return err
}

// begin is called where a record begins.
func (r *jsonReader) begin() {
	if r.text != nil {
		r.text.begin = r.dec.InputOffset()
	}
}

// setLine makes the line that of what was read last.
func (r *jsonReader) setLine() {
	if r.text != nil {
		r.line = r.text.line(r.dec.UnreadBuffer())
	}
}

// fails notes an error of the decoder, and reports whether it is one.
func (r *jsonReader) fails(err error) bool {
	if err != nil {
		r.err = err
	}
	return err != nil
}

// value reads the next value.
func (r *jsonReader) value(depth int) bool {
	if depth > maxDepth {
		return !r.fails(fmt.Errorf("records lie more than %d values deep", maxDepth))
	}
	token, err := r.dec.ReadToken()
	if r.fails(err) {
		return false
	}
	entered := r.entered
	r.entered = false
	switch kind := token.Kind(); kind {
	case '[':
		return r.array(depth)
	case '{':
		r.setLine()
		return r.object(depth, entered)
	default:
		r.setLine()
		return r.bad(r.line, fmt.Errorf("%s is no JSON object", kindName(kind)))
	}
}

// bad reports a record that holds no granule.
func (r *jsonReader) bad(line int, err error) bool {
	r.count++
	return r.in.deliverRecord(r.count, Granule{Line: line}, "", err)
}

// array reads what is behind the [ of an array.
func (r *jsonReader) array(depth int) bool {
	for r.dec.PeekKind() != ']' {
		r.begin()
		if !r.value(depth + 1) {
			return false
		}
	}
	_, err := r.dec.ReadToken()
	return !r.fails(err)
}

// object reads what is behind the { of an object: a record, or what records lie in.
func (r *jsonReader) object(depth int, entered bool) bool {
	record, line := r.record(), r.line
	var fault error // the first member that is not as it should be
	holds := false  // records
	for r.dec.PeekKind() != '}' {
		if r.fails(r.readName()) {
			return false
		}
		var member any
		if r.dec.PeekKind() != 'n' {
			member = record.member(r.name)
		}
		switch member {
		case nil:
			if r.fails(r.dec.SkipValue()) {
				return false
			}
		case descend, enter:
			holds = true
			r.entered = member == enter
			if !r.value(depth + 1) {
				return false
			}
			r.begin()
		case unwrap:
			holds = true
			if !r.unwrap(string(r.name), line, depth+1) {
				return false
			}
		default:
			bad, err := decodeJSON(r.dec, member)
			if r.fails(err) {
				return false
			}
			if bad != nil && fault == nil {
				fault = fmt.Errorf("member %q: %w", r.name, bad)
			}
		}
	}
	if _, err := r.dec.ReadToken(); r.fails(err) {
		return false
	}
	switch {
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

// readName reads the name of a member.
func (r *jsonReader) readName() error {
	quoted, err := r.dec.ReadValue() // a token would allocate its text
	if err == nil {
		r.name, err = jsontext.AppendUnquote(r.name[:0], quoted)
	}
	return err
}

// unwrap reads the records of a JSON text that stands in a string.
func (r *jsonReader) unwrap(name string, line, depth int) bool {
	if depth > maxDepth {
		return !r.fails(fmt.Errorf("records lie more than %d values deep", maxDepth))
	}
	if r.dec.PeekKind() != '"' {
		return !r.fails(r.dec.SkipValue()) && r.bad(line, fmt.Errorf("%q holds no JSON", name))
	}
	quoted, err := r.dec.ReadValue()
	if r.fails(err) {
		return false
	}
	text, err := jsontext.AppendUnquote(nil, quoted)
	if r.fails(err) {
		return false
	}
	inner := jsonReader{
		in: r.in, record: r.record, dec: jsontext.NewDecoder(bytes.NewBuffer(text), jsonOptions),
		line: line, count: r.count,
	}
	if kind := inner.dec.PeekKind(); kind != '{' && kind != '[' {
		return r.bad(line, fmt.Errorf("%q holds no JSON", name))
	}
	more := inner.value(depth)
	r.count = inner.count
	if more {
		if _, err = inner.dec.ReadToken(); err == io.EOF {
			return true
		}
		inner.err = errors.New("more text behind the JSON")
	}
	switch err := jsonFault(inner.err); err {
	case nil:
		return false
	case io.ErrUnexpectedEOF:
		return r.bad(line, fmt.Errorf("%q: the JSON is cut off", name))
	default:
		return r.bad(line, fmt.Errorf("%q: %w", name, err)) // the text around the string can be read on
	}
}
