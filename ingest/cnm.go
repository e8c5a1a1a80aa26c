package ingest

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
)

// cnmRecord is a cloud notification message: a notification of a granule, or the
// response to one.
type cnmRecord struct {
	collection cnmCollection
	product    cnmProduct
	response   cnmResponse
	isResponse bool
}

// cnmCollection is an object with the name of a collection, or the name itself.
type cnmCollection struct{ name, version text }

func (c *cnmCollection) member(name []byte) any {
	switch string(name) {
	case "name":
		return &c.name
	case "version":
		return &c.version
	}
	return nil
}

func (c *cnmCollection) setText(name string) { c.name = text(name) }

type cnmProduct struct {
	name, producer string
	files          namedFiles
	groups         cnmGroups
}

func (p *cnmProduct) member(name []byte) any {
	switch string(name) {
	case "name":
		return &p.name
	case "producerGranuleId":
		return &p.producer
	case "files":
		return &p.files
	case "filegroups":
		return &p.groups
	}
	return nil
}

type cnmGroup struct{ files namedFiles }

func (g *cnmGroup) member(name []byte) any {
	if string(name) == "files" {
		return &g.files
	}
	return nil
}

type cnmGroups []cnmGroup

func (g *cnmGroups) element() any {
	*g = append(*g, cnmGroup{})
	return &(*g)[len(*g)-1]
}

type cnmResponse struct{ status string }

func (r *cnmResponse) member(name []byte) any {
	if string(name) == "status" {
		return &r.status
	}
	return nil
}

// namedFile is a file as CNM and Cumulus describe it.
type namedFile struct {
	name, fileName, kind string
	algorithm, checksum  text
}

func (f *namedFile) member(name []byte) any {
	switch string(name) {
	case "name":
		return &f.name
	case "fileName":
		return &f.fileName
	case "type":
		return &f.kind
	case "checksumType":
		return &f.algorithm
	case "checksum":
		return &f.checksum
	}
	return nil
}

type namedFiles []namedFile

func (f *namedFiles) element() any {
	*f = append(*f, namedFile{})
	return &(*f)[len(*f)-1]
}

func newCNM() jsonRecord { return new(cnmRecord) }

func (r *cnmRecord) member(name []byte) any {
	switch string(name) {
	case "Records", "Messages", "Sns", "input", "payload":
		return descend
	case "Message", "Body", "body":
		return unwrap
	case "collection":
		return &r.collection
	case "product":
		return &r.product
	case "response":
		r.isResponse = true
		return &r.response
	}
	return nil
}

func (r *cnmRecord) granule(g *Granule) (string, error) {
	if r.isResponse && (r.response.status != "SUCCESS" || r.product.name == "") {
		return "", errNoGranule
	}
	if r.product.name == "" {
		return "", errors.New("no product.name")
	}
	id := r.product.name[strings.LastIndexByte(r.product.name, '/')+1:]
	if id == "" {
		return "", fmt.Errorf("no name behind the last / of product.name %q", shorten([]byte(r.product.name)))
	}
	g.Collection, g.Version = string(r.collection.name), string(r.collection.version)
	g.Producer = r.product.producer
	g.addFiles(r.product.files, "md5")
	for _, group := range r.product.groups {
		g.addFiles(group.files, "md5")
	}
	return id, nil
}

// addFiles adds the checksums of the files of data. Those without an algorithm are
// of the one given.
func (g *Granule) addFiles(files namedFiles, algorithm text) {
	for _, f := range files {
		name := cmp.Or(f.name, f.fileName)
		if f.checksum != "" && (f.kind == "data" || f.kind == "") && isData(name) {
			g.Checksums = append(g.Checksums, Checksum{string(cmp.Or(f.algorithm, algorithm)), string(f.checksum)})
		}
	}
}
