package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// program runs a command in a folder.
type program struct {
	dir  string
	env  []string // besides that of this process
	in   string   // file for standard input; empty: none
	out  io.Writer
	mild bool // exit code 1 is an answer
}

func (p program) run(ctx context.Context, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env, cmd.Stdout = p.dir, append(os.Environ(), p.env...), p.out
	var said bytes.Buffer
	cmd.Stderr = &said
	if p.in != "" {
		f, err := os.Open(p.in)
		if err != nil {
			return err
		}
		defer f.Close()
		cmd.Stdin = f
	}
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 1 && p.mild {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w: %s", filepath.Base(name), strings.Join(args, " "), err, bytes.TrimSpace(said.Bytes()))
	}
	return nil
}

// size returns the bytes of all files of a folder, but for one.
func size(dir, but string) (sum int64, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || path == but {
			return err
		}
		info, err := d.Info()
		if err == nil {
			sum += info.Size()
		}
		return err
	})
	return sum, err
}
