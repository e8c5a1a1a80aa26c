package server

import (
	"context"
	"iter"
	"net/http"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/view"
)

func (s *server) listDatasets(w *response, r *http.Request) error {
	if _, err := query(r); err != nil {
		return err
	}
	w.header.Set("Content-Type", typeJSON)
	w.header.Set("Cache-Control", cacheRevalidate)
	return writeMember(w, "datasets", convert(s.heads(r.Context()), view.Of))
}

// heads returns the newest entry of each dataset.
func (s *server) heads(ctx context.Context) iter.Seq2[*dataset.Entry, error] {
	return func(yield func(*dataset.Entry, error) bool) {
		for name, err := range s.reg.Datasets(ctx) {
			if err != nil {
				yield(nil, err)
				return
			}
			head, err := s.reg.Head(ctx, name)
			if !yield(head, err) || err != nil {
				return
			}
		}
	}
}

func (s *server) showDataset(w *response, r *http.Request) error {
	e, err := s.entryAt(r.Context(), r)
	if err != nil {
		return err
	}
	w.header.Set("Content-Type", typeJSON)
	if unchanged(w, r, cacheRevalidate, e.Hash.String()) {
		return nil
	}
	return writeJSON(w, view.Of(e))
}

func (s *server) listLog(w *response, r *http.Request) error {
	if _, err := query(r); err != nil {
		return err
	}
	media, err := choose(w, r, typeJSON, typeNDJSON)
	if err != nil {
		return err
	}
	head, err := s.reg.Head(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	if unchanged(w, r, cacheRevalidate, head.Hash.String()) {
		return nil
	}
	entries := convert(s.logTo(r.Context(), head), view.Of)
	if media == typeNDJSON {
		return writeLines(w, entries)
	}
	return writeMember(w, "entries", entries)
}

// logTo returns the entries of a ledger up to one of them, so that what has been said
// of that one holds for all of the answer.
func (s *server) logTo(ctx context.Context, last *dataset.Entry) iter.Seq2[*dataset.Entry, error] {
	return func(yield func(*dataset.Entry, error) bool) {
		for e, err := range s.reg.Log(ctx, last.Dataset) {
			if !yield(e, err) || err != nil || e.Seq == last.Seq {
				return
			}
		}
	}
}
