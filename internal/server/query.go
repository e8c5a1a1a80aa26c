package server

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/view"
)

// query returns the parameters of the request. Each may be given once, and only
// those that are known.
func query(r *http.Request, known ...string) (url.Values, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", errParameter, err)
	}
	for name, all := range values {
		switch {
		case !slices.Contains(known, name) && len(known) == 0:
			return nil, fmt.Errorf("%w: unknown parameter %s, want none", errParameter, shorten(name))
		case !slices.Contains(known, name):
			return nil, fmt.Errorf("%w: unknown parameter %s, want %s", errParameter, shorten(name), strings.Join(known, ", "))
		case len(all) > 1:
			return nil, fmt.Errorf("%w: parameter %s %d times, want it once", errParameter, name, len(all))
		}
	}
	return values, nil
}

// entryAt returns the entry of a dataset that the request is about: the newest one,
// or the one that held at the time of the parameter at. The handler may know further
// parameters.
func (s *server) entryAt(ctx context.Context, r *http.Request, further ...string) (*dataset.Entry, error) {
	values, err := query(r, append(further, "at")...)
	if err != nil {
		return nil, err
	}
	name := r.PathValue("name")
	if !values.Has("at") {
		return s.reg.Head(ctx, name)
	}
	at := values.Get("at")
	t, err := view.ParseTime(at)
	switch {
	case err != nil && strings.Contains(at, " "):
		return nil, fmt.Errorf("%w; + is written %%2B in a URL", err)
	case err != nil:
		return nil, err
	}
	return s.reg.AsOf(ctx, name, t)
}

// identifier returns the identifier in the path of the request.
func identifier(r *http.Request) (dataset.Identifier, error) {
	id, err := dataset.ParseIdentifier(r.PathValue("id"))
	if err == nil {
		return id, nil
	}
	// Qualifiers have escapes of their own, which a URL has to escape once more.
	// People paste identifiers as they are.
	_, pasted, _ := strings.Cut(r.URL.EscapedPath(), "/instances/")
	pasted, _ = cutAspect(pasted)
	if id, err := dataset.ParseIdentifier(strings.ReplaceAll(pasted, "%2F", "/")); err == nil {
		return id, nil
	}
	return dataset.Identifier{}, err
}
