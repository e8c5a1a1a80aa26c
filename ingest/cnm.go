package ingest

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// cnmRecord is a cloud notification message: a notification of a granule, or the
// response to one.
type cnmRecord struct {
	collection cnmCollection
	product    cnmProduct
	response   *cnmResponse // nil: the message is none
}

// cnmCollection is an object with the name of a collection, or the name itself.
type cnmCollection struct {
	Name    text `json:"name"`
	Version text `json:"version"`
}

// UnmarshalJSONFrom reads an object or a string.
func (c *cnmCollection) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	switch kind := dec.PeekKind(); kind {
	case '"':
		return json.UnmarshalDecode(dec, &c.Name)
	case 'n', '{', 0:
		type object cnmCollection // without this method
		return json.UnmarshalDecode(dec, (*object)(c))
	default:
		return fmt.Errorf("%s, want a string or an object", kindName(kind))
	}
}

type cnmProduct struct {
	Name     string      `json:"name"`
	Producer string      `json:"producerGranuleId"`
	Files    []namedFile `json:"files"`
	Groups   []cnmGroup  `json:"filegroups"`
}

type cnmGroup struct {
	Files []namedFile `json:"files"`
}

type cnmResponse struct {
	Status string `json:"status"`
}

// namedFile is a file as CNM and Cumulus describe it.
type namedFile struct {
	Name      string `json:"name"`
	FileName  string `json:"fileName"`
	Type      string `json:"type"`
	Algorithm text   `json:"checksumType"`
	Checksum  text   `json:"checksum"`
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
	g.Producer = r.product.Producer
	g.addFiles(r.product.Files, "md5")
	for _, group := range r.product.Groups {
		g.addFiles(group.Files, "md5")
	}
	return id, nil
}

// addFiles adds the checksums of the files of data. Those without an algorithm are
// of the one given.
func (g *Granule) addFiles(files []namedFile, algorithm text) {
	for _, f := range files {
		name := cmp.Or(f.Name, f.FileName)
		if f.Checksum != "" && (f.Type == "data" || f.Type == "") && isData(name) {
			g.Checksums = append(g.Checksums, Checksum{string(cmp.Or(f.Algorithm, algorithm)), string(f.Checksum)})
		}
	}
}
