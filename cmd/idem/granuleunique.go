package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/granule"
	"github.com/seed-05176fc3/idem/ingest"
)

// uniquifier makes granule IDs unique.
type uniquifier struct {
	collection string // of all granules, or of those that come without one
	records    bool   // the records say the collection
	length     int
	made       map[string]granule.Uniquifier // by collection
	buf        []byte
	kept       int64 // IDs that were unique already
	strange    int64 // of them: IDs that are not made from collection and producer's ID
}

// madeMost is how many collections are kept in memory.
const madeMost = 1024

// uniquifier returns what makes IDs unique, or nil if they are to stay.
func (g *granuleFlags) uniquifier(cmd *cobra.Command) (*uniquifier, error) {
	switch {
	case g.cumulusVersions && !g.unique:
		return nil, usagef("--cumulus-versions goes with --unique")
	case g.collection == "" && !g.unique && cmd.Flags().Changed("hash-length"):
		return nil, usagef("--hash-length goes with --collection or --unique")
	case g.collection == "" && !g.unique:
		return nil, nil
	}
	u := &uniquifier{collection: g.collection, records: g.unique, length: g.hashLength, made: map[string]granule.Uniquifier{}}
	if _, err := u.of(g.collection); err != nil {
		return nil, badCollection(err)
	}
	return u, nil
}

// of returns what makes the unique IDs of a collection.
func (u *uniquifier) of(collection string) (granule.Uniquifier, error) {
	if made, ok := u.made[collection]; ok {
		return made, nil
	}
	made, err := granule.NewUniquifier(collection, u.length)
	if err != nil {
		return made, err
	}
	if len(u.made) == madeMost {
		clear(u.made)
	}
	u.made[collection] = made
	return made, nil
}

// id returns the unique ID of a granule, valid until the next call. What no such ID
// can be made of is an ingest.LineError; a granule without a collection ends the
// reading, for there will be more of them.
func (u *uniquifier) id(g *ingest.Granule) ([]byte, error) {
	collection := u.collection
	if u.records {
		// Cumulus leaves alone what has an ID of its producer beside its own.
		fixed := g.Format == ingest.Cumulus && g.Producer != ""
		var err error
		if collection, err = u.collectionOf(g); err != nil && !fixed {
			return nil, err
		}
		if fixed || g.Producer != "" {
			made, err := u.of(collection)
			if err != nil {
				return nil, err
			}
			producer, ok := made.Verify(string(g.ID))
			same := ok && producer == g.Producer
			if same || fixed {
				u.kept++
				if !same {
					u.strange++
				}
				return g.ID, nil
			}
		}
	}
	made, err := u.of(collection)
	if err != nil {
		return nil, err
	}
	if u.buf, err = made.AppendUnique(u.buf[:0], string(g.ID)); err == nil {
		err = dataset.CheckID(u.buf)
	}
	if err != nil {
		return nil, &ingest.LineError{File: g.File, Line: g.Line, Value: string(g.ID), Err: err}
	}
	return u.buf, nil
}

// collectionOf returns the collection that a record gives, or the one for those that
// give none.
func (u *uniquifier) collectionOf(g *ingest.Granule) (string, error) {
	if g.Collection != "" && g.Version != "" {
		id, err := granule.JoinCollection(g.Collection, g.Version)
		if err != nil {
			err = &ingest.LineError{File: g.File, Line: g.Line, Value: string(g.ID), Err: err}
		}
		return id, err
	}
	what := "no collection"
	if g.Collection != "" {
		what = fmt.Sprintf("the collection %q without a version", g.Collection)
		if name, _, err := granule.SplitCollection(u.collection); err == nil && name != g.Collection {
			return "", fmt.Errorf("%s:%d: granule %q has %s, which is not the one of --collection", g.File, g.Line, g.ID, what)
		}
	}
	if u.collection == "" {
		return "", fmt.Errorf("%s:%d: granule %q has %s and cannot be made unique: name it with --collection NAME___VERSION",
			g.File, g.Line, g.ID, what)
	}
	return u.collection, nil
}

// tell says which IDs were kept.
func (u *uniquifier) tell() {
	if u == nil || u.kept == 0 {
		return
	}
	say("kept %s that had been made unique", count(u.kept, "ID"))
	if u.strange > 0 {
		say("warning: of these, %s cannot be made again from collection and producer's ID", count(u.strange, "ID"))
	}
}

// badCollection makes it a usage error that a collection or hash length is none.
func badCollection(err error) error {
	if errors.Is(err, granule.ErrInvalid) {
		return usageError{err}
	}
	return err // MD5 is not allowed here
}
