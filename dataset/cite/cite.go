// Package cite writes citations of dataset instances, for reference lists, reference
// managers and registries of DOIs.
//
// Every format keeps what a citation of a dataset that changes needs: its DOI, the time
// from when on the instance holds, and its DI. It adds the instance identifier, with
// qualifiers. The time is that of the ledger entry, never that of the citing. What a
// stored query gave is cited as a part of the instance that it was asked of.
//
// Metadata may be missing. The title is then the name of the dataset, and the year of
// publication that of the instance; what else is missing is left out. Only DataCite,
// whose registry refuses records without them, needs some of them.
//
// The formats:
//
//	text      a line for a reference list
//	bibtex    an entry @dataset for biblatex; BibTeX takes it for @misc. Names and
//	          texts are in UTF-8, what TeX reads as commands is escaped
//	csl       a CSL-JSON array of one item, in which the instance identifier is also the
//	          number of the dataset, which styles like APA print
//	ris       a RIS record, lines ended by CR LF. A comma divides a person's names
//	          there and cannot be escaped: in names of organisations they are left out
//	datacite  a DataCite record, version 4.6, as its registry's API takes it
//	jsonld    a schema.org Dataset
//
// The key of a citation in bibtex, csl and ris is NAME-YYYYMMDD-HHHHHHHH: the dataset's
// name, with - for ~ and +, the day from which the instance holds, and the first
// digits of the instance identifier.
package cite

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/seed-05176fc3/idem/dataset"
)

// A Format is a way to write a citation.
type Format string

// The formats.
const (
	Text     Format = "text"
	BibTeX   Format = "bibtex"
	CSL      Format = "csl"
	RIS      Format = "ris"
	DataCite Format = "datacite"
	JSONLD   Format = "jsonld"
)

// Formats returns all formats.
func Formats() []Format { return []Format{Text, BibTeX, CSL, RIS, DataCite, JSONLD} }

// MediaType returns the media type of the format, without parameters; empty if there
// is no such format.
func (f Format) MediaType() string {
	switch f {
	case Text:
		return "text/x-bibliography"
	case BibTeX:
		return "application/x-bibtex"
	case CSL:
		return "application/vnd.citationstyles.csl+json"
	case RIS:
		return "application/x-research-info-systems"
	case DataCite:
		return "application/vnd.datacite.datacite+json"
	case JSONLD:
		return "application/ld+json"
	}
	return ""
}

var (
	// ErrFormat is returned for a format that does not exist.
	ErrFormat = errors.New("cite: no such format")
	// ErrEntry is returned for an entry that does not have what is to be cited: entry 0,
	// or another one than a query was asked of.
	ErrEntry = errors.New("cite: not the entry")
)

// IncompleteError is returned if metadata are missing that the format needs.
type IncompleteError struct {
	Format  Format
	Missing []string // members of dataset.Metadata as JSON, in its order
}

// Error says what is missing.
func (e *IncompleteError) Error() string {
	return fmt.Sprintf("cite: %s needs metadata that are missing: %s", e.Format, strings.Join(e.Missing, ", "))
}

// Render returns a citation of the instance of an entry, in UTF-8 and ended by a line
// end. The metadata are sound, the entry is not entry 0. Errors are an
// [*IncompleteError] or wrap [ErrFormat] or [ErrEntry].
func Render(f Format, e *dataset.Entry, m *dataset.Metadata) ([]byte, error) {
	if f.MediaType() == "" {
		return nil, fmt.Errorf("%w: %q", ErrFormat, string(f))
	}
	if e.Seq == 0 {
		return nil, fmt.Errorf("%w to cite: entry 0 of dataset %s has no instance", ErrEntry, e.Dataset)
	}
	return render(f, &citation{entry: e, Metadata: m})
}

// RenderPart returns a citation of what a stored query gave, which was asked of the
// entry. It says which instance that is a part of, and how it is found in there. There
// is none for DataCite: the DOI of a dataset is not that of a part. Errors wrap
// [ErrFormat], or [ErrEntry] for another entry.
func RenderPart(f Format, s *dataset.StoredQuery, e *dataset.Entry, m *dataset.Metadata) ([]byte, error) {
	if f.MediaType() == "" {
		return nil, fmt.Errorf("%w: %q", ErrFormat, string(f))
	}
	if f == DataCite {
		return nil, fmt.Errorf("%w for a part of a dataset: %s", ErrFormat, f)
	}
	if s.EntryHash != e.Hash {
		return nil, fmt.Errorf("%w that query %d of dataset %s was asked of", ErrEntry, s.Seq, s.Dataset)
	}
	return render(f, &citation{entry: e, part: s, Metadata: m})
}

func render(f Format, c *citation) ([]byte, error) {
	switch f {
	case Text:
		return []byte(c.text() + "\n"), nil
	case BibTeX:
		return []byte(c.bibtex()), nil
	case CSL:
		return document([]cslItem{c.csl()})
	case RIS:
		return []byte(c.ris()), nil
	case DataCite:
		if missing := c.missing(); len(missing) > 0 {
			return nil, &IncompleteError{Format: f, Missing: missing}
		}
		return document(c.datacite())
	default: // JSONLD
		return document(c.jsonld())
	}
}

// document returns indented JSON.
func document(v any) ([]byte, error) {
	var buf bytes.Buffer
	encoder := json.NewEncoder(&buf)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(v)
	return buf.Bytes(), err
}
