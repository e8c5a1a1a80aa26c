package sqlitestore_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/sqlitestore"
)

func ExampleOpen() {
	dir, err := os.MkdirTemp("", "idem")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	ctx := context.Background()
	s, err := sqlitestore.Open(ctx, filepath.Join(dir, "store.db"), sqlitestore.Create)
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	data := []byte("what the page holds")
	page := store.Page{Hash: sha256.Sum256(data), Data: data}
	batch := store.Batch{Pages: []store.Page{page}, Log: "dataset/FOO", Entries: [][]byte{[]byte("first entry")}}
	if err := s.Commit(ctx, batch); err != nil {
		log.Fatal(err)
	}
	for entry, err := range s.Read(ctx, "dataset/FOO", 0) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%d %s\n", entry.Seq, entry.Data)
	}
	// Output: 0 first entry
}
