package ingest

import (
	"errors"

	"github.com/seed-05176fc3/idem/granule"
)

// cumulusRecord is a granule in a list of Cumulus, or what such a list lies in.
type cumulusRecord struct {
	id, producer, collection string
	dataType, version        text
	files                    []namedFile
}

func newCumulus() jsonRecord { return new(cumulusRecord) }

func (r *cumulusRecord) member(name []byte) any {
	switch string(name) {
	case "granules", "results":
		return descend
	case "payload", "input":
		return enter
	case "granuleId":
		return &r.id
	case "producerGranuleId":
		return &r.producer
	case "collectionId":
		return &r.collection
	case "dataType":
		return &r.dataType
	case "version":
		return &r.version
	case "files":
		return &r.files
	}
	return nil
}

func (r *cumulusRecord) granule(g *Granule) (string, error) {
	if r.id == "" {
		return "", errors.New("no granuleId")
	}
	g.Producer = r.producer
	g.Collection, g.Version = string(r.dataType), string(r.version)
	if r.collection != "" {
		var err error
		if g.Collection, g.Version, err = granule.SplitCollection(r.collection); err != nil {
			return "", err
		}
	}
	g.addFiles(r.files, "")
	return r.id, nil
}
