package main

import (
	"context"
	"log/slog"
	"net"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/internal/server"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/sqlitestore"
)

func newServe() *cobra.Command {
	var addr string
	var demo bool
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve datasets over HTTP, with a page to look at them",
		Long: `Serve datasets over HTTP, with a page to look at them, until interrupted.

There are no tokens yet, so only loopback addresses are served.`,
		Example: `  idem serve --demo
  idem serve --store sqlite:archive.db --addr 127.0.0.1:9000`,
		Args: argCount(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			if demo {
				dir, err := os.MkdirTemp("", "idem-demo-")
				if err != nil {
					return err
				}
				defer os.RemoveAll(dir)
				if err := cmd.Flags().Set("store", "sqlite:"+filepath.Join(dir, "idem.db")); err != nil {
					return err
				}
			}
			s, err := openStore(cmd, sqlitestore.Create)
			if err != nil {
				return err
			}
			defer s.Close()
			reg := registry.New(s, nil)
			if demo {
				if err := loadDemo(ctx, reg); err != nil {
					return err
				}
			}
			l, err := listen(ctx, addr)
			if err != nil {
				return err
			}
			say("serving on http://%s/ (interrupt to stop)", l.Addr())
			log := slog.New(slog.NewTextHandler(os.Stderr, nil))
			return server.Serve(ctx, l, server.New(reg, server.Options{Logger: log}), log)
		},
	}
	cmd.Flags().StringVar(&addr, "addr", "127.0.0.1:8080", "`HOST:PORT` to listen on")
	cmd.Flags().BoolVar(&demo, "demo", false, "serve the FOO datasets from a store in a temporary folder")
	return cmd
}

// listen listens on a loopback address and refuses any other.
func listen(ctx context.Context, addr string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, usagef("--addr %q: %v", addr, err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, usagef("--addr %q: there are no tokens yet, so only loopback addresses such as 127.0.0.1 are served", addr)
	}
	var c net.ListenConfig
	return c.Listen(ctx, "tcp", addr)
}
