package main

import (
	"context"
	"strings"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/registry"
)

// instanceUsage says how an instance is named on the command line.
const instanceUsage = `An instance is named by NAME (the newest of a dataset), NAME@TIME (the one
that held at that time), or any identifier (dsi:1:set:…, dsi:0:md5:…, DI:…,
ni:///…).`

// findInstance returns an entry that carries the instance which text names. at, if
// not empty, is the time of a --at flag.
func findInstance(ctx context.Context, r *registry.Registry, text, at string) (*dataset.Entry, error) {
	name, time, hasTime := strings.Cut(text, "@")
	if strings.Contains(name, ":") { // which no name of a dataset does
		if at != "" {
			return nil, usagef("--at needs the name of a dataset: %s is the same at any time", text)
		}
		id, err := dataset.ParseIdentifier(text)
		if err != nil {
			return nil, usageError{err}
		}
		for e, err := range r.Resolve(ctx, id) {
			return e, err
		}
	}
	if hasTime && at != "" {
		return nil, usagef("%s names a time, and so does --at %s", text, at)
	}
	if err := checkName(name); err != nil {
		return nil, err
	}
	if hasTime {
		at = time
	} else if at == "" {
		return r.Head(ctx, name)
	}
	t, err := view.ParseTime(at)
	if err != nil {
		return nil, usageError{err}
	}
	return r.AsOf(ctx, name, t)
}
