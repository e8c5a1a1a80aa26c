package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/registry"
)

// Errors of requests.
var (
	errPath       = errors.New("there is nothing at")
	errMethod     = errors.New("this path does not know the method")
	errParameter  = errors.New("invalid query")
	errAccept     = errors.New("cannot be sent in the form asked for")
	errBody       = errors.New("this request must not have a body")
	errLongURL    = errors.New("the URL is too long")
	errAmbiguous  = errors.New("the identifier names more than one instance")
	errNotReady   = errors.New("the store does not answer")
	errUnexpected = errors.New("the server failed to answer; its log says why")
)

// statuses says which error has which status. All others are the server's fault,
// and their text is for its log alone.
var statuses = [...]struct {
	err    error
	status int
}{
	{registry.ErrNoDataset, http.StatusNotFound},
	{registry.ErrNoInstance, http.StatusNotFound},
	{registry.ErrUnresolved, http.StatusNotFound},
	{dataset.ErrInvalidName, http.StatusBadRequest},
	{dataset.ErrInvalidIdentifier, http.StatusBadRequest},
	{view.ErrTime, http.StatusBadRequest},
	{errParameter, http.StatusBadRequest},
	{errPath, http.StatusNotFound},
	{errMethod, http.StatusMethodNotAllowed},
	{errAccept, http.StatusNotAcceptable},
	{errAmbiguous, http.StatusConflict},
	{errBody, http.StatusRequestEntityTooLarge},
	{errLongURL, http.StatusRequestURITooLong},
	{errNotReady, http.StatusServiceUnavailable},
}

// statusOf returns the status of an error and what may be said of it.
func statusOf(err error) (status int, detail string) {
	for _, known := range statuses {
		if errors.Is(err, known.err) {
			return known.status, err.Error()
		}
	}
	return http.StatusInternalServerError, errUnexpected.Error()
}

// problem is an object of RFC 9457. Its type is about:blank, which is left out.
type problem struct {
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
}

// fail answers with an error: with a page if somebody looks at pages, otherwise with
// a problem. Nothing must have been sent yet.
func (s *server) fail(w http.ResponseWriter, r *http.Request, err error) {
	status, detail := statusOf(err)
	if status == http.StatusInternalServerError {
		s.logger.ErrorContext(r.Context(), "request failed", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	body, media := s.failure(r, problem{http.StatusText(status), status, detail})
	h := w.Header()
	h.Set("Content-Type", media)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Cache-Control", "no-store")
	h.Set("Vary", "Accept")
	w.WriteHeader(status)
	_, _ = w.Write(body) // there is nobody left to tell
}

// failure returns the body for a problem and its media type.
func (s *server) failure(r *http.Request, p problem) (body []byte, media string) {
	if !strings.HasPrefix(r.URL.Path, "/v1/") && negotiate(r, typeProblem, typePage) == typePage {
		var page bytes.Buffer
		err := s.pages.Failure(&page, p.Status, p.Title, p.Detail)
		if err == nil {
			return page.Bytes(), typePage
		}
		s.logger.ErrorContext(r.Context(), "page failed", "error", err)
	}
	body, err := json.Marshal(p)
	if err != nil {
		panic("server: a problem has no JSON: " + err.Error())
	}
	return append(body, '\n'), typeProblem
}

// shorten quotes what somebody sent, at most a line of it.
func shorten(s string) string {
	const shown = 80
	if len(s) > shown {
		s = s[:shown] + "…"
	}
	return strconv.Quote(s)
}
