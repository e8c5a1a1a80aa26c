package ingest

import "io"

// guessXML returns the format of a head that is XML, or Auto: the first element
// decides that is not one around the results of a search.
func guessXML(head []byte) Format {
	scan := xmlScanner{window: window{win: head}, anyCharset: true}
	hits := false
	for {
		switch scan.next(nil) {
		case xmlNone:
			if hits && scan.err == io.EOF {
				return ECHO10 // nothing was found
			}
			return Auto
		case xmlBegin:
			switch string(scan.name) {
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
}
