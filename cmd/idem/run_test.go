package main

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/internal/view"
)

// inProcess runs a command line in this process. What the command says, other than
// its error, goes to the standard error of the test.
func inProcess(ctx context.Context, stdin string, args ...string) (stdout string, err error) {
	var out bytes.Buffer
	cmd := newRoot()
	cmd.SetArgs(args)
	cmd.SetIn(strings.NewReader(stdin))
	cmd.SetOut(&out)
	err = cmd.ExecuteContext(ctx)
	return out.String(), err
}

// idem runs a command line on a store that must succeed and returns its output.
func idem(t testing.TB, store, stdin string, args ...string) string {
	t.Helper()
	out, err := inProcess(t.Context(), stdin, append(args, "--store", store)...)
	if err != nil {
		t.Fatalf("idem %q: %v", args, err)
	}
	return out
}

// idemJSON is idem for commands that answer with one JSON document.
func idemJSON[T any](t testing.TB, store, stdin string, args ...string) T {
	t.Helper()
	return parse[T](t, idem(t, store, stdin, append(args, "--json")...))
}

func parse[T any](t testing.TB, text string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return v
}

// newStore returns the name of a store with an empty dataset.
func newStore(t testing.TB, dataset string) string {
	t.Helper()
	store := "sqlite:" + filepath.Join(t.TempDir(), "idem.db")
	idemJSON[view.Entry](t, store, "", "dataset", "create", dataset)
	return store
}

// ledger returns the log of a dataset.
func ledger(t testing.TB, store, dataset string) []view.Entry {
	t.Helper()
	var entries []view.Entry
	for line := range strings.Lines(idem(t, store, "", "dataset", "log", dataset, "--json")) {
		entries = append(entries, parse[view.Entry](t, line))
	}
	return entries
}
