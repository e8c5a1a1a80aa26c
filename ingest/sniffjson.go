package ingest

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// guessJSON returns the format of a head that is JSON, or Auto: the first member
// decides that only one format has, in the first value or in what may hold its
// records.
func guessJSON(head []byte) Format {
	// The head may end within a character, and what is wrong in it is for the format to
	// say.
	s := jsonSniffer{dec: jsontext.NewDecoder(bytes.NewBuffer(head), jsonOptions, jsontext.AllowInvalidUTF8(true))}
	s.value(0)
	return s.format
}

// jsonSniffer looks at a head until the format is known or the head ends. Its
// functions return false then.
type jsonSniffer struct {
	dec    *jsontext.Decoder
	format Format
	hits   bool // the answer of a search
}

// is ends the looking with a format.
func (s *jsonSniffer) is(format Format) bool {
	s.format = format
	return false
}

func (s *jsonSniffer) skip() bool { return s.dec.SkipValue() == nil }

// value looks at the next value.
func (s *jsonSniffer) value(depth int) bool {
	kind := s.dec.PeekKind()
	if depth > maxDepth || kind != '{' && kind != '[' {
		return s.skip()
	}
	if _, err := s.dec.ReadToken(); err != nil {
		return false
	}
	for end := kind + 2; s.dec.PeekKind() != end; { // ] and } are two behind [ and {
		if kind == '[' && !s.value(depth+1) || kind == '{' && !s.member(depth) {
			return false
		}
	}
	_, err := s.dec.ReadToken()
	return err == nil
}

// member looks at the next member of an object.
func (s *jsonSniffer) member(depth int) bool {
	name, err := s.dec.ReadToken()
	if err != nil {
		return false
	}
	switch name.String() {
	case "GranuleUR", "CollectionReference", "umm":
		return s.is(UMMG)
	case "feed":
		return s.is(CMR)
	case "stac_version", "features":
		return s.is(STAC)
	case "submissionTime", "product", "Message", "Body", "body":
		return s.is(CNM)
	case "granuleId", "granules":
		return s.is(Cumulus)
	case "Records", "Messages", "Sns", "input", "payload", "results":
		return s.value(depth + 1)
	case "type":
		return s.kind()
	case "hits":
		s.hits = true
	case "items":
		if s.hits {
			return s.is(UMMG)
		}
		return s.value(depth + 1)
	}
	return s.skip()
}

// kind looks at the type of a GeoJSON object.
func (s *jsonSniffer) kind() bool {
	if s.dec.PeekKind() != '"' {
		return s.skip()
	}
	token, err := s.dec.ReadToken()
	if err != nil {
		return false
	}
	switch token.String() {
	case "Feature", "FeatureCollection":
		return s.is(STAC)
	}
	return true
}
