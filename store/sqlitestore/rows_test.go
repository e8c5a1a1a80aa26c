package sqlitestore_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/sqlitestore"
)

// call is a call on a store that fails if something is damaged.
type call func(ctx context.Context, s *sqlitestore.Store, c content) error

func last(name string) call {
	return func(ctx context.Context, s *sqlitestore.Store, _ content) error {
		_, err := s.Last(ctx, name)
		return err
	}
}

func read(name string) call {
	return func(ctx context.Context, s *sqlitestore.Store, _ content) error {
		for _, err := range s.Read(ctx, name, 0) {
			if err != nil {
				return err
			}
		}
		return nil
	}
}

func names(prefix string) call {
	return func(ctx context.Context, s *sqlitestore.Store, _ content) error {
		for _, err := range s.Names(ctx, prefix) {
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// add appends what is the next entry of the sample, or the first of a new log.
func add(name string) call {
	return func(ctx context.Context, s *sqlitestore.Store, c content) error {
		seq := uint64(0)
		if entries := c.logs[name]; len(entries) > 0 {
			seq = entries[len(entries)-1].Seq + 1
		}
		return s.Append(ctx, name, seq, []byte("more"))
	}
}

func trim(name string, before uint64) call {
	return func(ctx context.Context, s *sqlitestore.Store, _ content) error { return s.Trim(ctx, name, before) }
}

// get gets page n of the sample, or one that is not there.
func get(n int) call {
	return func(ctx context.Context, s *sqlitestore.Store, c content) error {
		hash := [32]byte{1, 2, 3}
		if n >= 0 {
			hash = c.pages[n].Hash
		}
		_, err := s.Get(ctx, hash)
		return err
	}
}

// TestDamagedRows changes rows behind the store's back. The logs of the sample are
// a (12 entries), c (18, the first 5 trimmed), dataset/one (6), dataset/two (24)
// and zzz… (30); b has none.
func TestDamagedRows(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		what      string
		statement string
		text      string // part of the message
		calls     []call
	}{
		{
			"older head", "UPDATE logs SET count = count - 1 WHERE name = 'a'", `row "a" of logs: wrong checksum`,
			[]call{last("a"), read("a"), add("a"), trim("a", 3), names("")},
		},
		{
			"older tail", "UPDATE logs SET first = 0 WHERE name = 'c'", "wrong checksum",
			[]call{last("c"), read("c"), add("c"), trim("c", 10), names("c")},
		},
		{
			"another's entries", "UPDATE logs SET id = 4 WHERE name = 'a'", "wrong checksum",
			[]call{last("a"), read("a"), add("a")},
		},
		{
			"log gone", "DELETE FROM logs WHERE name = 'dataset/one'", `row missing`,
			[]call{last("dataset/one"), read("dataset/one"), add("dataset/one"), trim("dataset/one", 2), names(""), names("dataset/"), last("dataset/p"), add("dataset/p")},
		},
		{
			"last log gone", "DELETE FROM logs WHERE name LIKE 'zzz%'", `row missing`,
			[]call{last("~"), add("~"), names(""), names("z"), names("~")},
		},
		{
			"first row gone", "DELETE FROM logs WHERE name = ''", `missing`,
			[]call{last("A"), add("A"), names(""), add("b")},
		},
		{
			"chain cut", "UPDATE logs SET next = '' WHERE name = 'a'", "wrong checksum",
			[]call{last("a"), last("b"), names("")},
		},
		{
			"name as bytes", "UPDATE logs SET name = CAST(name AS BLOB) WHERE name = 'a'", `missing`,
			[]call{last("a"), read("a"), add("a"), names("a")},
		},
		{
			"id as text", "UPDATE logs SET id = 'one' WHERE name = 'a'", "want a number",
			[]call{last("a"), read("a"), add("a")},
		},
		{
			"negative count", "UPDATE logs SET count = -1 WHERE name = 'a'", "want a number",
			[]call{last("a"), read("a"), add("a")},
		},
		{
			"newest entry gone", "DELETE FROM entries WHERE id = (2 << 36) + 11", "entry 11 is missing",
			[]call{last("a"), read("a")},
		},
		{
			"entry gone", "DELETE FROM entries WHERE id = (2 << 36) + 5", "entry 5 is missing",
			[]call{read("a")},
		},
		{
			"oldest entry gone", "DELETE FROM entries WHERE id = (2 << 36)", "is missing",
			[]call{read("a")},
		},
		{
			"entry to trim gone", "DELETE FROM entries WHERE id = (2 << 36) + 1", "entries from 0 to 2",
			[]call{trim("a", 3)},
		},
		{
			"entry changed", "UPDATE entries SET data = x'00' WHERE id = (2 << 36) + 11", "entry 11: wrong checksum",
			[]call{last("a"), read("a")},
		},
		{
			"entry in the place of another", "UPDATE entries SET (sum, data) = (SELECT sum, data FROM entries WHERE id = (2 << 36) + 10) WHERE id = (2 << 36) + 11",
			"entry 11: wrong checksum",
			[]call{last("a"), read("a")},
		},
		{
			"entry as text", "UPDATE entries SET data = 'text' WHERE id = (2 << 36) + 11", "want bytes",
			[]call{last("a"), read("a")},
		},
		{
			"entry without bytes", "UPDATE entries SET data = x'' WHERE id = (2 << 36) + 11", "entry 11",
			[]call{last("a"), read("a")},
		},
		{
			"entry after the newest", "INSERT INTO entries VALUES ((2 << 36) + 12, 0, x'00')", "entry 12",
			[]call{add("a")},
		},
		{
			"page changed", "UPDATE pages SET data = x'00' WHERE id = 3", "wrong checksum",
			[]call{get(2)},
		},
		{
			"page without bytes", "UPDATE pages SET data = x'' WHERE id = 3", "wrong checksum",
			[]call{get(2)},
		},
		{
			"page as text", "UPDATE pages SET data = 'text' WHERE id = 3", "want bytes",
			[]call{get(2)},
		},
		{
			"end of a hash changed", "UPDATE pages SET hash = CAST(substr(hash, 1, 31) || x'00' AS BLOB) WHERE id = 3", "wrong checksum",
			[]call{get(2)},
		},
	} {
		t.Run(tc.what, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "store.db")
			c := sample(t, path)
			database(t, path, tc.statement)
			s := open(t, path, sqlitestore.Existing)
			for i, call := range tc.calls {
				err := call(t.Context(), s, c)
				if !errors.Is(err, store.ErrDamaged) || !strings.Contains(fmt.Sprint(err), tc.text) || !strings.Contains(fmt.Sprint(err), path) {
					t.Errorf("call %d: got error %v, want store.ErrDamaged that says %q and the path", i, err, tc.text)
				}
			}
		})
	}
}
