package ingest

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// echoRecord is a Granule of ECHO10.
type echoRecord struct {
	GranuleUR  string
	Collection struct {
		ShortName string
		VersionID string `xml:"VersionId"`
	}
	DataGranule struct {
		ProducerGranuleID string `xml:"ProducerGranuleId"`
		Checksum          echoChecksum
		Files             []struct {
			Name     string
			Checksum echoChecksum
		} `xml:"AdditionalFile"`
	}
}

type echoChecksum struct{ Value, Algorithm string }

// readECHO10 reads the Granule elements of an XML file, wherever they are.
func readECHO10(in *input) bool {
	text := newRecordText(in)
	dec := xml.NewDecoder(text)
	count, depth := 0, 0
	for {
		text.begin()
		token, err := dec.Token()
		line, _ := dec.InputPos()
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name.Local != "Granule" {
				if depth++; depth > maxDepth {
					err = errors.New("elements lie too deep in others to hold granules")
				}
				break
			}
			var r echoRecord
			if err = dec.DecodeElement(&r, &token); err != nil {
				break
			}
			count++
			g := Granule{Line: line}
			id, bad := r.granule(&g)
			if !in.deliverRecord(count, g, id, bad) {
				return false
			}
		case xml.EndElement:
			depth--
		}
		if err == io.EOF && text.err == nil {
			return true
		}
		if err != nil {
			line, _ := dec.InputPos()
			if fault, ok := errors.AsType[*xml.SyntaxError](err); ok && fault.Msg == "unexpected EOF" {
				err = io.ErrUnexpectedEOF
			}
			return in.fail(text.fault(line, "XML", err))
		}
	}
}

// granule sets all of g but ID, File and Line, and returns the ID.
func (r *echoRecord) granule(g *Granule) (string, error) {
	id := trimSpace(r.GranuleUR)
	if id == "" {
		return "", errors.New("no GranuleUR")
	}
	g.Collection, g.Version = trimSpace(r.Collection.ShortName), trimSpace(r.Collection.VersionID)
	g.Producer = trimSpace(r.DataGranule.ProducerGranuleID)
	g.addECHO("", r.DataGranule.Checksum)
	for _, f := range r.DataGranule.Files {
		g.addECHO(f.Name, f.Checksum)
	}
	return id, nil
}

func (g *Granule) addECHO(name string, c echoChecksum) {
	if c.Value != "" && isData(trimSpace(name)) {
		g.Checksums = append(g.Checksums, Checksum{trimSpace(c.Algorithm), trimSpace(c.Value)})
	}
}

// trimSpace removes what XML calls white space from both ends.
func trimSpace(text string) string { return strings.Trim(text, " \t\r\n") }
