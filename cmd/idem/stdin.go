package main

import (
	"context"
	"io"
	"os"

	"github.com/spf13/cobra"
)

// stdin returns standard input, from which granule IDs are read.
func stdin(cmd *cobra.Command) io.Reader {
	return stdinFor(cmd, "granule IDs from the terminal, one a line")
}

// stdinFor returns standard input. A person at a terminal is told what is read from it.
func stdinFor(cmd *cobra.Command, what string) io.Reader {
	return &waitingReader{ctx: cmd.Context(), source: cmd.InOrStdin(), what: what}
}

// waitingReader is a reader that may wait for long, for a person or for another
// program. It stops waiting when ctx ends.
type waitingReader struct {
	ctx    context.Context
	source io.Reader
	what   string // is read from it
	begun  bool
	buf    []byte
	err    error // the first one; a terminal would go on after its end
}

// Read implements [io.Reader].
func (r *waitingReader) Read(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	if !r.begun {
		r.begun = true
		if f, ok := r.source.(*os.File); ok && isTerminal(f) {
			say("reading %s (Ctrl-D ends them)", r.what)
		}
	}
	type result struct {
		n   int
		err error
	}
	if len(r.buf) < len(p) {
		r.buf = make([]byte, len(p))
	}
	buf := r.buf[:len(p)] // not p, which is the caller's again after an interrupt
	done := make(chan result, 1)
	go func() {
		n, err := r.source.Read(buf)
		done <- result{n, err}
	}()
	select {
	case got := <-done:
		r.err = got.err
		return copy(p, buf[:got.n]), got.err
	case <-r.ctx.Done():
		r.err = r.ctx.Err()
		return 0, r.err
	}
}
