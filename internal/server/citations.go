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
	return s.cite(w, r, source{entry: e})
}

func (s *server) citeInstance(w *response, r *http.Request) error {
	if _, err := query(r, "format"); err != nil {
		return err
	}
	id, err := identifier(r)
	if err != nil {
		return err
	}
	c, err := s.cited(r.Context(), id)
	if err != nil {
		return err
	}
	return s.cite(w, r, c)
}

// source is what is cited: an entry, or the part of it that a stored query gave.
type source struct {
	entry *dataset.Entry
	part  *dataset.StoredQuery // nil for the whole
}

// cited returns by what an identifier is cited: the first entry, or else the first
// stored query, of which its qualifiers are right.
func (s *server) cited(ctx context.Context, id dataset.Identifier) (source, error) {
	if id.Kind == dataset.KindChain {
		if _, err := s.carriers(ctx, id); err != nil {
			return source{}, err // it may name two sets
		}
	}
	var unresolved error
	for e, err := range s.reg.Qualified(ctx, id) {
		if err == nil || !errors.Is(err, registry.ErrUnresolved) {
			return source{entry: e}, err
		}
		unresolved = err
	}
	for q, err := range s.reg.QualifiedQuery(ctx, id) {
		if err != nil {
			return source{}, err
		}
		e, err := s.reg.Entry(ctx, q.Dataset, q.Entry)
		return source{e, q}, err
	}
	return source{}, unresolved
}

// cite sends a citation in the format of the parameter format, or one that the header
// Accept asks for.
func (s *server) cite(w *response, r *http.Request, c source) error {
	if values := r.URL.Query(); values.Has("format") {
		for _, t := range citationTypes {
			if string(t.format) == values.Get("format") {
				w.header.Set("Content-Type", t.media)
				return s.sendCitation(w, r, c, t.format)
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
	return s.sendCitation(w, r, c, formatOf(media))
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
func (s *server) sendCitation(w *response, r *http.Request, c source, f cite.Format) error {
	text, err := s.citation(r.Context(), c, f)
	if err != nil {
		return err
	}
	if extension := extensions[f]; extension != "" {
		w.header.Set("Content-Disposition", fmt.Sprintf("inline; filename=%q", c.entry.Dataset+"."+extension))
	}
	hash := sha256.Sum256(text)
	if unchanged(w, r, cacheRevalidate, hex.EncodeToString(hash[:8])) {
		return nil
	}
	_, err = w.Write(text)
	return err
}

// citation returns a citation. A format in which there is none gives errAccept.
func (s *server) citation(ctx context.Context, c source, f cite.Format) (text []byte, err error) {
	if c.entry.Seq == 0 {
		return nil, fmt.Errorf("%w: dataset %s has never held a granule", registry.ErrNoInstance, c.entry.Dataset)
	}
	m, err := s.reg.Metadata(ctx, c.entry.Dataset)
	if err != nil {
		return nil, err
	}
	if c.part != nil {
		text, err = cite.RenderPart(f, c.part, c.entry, m)
	} else {
		text, err = cite.Render(f, c.entry, m)
	}
	if incomplete := new(cite.IncompleteError); errors.As(err, &incomplete) || errors.Is(err, cite.ErrFormat) {
		return nil, fmt.Errorf("%w: %w", errAccept, err)
	}
	return text, err
}

// citationBox returns what a page says of citing an identifier; nil if that is nothing.
func (s *server) citationBox(ctx context.Context, id dataset.Identifier) (*web.Citation, error) {
	c, err := s.cited(ctx, id)
	if errors.Is(err, registry.ErrUnresolved) { // its qualifiers speak of elsewhere
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	box := &web.Citation{Dataset: c.entry.Dataset, Path: "/v1/instances/" + url.PathEscape(id.String()) + "/citation"}
	for _, f := range cite.Formats() {
		text, err := s.citation(ctx, c, f)
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
