package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/dataset/cite"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/registry"
)

// citePart writes a citation of what a stored query gave, asked of an entry.
func citePart(cmd *cobra.Command, r *registry.Registry, f cite.Format, s *dataset.StoredQuery, e *dataset.Entry, asJSON bool) (err error) {
	m, err := r.Metadata(cmd.Context(), e.Dataset)
	if err != nil {
		return err
	}
	text, err := cite.RenderPart(f, s, e, m)
	if err != nil {
		return err
	}
	out := newOutput(cmd)
	defer out.flush(&err)
	if asJSON {
		return out.json.Encode(struct {
			view.Query
			Format   string `json:"format"`
			Citation string `json:"citation"`
		}{view.OfQuery(s), string(f), string(text)})
	}
	_, err = out.Write(text)
	return err
}

// findCitedPart returns the first stored query whose result has the identifier and of
// which its qualifiers are right, and the entry that it was asked of; notFound if there
// is none.
func findCitedPart(ctx context.Context, r *registry.Registry, text string, notFound error) (*dataset.StoredQuery, *dataset.Entry, error) {
	id, err := dataset.ParseIdentifier(text)
	if err != nil {
		return nil, nil, notFound // which had another reason
	}
	for s, err := range r.QualifiedQuery(ctx, id) {
		if err != nil {
			return nil, nil, err
		}
		e, err := r.VerifyQuery(ctx, s)
		return s, e, err
	}
	return nil, nil, notFound
}
