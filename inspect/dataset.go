package inspect

import (
	"fmt"
	"strings"

	"github.com/seed-05176fc3/idem/dataset"
)

// datasetTitles say what an identifier of a dataset names.
var datasetTitles = [...]string{
	dataset.KindAny:   "Dataset instance, of a set or a map",
	dataset.KindSet:   "Dataset instance, of a set",
	dataset.KindMap:   "Dataset instance, of a map",
	dataset.KindChain: "DI of a dataset instance",
}

func readDataset(c *candidate) {
	id, err := dataset.ParseIdentifier(c.text)
	switch {
	case err == nil:
		form := "dsi"
		if head, _, _ := strings.Cut(c.text, ":"); head != form {
			form = strings.ToLower(head)
		}
		e := evidence{facts: []string{"its prefix says so"}, free: 256, proven: true}
		if id.Kind == dataset.KindChain {
			e.free = 128
		}
		c.addDataset(id, form, e)
	case strings.HasPrefix(c.text, "dsi:"), strings.HasPrefix(c.text, "DI:"), strings.HasPrefix(c.text, "ni:"):
		c.miss("dataset", "%v", err)
	case consists(c.text, 64, digit|lowerHex), consists(c.text, 32, digit|lowerHex):
		prefix, e := "dsi:1:set:", evidence{facts: []string{"SHA-256 in small letters"}, free: 256, weight: rareScheme}
		if len(c.text) == 32 {
			prefix, e = "dsi:0:md5:", evidence{facts: []string{"MD5 in small letters"}, free: 128, weight: anything}
		}
		if id, err := dataset.ParseIdentifier(prefix + c.text); err == nil {
			c.addDataset(id, "hex", e)
		}
	}
}

func (c *candidate) addDataset(id dataset.Identifier, form string, e evidence) {
	r := Reading{
		Scheme: "dataset", Layout: id.Kind.String(), Title: datasetTitles[id.Kind],
		Form: form, Canonical: id.String(),
		Notes: []string{"what it holds is known to archives that have it: idem resolve"},
	}
	bare := id
	bare.Qualifiers = dataset.Qualifiers{}
	r.Forms = []Form{{"dsi", bare.String()}}
	if id.Kind == dataset.KindChain {
		r.Forms = append(r.Forms, Form{"di", "DI:" + id.DI.String()}, Form{"hex", id.DI.String()})
		r.one("md5", id.DI[:], "the last of the chain over the sorted granule IDs")
		r.Not = []string{"a proof: two sets with one DI are easily made by who chooses their granule IDs"}
	} else {
		named := dataset.Identifier{Kind: dataset.KindAny, Hash: id.Hash}
		if id.Kind == dataset.KindAny {
			r.Forms = nil
		}
		r.Forms = append(r.Forms, Form{"ni", named.String()}, Form{"hex", id.Hash.String()})
		r.one("sha-256", id.Hash[:], "of the descriptor: kind, count and root hash")
		r.Not = []string{"the hash of a file or of the list of granules"}
	}
	if q := id.Qualifiers; q != (dataset.Qualifiers{}) {
		seen := "seen"
		if q.Dataset != "" {
			seen += " as dataset " + q.Dataset
		}
		if !q.At.IsZero() {
			seen += " at " + format(q.At)
		}
		if q.HasCount {
			seen += fmt.Sprintf(" with %d granules", q.Count)
		}
		r.Notes = append(r.Notes, seen+", which nobody has checked")
	}
	c.add(r, e)
}
