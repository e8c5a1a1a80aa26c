package registry

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"strings"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/store"
)

// aboutPrefix begins the names of the logs of metadata.
const aboutPrefix = "about/"

// Metadata returns what is said of a dataset now: that of the newest entry of its log
// of metadata, or else the title and DOI it was created with. The metadata belong to
// the caller.
func (r *Registry) Metadata(ctx context.Context, name string) (*dataset.Metadata, error) {
	last, err := r.lastAbout(ctx, name)
	if err != nil {
		return nil, err
	}
	if last != nil {
		return &last.Metadata, nil
	}
	return r.firstMetadata(ctx, name)
}

// MetadataEdit is what came of an edit of metadata.
type MetadataEdit struct {
	Metadata *dataset.Metadata // the newest
	Changed  bool              // the edit added an entry
	Again    bool              // another edit came in between; this one was made on top of it
}

// EditMetadata changes what is said of a dataset: edit gets the newest metadata and
// changes them. It is called again, on newer metadata, when another edit comes in
// between. An edit that changes nothing adds no entry. Metadata that break the rules
// are dataset.ErrInvalidMetadata.
func (r *Registry) EditMetadata(ctx context.Context, name, actor string, edit func(*dataset.Metadata) error) (MetadataEdit, error) {
	var out MetadataEdit
	for {
		err := r.tryEditMetadata(ctx, name, actor, edit, &out)
		if !errors.Is(err, store.ErrConflict) {
			return out, err
		}
		out.Again = true
	}
}

func (r *Registry) tryEditMetadata(ctx context.Context, name, actor string, edit func(*dataset.Metadata) error, out *MetadataEdit) error {
	last, err := r.lastAbout(ctx, name)
	if err != nil {
		return err
	}
	next := &dataset.About{Dataset: name, Recorded: r.time(), Actor: actor}
	var before *dataset.Metadata
	if last == nil {
		before, err = r.firstMetadata(ctx, name)
		if err != nil {
			return err
		}
	} else {
		before = &last.Metadata
		next.Seq, next.Prev = last.Seq+1, last.Hash
	}
	next.Metadata = *before
	next.Metadata.Creators = append([]dataset.Creator(nil), before.Creators...)
	if err := edit(&next.Metadata); err != nil {
		return err
	}
	if next.Metadata.Equal(before) {
		out.Metadata = before
		return nil
	}
	if err := next.Check(last); err != nil {
		return err
	}
	data, err := next.Seal()
	if err != nil {
		return err
	}
	if err := r.store.Append(ctx, aboutPrefix+name, next.Seq, data); err != nil {
		return err
	}
	out.Metadata, out.Changed = &next.Metadata, true
	return nil
}

// MetadataLog returns all entries of a dataset's log of metadata, each checked against
// the one before it; none if nothing was said since the dataset was created.
func (r *Registry) MetadataLog(ctx context.Context, name string) iter.Seq2[*dataset.About, error] {
	return func(yield func(*dataset.About, error) bool) {
		if err := dataset.CheckName(name); err != nil {
			yield(nil, err)
			return
		}
		var prev *dataset.About
		for stored, err := range r.store.Read(ctx, aboutPrefix+name, 0) {
			if errors.Is(err, fs.ErrNotExist) {
				return
			}
			var a *dataset.About
			if err == nil {
				a, err = parseAbout(name, stored)
			}
			if err == nil {
				if bad := a.Check(prev); bad != nil {
					err = fmt.Errorf("%w: metadata of dataset %s, entry %d: %v", ErrDamaged, name, a.Seq, bad)
				}
			}
			if !yield(a, err) || err != nil {
				return
			}
			prev = a
		}
	}
}

// lastAbout returns the newest entry of metadata, nil if there is none.
func (r *Registry) lastAbout(ctx context.Context, name string) (*dataset.About, error) {
	if err := dataset.CheckName(name); err != nil {
		return nil, err
	}
	last, err := r.store.Last(ctx, aboutPrefix+name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parseAbout(name, last)
}

// firstMetadata returns what was said of a dataset when it was created.
func (r *Registry) firstMetadata(ctx context.Context, name string) (*dataset.Metadata, error) {
	first, err := r.Entry(ctx, name, 0)
	if err != nil {
		return nil, err
	}
	return &dataset.Metadata{Title: strings.TrimSpace(first.Title), DOI: first.DOI}, nil
}

// parseAbout reads an entry of metadata and checks that it stands where it belongs.
func parseAbout(name string, stored store.Entry) (*dataset.About, error) {
	a, err := dataset.ParseAbout(stored.Data)
	if errors.Is(err, dataset.ErrNewerEntry) {
		return nil, fmt.Errorf("metadata of dataset %s, entry %d: %w", name, stored.Seq, err)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: metadata of dataset %s, entry %d: %v", ErrDamaged, name, stored.Seq, err)
	}
	if a.Dataset != name || a.Seq != stored.Seq {
		return nil, fmt.Errorf("%w: metadata of dataset %s, entry %d: it is entry %d of dataset %s", ErrDamaged, name, stored.Seq, a.Seq, a.Dataset)
	}
	return a, nil
}
