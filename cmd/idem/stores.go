package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/memstore"
	"github.com/seed-05176fc3/idem/store/sqlitestore"
)

// defaultStore is where datasets are kept if nothing else is said.
const defaultStore = "sqlite:idem.db"

// errNoStore is returned for a store that is to be there and is not.
var errNoStore = errors.New("there is no store")

// openStore opens the store that --store or IDEM_STORE names. Only commands that
// begin something may create one.
func openStore(cmd *cobra.Command, mode sqlitestore.Mode) (store.Store, error) {
	flag, err := cmd.Flags().GetString("store")
	if err != nil {
		return nil, err
	}
	url := cmp.Or(flag, os.Getenv("IDEM_STORE"), defaultStore)
	engine, rest, found := strings.Cut(url, ":")
	switch {
	case found && engine == "sqlite" && rest != "":
		s, err := sqlitestore.Open(cmd.Context(), rest, mode)
		if errors.Is(err, fs.ErrNotExist) && mode == sqlitestore.Existing {
			return nil, fmt.Errorf("%w: %w", errNoStore, err)
		}
		return s, err
	case url == "mem:":
		return memstore.New(), nil
	}
	return nil, usagef("store %q: want sqlite:PATH or mem:", url)
}

// openRegistry opens the registry of an existing store. The caller closes the store.
func openRegistry(cmd *cobra.Command) (*registry.Registry, store.Store, error) {
	s, err := openStore(cmd, sqlitestore.Existing)
	if err != nil {
		return nil, nil, err
	}
	return registry.New(s, nil), s, nil
}

// inStore runs f with the registry of the store that the command names, and then writes
// out what f has written.
func inStore(cmd *cobra.Command, f func(ctx context.Context, r *registry.Registry, out *output) error) (err error) {
	r, s, err := openRegistry(cmd)
	if err != nil {
		return err
	}
	defer s.Close()
	// Pages are read and thrown away at the rate of the output, and little is kept:
	// collecting less often takes some MiB more, and a tenth less time.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	out := newOutput(cmd)
	defer out.flush(&err)
	return f(cmd.Context(), r, out)
}
