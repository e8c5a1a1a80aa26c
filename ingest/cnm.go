package ingest

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// cnmRecord is a cloud notification message: a notification of a granule, or the
// response to one.
type cnmRecord struct {
	collection cnmCollection
	product    struct {
		Name, ProducerGranuleID string
		Files                   []namedFile
		FileGroups              []struct{ Files []namedFile }
	}
	response *struct{ Status string }
}

// namedFile is a file as CNM and Cumulus describe it.
type namedFile struct {
	Name, FileName, Type   string
	ChecksumType, Checksum text
}

// cnmCollection is the name of a collection, or an object with it.
type cnmCollection struct {
	Name, Version text
}

// UnmarshalJSON takes both forms.
func (c *cnmCollection) UnmarshalJSON(b []byte) error {
	if b[0] == '{' {
		type object cnmCollection // without this method
		return json.Unmarshal(b, (*object)(c))
	}
	return json.Unmarshal(b, &c.Name)
}

func newCNM() jsonRecord { return new(cnmRecord) }

func (r *cnmRecord) member(name string) any {
	switch name {
	case "Records", "Messages", "Sns", "input":
		return descend
	case "Message", "Body", "body":
		return unwrap
	case "collection":
		return &r.collection
	case "product":
		return &r.product
	case "response":
		return &r.response
	}
	return nil
}

func (r *cnmRecord) granule(g *Granule) (string, error) {
	if r.response != nil && (r.response.Status != "SUCCESS" || r.product.Name == "") {
		return "", errNoGranule
	}
	if r.product.Name == "" {
		return "", errors.New("no product.name")
	}
	id := r.product.Name[strings.LastIndexByte(r.product.Name, '/')+1:]
	if id == "" {
		return "", fmt.Errorf("no name behind the last / of product.name %q", shorten([]byte(r.product.Name)))
	}
	g.Collection, g.Version = string(r.collection.Name), string(r.collection.Version)
	g.Producer = r.product.ProducerGranuleID
	g.addFiles(r.product.Files, "md5")
	for _, group := range r.product.FileGroups {
		g.addFiles(group.Files, "md5")
	}
	return id, nil
}

// addFiles adds the checksums of the files of data. Those without an algorithm are
// of the one given.
func (g *Granule) addFiles(files []namedFile, algorithm text) {
	for _, f := range files {
		if f.Name == "" {
			f.Name = f.FileName
		}
		if f.ChecksumType == "" {
			f.ChecksumType = algorithm
		}
		if f.Checksum != "" && (f.Type == "data" || f.Type == "") && isData(f.Name) {
			g.Checksums = append(g.Checksums, Checksum{string(f.ChecksumType), string(f.Checksum)})
		}
	}
}
