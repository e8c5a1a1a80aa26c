package ingest

import (
	"errors"
	"io"
	"strings"
	"unicode/utf8"
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
	scan   *xmlScanner
	outer  int // elements around the granules that are open
	inner  int // elements of the granule that are open
	count  int // of granules
	line   int // where the granule begins
	record echoRecord
	path   []byte  // below the granule: each name behind a /
	field  *string // what the text of the innermost element is for; nil: nothing
	chars  []byte  // that text
}

func readECHO10(in *input) bool {
	e := echoReader{in: in, scan: newXMLScanner(in.text)}
	for {
		more := true
		var chars *[]byte
		if e.chars = e.chars[:0]; e.field != nil {
			chars = &e.chars
		}
		switch e.scan.next(chars) {
		case xmlBegin:
			e.begin()
		case xmlEnd:
			more = e.end()
		}
		switch err := e.scan.err; {
		case !more:
			return false
		case err == io.EOF:
			return true
		case err != nil:
			return in.fail(in.recordFault(e.scan.lineHere(), "XML", err, e.scan.read))
		}
	}
}

// begin begins an element.
func (e *echoReader) begin() {
	switch {
	case e.inner > 0:
		e.inner++
		e.path = append(append(e.path, '/'), e.scan.name...)
		e.record.begin(e.path)
		e.field = e.record.field(e.path)
		return
	case string(e.scan.name) == "Granule":
		e.inner = 1
		e.line = e.scan.lineHere()
		e.record = echoRecord{files: append(e.record.files[:0], echoFile{})}
	default:
		if e.outer++; e.outer > maxDepth {
			e.scan.fail("elements lie too deep in others to hold granules")
		}
	}
	e.scan.begin()
}

// end ends an element.
func (e *echoReader) end() (more bool) {
	switch {
	case e.inner > 1:
		e.inner--
		if e.field != nil {
			if !utf8.Valid(e.chars) {
				e.scan.fail("text that is not valid UTF-8")
			}
			*e.field = trimSpace(string(e.chars))
			e.field = nil
		}
		e.path = e.path[:len(e.path)-1-len(e.scan.name)]
		return true
	case e.inner == 1:
		e.inner = 0
		more = e.deliver()
	default:
		e.outer--
		more = true
	}
	e.scan.begin()
	return more
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
