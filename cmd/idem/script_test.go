package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/sqlitestore"
)

// scriptCommands are what scripts can do besides the commands of testscript.
var scriptCommands = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	// exits CODE PROGRAM ARG... runs a program that must end with that exit code.
	"exits": func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) < 2 {
			ts.Fatalf("usage: exits CODE PROGRAM ARG...")
		}
		want, err := strconv.Atoi(args[0])
		ts.Check(err)
		err = ts.Exec(args[1], args[2:]...)
		got := 0
		var exit *exec.ExitError
		switch {
		case errors.As(err, &exit):
			got = exit.ExitCode()
		case err != nil:
			ts.Fatalf("%v", err)
		}
		if got != want {
			ts.Fatalf("exit code %d, want %d", got, want)
		}
	},
	// demo makes idem.db with the FOO datasets.
	"demo": func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) > 0 {
			ts.Fatalf("usage: demo")
		}
		ts.Check(makeDemo(context.Background(), ts.MkAbs("idem.db")))
	},
	// json MEMBER... checks that each line of standard output is a JSON object with
	// these members, and leaves the members in the place of the output.
	"json": func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) == 0 {
			ts.Fatalf("usage: json MEMBER...")
		}
		out := ts.ReadFile("stdout")
		if out == "" || !strings.HasSuffix(out, "\n") {
			ts.Fatalf("got %q, want lines", out)
		}
		for line := range strings.Lines(out) {
			text, err := members(line, args)
			if err != nil {
				ts.Fatalf("%s: %v", line, err)
			}
			fmt.Fprintln(ts.Stdout(), text)
		}
	},
	// bytes FILE TEXT writes a file; TEXT is the inside of a Go string.
	"bytes": func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) != 2 {
			ts.Fatalf("usage: bytes FILE TEXT")
		}
		text, err := strconv.Unquote(`"` + args[1] + `"`)
		ts.Check(err)
		ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
	},
	// gzip FILE makes FILE.gz.
	"gzip": func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) != 1 {
			ts.Fatalf("usage: gzip FILE")
		}
		ts.Check(os.WriteFile(ts.MkAbs(args[0]+".gz"), zipped(ts.ReadFile(args[0])), 0o644))
	},
	// truncate FILE SIZE cuts a file.
	"truncate": func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) != 2 {
			ts.Fatalf("usage: truncate FILE SIZE")
		}
		size, err := strconv.ParseInt(args[1], 10, 64)
		ts.Check(err)
		ts.Check(os.Truncate(ts.MkAbs(args[0]), size))
	},
	// sql FILE STATEMENT changes a SQLite database.
	"sql": func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) != 2 {
			ts.Fatalf("usage: sql FILE STATEMENT")
		}
		db, err := sql.Open("sqlite", ts.MkAbs(args[0]))
		ts.Check(err)
		_, err = db.Exec(args[1])
		ts.Check(errors.Join(err, db.Close()))
	},
	// orphans FILE N puts the pages of a set of N granules into a store, as a change
	// does that crashes before its entry.
	"orphans": func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) != 2 {
			ts.Fatalf("usage: orphans FILE N")
		}
		n, err := strconv.Atoi(args[1])
		ts.Check(err)
		ts.Check(putOrphans(context.Background(), ts.MkAbs(args[0]), "ORPHAN", n))
	},
	// append FILE LOG TEXT appends an entry to a new log of a store.
	"append": func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) != 3 {
			ts.Fatalf("usage: append FILE LOG TEXT")
		}
		ctx := context.Background()
		s, err := sqlitestore.Open(ctx, ts.MkAbs(args[0]), sqlitestore.Existing)
		ts.Check(err)
		ts.Check(errors.Join(s.Append(ctx, args[1], 0, []byte(args[2])), s.Close()))
	},
	// repeat FILE N TEXT writes TEXT n times.
	"repeat": func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) != 3 {
			ts.Fatalf("usage: repeat FILE N TEXT")
		}
		n, err := strconv.Atoi(args[1])
		ts.Check(err)
		ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(args[2], n)), 0o644))
	},
}

// members returns members of a JSON object, separated by blanks.
func members(object string, names []string) (string, error) {
	dec := json.NewDecoder(strings.NewReader(object))
	dec.UseNumber()
	var all map[string]any
	if err := dec.Decode(&all); err != nil {
		return "", err
	}
	var values []string
	for _, name := range names {
		value, found := all[name]
		if !found {
			return "", fmt.Errorf("no member %q", name)
		}
		values = append(values, fmt.Sprint(value))
	}
	return strings.Join(values, " "), nil
}

// makeDemo makes a store with the FOO datasets.
func makeDemo(ctx context.Context, path string) error {
	s, err := sqlitestore.Open(ctx, path, sqlitestore.Create)
	if err != nil {
		return err
	}
	clock := func() time.Time { return time.Date(2001, 4, 1, 0, 0, 0, 0, time.UTC) }
	return errors.Join(loadDemo(ctx, registry.New(s, clock)), s.Close())
}

// putOrphans puts the pages of a set of n granules into a store.
func putOrphans(ctx context.Context, path, name string, n int) error {
	s, err := sqlitestore.Open(ctx, path, sqlitestore.Existing)
	if err != nil {
		return err
	}
	var pages []store.Page
	b := patricia.NewBuilder(patricia.Set, func(p patricia.Page) error {
		pages = append(pages, store.Page{Hash: p.Hash, Data: p.Data})
		return nil
	})
	for i := range n {
		if err := b.Add(fmt.Appendf(nil, "%s.%08d", name, i)); err != nil {
			return err
		}
	}
	_, err = b.Root()
	return errors.Join(err, s.PutAll(ctx, pages), s.Close())
}

// zipped returns text as a gzip file.
func zipped(text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		panic(err) // a buffer takes everything
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}
