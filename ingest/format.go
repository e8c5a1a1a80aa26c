package ingest

import (
	"fmt"
	"strings"
)

// Format is a way of writing granules down.
type Format uint8

// The formats; the package documentation says what each looks like.
const (
	Auto    Format = iota // found by looking at the first 64 KiB
	List                  // one granule ID a line
	CSV                   // a table with a column of granule IDs
	URLs                  // one URL a line
	Sums                  // one checksum and file name a line
	UMMG                  // UMM-G in JSON: records, or an answer of the CMR's search
	CMR                   // an answer of the CMR's search in its own JSON
	STAC                  // Items of a SpatioTemporal Asset Catalog
	CNM                   // cloud notification messages, wrapped or not
	PDR                   // product delivery records
	Cumulus               // lists of granules of Cumulus
	ECHO10                // granules of ECHO 10 in XML
)

// formats holds name and reader of each format. A reader delivers the granules
// of a file and returns false when reading is over.
var formats = [...]struct {
	name string
	read func(*input) bool
}{
	Auto:    {name: "auto"},
	List:    {"list", readList},
	CSV:     {"csv", readCSV},
	URLs:    {"urls", readURLs},
	Sums:    {"sums", readSums},
	UMMG:    {"umm-g", readJSON(newUMM)},
	CMR:     {"cmr", readJSON(newCMR)},
	STAC:    {"stac", readJSON(newSTAC)},
	CNM:     {"cnm", readJSON(newCNM)},
	PDR:     {"pdr", readPDR},
	Cumulus: {"cumulus", readJSON(newCumulus)},
	ECHO10:  {"echo10", readECHO10},
}

// ParseFormat returns the format of that name: auto, or one of those that the
// package documentation has. Any other name is an error that wraps [ErrFormat]
// and lists the names.
func ParseFormat(name string) (Format, error) {
	for i, f := range formats {
		if f.name == name {
			return Format(i), nil
		}
	}
	return Auto, fmt.Errorf("%w %q: want auto, %s", ErrFormat, name, formatNames())
}

// String returns the name of the format.
func (f Format) String() string {
	if int(f) < len(formats) {
		return formats[f].name
	}
	return fmt.Sprintf("Format(%d)", uint8(f))
}

// formatNames lists the formats a file can be in.
func formatNames() string {
	var names []string
	for _, f := range formats[List:] {
		names = append(names, f.name)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
