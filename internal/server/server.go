// Package server is the HTTP server: the JSON interface of a registry under /v1/,
// the pages for people, and what a server process needs around them.
//
// # Interface
//
// All of it is read with GET or HEAD. NAME is the name of a dataset. ID is an
// instance identifier in any form that [dataset.ParseIdentifier] reads; its slashes
// may be written as they are or as %2F. ENTRY and QUERY are objects of package view.
//
//	/v1/datasets                 {"datasets":[ENTRY,…]}, the newest entry of each, by name
//	/v1/datasets/NAME            ENTRY, the newest one
//	/v1/datasets/NAME/log        {"entries":[ENTRY,…]}, oldest first
//	/v1/datasets/NAME/granules   the granule IDs of the newest entry, in byte order
//	/v1/instances/ID             {"identifier":…,"instance":…,"di":…,"count":…,"root":…,"entries":[ENTRY,…],
//	                             "queries":[QUERY,…]}, the last one if a stored query gave the instance
//	/v1/datasets/NAME/citation   a citation of the newest entry
//	/v1/instances/ID/granules    the granule IDs of the instance
//	/v1/instances/ID/citation    a citation of the first entry, or else the first stored query,
//	                             of which ID and its qualifiers are right
//	/livez                       ok, if the process answers
//	/readyz                      ok, if the store answers too
//
// With ?at=TIME the dataset, its granules and its citation are those of that time; package view
// has the forms of a time. Other parameters are refused, because one that is
// misspelt would get the answer to another question.
//
// The log comes as JSON or as NDJSON, one ENTRY a line. Granule IDs come as text, one
// a line, as {"granules":["ID",…]} or as NDJSON, {"granule":"ID"} a line. The header
// Accept chooses: text/plain, application/json, application/x-ndjson.
//
// Citations are those of package cite, in the format that ?format= names, or else the
// one whose media type Accept asks for. A format that needs metadata which are missing
// is not acceptable (406). The pages /instances/ID and /datasets/NAME answer with a
// citation too, or with their JSON, where Accept likes that better than HTML.
//
// # Failures
//
// A failure is an object of RFC 9457, application/problem+json, and for a page a page.
// Lists are sent while they are read. If reading fails then, the connection is cut,
// so that no part of a list passes for the whole.
//
// # Caching
//
// What may change carries an ETag and has to be revalidated. The granules of an
// instance named by SHA-256 never change.
package server

import (
	"log/slog"
	"net/http"

	"github.com/seed-05176fc3/idem/internal/web"
	"github.com/seed-05176fc3/idem/registry"
)

// Options are what a server may be told.
type Options struct {
	Logger *slog.Logger // of failures; nil is slog.Default()
}

// server has the handlers.
type server struct {
	reg    *registry.Registry
	pages  *web.Pages
	logger *slog.Logger
	mux    *http.ServeMux
}

// New returns the handler of all that the server serves.
func New(reg *registry.Registry, o Options) http.Handler {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	s := &server{reg: reg, pages: web.New(), logger: o.Logger, mux: http.NewServeMux()}

	s.handle("GET /v1/datasets", s.listDatasets)
	s.handle("GET /v1/datasets/{name}", s.showDataset)
	s.handle("GET /v1/datasets/{name}/log", s.listLog)
	s.handle("GET /v1/datasets/{name}/granules", s.listDatasetGranules)
	s.handle("GET /v1/instances/{id}", s.showInstance)
	s.handle("GET /v1/instances/{id}/granules", s.listInstanceGranules)
	s.handle("GET /v1/datasets/{name}/citation", s.citeDataset)
	s.handle("GET /v1/instances/{id}/citation", s.citeInstance)

	s.handle("GET /{$}", s.indexPage)
	s.handle("GET /datasets/{name}", s.datasetPage)
	s.handle("GET /instances/{id}", s.instancePage)
	s.handle("GET /static/{file}", s.static)

	s.handle("GET /livez", s.live)
	s.handle("GET /readyz", s.ready)
	return http.HandlerFunc(s.dispatch)
}
