package cite

// jsonldDataset is a Dataset of schema.org.
type jsonldDataset struct {
	Context       string           `json:"@context"`
	Type          string           `json:"@type"`
	ID            string           `json:"@id,omitempty"`
	Name          string           `json:"name"`
	Description   string           `json:"description"`
	Creator       []jsonldAgent    `json:"creator,omitempty"`
	Publisher     *jsonldAgent     `json:"publisher,omitempty"`
	DatePublished string           `json:"datePublished,omitempty"`
	DateModified  string           `json:"dateModified"`
	Version       string           `json:"version,omitempty"`
	URL           string           `json:"url,omitempty"`
	Size          string           `json:"size"`
	Identifier    []jsonldProperty `json:"identifier"`
	IsPartOf      *jsonldWhole     `json:"isPartOf,omitempty"`
}

// jsonldWhole is the Dataset that another one is a part of.
type jsonldWhole struct {
	Type       string           `json:"@type"`
	ID         string           `json:"@id,omitempty"`
	Name       string           `json:"name"`
	Identifier []jsonldProperty `json:"identifier"`
}

// jsonldAgent is a Person or an Organization.
type jsonldAgent struct {
	Type       string `json:"@type"`
	ID         string `json:"@id,omitempty"`
	Name       string `json:"name"`
	FamilyName string `json:"familyName,omitempty"`
	GivenName  string `json:"givenName,omitempty"`
}

// jsonldProperty is a PropertyValue.
type jsonldProperty struct {
	Type       string `json:"@type"`
	PropertyID string `json:"propertyID"`
	Value      string `json:"value"`
	URL        string `json:"url,omitempty"`
}

func (c *citation) jsonld() jsonldDataset {
	d := jsonldDataset{
		Context: "https://schema.org", Type: "Dataset", ID: c.link(), Name: c.title(), Description: c.instance(),
		DatePublished: c.Published, DateModified: c.at(), Version: c.Version, URL: c.link(), Size: c.granules(),
	}
	for _, creator := range c.Creators {
		agent := jsonldAgent{
			Type: "Person", ID: creatorLink(creator), Name: creator.Name,
			FamilyName: creator.Family, GivenName: creator.Given,
		}
		switch {
		case creator.Name != "":
			agent.Type = "Organization"
		case creator.Given != "":
			agent.Name = creator.Given + " " + creator.Family
		default:
			agent.Name = creator.Family
		}
		d.Creator = append(d.Creator, agent)
	}
	if c.Publisher != "" {
		d.Publisher = &jsonldAgent{Type: "Organization", Name: c.Publisher}
	}
	identified := &d.Identifier
	identify := func(id, value, url string) {
		if value != "" {
			*identified = append(*identified, jsonldProperty{"PropertyValue", id, value, url})
		}
	}
	if c.part != nil { // the DOI is that of the whole
		identify("dsi", c.identifier(), "")
		d.ID = ""
		d.IsPartOf = &jsonldWhole{Type: "Dataset", ID: c.link(), Name: c.title()}
		identified = &d.IsPartOf.Identifier
	}
	if c.DOI != "" {
		identify("https://registry.identifiers.org/registry/doi", "doi:"+c.DOI, doiLink(c.DOI))
	}
	identify("dsi", c.whole(), "")
	identify("DI", c.di(), "")
	return d
}
