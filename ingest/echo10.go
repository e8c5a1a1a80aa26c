package ingest

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// echoGranule is a Granule of ECHO10.
type echoGranule struct {
	UR       string       `xml:"GranuleUR"`
	Name     string       `xml:"Collection>ShortName"`
	Version  string       `xml:"Collection>VersionId"`
	Producer string       `xml:"DataGranule>ProducerGranuleId"`
	Checksum echoChecksum `xml:"DataGranule>Checksum"` // of the granule as a whole
	Files    []echoFile   `xml:"DataGranule>AdditionalFile"`
}

type echoFile struct {
	Name     string
	Checksum echoChecksum
}

type echoChecksum struct{ Value, Algorithm string }

// echoReader reads the Granule elements of an XML file, wherever they are.
type echoReader struct {
	in     *input
	text   *recordReader
	tokens *xmlTokens
	dec    *xml.Decoder // of tokens
	outer  int          // elements around the granules that are open
	count  int          // of granules
}

func readECHO10(in *input) bool {
	text := &recordReader{text: in.text}
	tokens := newXMLTokens(text, onlyUTF8)
	e := echoReader{in: in, text: text, tokens: tokens, dec: xml.NewTokenDecoder(tokens)}
	for {
		more, err := e.next()
		switch {
		case err == io.EOF:
			return true
		case err != nil:
			return in.fail(in.recordFault(e.line(), "XML", xmlFault(err), text.err))
		case !more:
			return false
		}
	}
}

// line returns the line of what was read last.
func (e *echoReader) line() int {
	line, _ := e.tokens.InputPos()
	return line
}

// next reads a token around the granules, or a granule. It returns false when reading
// is over.
func (e *echoReader) next() (more bool, err error) {
	token, err := e.dec.Token()
	if err != nil {
		return false, err
	}
	more = true
	switch token := token.(type) {
	default:
		return true, nil
	case xml.EndElement:
		e.outer--
	case xml.StartElement:
		e.text.begin = e.tokens.InputOffset()
		if token.Name.Local == "Granule" {
			more, err = e.granule(&token)
		} else if e.outer++; e.outer > maxDepth {
			err = errors.New("elements lie too deep in others to hold granules")
		}
	}
	e.text.begin = e.tokens.InputOffset()
	return more, err
}

// granule reads the granule that begins, and hands it out.
func (e *echoReader) granule(start *xml.StartElement) (more bool, err error) {
	line := e.line()
	var r echoGranule
	if err := e.dec.DecodeElement(&r, start); err != nil {
		return false, err
	}
	e.count++
	g := Granule{Line: line, Collection: trimSpace(r.Name), Version: trimSpace(r.Version), Producer: trimSpace(r.Producer)}
	id := trimSpace(r.UR)
	if id == "" {
		return e.in.deliverRecord(e.count, g, "", errors.New("no GranuleUR")), nil
	}
	g.addECHO("", r.Checksum)
	for _, f := range r.Files {
		g.addECHO(trimSpace(f.Name), f.Checksum)
	}
	return e.in.deliverRecord(e.count, g, id, nil), nil
}

// addECHO adds the checksum of a file, if it has one and is one of data.
func (g *Granule) addECHO(name string, c echoChecksum) {
	if value := trimSpace(c.Value); value != "" && isData(name) {
		g.Checksums = append(g.Checksums, Checksum{trimSpace(c.Algorithm), value})
	}
}

// trimSpace removes what XML calls white space from both ends.
func trimSpace(text string) string { return strings.Trim(text, " \t\r\n") }
