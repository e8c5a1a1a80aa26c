package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"
)

// doltTool is Dolt with a table of one column, all by its command.
type doltTool struct{ files *files }

func (t *doltTool) name() string { return "Dolt" }

func (t *doltTool) do(ctx context.Context, dir string, out io.Writer, in string, args ...string) error {
	p := program{dir: dir, out: out, in: in, env: []string{"DOLT_ROOT_PATH=" + filepath.Dir(dir), "DOLT_DISABLE_EVENT_FLUSH=1"}}
	return p.run(ctx, "dolt", args...)
}

// all runs dolt several times.
func (t *doltTool) all(ctx context.Context, dir string, commands ...[]string) error {
	for _, args := range commands {
		if err := t.do(ctx, dir, nil, "", args...); err != nil {
			return err
		}
	}
	return nil
}

func (t *doltTool) query(ctx context.Context, dir string, out io.Writer, query string) error {
	return t.do(ctx, dir, out, "", "sql", "-r", "csv", "-q", query)
}

func (t *doltTool) load(ctx context.Context, dir string) error {
	return t.all(
		ctx, dir,
		[]string{"init", "--name", "bench", "--email", "bench@example.com"},
		[]string{"sql", "-q", "CREATE TABLE granules (id VARCHAR(255) COLLATE utf8mb4_0900_bin PRIMARY KEY)"},
		[]string{"table", "import", "-u", "granules", t.files.csv},
		[]string{"add", "-A"},
		[]string{"commit", "-m", "load"},
		[]string{"tag", "loaded"},
	)
}

func (t *doltTool) commit(ctx context.Context, dir string, ids []string, _ time.Time) (int, error) {
	var lines []string
	for _, id := range ids {
		lines = append(lines, fmt.Sprintf("INSERT INTO granules VALUES ('%s');", id), "CALL DOLT_COMMIT('-a', '-m', 'one more');")
	}
	stream := filepath.Join(filepath.Dir(dir), "changes.sql")
	if err := writeLines(stream, lines); err != nil {
		return 0, err
	}
	return len(ids), t.do(ctx, dir, nil, stream, "sql")
}

func (t *doltTool) tidy(ctx context.Context, dir string) error { return t.do(ctx, dir, nil, "", "gc") }

func (t *doltTool) diff(ctx context.Context, dir string, out io.Writer) error {
	return t.query(ctx, dir, out, "SELECT diff_type, from_id, to_id FROM dolt_diff('loaded', 'HEAD', 'granules')")
}

func (t *doltTool) list(ctx context.Context, dir string, out io.Writer) error {
	return t.query(ctx, dir, out, "SELECT id FROM granules AS OF 'loaded'")
}

func (t *doltTool) where(ctx context.Context, dir, id string, out io.Writer) error {
	return t.query(ctx, dir, out,
		fmt.Sprintf("SELECT MIN(commit_date), MAX(commit_date), COUNT(*) FROM dolt_history_granules WHERE id = '%s'", id))
}
