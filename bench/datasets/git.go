package main

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"time"
)

// gitTool is git with one file. Its settings are those of a new installation.
type gitTool struct{ files *files }

const gitFile = "granules.txt"

func (t *gitTool) name() string { return "git" }

func (t *gitTool) do(ctx context.Context, dir string, out io.Writer, args ...string) error {
	p := program{dir: dir, out: out, env: []string{
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=bench", "GIT_AUTHOR_EMAIL=bench@example.com",
		"GIT_COMMITTER_NAME=bench", "GIT_COMMITTER_EMAIL=bench@example.com",
	}}
	return p.run(ctx, "git", args...)
}

// all runs git several times.
func (t *gitTool) all(ctx context.Context, dir string, commands ...[]string) error {
	for _, args := range commands {
		if err := t.do(ctx, dir, nil, args...); err != nil {
			return err
		}
	}
	return nil
}

func (t *gitTool) load(ctx context.Context, dir string) error {
	if err := writeLines(filepath.Join(dir, gitFile), t.files.ids); err != nil {
		return err
	}
	return t.all(ctx, dir,
		[]string{"init", "-q"}, []string{"add", gitFile}, []string{"commit", "-q", "-m", "load"}, []string{"tag", "loaded"})
}

func (t *gitTool) commit(ctx context.Context, dir string, ids []string, until time.Time) (int, error) {
	lines := slices.Clone(t.files.ids)
	for done, id := range ids {
		if time.Now().After(until) {
			return done, nil
		}
		lines = insert(lines, id)
		if err := writeLines(filepath.Join(dir, gitFile), lines); err != nil {
			return done, err
		}
		if err := t.do(ctx, dir, nil, "commit", "-q", "-a", "-m", "one more"); err != nil {
			return done, err
		}
	}
	return len(ids), nil
}

func (t *gitTool) tidy(ctx context.Context, dir string) error { return t.do(ctx, dir, nil, "gc", "-q") }

func (t *gitTool) diff(ctx context.Context, dir string, out io.Writer) error {
	return t.do(ctx, dir, out, "diff", "-U0", "loaded", "HEAD")
}

func (t *gitTool) list(ctx context.Context, dir string, out io.Writer) error {
	return t.do(ctx, dir, out, "show", "loaded:"+gitFile)
}

func (t *gitTool) where(ctx context.Context, dir, id string, out io.Writer) error {
	return t.do(ctx, dir, out, "log", "--format=%H %cI", "-S", id, "--", gitFile)
}
