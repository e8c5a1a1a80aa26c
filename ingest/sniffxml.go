package ingest

import (
	"bytes"
	"encoding/xml"
	"io"
)

// guessXML returns the format of a head that is XML, or Auto: the first element
// decides that is not one around the results of a search.
func guessXML(head []byte) Format {
	dec := xml.NewTokenDecoder(newXMLTokens(bytes.NewReader(head), anyCharset))
	hits := false
	for {
		token, err := dec.Token()
		if err == io.EOF && hits {
			return ECHO10 // nothing was found
		}
		if err != nil {
			return Auto
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "Granule", "Granules", "GranuleMetaDataFile":
			return ECHO10
		case "hits":
			hits = true
		case "results", "result", "took":
		default:
			return Auto
		}
	}
}
