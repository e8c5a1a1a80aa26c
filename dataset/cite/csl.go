package cite

import "github.com/seed-05176fc3/idem/dataset"

// cslItem is an item of CSL-JSON.
type cslItem struct {
	ID        string    `json:"id"`
	Type      string    `json:"type"`
	Title     string    `json:"title"`
	Author    []cslName `json:"author,omitempty"`
	Issued    cslDate   `json:"issued"`
	Available cslDate   `json:"available-date"`
	Publisher string    `json:"publisher,omitempty"`
	Version   string    `json:"version,omitempty"`
	Number    string    `json:"number"`
	DOI       string    `json:"DOI,omitempty"`
	URL       string    `json:"URL,omitempty"`
	Note      string    `json:"note"`
	Custom    cslCustom `json:"custom"`
}

type cslName struct {
	Family  string `json:"family,omitempty"`
	Given   string `json:"given,omitempty"`
	Literal string `json:"literal,omitempty"`
}

type cslDate struct {
	DateParts [1][]int `json:"date-parts"`
}

// cslCustom holds what CSL has no variable for.
type cslCustom struct {
	Instance string `json:"instance"`
	DI       string `json:"DI,omitempty"`
	At       string `json:"at"`
	Count    uint64 `json:"count"`

	// Of a part.
	Query *dataset.Query `json:"query,omitempty"`
	Whole string         `json:"whole,omitempty"` // instance identifier
}

func (c *citation) csl() cslItem {
	at := c.entry.At.UTC()
	item := cslItem{
		ID: c.key(), Type: "dataset", Title: c.title(),
		Issued:    cslDate{[1][]int{c.published()}},
		Available: cslDate{[1][]int{{at.Year(), int(at.Month()), at.Day()}}},
		Publisher: c.Publisher, Version: c.Version, Number: c.number(), DOI: c.DOI, URL: c.URL,
		Note:   c.instance(),
		Custom: cslCustom{Instance: c.identifier(), DI: c.di(), At: c.at(), Count: c.count()},
	}
	if c.part != nil {
		item.Custom.Query, item.Custom.Whole = &c.part.Query, c.whole()
	}
	for _, creator := range c.Creators {
		item.Author = append(item.Author, cslName{creator.Family, creator.Given, creator.Name})
	}
	return item
}
