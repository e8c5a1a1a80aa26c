package server

import (
	"net/http"

	"github.com/seed-05176fc3/idem/dataset"
)

func (s *server) listDatasetGranules(w *response, r *http.Request) error {
	e, err := s.entryAt(r.Context(), r)
	if err != nil {
		return err
	}
	return s.listGranules(w, r, e, cacheRevalidate)
}

func (s *server) listInstanceGranules(w *response, r *http.Request) error {
	if _, err := query(r); err != nil {
		return err
	}
	id, err := identifier(r)
	if err != nil {
		return err
	}
	e, err := s.carrier(r.Context(), id)
	if err != nil {
		return err
	}
	cache := cacheForever
	if id.Kind == dataset.KindChain {
		cache = cacheRevalidate // another set with this DI can be made
	}
	return s.listGranules(w, r, e, cache)
}

// granule is a granule in NDJSON.
type granule struct {
	ID string `json:"granule"`
}

// listGranules sends the granules of an entry.
func (s *server) listGranules(w *response, r *http.Request, e *dataset.Entry, cache string) error {
	media, err := choose(w, r, typeText, typeJSON, typeNDJSON)
	if err != nil {
		return err
	}
	if unchanged(w, r, cache, e.Identifier().Hash.String()) {
		return nil
	}
	granules := s.reg.Granules(r.Context(), e.Root, nil)
	switch media {
	case typeJSON:
		return writeMember(w, "granules", convert(granules, func(id []byte) string { return string(id) }))
	case typeNDJSON:
		return writeLines(w, convert(granules, func(id []byte) granule { return granule{string(id)} }))
	}
	var line []byte
	for id, err := range granules {
		if err != nil {
			return err
		}
		line = append(append(line[:0], id...), '\n')
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}
