package ingest

import (
	"bytes"
	"encoding/json"
)

// guessJSON returns the format of a head that is JSON, or Auto: the first member
// decides that only one format has, in the first value or in what may hold its
// records.
func guessJSON(head []byte) Format {
	s := jsonSniffer{dec: json.NewDecoder(bytes.NewReader(head))}
	s.value(0)
	return s.format
}

type jsonSniffer struct {
	dec    *json.Decoder
	format Format
	hits   bool // the answer of a search
}

// value looks at the next value. It returns false when the format is known or the
// head ends.
func (s *jsonSniffer) value(depth int) bool {
	token, err := s.dec.Token()
	if err != nil || depth > maxDepth {
		return false
	}
	if _, ok := token.(json.Delim); !ok {
		return true
	}
	for s.dec.More() {
		if token == json.Delim('[') {
			if !s.value(depth + 1) {
				return false
			}
		} else if !s.member(depth) {
			return false
		}
	}
	_, err = s.dec.Token()
	return err == nil
}

// member looks at the next member of an object.
func (s *jsonSniffer) member(depth int) bool {
	key, err := s.dec.Token()
	if err != nil {
		return false
	}
	name, _ := key.(string)
	switch name {
	case "GranuleUR", "umm":
		s.format = UMMG
	case "feed":
		s.format = CMR
	case "stac_version", "features":
		s.format = STAC
	case "submissionTime", "product", "Message", "Body", "body":
		s.format = CNM
	case "granuleId", "granules":
		s.format = Cumulus
	case "Records", "Messages", "Sns", "input", "payload", "results":
		return s.value(depth + 1)
	case "type":
		var kind string
		s.dec.Decode(&kind) // any other value is not the one looked for
		if kind == "Feature" || kind == "FeatureCollection" {
			s.format = STAC
		}
		return s.format == Auto
	case "hits":
		s.hits = true
	case "items":
		if s.hits {
			s.format = UMMG
		}
		return s.format == Auto && s.value(depth+1)
	}
	return s.format == Auto && s.dec.Decode(new(skipped)) == nil
}
