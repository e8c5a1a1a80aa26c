package sqlitestore

import (
	"context"
	"fmt"
	"iter"

	"github.com/seed-05176fc3/idem/store"
)

const (
	hasPage    = "SELECT EXISTS (SELECT 1 FROM pages WHERE substr(hash, 1, 8) = substr(?1, 1, 8) AND hash = ?1)"
	deletePage = "DELETE FROM pages WHERE substr(hash, 1, 8) = substr(?1, 1, 8) AND hash = ?1"

	selectStored = "SELECT id, hash, sum, data FROM pages WHERE id > ?1 ORDER BY id LIMIT ?2"
)

// need returns a conflict if one of the pages is not there.
func (w *writer) need(ctx context.Context, hashes [][32]byte) error {
	background := context.WithoutCancel(ctx)
	for _, hash := range hashes {
		if err := ctx.Err(); err != nil {
			return w.store.fail(ctx, "write", err)
		}
		var there number
		if err := w.hasPage.QueryRowContext(background, hash[:]).Scan(&there); err != nil {
			return w.store.fail(background, fmt.Sprintf("page %x", hash), err)
		}
		if there == 0 {
			return fmt.Errorf("sqlitestore: %s: page %x is gone: %w", w.store.path, hash, store.ErrConflict)
		}
	}
	return nil
}

// Stored implements [store.Collector]. It delivers the pages in the order in which
// they were put, and checks that they are not damaged.
func (s *Store) Stored(ctx context.Context) iter.Seq2[store.PageInfo, error] {
	return func(yield func(store.PageInfo, error) bool) {
		for last := int64(0); ; {
			batch, err := s.readStored(ctx, &last)
			for _, p := range batch {
				if !yield(p, nil) {
					return
				}
			}
			if err != nil {
				yield(store.PageInfo{}, err)
			}
			if err != nil || len(batch) == 0 {
				return
			}
		}
	}
}

// readStored returns a batch of pages with ids above last, and sets last to the
// last of them.
func (s *Store) readStored(ctx context.Context, last *int64) ([]store.PageInfo, error) {
	if err := s.enter(); err != nil {
		return nil, err
	}
	defer s.leave()
	rows, err := s.stored.QueryContext(ctx, *last, batchRows)
	if err != nil {
		return nil, s.fail(ctx, "pages", err)
	}
	defer rows.Close()
	var batch []store.PageInfo
	for rows.Next() {
		var id, sum number
		var hash, data blob
		if err := rows.Scan(&id, &hash, &sum, &data); err != nil {
			return batch, s.fail(ctx, fmt.Sprintf("page after row %d", *last), err)
		}
		if len(hash) != 32 || len(data) == 0 || int64(sum) != checksum(hash, data) {
			return batch, s.damaged("page %x: wrong checksum", hash)
		}
		batch = append(batch, store.PageInfo{Hash: [32]byte(hash), Size: len(data)})
		*last = int64(id)
	}
	if err := rows.Err(); err != nil {
		return batch, s.fail(ctx, "pages", err)
	}
	return batch, nil
}

// Forget implements [store.Collector], in one transaction.
func (s *Store) Forget(ctx context.Context, choose func(context.Context) ([][32]byte, error)) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.leave()
	return s.write.transact(ctx, func() error {
		hashes, err := choose(ctx)
		if err != nil {
			return err
		}
		background := context.WithoutCancel(ctx)
		for _, hash := range hashes {
			if err := ctx.Err(); err != nil {
				return s.fail(ctx, "write", err)
			}
			if _, err := s.write.deletePage.ExecContext(background, hash[:]); err != nil {
				return s.fail(background, fmt.Sprintf("page %x", hash), err)
			}
		}
		return nil
	})
}

// Compact implements [store.Collector]. It writes the whole file anew, as one
// transaction, and needs as much room again meanwhile. If readers of other processes
// are still at an older state, the file shrinks when they have ended.
func (s *Store) Compact(ctx context.Context) (int64, error) {
	if err := s.enter(); err != nil {
		return 0, err
	}
	defer s.leave()
	if err := s.write.take(ctx); err != nil {
		return 0, err
	}
	defer s.write.give()
	before, err := s.write.size(ctx)
	if err != nil {
		return 0, err
	}
	if _, err := s.write.conn.ExecContext(ctx, "VACUUM"); err != nil {
		return 0, s.fail(ctx, "compact", err)
	}
	// The file shrinks when the WAL is moved into it.
	if _, err := s.write.conn.ExecContext(ctx, "PRAGMA wal_checkpoint(truncate)"); err != nil {
		return 0, s.fail(ctx, "compact", err)
	}
	after, err := s.write.size(ctx)
	return before - after, err
}

// size returns the bytes that the file takes when the WAL has been moved into it.
func (w *writer) size(ctx context.Context) (int64, error) {
	var pages number
	if err := w.conn.QueryRowContext(ctx, "PRAGMA page_count").Scan(&pages); err != nil {
		return 0, w.store.fail(ctx, "compact", err)
	}
	return int64(pages) * pageSize, nil
}
