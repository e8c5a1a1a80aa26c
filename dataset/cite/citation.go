package cite

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
)

// citation is what the formats have in common.
type citation struct {
	entry *dataset.Entry
	part  *dataset.StoredQuery // what is cited, of the instance of entry; nil if that is all
	*dataset.Metadata
}

// set returns the instance identifier of what is cited, without qualifiers.
func (c *citation) set() dataset.Identifier {
	if c.part != nil {
		return c.part.Identifier()
	}
	return c.entry.Identifier()
}

// count returns the number of granules of what is cited.
func (c *citation) count() uint64 {
	if c.part != nil {
		return c.part.Root.Count
	}
	return c.entry.Root.Count
}

// title returns the title, or the dataset's name.
func (c *citation) title() string {
	if c.Title == "" {
		return c.entry.Dataset
	}
	return c.Title
}

// at returns the text of the time from when on the instance holds.
func (c *citation) at() string { return c.entry.At.UTC().Format(time.RFC3339Nano) }

// published returns the date of publication as year, month and day, of which the last
// ones may be missing. A dataset without one was published when the instance was.
func (c *citation) published() []int {
	text := c.Published
	if text == "" {
		text = c.entry.At.UTC().Format(time.DateOnly)
	}
	var parts []int
	for part := range strings.SplitSeq(text, "-") {
		n, err := strconv.Atoi(part)
		if err != nil {
			break // the rest would not be sound either
		}
		parts = append(parts, n)
	}
	return parts
}

// year returns the year of publication.
func (c *citation) year() string { return strconv.Itoa(c.published()[0]) }

// identifier returns the instance identifier, with the place where it was seen if it is
// that of the whole dataset.
func (c *citation) identifier() string {
	if c.part == nil {
		return c.whole()
	}
	id := c.set()
	id.Qualifiers = dataset.Qualifiers{Count: c.count(), HasCount: true}
	return id.String()
}

// whole returns the instance identifier of the dataset with the place where it was seen.
func (c *citation) whole() string {
	id := c.entry.Identifier()
	id.Qualifiers = dataset.Qualifiers{Dataset: c.entry.Dataset, At: c.entry.At, Count: c.entry.Root.Count, HasCount: true}
	if c.DOI != "" {
		id.Qualifiers.Dataset = "doi:" + c.DOI
	}
	return id.String()
}

// di returns the text of the DI, as the seed of all this wrote it; empty if the
// instance has none.
func (c *citation) di() string {
	if !c.entry.HasDI() || c.part != nil {
		return ""
	}
	return "DI:" + c.entry.DI.String()
}

// granules returns the number of granules in words.
func (c *citation) granules() string {
	if c.count() == 1 {
		return "1 granule"
	}
	return fmt.Sprintf("%d granules", c.count())
}

// number returns what stands for a number of what is cited, so that styles print it.
func (c *citation) number() string { return "Instance " + c.set().String() }

// instance says which instance is cited, in one phrase without a full stop.
func (c *citation) instance() string {
	if c.part != nil {
		return strings.Join([]string{
			"Part of the instance of " + c.at(), "query " + c.part.Query.String(),
			c.granules(), c.identifier(), "out of " + c.whole(),
		}, ", ")
	}
	parts := []string{"Instance of " + c.at(), c.granules()}
	if di := c.di(); di != "" {
		parts = append(parts, di)
	}
	return strings.Join(append(parts, c.identifier()), ", ")
}

// key returns the key of the citation.
func (c *citation) key() string {
	return fmt.Sprintf("%s-%s-%.8s", strings.NewReplacer("~", "-", "+", "-").Replace(c.entry.Dataset),
		c.entry.At.UTC().Format("20060102"), c.set().Hash.String())
}

// link returns the address under which the dataset is found; empty if there is none.
func (c *citation) link() string {
	if c.DOI == "" {
		return c.URL
	}
	return doiLink(c.DOI)
}

// doiLink returns the link of a DOI, in which what may not stand in a path is
// percent-encoded.
func doiLink(doi string) string {
	const plain = "-._~/:;()@!$&'*+,="
	var b strings.Builder
	b.WriteString("https://doi.org/")
	for i := range len(doi) {
		switch ch := doi[i]; {
		case ch >= '0' && ch <= '9', ch >= 'A' && ch <= 'Z', ch >= 'a' && ch <= 'z', strings.IndexByte(plain, ch) >= 0:
			b.WriteByte(ch)
		default:
			fmt.Fprintf(&b, "%%%02X", ch)
		}
	}
	return b.String()
}

// fullName returns a creator's name, family name first.
func fullName(c dataset.Creator) string {
	switch {
	case c.Name != "":
		return c.Name
	case c.Given == "":
		return c.Family
	}
	return c.Family + ", " + c.Given
}

// creatorLink returns the address of a creator's ORCID iD or ROR ID; empty without one.
func creatorLink(c dataset.Creator) string {
	switch {
	case c.ORCID != "":
		return "https://orcid.org/" + c.ORCID
	case c.ROR != "":
		return "https://ror.org/" + c.ROR
	}
	return ""
}
