package sqlitestore_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/sqlitestore"
)

// Tests that need other processes run this test binary again, as a child that
// does what these variables say.
const (
	childEnv = "IDEM_SQLITESTORE_CHILD" // a key of children
	pathEnv  = "IDEM_SQLITESTORE_PATH"
)

var children = map[string]func(path string) error{
	"append": appendForever,
	"create": createAndAppend,
	"crash":  appendAndCrash,
}

func TestMain(m *testing.M) {
	run, ok := children[os.Getenv(childEnv)]
	if !ok {
		os.Exit(m.Run())
	}
	if err := run(os.Getenv(pathEnv)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// child returns the command that runs a child.
func child(t *testing.T, what, path string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), childEnv+"="+what, pathEnv+"="+path)
	cmd.Stderr = os.Stderr
	return cmd
}

// crashPages returns the pages that go with an entry of the log "crash".
func crashPages(seq uint64) []store.Page {
	pages := make([]store.Page, 3)
	for i := range pages {
		text := fmt.Sprintf("page %d of entry %d ", i, seq)
		pages[i] = store.Page{Data: []byte(strings.Repeat(text, 1+int(seq)%97))}
		copy(pages[i].Hash[:], fmt.Sprintf("%08x%d", seq*2654435761, i))
	}
	return pages
}

// appendForever commits entries and writes the number of each that is
// acknowledged.
func appendForever(path string) error {
	ctx := context.Background()
	s, err := sqlitestore.Open(ctx, path, sqlitestore.Create)
	if err != nil {
		return err
	}
	seq := uint64(0)
	if last, err := s.Last(ctx, "crash"); err == nil {
		seq = last.Seq + 1
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for ; ; seq++ {
		if err := s.Commit(ctx, store.Batch{Pages: crashPages(seq), Log: "crash", Seq: seq, Entries: [][]byte{fmt.Appendf(nil, "entry %d", seq)}}); err != nil {
			return err
		}
		if _, err := fmt.Println(seq); err != nil {
			return err
		}
	}
}

// TestKill kills the writing process at any moment, again and again: what it
// had acknowledged is there.
func TestKill(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	random := rand.New(rand.NewPCG(1, 2))
	acknowledged := uint64(0) // entries
	for round := range 10 {
		cmd := child(t, "append", path)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := random.IntN(80); n >= 0 && lines.Scan(); n-- {
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		line := lines.Text()
		for lines.Scan() { // what it wrote before it died
			line = lines.Text()
		}
		if err := cmd.Wait(); err == nil {
			t.Fatal("the child ended by itself")
		}
		var seq uint64
		if _, err := fmt.Sscan(line, &seq); err != nil {
			t.Fatalf("round %d: output %q: %v", round, line, err)
		}
		acknowledged = seq + 1

		if round%3 == 2 {
			continue // the next child finds what the killed one left
		}
		checkCrashed(t, path, acknowledged)
	}
}

// checkCrashed checks that all acknowledged entries are there with their pages,
// and at most one more.
func checkCrashed(t *testing.T, path string, acknowledged uint64) {
	t.Helper()
	s, err := sqlitestore.Open(t.Context(), path, sqlitestore.Existing)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	n := uint64(0)
	for e, err := range s.Read(t.Context(), "crash", 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Seq != n || string(e.Data) != fmt.Sprintf("entry %d", n) {
			t.Fatalf("entry %d: got %d %q", n, e.Seq, e.Data)
		}
		for _, p := range crashPages(n) {
			data, err := s.Get(t.Context(), p.Hash)
			if err != nil || string(data) != string(p.Data) {
				t.Fatalf("page of entry %d: got %d bytes and error %v", n, len(data), err)
			}
		}
		n++
	}
	if n < acknowledged || n > acknowledged+1 {
		t.Errorf("got %d entries, want %d or one more", n, acknowledged)
	}
}

// createAndAppend makes the store, maybe as one of many, and appends 20 entries.
func createAndAppend(path string) error {
	ctx := context.Background()
	s, err := sqlitestore.Open(ctx, path, sqlitestore.Create)
	if err != nil {
		return err
	}
	for n := 0; n < 20; {
		seq := uint64(0)
		if last, err := s.Last(ctx, "log"); err == nil {
			seq = last.Seq + 1
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		switch err := s.Commit(ctx, store.Batch{Pages: crashPages(seq), Log: "log", Seq: seq, Entries: [][]byte{fmt.Appendf(nil, "%d %d", os.Getpid(), n)}}); {
		case err == nil:
			n++
		case !errors.Is(err, store.ErrConflict):
			return err
		}
	}
	return s.Close()
}

// TestManyProcesses lets processes and goroutines create one store at the same
// time and append to one log.
func TestManyProcesses(t *testing.T) {
	t.Parallel()
	for range 3 {
		path := filepath.Join(t.TempDir(), "store.db")
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				if out, err := child(t, "create", path).Output(); err != nil {
					t.Errorf("child: %v, output %q", err, out)
				}
			})
			wg.Go(func() {
				if err := createAndAppend(path); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		s, err := sqlitestore.Open(t.Context(), path, sqlitestore.Existing)
		if err != nil {
			t.Fatal(err)
		}
		n := uint64(0)
		for e, err := range s.Read(t.Context(), "log", 0) {
			if err != nil || e.Seq != n {
				t.Fatalf("entry %d: got %d and error %v", n, e.Seq, err)
			}
			n++
		}
		if n != 6*20 {
			t.Errorf("got %d entries, want %d", n, 6*20)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// crashEntries is how many entries appendAndCrash leaves in the WAL.
const crashEntries = 12

// appendAndCrash commits entries and ends without closing the store.
func appendAndCrash(path string) error {
	ctx := context.Background()
	s, err := sqlitestore.Open(ctx, path, sqlitestore.Create)
	if err != nil {
		return err
	}
	for seq := range uint64(crashEntries) {
		if err := s.Commit(ctx, store.Batch{Pages: crashPages(seq), Log: "crash", Seq: seq, Entries: [][]byte{fmt.Appendf(nil, "entry %d", seq)}}); err != nil {
			return err
		}
	}
	os.Exit(0)
	return nil
}
