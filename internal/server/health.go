package server

import (
	"io"
	"net/http"
)

// live says that the process answers.
func (s *server) live(w *response, _ *http.Request) error {
	return ok(w)
}

// ready says that the store answers too.
func (s *server) ready(w *response, r *http.Request) error {
	for _, err := range s.reg.Datasets(r.Context()) {
		if err != nil {
			s.logger.ErrorContext(r.Context(), "not ready", "error", err)
			return errNotReady
		}
		break
	}
	return ok(w)
}

func ok(w *response) error {
	w.header.Set("Content-Type", typeText)
	w.header.Set("Cache-Control", "no-store")
	_, err := io.WriteString(w, "ok\n")
	return err
}
