package ingest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-05176fc3/idem/granule"
)

// stacRecord is an Item of a SpatioTemporal Asset Catalog.
type stacRecord struct {
	id, kind, collection string
	assets               stacAssets
}

// stacAssets are assets by their keys.
type stacAssets []stacAsset

func (a *stacAssets) member(name []byte) any {
	*a = append(*a, stacAsset{key: string(name)})
	return &(*a)[len(*a)-1]
}

type stacAsset struct {
	key, href string
	roles     stringList
	checksum  string
	multihash string // before the file extension
}

func (a *stacAsset) member(name []byte) any {
	switch string(name) {
	case "href":
		return &a.href
	case "roles":
		return &a.roles
	case "file:checksum":
		return &a.checksum
	case "checksum:multihash":
		return &a.multihash
	}
	return nil
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
	slices.SortStableFunc(r.assets, func(a, b stacAsset) int { return strings.Compare(a.key, b.key) })
	for _, asset := range r.assets {
		switch {
		case len(asset.roles) > 0 && !slices.Contains(asset.roles, "data"), !isData(asset.href):
		case asset.checksum != "":
			g.Checksums = append(g.Checksums, fromMultihash(asset.checksum))
		case asset.multihash != "":
			g.Checksums = append(g.Checksums, fromMultihash(asset.multihash))
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
