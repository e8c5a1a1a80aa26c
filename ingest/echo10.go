package ingest

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// echoRecord is a Granule of ECHO10.
type echoRecord struct {
	ur, name, version, producer string
	files                       []echoFile // the first one is the granule as a whole
}

type echoFile struct{ name, value, algorithm string }

// begin is called where an element begins. The path is that of its name and those of
// the elements around it, up to the Granule.
func (r *echoRecord) begin(path []byte) {
	if string(path) == "/DataGranule/AdditionalFile" {
		r.files = append(r.files, echoFile{})
	}
}

// field returns what the text of an element is for; nil if it does not matter.
func (r *echoRecord) field(path []byte) *string {
	file := &r.files[len(r.files)-1]
	switch string(path) {
	case "/GranuleUR":
		return &r.ur
	case "/Collection/ShortName":
		return &r.name
	case "/Collection/VersionId":
		return &r.version
	case "/DataGranule/ProducerGranuleId":
		return &r.producer
	case "/DataGranule/Checksum/Value":
		return &r.files[0].value
	case "/DataGranule/Checksum/Algorithm":
		return &r.files[0].algorithm
	case "/DataGranule/AdditionalFile/Name":
		return &file.name
	case "/DataGranule/AdditionalFile/Checksum/Value":
		return &file.value
	case "/DataGranule/AdditionalFile/Checksum/Algorithm":
		return &file.algorithm
	}
	return nil
}

// echoReader reads the Granule elements of an XML file, wherever they are.
type echoReader struct {
	in     *input
	dec    *xml.Decoder
	outer  int // elements around the granules that are open
	inner  int // elements of the granule that are open
	count  int // of granules
	line   int // where the granule begins
	record echoRecord
	path   []byte // below the granule: each name behind a /
	chars  []byte // text of the innermost element, if it is for something
}

func readECHO10(in *input) bool {
	text := newRecordText(in)
	e := echoReader{in: in, dec: xml.NewDecoder(text)}
	for {
		if e.inner == 0 {
			text.begin()
		}
		token, err := e.dec.Token()
		if err == nil {
			var more bool
			if more, err = e.token(token); !more {
				return false
			}
		}
		if err == io.EOF && text.err == nil {
			return true
		}
		if err != nil {
			line, _ := e.dec.InputPos()
			if fault, ok := errors.AsType[*xml.SyntaxError](err); ok && fault.Msg == "unexpected EOF" {
				err = io.ErrUnexpectedEOF
			}
			return in.fail(text.fault(line, "XML", err))
		}
	}
}

// token takes in a token. More is false when reading is over.
func (e *echoReader) token(token xml.Token) (more bool, err error) {
	switch token := token.(type) {
	case xml.StartElement:
		switch {
		case e.inner > 0:
			e.inner++
			e.path = append(append(e.path, '/'), token.Name.Local...)
			e.chars = e.chars[:0]
			e.record.begin(e.path)
		case token.Name.Local == "Granule":
			e.inner = 1
			e.line, _ = e.dec.InputPos()
			e.record = echoRecord{files: append(e.record.files[:0], echoFile{})}
		default:
			if e.outer++; e.outer > maxDepth {
				return true, errors.New("elements lie too deep in others to hold granules")
			}
		}
	case xml.CharData:
		if len(e.path) > 0 && e.record.field(e.path) != nil {
			e.chars = append(e.chars, token...)
		}
	case xml.EndElement:
		switch {
		case e.inner > 1:
			e.inner--
			if field := e.record.field(e.path); field != nil {
				*field = trimSpace(string(e.chars))
			}
			e.path = e.path[:len(e.path)-1-len(token.Name.Local)]
			e.chars = e.chars[:0]
		case e.inner == 1:
			e.inner = 0
			return e.deliver(), nil
		default:
			e.outer--
		}
	}
	return true, nil
}

// deliver hands out the granule that has ended.
func (e *echoReader) deliver() bool {
	r := &e.record
	e.count++
	g := Granule{Line: e.line, Collection: r.name, Version: r.version, Producer: r.producer}
	if r.ur == "" {
		return e.in.deliverRecord(e.count, g, "", errors.New("no GranuleUR"))
	}
	for _, f := range r.files {
		if f.value != "" && isData(f.name) {
			g.Checksums = append(g.Checksums, Checksum{f.algorithm, f.value})
		}
	}
	return e.in.deliverRecord(e.count, g, r.ur, nil)
}

// trimSpace removes what XML calls white space from both ends.
func trimSpace(text string) string { return strings.Trim(text, " \t\r\n") }
