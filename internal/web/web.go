// Package web has the pages for people who would rather look than read, and their
// stylesheet. It writes what it is given; where that comes from and at which paths the
// pages are is up to package server:
//
//	/                      Index
//	/datasets/NAME         Dataset
//	/instances/ID          Instance
//	/static/FILE           File
//
// The pages are plain HTML without scripts. They are written as their data comes, so
// that a long list takes no more memory than a short one. Everything in them that
// somebody wrote is escaped.
package web

import (
	"cmp"
	"embed"
	"html/template"
	"io"
	"iter"
	"path"

	"github.com/seed-05176fc3/idem/internal/view"
)

//go:embed templates static
var files embed.FS

// Pages writes pages. It is safe for concurrent use.
type Pages struct {
	index, dataset, instance, failure *template.Template
}

// New returns the pages.
func New() *Pages {
	return &Pages{
		index:    parse("index.html"),
		dataset:  parse("dataset.html"),
		instance: parse("instance.html"),
		failure:  parse("failure.html"),
	}
}

// parse returns a page in its frame. The templates are part of the program: they are
// right or the program is wrong.
func parse(name string) *template.Template {
	return template.Must(template.New("frame.html").Funcs(funcs).
		ParseFS(files, "templates/frame.html", "templates/parts.html", "templates/"+name))
}

// Dataset is a dataset as pages show it.
type Dataset struct {
	Head       view.Entry // its newest entry
	Title, DOI string     // may be empty
}

// Index writes the page that lists all datasets.
func (p *Pages) Index(w io.Writer, datasets iter.Seq2[Dataset, error]) error {
	var failed error
	err := p.index.Execute(w, struct{ Datasets iter.Seq[Dataset] }{until(datasets, &failed)})
	return cmp.Or(failed, err)
}

// Dataset writes the page of a dataset with its ledger, oldest entry first.
func (p *Pages) Dataset(w io.Writer, d Dataset, ledger iter.Seq2[view.Entry, error]) error {
	var failed error
	err := p.dataset.Execute(w, struct {
		Dataset
		Entries iter.Seq[view.Entry]
	}{d, until(ledger, &failed)})
	return cmp.Or(failed, err)
}

// Citation is how an instance is cited.
type Citation struct {
	Dataset string   // by which it is cited
	Text    string   // for a reference list
	Path    string   // of the citation, for a query ?format=
	Formats []string // in which it can be had besides
}

// Instance writes the page of an instance; c may be nil.
func (p *Pages) Instance(w io.Writer, v view.Instance, c *Citation) error {
	return p.instance.Execute(w, struct {
		shown
		Citation *Citation
	}{v, c})
}

// shown is embedded under a name that is not one of its members.
type shown = view.Instance

// Failure writes the page for a request that has failed.
func (p *Pages) Failure(w io.Writer, status int, title, detail string) error {
	return p.failure.Execute(w, struct {
		Status        int
		Title, Detail string
	}{status, title, detail})
}

// File returns a file that pages refer to, and its media type.
func File(name string) (data []byte, media string, ok bool) {
	media, ok = map[string]string{
		".css": "text/css; charset=utf-8",
		".svg": "image/svg+xml",
	}[path.Ext(name)]
	if !ok {
		return nil, "", false
	}
	data, err := files.ReadFile("static/" + name)
	return data, media, err == nil
}

// until returns the values before the first error, which it keeps: a template can
// range over values only.
func until[T any](values iter.Seq2[T, error], failed *error) iter.Seq[T] {
	return func(yield func(T) bool) {
		for value, err := range values {
			if err != nil {
				*failed = err
				return
			}
			if !yield(value) {
				return
			}
		}
	}
}
