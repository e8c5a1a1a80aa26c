package ingest

import "errors"

// ummRecord is a granule of UMM-G: a bare record, or the umm of a search result.
type ummRecord struct {
	ur         string
	collection ummCollection
	data       ummData
}

type ummCollection struct{ name, version text }

func (c *ummCollection) member(name []byte) any {
	switch string(name) {
	case "ShortName":
		return &c.name
	case "Version":
		return &c.version
	}
	return nil
}

type ummData struct {
	ids   ummIDs
	files ummFiles
}

func (d *ummData) member(name []byte) any {
	switch string(name) {
	case "Identifiers":
		return &d.ids
	case "ArchiveAndDistributionInformation":
		return &d.files
	}
	return nil
}

type ummID struct{ id, kind string }

func (i *ummID) member(name []byte) any {
	switch string(name) {
	case "Identifier":
		return &i.id
	case "IdentifierType":
		return &i.kind
	}
	return nil
}

type ummIDs []ummID

func (l *ummIDs) element() any {
	*l = append(*l, ummID{})
	return &(*l)[len(*l)-1]
}

// ummFile is a file, or a package of files.
type ummFile struct {
	name  string
	sum   ummChecksum
	files ummFiles
}

func (f *ummFile) member(name []byte) any {
	switch string(name) {
	case "Name":
		return &f.name
	case "Checksum":
		return &f.sum
	case "Files":
		return &f.files
	}
	return nil
}

type ummFiles []ummFile

func (l *ummFiles) element() any {
	*l = append(*l, ummFile{})
	return &(*l)[len(*l)-1]
}

type ummChecksum struct{ value, algorithm string }

func (c *ummChecksum) member(name []byte) any {
	switch string(name) {
	case "Value":
		return &c.value
	case "Algorithm":
		return &c.algorithm
	}
	return nil
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
	g.Collection, g.Version = string(r.collection.name), string(r.collection.version)
	for _, id := range r.data.ids {
		if id.kind == "ProducerGranuleId" {
			g.Producer = id.id
			break
		}
	}
	g.addUMM(r.data.files)
	return r.ur, nil
}

// addUMM adds the checksums of files; of a package those of its files only if it
// has none itself.
func (g *Granule) addUMM(files ummFiles) {
	for _, f := range files {
		if f.sum.value == "" {
			g.addUMM(f.files)
		} else if isData(f.name) {
			g.Checksums = append(g.Checksums, Checksum{f.sum.algorithm, f.sum.value})
		}
	}
}
