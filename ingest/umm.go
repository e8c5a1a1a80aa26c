package ingest

import "errors"

// ummRecord is a granule of UMM-G: a bare record, or the umm of a search result.
type ummRecord struct {
	ur         string
	collection ummCollection
	data       ummData
}

type ummCollection struct {
	ShortName, Version text
}

type ummData struct {
	Identifiers                       []ummID
	ArchiveAndDistributionInformation []ummFile
}

type ummID struct {
	Identifier, IdentifierType string
}

// ummFile is a file, or a package of files.
type ummFile struct {
	Name     string
	Checksum ummChecksum
	Files    []ummFile
}

type ummChecksum struct {
	Value, Algorithm string
}

func newUMM() jsonRecord { return new(ummRecord) }

func (r *ummRecord) member(name []byte) any {
	switch string(name) {
	case "items", "umm":
		return descend
	case "GranuleUR":
		return &r.ur
	case "CollectionReference":
		return &r.collection
	case "DataGranule":
		return &r.data
	}
	return nil
}

func (r *ummRecord) granule(g *Granule) (string, error) {
	if r.ur == "" {
		return "", errors.New("no GranuleUR")
	}
	g.Collection, g.Version = string(r.collection.ShortName), string(r.collection.Version)
	for _, id := range r.data.Identifiers {
		if id.IdentifierType == "ProducerGranuleId" {
			g.Producer = id.Identifier
			break
		}
	}
	g.addUMM(r.data.ArchiveAndDistributionInformation)
	return r.ur, nil
}

// addUMM adds the checksums of files; of a package those of its files only if it
// has none itself.
func (g *Granule) addUMM(files []ummFile) {
	for _, f := range files {
		if f.Checksum.Value == "" {
			g.addUMM(f.Files)
		} else if isData(f.Name) {
			g.Checksums = append(g.Checksums, Checksum{f.Checksum.Algorithm, f.Checksum.Value})
		}
	}
}
