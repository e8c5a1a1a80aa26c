package sqlitestore_test

import (
	"path/filepath"
	"testing"

	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/sqlitestore"
	"github.com/seed-05176fc3/idem/store/storetest"
)

func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, storetest.Harness{
		New: func(t *testing.T) func() (store.Store, error) {
			path := filepath.Join(t.TempDir(), "store.db")
			return func() (store.Store, error) {
				return sqlitestore.Open(t.Context(), path, sqlitestore.Create)
			}
		},
		Durable: true,
		Shared:  true,
	})
}
