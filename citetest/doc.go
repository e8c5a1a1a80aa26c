// Package citetest reads citations with what their users read them with: the parsers
// of reference managers, a citation style, and the vocabularies and schemas of
// registries. It holds tests only, as a module of its own, so that none of these
// reaches those who import idem.
//
// The readers are packages for Node.js, listed in readers/package.json; make test
// installs them. The schemas are found in the folder schemas of IDEM_DATA:
// datacite-v4.6.json from github.com/inveniosoftware/datacite and csl-data.json from
// github.com/citation-style-language/schema.
package citetest
