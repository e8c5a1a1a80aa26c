package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed-05176fc3/idem/store"
)

// Mode says what Open does where there is no store.
type Mode int

const (
	// Existing opens a store that is there.
	Existing Mode = iota
	// Create makes an empty one where there is none.
	Create
)

// busyTimeout is how long a call waits for writers of other processes.
const busyTimeout = 10 * time.Second

// minSize is the least that a SQLite database has in bytes.
const minSize = 512

// readers is how many reads of one Store run at the same time.
const readers = 4

// Store is an open store. It is safe for concurrent use by many goroutines, and
// its file by many processes. Make one with [Open].
type Store struct {
	path string // as the caller wrote it, for messages

	life   sync.Mutex     // held to look at closed and to begin a call
	closed bool           // no call may begin
	calls  sync.WaitGroup // in progress; one may begin another

	reads                                                     *sql.DB
	page, pages, following, log, last, entries, names, stored *sql.Stmt

	writes *sql.DB
	write  *writer

	stmts []*sql.Stmt // all of them

	batches  chan struct{} // holds one element while a batch of pages is read
	checking chan struct{} // holds one element while the index of the pages is checked
	sound    atomic.Bool   // it has been checked and is sound
}

var (
	_ store.Store       = (*Store)(nil)
	_ store.BatchGetter = (*Store)(nil)
	_ store.Collector   = (*Store)(nil)
)

// Open opens the store in the file at path. If there is no file, or an empty one,
// mode decides: Existing gives an error that wraps fs.ErrNotExist, Create makes a
// store; many processes may do so at once. The folder must exist. A store of a
// newer version gives an error that wraps store.ErrNewer.
func Open(ctx context.Context, path string, mode Mode) (*Store, error) {
	s := &Store{path: path, batches: make(chan struct{}, 1), checking: make(chan struct{}, 1)}
	if err := s.checkFile(mode); err != nil {
		return nil, err
	}
	if err := s.checkWAL(); err != nil {
		return nil, err
	}
	if err := s.open(ctx, mode); err != nil {
		_ = s.release()
		return nil, err
	}
	return s, nil
}

// checkFile refuses what needs no look inside.
func (s *Store) checkFile(mode Mode) error {
	info, err := os.Stat(s.path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("sqlitestore: %s is not a regular file", s.path)
	case err == nil && info.Size() >= minSize:
		return nil
	case err == nil && info.Size() > 0:
		return fmt.Errorf("sqlitestore: %s is not a store: it has only %d bytes", s.path, info.Size())
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("sqlitestore: %w", err)
	case mode == Existing:
		return s.noStore()
	}
	if _, err := os.Stat(filepath.Dir(s.path)); err != nil {
		return fmt.Errorf("sqlitestore: no folder for the new store %s: %w", s.path, err)
	}
	return nil
}

func (s *Store) noStore() error {
	return fmt.Errorf("sqlitestore: no store at %s: %w", s.path, fs.ErrNotExist)
}

// dataSource returns the URI under which SQLite opens the path, whatever
// characters are in it, with the settings of each connection.
func dataSource(path string, mode Mode) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	abs = filepath.ToSlash(abs)
	if !strings.HasPrefix(abs, "/") {
		abs = "/" + abs // C:/… of Windows
	}
	query := url.Values{
		"mode": {map[Mode]string{Existing: "rw", Create: "rwc"}[mode]},
		"_pragma": {
			fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds()),
			"synchronous(full)",
			"cell_size_check(1)", // finds damage early
			"trusted_schema(0)",
			"cache_size(-8000)",            // KiB
			"journal_size_limit(16777216)", // bytes that a WAL keeps when it begins anew
		},
	}
	return (&url.URL{Scheme: "file", Path: abs, RawQuery: query.Encode()}).String(), nil
}

// open opens the connections; release closes them, also after an error.
func (s *Store) open(ctx context.Context, mode Mode) error {
	dsn, err := dataSource(s.path, mode)
	if err != nil {
		return s.fail(ctx, "open", err)
	}
	if s.writes, err = sql.Open("sqlite", dsn); err != nil {
		return s.fail(ctx, "open", err)
	}
	conn, err := s.writes.Conn(ctx)
	if err != nil {
		return s.failOpen(ctx, err)
	}
	s.write = &writer{store: s, conn: conn, turn: make(chan struct{}, 1)}
	if err := s.write.prepareTransactions(ctx); err != nil {
		return s.failOpen(ctx, err)
	}
	if err := s.prepareFile(ctx, mode); err != nil {
		return err
	}
	if err := s.write.prepareStatements(ctx); err != nil {
		return s.failOpen(ctx, err)
	}

	if s.reads, err = sql.Open("sqlite", dsn); err != nil {
		return s.failOpen(ctx, err)
	}
	s.reads.SetMaxOpenConns(readers)
	s.reads.SetMaxIdleConns(readers)
	if err := s.prepare(ctx, s.reads, map[string]**sql.Stmt{
		selectPage:      &s.page,
		selectPages:     &s.pages,
		selectFollowing: &s.following,
		selectLog:       &s.log,
		selectLast:      &s.last,
		selectEntries:   &s.entries,
		selectNames:     &s.names,
		selectStored:    &s.stored,
	}); err != nil {
		return s.failOpen(ctx, err)
	}
	return nil
}

// prepare prepares each text; release closes the statements.
func (s *Store) prepare(ctx context.Context, on interface {
	PrepareContext(context.Context, string) (*sql.Stmt, error)
}, stmts map[string]**sql.Stmt,
) error {
	for text, stmt := range stmts {
		var err error
		if *stmt, err = on.PrepareContext(ctx, text); err != nil {
			return err
		}
		s.stmts = append(s.stmts, *stmt)
	}
	return nil
}

// enter begins a call, which leave ends.
func (s *Store) enter() error {
	s.life.Lock()
	defer s.life.Unlock()
	if s.closed {
		return fmt.Errorf("sqlitestore: %s: %w", s.path, fs.ErrClosed)
	}
	s.calls.Add(1)
	return nil
}

func (s *Store) leave() { s.calls.Done() }

// Close implements [store.Store]. Where no other process has the store open, the
// file is complete then, without a WAL.
func (s *Store) Close() error {
	s.life.Lock()
	again := s.closed
	s.closed = true
	s.life.Unlock()
	s.calls.Wait()
	if again {
		return nil
	}
	return s.release()
}

// release closes what is open. The last connection to be closed moves the WAL
// into the file, and it can do so only if all of its statements are closed.
func (s *Store) release() error {
	var errs []error
	for _, stmt := range s.stmts {
		errs = append(errs, stmt.Close())
	}
	if s.reads != nil {
		errs = append(errs, s.reads.Close())
	}
	if s.write != nil {
		errs = append(errs, s.write.conn.Close())
	}
	if s.writes != nil {
		errs = append(errs, s.writes.Close())
	}
	s.stmts, s.reads, s.write, s.writes = nil, nil, nil, nil
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("sqlitestore: %s: close: %w", s.path, err)
	}
	return nil
}
