package main

import (
	"context"
	"iter"
	"slices"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
)

// demoGranules are the granules of the FOO Level 2 dataset by which dataset instance
// identifiers were first explained (C. Tilmes, ESIP, October 2010), in byte order. The
// first of the two numbered 10 was made from corrupt data.
var demoGranules = []string{
	"FOOL2.v2.01.bba34792-f256-4c54-81dd-9977e432c204",
	"FOOL2.v2.02.2fd12da6-a3e2-4e50-8140-3ac645882419",
	"FOOL2.v2.03.29bda893-765d-476d-851b-8b9acd7f140e",
	"FOOL2.v2.04.57509ddb-3d40-4d60-8204-da4b99867fc7",
	"FOOL2.v2.05.0e8604fa-fb4e-4cfb-b412-5364ca12cf14",
	"FOOL2.v2.06.0eb26b4e-b718-41c5-bbf8-c83d3d79c233",
	"FOOL2.v2.07.43079ea6-43b5-4622-b492-bcdb824a818e",
	"FOOL2.v2.08.590fd64c-ec12-44a5-9b14-0042d19ed3dc",
	"FOOL2.v2.09.226173b9-4ef7-49e8-8b9e-701b892a8f57",
	"FOOL2.v2.10.533b2a95-d57f-4f75-9b7d-914d3d220310",
	"FOOL2.v2.10.6e58a410-60e7-4956-aeaf-37f76a16b171",
	"FOOL2.v2.11.af235d11-777c-4bf1-a5e6-15273a5e5d80",
	"FOOL2.v2.12.bdc9dc33-38bd-403c-991e-48dcd4762ca7",
	"FOOL2.v2.13.f8f9564d-cc2a-4760-b1bc-13f1ef5cbdcb",
	"FOOL2.v2.14.4814ed46-0e41-4e3f-8f73-33d0cd2ef0bc",
}

// demoChange is a change of a demo dataset; the granules are numbers in demoGranules.
type demoChange struct {
	dataset, day string
	op           dataset.Op
	granules     []int
	reason       string
}

var demoChanges = []demoChange{
	{"US.FOOL2.002", "2001-01-02", dataset.OpAdd, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11}, ""},
	{"US.FOOL2.002", "2001-01-03", dataset.OpAdd, []int{12}, ""},
	{"US.FOOL2.002", "2001-02-03", dataset.OpAdd, []int{13}, ""},
	{"US.FOOL2.002", "2001-03-01", dataset.OpRemove, []int{9}, "made from corrupt data"},
	{"US.FOOL2.002", "2001-03-03", dataset.OpAdd, []int{10, 14}, ""},
	{"THEM.FOOL2.002", "2001-02-01", dataset.OpAdd, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12}, ""},
}

// loadDemo fills an empty registry with the FOO datasets of two archives.
func loadDemo(ctx context.Context, r *registry.Registry) error {
	for name, title := range map[string]string{
		"US.FOOL2.002":   "FOO Level 2, version 2",
		"THEM.FOOL2.002": "FOO Level 2, version 2 (mirror)",
	} {
		if _, err := r.Create(ctx, name, registry.Creation{Title: title, DOI: "10.9999/US/FOOL2.v2"}); err != nil {
			return err
		}
	}
	for _, c := range demoChanges {
		at, err := time.Parse(time.DateOnly, c.day)
		if err != nil {
			return err
		}
		if _, err := r.Apply(ctx, c.dataset, registry.Change{Op: c.op, Granules: c.sorted(), At: at, Reason: c.reason}); err != nil {
			return err
		}
	}
	return nil
}

func (c demoChange) sorted() iter.Seq2[patricia.Item, error] {
	return func(yield func(patricia.Item, error) bool) {
		for _, i := range slices.Sorted(slices.Values(c.granules)) {
			if !yield(patricia.Item{ID: []byte(demoGranules[i])}, nil) {
				return
			}
		}
	}
}
