package server_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/seed-05176fc3/idem/internal/server"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/memstore"
)

func ExampleNew() {
	now := func() time.Time { return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC) }
	reg := registry.New(memstore.New(), now)
	h := server.New(reg, server.Options{Logger: slog.New(slog.DiscardHandler)})

	for _, path := range []string{"/v1/datasets", "/v1/datasets/US.FOOL2.002"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		fmt.Print(w.Code, " ", w.Body)
	}
	// Output:
	// 200 {"datasets":[]}
	// 404 {"title":"Not Found","status":404,"detail":"no such dataset: US.FOOL2.002"}
}
