package sqlitestore

import (
	"context"
	"database/sql"
)

// writer is the one connection through which a Store writes, with its
// statements.
type writer struct {
	store *Store
	conn  *sql.Conn
	turn  chan struct{} // holds one element while a transaction runs

	begin, commit, rollback         *sql.Stmt
	insertPage, hasPage, deletePage *sql.Stmt
	insertEntry, deleteEntries      *sql.Stmt
	findLog, insertLog, updateLog   *sql.Stmt
}

func (w *writer) prepareTransactions(ctx context.Context) error {
	return w.store.prepare(ctx, w.conn, map[string]**sql.Stmt{
		"BEGIN IMMEDIATE": &w.begin,
		"COMMIT":          &w.commit,
		"ROLLBACK":        &w.rollback,
	})
}

func (w *writer) prepareStatements(ctx context.Context) error {
	return w.store.prepare(ctx, w.conn, map[string]**sql.Stmt{
		insertPage:    &w.insertPage,
		hasPage:       &w.hasPage,
		deletePage:    &w.deletePage,
		insertEntry:   &w.insertEntry,
		deleteEntries: &w.deleteEntries,
		selectLog:     &w.findLog,
		insertLog:     &w.insertLog,
		updateLog:     &w.updateLog,
	})
}

// transact runs f in a transaction, which it commits unless f returns an error.
// It waits for other writers of this process by the turn, for those of others in
// BEGIN IMMEDIATE.
func (w *writer) transact(ctx context.Context, f func() error) error {
	if err := w.take(ctx); err != nil {
		return err
	}
	defer w.give()
	// From here on the context is looked at only where something takes long: a
	// statement that it can interrupt costs more than a short one takes.
	background := context.WithoutCancel(ctx)
	_, err := w.begin.ExecContext(ctx)
	if err != nil {
		err = w.store.fail(ctx, "write", err)
	} else if err = f(); err == nil {
		if _, err = w.commit.ExecContext(background); err == nil {
			return nil
		}
		err = w.store.fail(background, "commit", err)
	}
	// Fails if there is none: BEGIN may have failed or, when the context ends
	// with it, may have begun one; SQLite rolls back after some errors itself.
	_, _ = w.rollback.ExecContext(background)
	return err
}

// take waits for the turn to write, which give ends.
func (w *writer) take(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return w.store.fail(ctx, "write", err)
	}
	select {
	case w.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return w.store.fail(ctx, "write", ctx.Err())
	}
}

func (w *writer) give() { <-w.turn }
