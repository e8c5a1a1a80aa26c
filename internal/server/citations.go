package server

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/dataset/cite"
	"github.com/seed-05176fc3/idem/internal/web"
	"github.com/seed-05176fc3/idem/registry"
)

// citationTypes are the media types of citations, in the order in which they are
// offered, and the format of each.
var citationTypes = []struct {
	media  string
	format cite.Format
}{
	{typeText, cite.Text},
	{cite.Text.MediaType(), cite.Text},
	{cite.BibTeX.MediaType(), cite.BibTeX},
	{cite.CSL.MediaType(), cite.CSL},
	{cite.RIS.MediaType(), cite.RIS},
	{cite.DataCite.MediaType(), cite.DataCite},
	{cite.JSONLD.MediaType(), cite.JSONLD},
}

// extensions end the names of files that browsers save citations in.
var extensions = map[cite.Format]string{
	cite.BibTeX: "bib", cite.CSL: "json", cite.RIS: "ris", cite.DataCite: "json", cite.JSONLD: "jsonld",
}

func (s *server) citeDataset(w *response, r *http.Request) error {
	e, err := s.entryAt(r.Context(), r, "format")
	if err != nil {
		return err
	}
	return s.cite(w, r, e)
}

func (s *server) citeInstance(w *response, r *http.Request) error {
	if _, err := query(r, "format"); err != nil {
		return err
	}
	id, err := identifier(r)
	if err != nil {
		return err
	}
	e, err := s.cited(r.Context(), id)
	if err != nil {
		return err
	}
	return s.cite(w, r, e)
}

// cited returns the entry by which an identifier is cited: the first of which its
// qualifiers are right.
func (s *server) cited(ctx context.Context, id dataset.Identifier) (*dataset.Entry, error) {
	if id.Kind == dataset.KindChain {
		if _, err := s.carriers(ctx, id); err != nil {
			return nil, err // it may name two sets
		}
	}
	for e, err := range s.reg.Qualified(ctx, id) {
		return e, err
	}
	return nil, fmt.Errorf("%s resolves neither to an entry nor to an error", id)
}

// cite sends a citation in the format of the parameter format, or one that the header
// Accept asks for.
func (s *server) cite(w *response, r *http.Request, e *dataset.Entry) error {
	if values := r.URL.Query(); values.Has("format") {
		for _, t := range citationTypes {
			if string(t.format) == values.Get("format") {
				w.header.Set("Content-Type", t.media)
				return s.sendCitation(w, r, e, t.format)
			}
		}
		return fmt.Errorf("%w: format %s, want one of %v", errParameter, shorten(values.Get("format")), cite.Formats())
	}
	var offers []string
	for _, t := range citationTypes {
		offers = append(offers, t.media)
	}
	media, err := choose(w, r, offers...)
	if err != nil {
		return err
	}
	return s.sendCitation(w, r, e, formatOf(media))
}

// formatOf returns the format with a media type, or nothing.
func formatOf(media string) cite.Format {
	for _, t := range citationTypes {
		if t.media == media {
			return t.format
		}
	}
	return ""
}

// sendCitation sends a citation, for which the type of the answer is set.
func (s *server) sendCitation(w *response, r *http.Request, e *dataset.Entry, f cite.Format) error {
	text, err := s.citation(r.Context(), e, f)
	if err != nil {
		return err
	}
	if extension := extensions[f]; extension != "" {
		w.header.Set("Content-Disposition", fmt.Sprintf("inline; filename=%q", e.Dataset+"."+extension))
	}
	hash := sha256.Sum256(text)
	if unchanged(w, r, cacheRevalidate, hex.EncodeToString(hash[:8])) {
		return nil
	}
	_, err = w.Write(text)
	return err
}

// citation returns a citation of an entry.
func (s *server) citation(ctx context.Context, e *dataset.Entry, f cite.Format) ([]byte, error) {
	if e.Seq == 0 {
		return nil, fmt.Errorf("%w: dataset %s has never held a granule", registry.ErrNoInstance, e.Dataset)
	}
	m, err := s.reg.Metadata(ctx, e.Dataset)
	if err != nil {
		return nil, err
	}
	text, err := cite.Render(f, e, m)
	if incomplete := new(cite.IncompleteError); errors.As(err, &incomplete) {
		return nil, fmt.Errorf("%w: %w", errAccept, err)
	}
	return text, err
}

// citationBox returns what a page says of citing an identifier; nil if that is nothing.
func (s *server) citationBox(ctx context.Context, id dataset.Identifier) (*web.Citation, error) {
	e, err := s.cited(ctx, id)
	if errors.Is(err, registry.ErrUnresolved) { // of a query, or elsewhere
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	box := &web.Citation{Dataset: e.Dataset, Path: "/v1/instances/" + url.PathEscape(id.String()) + "/citation"}
	for _, f := range cite.Formats() {
		text, err := s.citation(ctx, e, f)
		switch {
		case errors.Is(err, errAccept):
			continue
		case err != nil:
			return nil, err
		case f == cite.Text:
			box.Text = string(text)
		default:
			box.Formats = append(box.Formats, string(f))
		}
	}
	return box, nil
}
