package ingest

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/seed-05176fc3/idem/granule"
)

// stacRecord is an Item of a SpatioTemporal Asset Catalog.
type stacRecord struct {
	id, kind, collection string
	assets               map[string]stacAsset // by their keys
}

type stacAsset struct {
	HRef      string   `json:"href"`
	Roles     []string `json:"roles"`
	Checksum  string   `json:"file:checksum"`
	Multihash string   `json:"checksum:multihash"` // before the file extension
}

func newSTAC() jsonRecord { return new(stacRecord) }

func (r *stacRecord) member(name []byte) any {
	switch string(name) {
	case "features":
		return descend
	case "id":
		return &r.id
	case "type":
		return &r.kind
	case "collection":
		return &r.collection
	case "assets":
		return &r.assets
	}
	return nil
}

func (r *stacRecord) granule(g *Granule) (string, error) {
	switch {
	case r.kind != "Feature":
		return "", fmt.Errorf("the type of an Item is Feature, not %q", shorten([]byte(r.kind)))
	case r.id == "":
		return "", errors.New("no id")
	}
	g.setCollection(r.collection)
	for _, key := range slices.Sorted(maps.Keys(r.assets)) {
		asset := r.assets[key]
		switch {
		case len(asset.Roles) > 0 && !slices.Contains(asset.Roles, "data"), !isData(asset.HRef):
		case asset.Checksum != "":
			g.Checksums = append(g.Checksums, fromMultihash(asset.Checksum))
		case asset.Multihash != "":
			g.Checksums = append(g.Checksums, fromMultihash(asset.Multihash))
		}
	}
	return r.id, nil
}

// setCollection sets the collection to that of a collection ID, or else to a name.
func (g *Granule) setCollection(text string) {
	name, version, err := granule.SplitCollection(text)
	if err != nil {
		name = text
	}
	g.Collection, g.Version = name, version
}
