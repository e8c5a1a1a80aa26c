package ingest

import "errors"

// cmrRecord is an entry of an answer of the CMR's search in its own JSON. It names
// the collection by title only.
type cmrRecord struct {
	title, producer string
}

func newCMR() jsonRecord { return new(cmrRecord) }

func (r *cmrRecord) member(name []byte) any {
	switch string(name) {
	case "feed":
		return enter
	case "entry":
		return descend
	case "title":
		return &r.title
	case "producer_granule_id":
		return &r.producer
	}
	return nil
}

func (r *cmrRecord) granule(g *Granule) (string, error) {
	if r.title == "" {
		return "", errors.New("no title, which is the GranuleUR")
	}
	g.Producer = r.producer
	return r.title, nil
}
