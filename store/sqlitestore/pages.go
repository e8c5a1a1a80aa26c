package sqlitestore

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"

	"github.com/seed-05176fc3/idem/store"
)

const (
	// selectPage finds the pages whose hashes begin like ?1: mostly one or none.
	selectPage = "SELECT hash, sum, data FROM pages WHERE substr(hash, 1, 8) = substr(?1, 1, 8)"

	insertPage = "INSERT INTO pages (hash, sum, data) SELECT ?1, ?2, ?3 WHERE NOT EXISTS" +
		" (SELECT 1 FROM pages WHERE substr(hash, 1, 8) = substr(?1, 1, 8) AND hash = ?1)"
)

// Get implements [store.Pages].
func (s *Store) Get(ctx context.Context, hash [32]byte) ([]byte, error) {
	if err := s.enter(); err != nil {
		return nil, err
	}
	defer s.leave()
	data, err := s.findPage(ctx, hash)
	if err != nil {
		return nil, s.fail(ctx, fmt.Sprintf("page %x", hash), err)
	}
	if data == nil {
		if err := s.checkIndex(ctx); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("sqlitestore: %s: page %x: %w", s.path, hash, fs.ErrNotExist)
	}
	return data, nil
}

// findPage returns the page, nil without it. If it may be one of those that are
// damaged it returns an error.
func (s *Store) findPage(ctx context.Context, hash [32]byte) ([]byte, error) {
	rows, err := s.page.QueryContext(ctx, hash[:])
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var damage error
	for rows.Next() {
		var got, data blob
		var sum number
		if err := rows.Scan(&got, &sum, &data); err != nil {
			damage = err
		} else if len(data) == 0 || int64(sum) != checksum(got, data) {
			damage = fmt.Errorf("%w: wrong checksum", store.ErrDamaged)
		} else if bytes.Equal(got, hash[:]) {
			return data, nil
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return nil, damage
}

// PutAll implements [store.Pages].
func (s *Store) PutAll(ctx context.Context, pages []store.Page) error {
	if err := store.CheckPages(pages); err != nil {
		return err
	}
	if err := s.enter(); err != nil {
		return err
	}
	defer s.leave()
	return s.write.transact(ctx, func() error { return s.write.put(ctx, pages) })
}

// put stores the pages that are not there.
func (w *writer) put(ctx context.Context, pages []store.Page) error {
	background := context.WithoutCancel(ctx)
	for _, p := range pages {
		if err := ctx.Err(); err != nil {
			return w.store.fail(ctx, "write", err)
		}
		if _, err := w.insertPage.ExecContext(background, p.Hash[:], checksum(p.Hash[:], p.Data), p.Data); err != nil {
			return w.store.fail(ctx, fmt.Sprintf("page %x", p.Hash), err)
		}
	}
	return nil
}
