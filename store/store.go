// Package store is the contract between idem and the engines that keep its
// data: immutable pages and append-only logs. It holds no engine.
//
// # Words
//
//   - A page is a byte string of 1 byte to [MaxPage], addressed by a 32-byte
//     hash. The hash is the Merkle hash of what the page holds, not the hash of
//     its bytes: a store cannot check it, its reader does, on every read. Two
//     pages of one hash hold the same thing, so it does not matter which of them
//     is kept.
//   - A log is a named sequence of entries numbered 0, 1, 2 … without gaps. Its
//     name is 1 to [MaxName] bytes of printable ASCII without space; a log exists
//     from its first entry on.
//   - An entry is a byte string of 1 byte to [MaxEntry]. It never changes.
//   - Acknowledged means that a call returned nil. What is acknowledged has
//     reached the disk (or the quorum) and outlives kill -9 and loss of power.
//
// # What holds for every method
//
// A store is safe for concurrent use by many goroutines, and, where its engine
// is, by many processes. A cancelled context ends a call soon, with an error for
// which errors.Is(err, ctx.Err()) holds; the call then did all of its work or
// none of it. Byte slices passed in are not kept or changed; those handed out
// belong to the caller. Names are ordered by their bytes.
//
// Absence is [fs.ErrNotExist]; what the engine can tell to be damaged is
// [ErrDamaged] with the name of what is damaged, never an absence and never
// another value.
//
// # Order of writes
//
// A writer puts the pages first and appends the entry that refers to them
// last. A crash between leaves pages that nothing refers to, and nothing else.
// [Commit] does both at once where the engine can.
//
// # Forgetting pages
//
// An engine may be a [Collector], through which pages that nothing refers to are
// forgotten, beside writers. What a store refers to is decided by the writer of its
// entries. A new entry may refer to three sorts of pages:
//
//   - those that an older entry refers to, which are never forgotten,
//   - those that come with it in the same Commit,
//   - those that were put before it. They look like pages that nothing refers to,
//     and somebody may forget them before the entry comes. So the writer names them
//     in Commit, which fails with ErrConflict if one of them is gone; the writer then
//     begins anew.
//
// Who forgets pages decides which ones while nobody can append, see
// [Collector.Forget]. So no entry ever refers to a page that was forgotten.
package store

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"
)

// Limits on what a store takes. An engine may not lower them.
const (
	MaxPage  = 8 << 20 // bytes of a page
	MaxEntry = 1 << 20 // bytes of an entry
	MaxName  = 200     // bytes of a log's name
)

// Errors that every engine returns, wrapped with what they are about.
var (
	// ErrConflict is returned by Append and Commit when seq is not the next number of
	// the log: another writer was first, or entries are missing before it; and by
	// Commit when a page that the entry needs has been forgotten.
	ErrConflict = errors.New("store: another was first")
	// ErrDamaged is returned when stored data cannot be what was written.
	ErrDamaged = errors.New("store: damaged")
	// ErrNewer is returned on opening a store that a newer version wrote.
	ErrNewer = errors.New("store: written by a newer version of idem")
	// ErrInvalid is returned, before anything is stored, for names, entries and
	// pages outside the limits.
	ErrInvalid = errors.New("store: invalid argument")
)

// Page is a page and its address.
type Page struct {
	Hash [32]byte
	Data []byte
}

// Entry is one entry of a log.
type Entry struct {
	Seq  uint64
	Data []byte
}

// Pages keeps immutable pages by hash.
type Pages interface {
	// Get returns the page with the given hash; without one the error wraps
	// fs.ErrNotExist.
	Get(ctx context.Context, hash [32]byte) ([]byte, error)
	// PutAll stores all of the pages or none. A page whose hash is there
	// already is left as it is, without an error.
	PutAll(ctx context.Context, pages []Page) error
}

// Logs keeps append-only logs. Append is the only coordination there is.
type Logs interface {
	// Append stores the entry as number seq of the log. It succeeds for exactly
	// one caller, and only if seq is the number of entries ever appended (0 for
	// a new log); otherwise the error wraps ErrConflict and nothing is stored.
	Append(ctx context.Context, name string, seq uint64, entry []byte) error
	// Last returns the newest entry; without a log the error wraps
	// fs.ErrNotExist.
	Last(ctx context.Context, name string) (Entry, error)
	// Read returns the entries with a number of from or more, in order, up to at
	// least the one that was the newest when Read began. It begins with the oldest
	// kept one if from has been trimmed; what is trimmed while it runs it may leave
	// out. For a log that does not exist it delivers one error that wraps
	// fs.ErrNotExist; past the end it delivers nothing. The loop's body may call
	// the store. After an error the loop ends.
	Read(ctx context.Context, name string, from uint64) iter.Seq2[Entry, error]
	// Names returns the names of all logs that begin with prefix, in byte order.
	// The loop's body may call the store. After an error the loop ends.
	Names(ctx context.Context, prefix string) iter.Seq2[string, error]
	// Trim forgets the entries with a number below before, never the newest one
	// and never the log's numbering. Trimming twice is harmless. Without a log the
	// error wraps fs.ErrNotExist.
	Trim(ctx context.Context, name string, before uint64) error
}

// Store is an engine that keeps both.
type Store interface {
	Pages
	Logs
	// Close waits for the calls in progress, but not for loops, and releases what
	// the store holds. What is called after it, and a loop that goes on, fails with
	// an error that wraps fs.ErrClosed; only Close itself does nothing then.
	Close() error
}

// BatchGetter is implemented by engines that return many pages at less cost than one
// at a time.
type BatchGetter interface {
	// GetAll does what Get does for each hash. The pages come in the order of the
	// hashes; if one is not there the error is that of Get for it.
	GetAll(ctx context.Context, hashes [][32]byte) ([][]byte, error)
}

// GetAll returns the pages with the given hashes, in one step where the engine can.
func GetAll(ctx context.Context, s Pages, hashes [][32]byte) ([][]byte, error) {
	if g, ok := s.(BatchGetter); ok {
		return g.GetAll(ctx, hashes)
	}
	pages := make([][]byte, len(hashes))
	for i, h := range hashes {
		var err error
		if pages[i], err = s.Get(ctx, h); err != nil {
			return nil, err
		}
	}
	return pages, nil
}

// Clock is implemented by engines that have a clock of their own.
type Clock interface {
	// Now returns the engine's time.
	Now(ctx context.Context) (time.Time, error)
}

// Batch is pages, and the entries of one log that refer to them.
type Batch struct {
	Pages   []Page
	Needs   [][32]byte // pages that the entries refer to and that were put before, by PutAll
	Log     string
	Seq     uint64   // number of the first entry
	Entries [][]byte // at least one
}

// Committer is implemented by engines that can store pages and append the entries
// that refer to them in one durable step.
type Committer interface {
	// Commit does what PutAll and then Append for each entry do, all of it or none.
	// If a page that the batch needs is not there, the error wraps ErrConflict.
	Commit(ctx context.Context, b Batch) error
}

// Commit stores the pages and then appends the entries, in one step where the
// engine can. Where it cannot, pages and the first entries may have been stored
// when it fails, and nothing looks whether the pages that the batch needs are
// there: such an engine is no [Collector] and has kept them.
func Commit(ctx context.Context, s Store, b Batch) error {
	if err := CheckBatch(b); err != nil {
		return err
	}
	if c, ok := s.(Committer); ok {
		return c.Commit(ctx, b)
	}
	if err := s.PutAll(ctx, b.Pages); err != nil {
		return err
	}
	for i, entry := range b.Entries {
		if err := s.Append(ctx, b.Log, b.Seq+uint64(i), entry); err != nil {
			return err
		}
	}
	return nil
}

// CheckBatch returns an error that wraps ErrInvalid unless all of the batch is
// within the limits.
func CheckBatch(b Batch) error {
	if len(b.Entries) == 0 {
		return fmt.Errorf("%w: batch for log %q without an entry", ErrInvalid, b.Log)
	}
	for i, entry := range b.Entries {
		if err := CheckEntry(b.Log, b.Seq+uint64(i), entry); err != nil {
			return err
		}
	}
	return CheckPages(b.Pages)
}

// PageInfo is what is known of a stored page without reading it.
type PageInfo struct {
	Hash [32]byte
	Size int // bytes of its data
}

// Collector is implemented by engines that can forget pages.
type Collector interface {
	Committer
	// Stored delivers each page that is there from the beginning of the loop to its
	// end once, in any order, and maybe some of the others. The loop's body may call
	// the store, also to forget what has been delivered. After an error the loop ends.
	Stored(ctx context.Context) iter.Seq2[PageInfo, error]
	// Forget calls choose at a moment when no entry is being appended, and forgets
	// the pages that it returns, all of them or none, before another entry can be. A
	// hash without a page is none to forget. choose reads the store as it is then;
	// it must not write to it, and be quick, because all writers wait for it. Its
	// error is returned as it is, and nothing is forgotten.
	Forget(ctx context.Context, choose func(context.Context) ([][32]byte, error)) error
	// Compact gives the room of forgotten pages back to the system and returns the
	// number of bytes. Without it the room is used for later pages. It may rewrite
	// the whole store, during which writers wait and readers do not.
	Compact(ctx context.Context) (int64, error)
}

// CheckPages returns an error that wraps ErrInvalid unless all of the pages are
// within the limits.
func CheckPages(pages []Page) error {
	for _, p := range pages {
		if len(p.Data) == 0 || len(p.Data) > MaxPage {
			return fmt.Errorf("%w: page %x of %d bytes, want 1 to %d", ErrInvalid, p.Hash, len(p.Data), MaxPage)
		}
	}
	return nil
}

// CheckEntry returns an error that wraps ErrInvalid unless name can name a log
// and the entry is within the limits.
func CheckEntry(name string, seq uint64, entry []byte) error {
	if err := CheckName(name); err != nil {
		return err
	}
	if len(entry) == 0 || len(entry) > MaxEntry {
		return fmt.Errorf("%w: entry %d of log %q of %d bytes, want 1 to %d", ErrInvalid, seq, name, len(entry), MaxEntry)
	}
	return nil
}

// CheckName returns an error that wraps ErrInvalid unless name can name a log.
func CheckName(name string) error {
	if len(name) == 0 || len(name) > MaxName {
		return fmt.Errorf("%w: log name of %d bytes, want 1 to %d", ErrInvalid, len(name), MaxName)
	}
	for i := range len(name) {
		if name[i] <= ' ' || name[i] > '~' {
			return fmt.Errorf("%w: log name %q: byte 0x%02x at %d, want printable ASCII without space", ErrInvalid, name, name[i], i)
		}
	}
	return nil
}
