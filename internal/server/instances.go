package server

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/view"
)

func (s *server) showInstance(w *response, r *http.Request) error {
	if _, err := query(r); err != nil {
		return err
	}
	id, err := identifier(r)
	if err != nil {
		return err
	}
	entries, err := s.carriers(r.Context(), id)
	if err != nil {
		return err
	}
	w.header.Set("Content-Type", typeJSON)
	if unchanged(w, r, cacheRevalidate, digest(entries)) {
		return nil
	}
	return writeJSON(w, instanceOf(id, entries))
}

// carriers returns all entries that carry an identifier, at least one. It gathers
// them, unlike other lists, because only the last one tells whether a DI names one
// set; they are few.
func (s *server) carriers(ctx context.Context, id dataset.Identifier) ([]*dataset.Entry, error) {
	var entries []*dataset.Entry
	for e, err := range s.reg.Resolve(ctx, id) {
		if err != nil {
			return nil, err
		}
		if err := sameSet(id, entries, e); err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// carrier returns an entry that carries an identifier.
func (s *server) carrier(ctx context.Context, id dataset.Identifier) (*dataset.Entry, error) {
	if id.Kind == dataset.KindChain {
		entries, err := s.carriers(ctx, id)
		if err != nil {
			return nil, err
		}
		return entries[0], nil
	}
	for e, err := range s.reg.Resolve(ctx, id) {
		return e, err
	}
	return nil, fmt.Errorf("%s resolves neither to an entry nor to an error", id)
}

// sameSet returns errAmbiguous if e holds another set than the entries before it,
// which carry the same DI: MD5 collisions can be made.
func sameSet(id dataset.Identifier, entries []*dataset.Entry, e *dataset.Entry) error {
	if len(entries) == 0 || entries[0].Root == e.Root {
		return nil
	}
	return fmt.Errorf("%w: %s is the DI of %s and of %s", errAmbiguous, canonical(id), entries[0].Identifier(), e.Identifier())
}

// canonical returns the text of an identifier without its qualifiers.
func canonical(id dataset.Identifier) string {
	id.Qualifiers = dataset.Qualifiers{}
	return id.String()
}

// instanceOf returns how an instance is shown.
func instanceOf(id dataset.Identifier, entries []*dataset.Entry) view.Instance {
	first := view.Of(entries[0])
	v := view.Instance{
		Identifier: canonical(id),
		Instance:   first.Instance,
		Count:      first.Count,
		Root:       first.Root,
	}
	for _, e := range entries {
		shown := view.Of(e)
		if v.DI == "" { // datasets may do without
			v.DI = shown.DI
		}
		v.Entries = append(v.Entries, shown)
	}
	return v
}

// digest returns a hash of the entries.
func digest(entries []*dataset.Entry) string {
	h := sha256.New()
	for _, e := range entries {
		h.Write(e.Hash[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}
