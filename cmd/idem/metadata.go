package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/dataset/cite"
)

// metadataFlags say something of a dataset: a file all of it, the others a part.
type metadataFlags struct {
	file     string
	creators []string
	parts    dataset.Metadata
	given    func(flag string) bool
}

// metadataFlagNames are the flags for the members of metadata.
var metadataFlagNames = map[string]string{
	"creators": "creator", "doi": "doi", "published": "year", "publisher": "publisher",
	"title": "title", "url": "url", "version": "data-version",
}

// add adds the flags to a command.
func (m *metadataFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	m.given = flags.Changed
	flags.StringVar(&m.file, "metadata", "", "read all metadata from a `FILE`, or - for standard input: JSON, as idem dataset edit --json writes it, or a DataCite record")
	flags.StringArrayVar(&m.creators, "creator", nil, "`CREATOR` to be cited, in this order if repeated: 'Family, Given' or 'Organisation', '{Organisation, with a comma}', all with '; ORCID' or '; ROR' after it if there is one")
	flags.StringVar(&m.parts.DOI, "doi", "", "`DOI` of the dataset, as 10.9999/NAME, doi:10.9999/NAME or a link to doi.org")
	flags.StringVar(&m.parts.Published, "year", "", "`YEAR` of publication, or the month or day, as 2010-10-20")
	flags.StringVar(&m.parts.Publisher, "publisher", "", "`NAME` of who publishes it")
	flags.StringVar(&m.parts.Title, "title", "", "`TITLE` of the dataset")
	flags.StringVar(&m.parts.URL, "url", "", "`URL` of a page about the dataset")
	flags.StringVar(&m.parts.Version, "data-version", "", "`VERSION` of the dataset, as its producer counts")
}

// edit returns what the flags make of metadata, nil if there are none. It reads the
// file.
func (m *metadataFlags) edit(cmd *cobra.Command) (func(*dataset.Metadata) error, error) {
	given := m.given("metadata")
	for _, flag := range metadataFlagNames {
		given = given || m.given(flag)
	}
	if !given {
		return nil, nil
	}
	m.parts.DOI = bareDOI(m.parts.DOI)
	for _, text := range m.creators {
		c, err := parseCreator(text)
		if err != nil {
			return nil, err
		}
		m.parts.Creators = append(m.parts.Creators, c)
	}
	if err := m.parts.Check(); err != nil {
		return nil, usageError{err}
	}
	var whole *dataset.Metadata
	if m.given("metadata") {
		var err error
		if whole, err = readMetadata(cmd, m.file); err != nil {
			return nil, err
		}
	}
	return func(to *dataset.Metadata) error {
		if whole != nil {
			*to = *whole
		}
		m.set(to)
		return nil
	}, nil
}

// set sets what single flags say.
func (m *metadataFlags) set(to *dataset.Metadata) {
	if m.given("creator") {
		to.Creators = m.parts.Creators
	}
	for _, part := range []struct {
		member   string
		to, from *string
	}{
		{"doi", &to.DOI, &m.parts.DOI},
		{"published", &to.Published, &m.parts.Published},
		{"publisher", &to.Publisher, &m.parts.Publisher},
		{"title", &to.Title, &m.parts.Title},
		{"url", &to.URL, &m.parts.URL},
		{"version", &to.Version, &m.parts.Version},
	} {
		if m.given(metadataFlagNames[part.member]) {
			*part.to = *part.from
		}
	}
}

// readMetadata reads a file, or standard input for -.
func readMetadata(cmd *cobra.Command, name string) (*dataset.Metadata, error) {
	var in io.Reader
	if name == "-" {
		in, name = stdinFor(cmd, "metadata from the terminal"), "standard input"
	} else {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, dataset.MaxEntry+1))
	if err != nil {
		return nil, err
	}
	if len(data) > dataset.MaxEntry {
		return nil, fmt.Errorf("%s: metadata are at most %d bytes long", name, dataset.MaxEntry)
	}
	parse := dataset.ParseMetadata
	var members map[string]json.RawMessage
	if json.Unmarshal(data, &members) == nil && (members["titles"] != nil || members["types"] != nil || members["data"] != nil) {
		parse = cite.ParseDataCite
	}
	m, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// parseCreator reads a creator as people write one on a command line.
func parseCreator(text string) (dataset.Creator, error) {
	name, id, hasID := strings.Cut(text, ";")
	name, id = strings.TrimSpace(name), strings.TrimSpace(id)
	var c dataset.Creator
	into := &c.ROR
	inner, braced := strings.CutPrefix(name, "{")
	family, given, person := strings.Cut(name, ",")
	switch {
	case braced && strings.HasSuffix(inner, "}"):
		c.Name = strings.TrimSpace(strings.TrimSuffix(inner, "}"))
	case person:
		c.Family, c.Given = strings.TrimSpace(family), strings.TrimSpace(given)
		into = &c.ORCID
	default:
		c.Name = name
	}
	if hasID {
		if *into = id[strings.LastIndexByte(id, '/')+1:]; *into == "" {
			return c, usagef("--creator %q: want an ORCID iD or a ROR ID behind the semicolon", text)
		}
	}
	one := dataset.Metadata{Creators: []dataset.Creator{c}}
	if err := one.Check(); err != nil {
		return c, usagef("--creator %q: %w", text, err)
	}
	return c, nil
}
