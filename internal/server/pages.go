package server

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"net/http"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/internal/web"
)

// pageHeader sets the header of a page.
func pageHeader(w *response) {
	w.header.Set("Content-Type", typePage)
	w.header.Set("Cache-Control", cacheRevalidate)
}

func (s *server) indexPage(w *response, r *http.Request) error {
	pageHeader(w)
	return s.pages.Index(w, s.datasets(r.Context()))
}

// datasets returns all datasets as pages show them.
func (s *server) datasets(ctx context.Context) iter.Seq2[web.Dataset, error] {
	return func(yield func(web.Dataset, error) bool) {
		for head, err := range s.heads(ctx) {
			var d web.Dataset
			if err == nil {
				d, err = s.describe(ctx, head)
			}
			if !yield(d, err) || err != nil {
				return
			}
		}
	}
}

// describe returns the dataset of an entry, with its title and DOI.
func (s *server) describe(ctx context.Context, head *dataset.Entry) (web.Dataset, error) {
	m, err := s.reg.Metadata(ctx, head.Dataset)
	if err != nil {
		return web.Dataset{}, err
	}
	return web.Dataset{Head: view.Of(head), Title: m.Title, DOI: m.DOI}, nil
}

// choosePage returns the type of the answer at the path of a page: a page, JSON, or a
// citation.
func choosePage(w *response, r *http.Request) (string, error) {
	offers := []string{typePage, typeJSON}
	for _, t := range citationTypes {
		if t.media != typeText {
			offers = append(offers, t.media)
		}
	}
	return choose(w, r, offers...)
}

func (s *server) datasetPage(w *response, r *http.Request) error {
	head, err := s.reg.Head(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	switch media, err := choosePage(w, r); {
	case err != nil:
		return err
	case media == typeJSON:
		return s.showDataset(w, r)
	case media != typePage:
		return s.sendCitation(w, r, source{entry: head}, formatOf(media))
	}
	d, err := s.describe(r.Context(), head)
	if err != nil {
		return err
	}
	pageHeader(w)
	return s.pages.Dataset(w, d, convert(s.logTo(r.Context(), head), view.Of))
}

func (s *server) instancePage(w *response, r *http.Request) error {
	id, err := identifier(r)
	if err != nil {
		return err
	}
	h, err := s.holders(r.Context(), id)
	if err != nil {
		return err
	}
	switch media, err := choosePage(w, r); {
	case err != nil:
		return err
	case media == typeJSON:
		return s.showInstance(w, r)
	case media != typePage:
		c, err := s.cited(r.Context(), id)
		if err != nil {
			return err
		}
		return s.sendCitation(w, r, c, formatOf(media))
	}
	box, err := s.citationBox(r.Context(), id)
	if err != nil {
		return err
	}
	pageHeader(w)
	return s.pages.Instance(w, instanceOf(id, h), box)
}

// static sends a file that pages refer to.
func (s *server) static(w *response, r *http.Request) error {
	name := r.PathValue("file")
	data, media, ok := web.File(name)
	if !ok {
		return fmt.Errorf("%w %s", errPath, shorten(r.URL.Path))
	}
	w.header.Set("Content-Type", media)
	hash := sha256.Sum256(data)
	if unchanged(w, r, cacheRevalidate, hex.EncodeToString(hash[:8])) {
		return nil
	}
	_, err := w.Write(data)
	return err
}
