package server

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// maxURL is the largest length of a request's target in bytes. The longest that
// means something is an identifier with all qualifiers, every byte escaped.
const maxURL = 8 << 10

// handler answers a request. What it returns is turned into the answer for the
// failure, or, when part of the answer is sent, into a cut connection.
type handler func(w *response, r *http.Request) error

// handle registers the handler for a pattern.
func (s *server) handle(pattern string, h handler) {
	s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { s.answer(w, r, h) })
}

// dispatch does what is the same for all requests, and calls the handler for the
// path.
func (s *server) dispatch(w http.ResponseWriter, r *http.Request) {
	secure(w.Header())
	if len(r.RequestURI) > maxURL {
		s.refuse(w, r, fmt.Errorf("%w: %d bytes, at most %d are read", errLongURL, len(r.RequestURI), maxURL))
		return
	}
	if r.ContentLength != 0 {
		// Nothing here takes a body. Do not wait for it to end, either.
		w.Header().Set("Connection", "close")
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(patience))
	}

	r = joinIdentifier(r)
	unmatched, pattern := s.mux.Handler(r)
	switch {
	case pattern == "":
		s.explain(w, r, unmatched)
	case r.ContentLength != 0:
		s.refuse(w, r, errBody)
	default:
		s.mux.ServeHTTP(w, r)
	}
}

// refuse answers with an error.
func (s *server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	s.answer(w, r, func(*response, *http.Request) error { return err })
}

// explain says in the server's own form what the mux says of a request that no
// pattern matches: no such path, another method, or a tidier path.
func (s *server) explain(w http.ResponseWriter, r *http.Request, unmatched http.Handler) {
	said := &verdict{header: http.Header{}}
	unmatched.ServeHTTP(said, r)
	switch said.status {
	case http.StatusNotFound:
		s.refuse(w, r, fmt.Errorf("%w %s", errPath, shorten(r.URL.Path)))
	case http.StatusMethodNotAllowed:
		allow := said.header.Get("Allow")
		w.Header().Set("Allow", allow)
		s.refuse(w, r, fmt.Errorf("%w %s: want %s", errMethod, shorten(r.Method), allow))
	default:
		unmatched.ServeHTTP(w, r)
	}
}

// verdict is a ResponseWriter that keeps the status and the header.
type verdict struct {
	header http.Header
	status int
}

func (v *verdict) Header() http.Header         { return v.header }
func (v *verdict) Write(p []byte) (int, error) { return len(p), nil }
func (v *verdict) WriteHeader(status int)      { v.status = status }

// joinIdentifier makes one segment of the path out of an identifier with slashes, so
// that the mux neither splits it nor tidies the three slashes of ni:/// into one.
// An identifier may end like the path of its granules or citation, in a qualifier; its
// slash has to be escaped then.
func joinIdentifier(r *http.Request) *http.Request {
	for _, prefix := range [...]string{"/v1/instances/", "/instances/"} {
		id, ok := strings.CutPrefix(r.URL.EscapedPath(), prefix)
		if !ok {
			continue
		}
		id, aspect := cutAspect(id)
		if !strings.Contains(id, "/") {
			break
		}
		u := *r.URL
		u.RawPath = prefix + strings.ReplaceAll(id, "/", "%2F") + aspect
		r = r.WithContext(r.Context())
		r.URL = &u
		break
	}
	return r
}

// cutAspect cuts off what follows an identifier in a path.
func cutAspect(path string) (id, aspect string) {
	for _, aspect := range [...]string{"/granules", "/citation"} {
		if id, ok := strings.CutSuffix(path, aspect); ok {
			return id, aspect
		}
	}
	return path, ""
}

// secure sets what every answer says to a browser: be what you are called, run
// nothing, load nothing from elsewhere, tell nobody where a link was found.
func secure(h http.Header) {
	h.Set("Content-Security-Policy",
		"default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
}
