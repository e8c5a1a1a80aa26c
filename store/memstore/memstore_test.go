package memstore_test

import (
	"testing"

	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/memstore"
	"github.com/seed-05176fc3/idem/store/storetest"
)

func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, storetest.Harness{
		New: func(*testing.T) func() (store.Store, error) {
			return func() (store.Store, error) { return memstore.New(), nil }
		},
	})
}
