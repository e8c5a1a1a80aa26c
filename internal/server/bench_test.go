package server_test

import (
	"net/http"
	"testing"

	"github.com/seed-05176fc3/idem/internal/server"
	"github.com/seed-05176fc3/idem/registry"
)

// BenchmarkGranules sends a long list of granules.
func BenchmarkGranules(b *testing.B) {
	h := server.New(registry.New(large(b), nil), server.Options{Logger: unlogged(b)})
	for _, accept := range []string{"text/plain", "application/json", "application/x-ndjson"} {
		b.Run(accept, func(b *testing.B) {
			r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, "/v1/datasets/LARGE/granules?at=2001-01-01", nil)
			if err != nil {
				b.Fatal(err)
			}
			r.Header.Set("Accept", accept)
			b.ReportAllocs()
			for b.Loop() {
				h.ServeHTTP(discard{http.Header{}}, r)
			}
			b.ReportMetric(largeGranules*float64(b.N)/b.Elapsed().Seconds(), "granules/s")
		})
	}
}
