package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"
)

// idemTool is the command of this module with a store in SQLite.
type idemTool struct {
	exe    string
	files  *files
	chain  bool
	loaded string // identifier of the set before the commits
}

func (t *idemTool) name() string {
	if t.chain {
		return "idem, chain"
	}
	return "idem"
}

func (t *idemTool) do(ctx context.Context, dir string, out io.Writer, args ...string) error {
	p := program{dir: dir, out: out, env: []string{"IDEM_STORE=sqlite:idem.db"}, mild: args[1] == "diff"}
	return p.run(ctx, t.exe, args...)
}

func (t *idemTool) load(ctx context.Context, dir string) error {
	create := []string{"dataset", "create", "D"}
	if !t.chain {
		create = append(create, "--no-chain")
	}
	if err := t.do(ctx, dir, nil, create...); err != nil {
		return err
	}
	var said bytes.Buffer
	err := t.do(ctx, dir, &said, "dataset", "add", "D", t.files.list)
	t.loaded = strings.TrimSpace(said.String())
	return err
}

// commit adds all IDs by one process; it cannot be stopped when the time is up, so that
// with the chain, which makes commits slow, it adds a few first to see how many fit.
func (t *idemTool) commit(ctx context.Context, dir string, ids []string, until time.Time) (int, error) {
	done := 0
	const few = 5
	for done < len(ids) && time.Now().Before(until) {
		n := len(ids) - done
		if t.chain && n > few {
			n = few
		}
		stream := filepath.Join(filepath.Dir(dir), "changes.ndjson")
		var lines []string
		for _, id := range ids[done : done+n] {
			lines = append(lines, fmt.Sprintf(`{"op":"add","granules":[%q]}`, id))
		}
		if err := writeLines(stream, lines); err != nil {
			return done, err
		}
		if err := t.do(ctx, dir, nil, "dataset", "apply", "D", stream); err != nil {
			return done, err
		}
		done += n
	}
	return done, nil
}

func (t *idemTool) tidy(ctx context.Context, dir string) error {
	return t.do(ctx, dir, nil, "store", "gc", "--compact")
}

func (t *idemTool) diff(ctx context.Context, dir string, out io.Writer) error {
	return t.do(ctx, dir, out, "dataset", "diff", t.loaded, "D")
}

func (t *idemTool) list(ctx context.Context, dir string, out io.Writer) error {
	return t.do(ctx, dir, out, "dataset", "list", t.loaded)
}

func (t *idemTool) where(ctx context.Context, dir, id string, out io.Writer) error {
	return t.do(ctx, dir, out, "dataset", "where", "D", id)
}
