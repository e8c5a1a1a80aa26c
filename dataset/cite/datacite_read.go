package cite

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seed-05176fc3/idem/dataset"
)

// dataciteSource is what is read of a DataCite record, in the forms of versions 4.0 to
// 4.6: a publisher is a name or an object, a year a text or a number.
type dataciteSource struct {
	DOI             string
	Creators        []dataciteCreator
	Titles          []dataciteTitle
	Publisher       json.RawMessage
	PublicationYear json.RawMessage
	Dates           []dataciteDate
	Version         string
	URL             string
}

// ParseDataCite reads the metadata of a DataCite record as JSON, alone or as the
// registry's API delivers it, in data.attributes. What metadata of a dataset do not
// have is passed over. Errors wrap [dataset.ErrInvalidMetadata].
func ParseDataCite(data []byte) (*dataset.Metadata, error) {
	var document struct {
		Data *struct{ Attributes dataciteSource }
		dataciteSource
	}
	if err := json.Unmarshal(data, &document); err != nil {
		return nil, fmt.Errorf("%w: DataCite: %v", dataset.ErrInvalidMetadata, err)
	}
	source := document.dataciteSource
	if document.Data != nil {
		source = document.Data.Attributes
	}
	m, err := source.metadata()
	if err != nil {
		return nil, err
	}
	return m, m.Check()
}

func (s *dataciteSource) metadata() (*dataset.Metadata, error) {
	m := &dataset.Metadata{DOI: strings.TrimSpace(s.DOI), URL: strings.TrimSpace(s.URL), Version: strings.TrimSpace(s.Version)}
	for _, t := range s.Titles {
		if m.Title == "" && t.TitleType == "" {
			m.Title = strings.TrimSpace(t.Title)
		}
	}
	var err error
	if m.Publisher, err = dataciteText(s.Publisher, "publisher"); err != nil {
		return nil, err
	}
	if m.Published, err = dataciteText(s.PublicationYear, "publicationYear"); err != nil {
		return nil, err
	}
	for _, d := range s.Dates {
		if d.DateType == "Issued" && len(d.Date) <= len("2010-10-20") && strings.HasPrefix(d.Date, m.Published) {
			m.Published = d.Date // says more
		}
	}
	for _, c := range s.Creators {
		m.Creators = append(m.Creators, c.creator())
	}
	return m, nil
}

// dataciteText reads a text, a number or the name of an object.
func dataciteText(raw json.RawMessage, member string) (string, error) {
	var object dataciteName
	var number json.Number
	for _, into := range []any{&object, &object.Name, &number} {
		if len(raw) == 0 || json.Unmarshal(raw, into) == nil {
			return strings.TrimSpace(object.Name + number.String()), nil
		}
	}
	return "", fmt.Errorf("%w: DataCite: %s: neither a text nor an object with a name", dataset.ErrInvalidMetadata, member)
}

// creator takes a name without a type for that of a person if it has a comma.
func (c dataciteCreator) creator() dataset.Creator {
	family, given, person := strings.Cut(c.Name, ",")
	if c.FamilyName != "" {
		family, given = c.FamilyName, c.GivenName
		person = true
	}
	if c.NameType != "" {
		person = c.NameType == datacitePersonal
	}
	var out dataset.Creator
	scheme, into := "ROR", &out.ROR
	if person {
		out.Family, out.Given = strings.TrimSpace(family), strings.TrimSpace(given)
		scheme, into = "ORCID", &out.ORCID
	} else {
		out.Name = strings.TrimSpace(c.Name)
	}
	for _, id := range c.NameIdentifiers {
		if strings.EqualFold(id.NameIdentifierScheme, scheme) {
			text := strings.TrimSpace(id.NameIdentifier)
			*into = text[strings.LastIndexByte(text, '/')+1:]
		}
	}
	return out
}
