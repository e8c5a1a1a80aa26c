package server

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/registry"
)

func (s *server) showInstance(w *response, r *http.Request) error {
	if _, err := query(r); err != nil {
		return err
	}
	id, err := identifier(r)
	if err != nil {
		return err
	}
	h, err := s.holders(r.Context(), id)
	if err != nil {
		return err
	}
	w.header.Set("Content-Type", typeJSON)
	if unchanged(w, r, cacheRevalidate, h.digest()) {
		return nil
	}
	return writeJSON(w, instanceOf(id, h))
}

// holders are what has an instance: at least one of either.
type holders struct {
	entries []*dataset.Entry
	queries []*dataset.StoredQuery
}

// holders returns all entries and stored queries that have the instance of an
// identifier.
func (s *server) holders(ctx context.Context, id dataset.Identifier) (h holders, err error) {
	entries, unresolved := s.carriers(ctx, id)
	if unresolved != nil && !errors.Is(unresolved, registry.ErrUnresolved) {
		return h, unresolved
	}
	h.entries = entries
	for q, err := range s.reg.ResolveQuery(ctx, id) {
		if err != nil {
			return h, err
		}
		h.queries = append(h.queries, q)
		unresolved = nil
	}
	return h, unresolved
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
func instanceOf(id dataset.Identifier, h holders) view.Instance {
	v := view.Instance{Identifier: canonical(id), Entries: []view.Entry{}}
	for _, q := range h.queries {
		shown := view.OfQuery(q)
		v.Instance, v.Count, v.Root = shown.Instance, shown.Count, shown.Root
		v.Queries = append(v.Queries, shown)
	}
	for _, e := range h.entries {
		shown := view.Of(e)
		v.Instance, v.Count, v.Root = shown.Instance, shown.Count, shown.Root
		if v.DI == "" { // datasets may do without
			v.DI = shown.DI
		}
		v.Entries = append(v.Entries, shown)
	}
	return v
}

// digest returns a hash of the holders.
func (h holders) digest() string {
	sum := sha256.New()
	for _, e := range h.entries {
		sum.Write(e.Hash[:])
	}
	for _, q := range h.queries {
		sum.Write(q.Hash[:])
	}
	return hex.EncodeToString(sum.Sum(nil))
}
