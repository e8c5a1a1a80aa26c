package ingest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// jsonRecord is what a format takes from one object of a JSON file.
type jsonRecord interface {
	// member says what the member of that name is for: descend, unwrap, or a
	// pointer to what it is decoded to; nil if it does not matter.
	member(name string) any
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
// descend into or to unwrap; any other object is a record.
type jsonReader struct {
	in      *input
	record  func() jsonRecord
	dec     *json.Decoder
	text    *recordText // nil inside a string
	line    int         // of the record that is being read
	count   int         // of records so far
	entered bool        // the next object is no record
	err     error       // why reading is over; nil if it was the caller's wish
}

// readJSON returns the reader for a format with such records.
func readJSON(record func() jsonRecord) func(*input) bool {
	return func(in *input) bool {
		text := newRecordText(in)
		r := jsonReader{in: in, record: record, dec: json.NewDecoder(text), text: text, line: 1}
		if r.values() {
			return true
		}
		if r.err != nil {
			return in.fail(text.fault(r.line, "JSON", r.err))
		}
		return false
	}
}

// values reads all values to the end. Like all functions here, it returns false
// when reading is over.
func (r *jsonReader) values() bool {
	for {
		r.begin()
		token, err := r.dec.Token()
		if err == io.EOF {
			return true
		}
		if err != nil {
			return r.fail(err)
		}
		if !r.value(token, 0) {
			return false
		}
	}
}

func (r *jsonReader) fail(err error) bool {
	r.err = err
	return false
}

// begin is called where a record may begin.
func (r *jsonReader) begin() {
	if r.text != nil {
		r.text.begin()
	}
}

// here sets the line to the one of what was read last.
func (r *jsonReader) here() {
	if r.text != nil {
		r.line = r.text.lineOf(r.dec.InputOffset())
	}
}

// value reads the value that begins with token.
func (r *jsonReader) value(token json.Token, depth int) bool {
	if depth > maxDepth {
		return r.fail(fmt.Errorf("records lie more than %d values deep", maxDepth))
	}
	switch token {
	case json.Delim('{'):
		r.here()
		return r.object(depth)
	case json.Delim('['):
		r.entered = false
		return r.array(depth)
	}
	r.here()
	r.entered = false
	r.count++
	return r.in.deliverRecord(r.count, Granule{Line: r.line}, "", fmt.Errorf("%v is no JSON object", jsonKind(token)))
}

// jsonKind says what a token is that begins neither object nor array.
func jsonKind(token json.Token) string {
	switch token.(type) {
	case string:
		return "a string"
	case nil:
		return "null"
	case bool:
		return "true or false"
	}
	return "a number"
}

func (r *jsonReader) array(depth int) bool {
	for r.dec.More() {
		r.begin()
		token, err := r.dec.Token()
		if err != nil {
			return r.fail(err)
		}
		if !r.value(token, depth+1) {
			return false
		}
	}
	return r.end()
}

// end reads the end of an array or object.
func (r *jsonReader) end() bool {
	if _, err := r.dec.Token(); err != nil {
		return r.fail(err)
	}
	return true
}

// object reads an object: a record, or what records lie in.
func (r *jsonReader) object(depth int) bool {
	record, line, entered := r.record(), r.line, r.entered
	r.entered = false
	var fault error // the first member that is not as it should be
	holds := false  // records
	for r.dec.More() {
		token, err := r.dec.Token()
		if err != nil {
			return r.fail(err)
		}
		name, _ := token.(string)
		member := record.member(name)
		switch member {
		case descend, enter:
			token, err := r.dec.Token()
			if err != nil {
				return r.fail(err)
			}
			if token != nil {
				holds = true
				r.entered = member == enter
				if !r.value(token, depth+1) {
					return false
				}
			}
			r.begin()
			continue
		case unwrap:
			text := ""
			holds = true
			if err := r.dec.Decode(&text); isTypeError(err) {
				text = ""
			} else if err != nil {
				return r.fail(err)
			}
			if !r.unwrap(name, text, line, depth+1) {
				return false
			}
			continue
		case nil:
			member = new(skipped)
		}
		if err := r.dec.Decode(member); err != nil {
			if !isTypeError(err) {
				return r.fail(err)
			}
			if fault == nil {
				fault = fmt.Errorf("member %q: %w", shorten([]byte(name)), err)
			}
		}
	}
	if !r.end() || holds {
		return r.err == nil
	}
	r.count++
	g := Granule{Line: line}
	if entered {
		fault = errors.New("the object holds no records")
	}
	if fault != nil {
		return r.in.deliverRecord(r.count, g, "", fault)
	}
	id, err := record.granule(&g)
	return r.in.deliverRecord(r.count, g, id, err)
}

// isTypeError reports whether a value was read, but is not of the type wanted.
func isTypeError(err error) bool {
	_, ok := errors.AsType[*json.UnmarshalTypeError](err)
	return ok
}

// unwrap reads the records of a JSON text that stands in a string.
func (r *jsonReader) unwrap(name, text string, line, depth int) bool {
	if depth > maxDepth {
		return r.fail(fmt.Errorf("records lie more than %d values deep", maxDepth))
	}
	if text = strings.TrimLeft(text, " \t\r\n"); text == "" || text[0] != '{' && text[0] != '[' {
		r.count++
		return r.in.deliverRecord(r.count, Granule{Line: line}, "", fmt.Errorf("%q holds no JSON", name))
	}
	inner := jsonReader{in: r.in, record: r.record, dec: json.NewDecoder(strings.NewReader(text)), line: line, count: r.count}
	more := false
	if token, err := inner.dec.Token(); err != nil {
		inner.err = err
	} else if more = inner.value(token, depth); more {
		if _, err := inner.dec.Token(); err != io.EOF {
			inner.err, more = errors.New("more text behind the JSON"), false
		}
	}
	r.count = inner.count
	if inner.err == nil {
		return more
	}
	// The text around the string can be read on.
	if inner.err == io.EOF || inner.err == io.ErrUnexpectedEOF {
		inner.err = errors.New("the JSON is cut off")
	}
	r.count++
	return r.in.deliverRecord(r.count, Granule{Line: line}, "", fmt.Errorf("%q: %w", name, inner.err))
}

// skipped is a value that does not matter.
type skipped struct{}

// UnmarshalJSON takes any value.
func (*skipped) UnmarshalJSON([]byte) error { return nil }

// text is a string, or a number as it is written.
type text string

// UnmarshalJSON takes a string, a number or null.
func (t *text) UnmarshalJSON(b []byte) error {
	switch {
	case b[0] == '"' && bytes.IndexByte(b, '\\') < 0 && utf8.Valid(b):
		*t = text(b[1 : len(b)-1])
	case b[0] == '"':
		return json.Unmarshal(b, (*string)(t))
	case b[0] == '-' || isDigit(b[0]):
		*t = text(b)
	case b[0] != 'n':
		return &json.UnmarshalTypeError{Value: "value", Type: textType}
	}
	return nil
}
