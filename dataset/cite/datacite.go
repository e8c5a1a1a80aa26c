package cite

import "strings"

// dataciteSchema is what DataCite calls all of its version 4.
const dataciteSchema = "http://datacite.org/schema/kernel-4"

// dataciteRecord is a DataCite record as JSON.
type dataciteRecord struct {
	DOI                  string                `json:"doi"`
	Creators             []dataciteCreator     `json:"creators"`
	Titles               []dataciteTitle       `json:"titles"`
	Publisher            dataciteName          `json:"publisher"`
	PublicationYear      string                `json:"publicationYear"`
	Types                dataciteTypes         `json:"types"`
	Dates                []dataciteDate        `json:"dates"`
	AlternateIdentifiers []dataciteAlternateID `json:"alternateIdentifiers"`
	Sizes                []string              `json:"sizes"`
	Version              string                `json:"version,omitempty"`
	URL                  string                `json:"url,omitempty"`
	SchemaVersion        string                `json:"schemaVersion"`
}

type dataciteCreator struct {
	Name            string           `json:"name"`
	NameType        string           `json:"nameType"`
	GivenName       string           `json:"givenName,omitempty"`
	FamilyName      string           `json:"familyName,omitempty"`
	NameIdentifiers []dataciteNameID `json:"nameIdentifiers,omitempty"`
}

// The types of names.
const (
	datacitePersonal       = "Personal"
	dataciteOrganizational = "Organizational"
)

type dataciteNameID struct {
	NameIdentifier       string `json:"nameIdentifier"`
	NameIdentifierScheme string `json:"nameIdentifierScheme"`
	SchemeURI            string `json:"schemeUri,omitempty"`
}

type dataciteTitle struct {
	Title     string `json:"title"`
	TitleType string `json:"titleType,omitempty"`
}

type dataciteName struct {
	Name string `json:"name"`
}

type dataciteTypes struct {
	ResourceType        string `json:"resourceType"`
	ResourceTypeGeneral string `json:"resourceTypeGeneral"`
}

type dataciteDate struct {
	Date            string `json:"date"`
	DateType        string `json:"dateType"`
	DateInformation string `json:"dateInformation,omitempty"`
}

type dataciteAlternateID struct {
	AlternateIdentifier     string `json:"alternateIdentifier"`
	AlternateIdentifierType string `json:"alternateIdentifierType"`
}

// missing returns what DataCite needs and the metadata do not say.
func (c *citation) missing() []string {
	var names []string
	for _, need := range []struct {
		name string
		ok   bool
	}{
		{"creators", len(c.Creators) > 0},
		{"doi", c.DOI != ""},
		{"published", c.Published != ""},
		{"publisher", c.Publisher != ""},
		{"title", c.Title != ""},
	} {
		if !need.ok {
			names = append(names, need.name)
		}
	}
	return names
}

// datacite returns the record of complete metadata.
func (c *citation) datacite() dataciteRecord {
	r := dataciteRecord{
		DOI: c.DOI, Titles: []dataciteTitle{{Title: c.Title}}, Publisher: dataciteName{c.Publisher},
		PublicationYear: c.year(), Types: dataciteTypes{"Dataset", "Dataset"},
		Dates: []dataciteDate{
			{Date: c.Published, DateType: "Issued"},
			{Date: c.at(), DateType: "Updated", DateInformation: "from when on the instance holds"},
		},
		AlternateIdentifiers: []dataciteAlternateID{{c.identifier(), "dataset instance identifier"}},
		Sizes:                []string{c.granules()}, Version: c.Version, URL: c.URL, SchemaVersion: dataciteSchema,
	}
	if di := c.di(); di != "" {
		r.AlternateIdentifiers = append(r.AlternateIdentifiers, dataciteAlternateID{di, "DI"})
	}
	for _, creator := range c.Creators {
		d := dataciteCreator{Name: fullName(creator), NameType: datacitePersonal, GivenName: creator.Given, FamilyName: creator.Family}
		scheme := "ORCID"
		if creator.Name != "" {
			d.NameType, scheme = dataciteOrganizational, "ROR"
		}
		if link := creatorLink(creator); link != "" {
			home := link[:strings.LastIndexByte(link, '/')]
			d.NameIdentifiers = []dataciteNameID{{link, scheme, home}}
		}
		r.Creators = append(r.Creators, d)
	}
	return r
}
