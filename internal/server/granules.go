package server

import (
	"errors"
	"iter"
	"net/http"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/registry"
)

func (s *server) listDatasetGranules(w *response, r *http.Request) error {
	e, err := s.entryAt(r.Context(), r)
	if err != nil {
		return err
	}
	return listGranules(w, r, e.Identifier(), s.reg.Granules(r.Context(), e.Root, nil), cacheRevalidate)
}

func (s *server) listInstanceGranules(w *response, r *http.Request) error {
	if _, err := query(r); err != nil {
		return err
	}
	id, err := identifier(r)
	if err != nil {
		return err
	}
	cache := cacheForever
	if id.Kind == dataset.KindChain {
		cache = cacheRevalidate // another set with this DI can be made
	}
	e, err := s.carrier(r.Context(), id)
	if err == nil {
		return listGranules(w, r, e.Identifier(), s.reg.Granules(r.Context(), e.Root, nil), cache)
	}
	if !errors.Is(err, registry.ErrUnresolved) {
		return err
	}
	for q, failed := range s.reg.ResolveQuery(r.Context(), id) {
		if failed != nil {
			return failed
		}
		return listGranules(w, r, q.Identifier(), s.reg.Result(r.Context(), q), cache)
	}
	return err
}

// granule is a granule in NDJSON.
type granule struct {
	ID string `json:"granule"`
}

// listGranules sends the granules of an instance.
func listGranules(w *response, r *http.Request, id dataset.Identifier, granules iter.Seq2[[]byte, error], cache string) error {
	media, err := choose(w, r, typeText, typeJSON, typeNDJSON)
	if err != nil {
		return err
	}
	if unchanged(w, r, cache, id.Hash.String()) {
		return nil
	}
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
