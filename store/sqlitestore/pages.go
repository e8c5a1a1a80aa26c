package sqlitestore

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io/fs"

	"github.com/seed-05176fc3/idem/store"
)

const (
	// selectPage finds the pages whose hashes begin like ?1: mostly one or none.
	selectPage = "SELECT hash, sum, data FROM pages WHERE substr(hash, 1, 8) = substr(?1, 1, 8)"

	// selectPages finds those whose hashes begin like one of the parameters.
	selectPages = "SELECT hash, sum, data FROM pages WHERE substr(hash, 1, 8) IN (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?" +
		",?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"

	// selectFollowing finds the page ?1 and the rows after it. With a parameter as the
	// limit SQLite would plan it anew each time.
	selectFollowing = "SELECT hash, sum, data FROM pages WHERE id >= (SELECT id FROM pages" +
		" WHERE substr(hash, 1, 8) = substr(?1, 1, 8)) ORDER BY id LIMIT 80"

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

// batchPages is the number of pages that selectPages asks for.
const batchPages = 64

// GetAll implements [store.BatchGetter].
func (s *Store) GetAll(ctx context.Context, hashes [][32]byte) ([][]byte, error) {
	pages := make([][]byte, len(hashes))
	for from := 0; from < len(hashes); from += batchPages {
		part := hashes[from:min(from+batchPages, len(hashes))]
		if err := s.findPages(ctx, part, pages[from:]); err != nil {
			return nil, err
		}
		for i, h := range part {
			if pages[from+i] != nil {
				continue
			}
			var err error // it is not there, or damaged, or asked for twice
			if pages[from+i], err = s.Get(ctx, h); err != nil {
				return nil, err
			}
		}
	}
	return pages, nil
}

// findPages puts those of the pages that can be read into pages; the others it leaves
// as they are.
func (s *Store) findPages(ctx context.Context, hashes [][32]byte, pages [][]byte) error {
	if len(hashes) < 2 {
		return nil
	}
	if err := s.enter(); err != nil {
		return err
	}
	defer s.leave()
	want := make(map[[32]byte]int, len(hashes))
	for i, h := range hashes {
		want[h] = i
	}
	// SQLite has locks that all connections of a process share: two batches at once
	// take longer than one after the other.
	select {
	case s.batches <- struct{}{}:
		defer func() { <-s.batches }()
	case <-ctx.Done():
		return s.fail(ctx, "pages", ctx.Err())
	}
	// Pages that were put together are often asked for together. Where they are not,
	// a few rows show it.
	if err := s.takePages(ctx, want, pages, s.following, hashes[0][:]); err != nil {
		return err
	}
	if len(want) == 0 {
		return nil
	}
	args := make([]any, 0, batchPages)
	for h := range want {
		args = append(args, bytes.Clone(h[:8]))
	}
	for len(args) < batchPages {
		args = append(args, args[0])
	}
	return s.takePages(ctx, want, pages, s.pages, args...)
}

// maxMisses is how many rows that are not wanted takePages looks at. With them a batch
// has the rows of selectFollowing.
const maxMisses = 80 - batchPages

// takePages puts the wanted pages that a statement finds into pages, and takes them
// out of want.
func (s *Store) takePages(ctx context.Context, want map[[32]byte]int, pages [][]byte, from *sql.Stmt, args ...any) error {
	rows, err := from.QueryContext(ctx, args...)
	if err != nil {
		return s.fail(ctx, "pages", err)
	}
	defer rows.Close()
	for misses := 0; misses <= maxMisses && len(want) > 0 && rows.Next(); {
		var h key
		var sum number
		var data blob
		bad := rows.Scan(&h, &sum, &data) != nil || len(data) == 0 || int64(sum) != checksum(h[:], data)
		if i, wanted := want[h]; bad || !wanted {
			misses++
		} else {
			pages[i] = data
			delete(want, h)
		}
	}
	if err := rows.Err(); err != nil {
		return s.fail(ctx, "pages", err)
	}
	return nil
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
