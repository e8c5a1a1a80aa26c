package ingest

// guessJSON returns the format of a head that is JSON, or Auto: the first member
// decides that only one format has, in the first value or in what may hold its
// records.
func guessJSON(head []byte) Format {
	s := jsonSniffer{scan: scanText(head)}
	s.value(0)
	return s.format
}

// jsonSniffer looks at a head until the format is known or the head ends.
type jsonSniffer struct {
	scan   *scanner
	format Format
	hits   bool // the answer of a search
}

// over reports whether there is no more to look at.
func (s *jsonSniffer) over() bool { return s.format != Auto || s.scan.err != nil }

// value looks at the next value.
func (s *jsonSniffer) value(depth int) {
	c := s.scan.next()
	if depth > maxDepth || c != '{' && c != '[' {
		s.scan.skip()
		return
	}
	s.scan.open()
	for first := true; !s.over() && s.scan.more(first, c+2); first = false { // ] and } are two behind [ and {
		if c == '[' {
			s.value(depth + 1)
		} else {
			s.member(depth)
		}
	}
}

// member looks at the next member of an object.
func (s *jsonSniffer) member(depth int) {
	switch string(s.scan.name()) {
	case "GranuleUR", "CollectionReference", "umm":
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
		s.value(depth + 1)
	case "type":
		kind := ""
		if s.scan.next() == '"' {
			kind = string(s.scan.str())
		} else {
			s.scan.skip()
		}
		if kind == "Feature" || kind == "FeatureCollection" {
			s.format = STAC
		}
	case "hits":
		s.hits = true
		s.scan.skip()
	case "items":
		if s.hits {
			s.format = UMMG
		} else {
			s.value(depth + 1)
		}
	default:
		s.scan.skip()
	}
}
