package main

// How the command speaks: what was asked for goes to standard output and nothing
// else does. Everything said to a person goes to standard error, begins with
// "idem: ", is in lower case and has no full stop. Only this file says things.

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store"
)

// say tells the user something.
func say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "idem: "+format+"\n", args...)
}

// hint says what to do about an error, or nothing.
func hint(err error) string {
	switch {
	case errors.Is(err, registry.ErrNoDataset):
		return "idem dataset show lists the datasets, idem dataset create NAME makes one"
	case errors.Is(err, registry.ErrAbsent):
		return "with --ignore-missing the granules that are there are removed; nothing was changed"
	case errors.Is(err, dataset.ErrBeforeLast):
		return "a ledger only grows at its end; idem dataset log NAME shows its entries"
	case errors.Is(err, store.ErrDamaged), errors.Is(err, registry.ErrDamaged):
		return "restore the store from a copy, and check that with idem dataset verify NAME"
	case errors.Is(err, fs.ErrNotExist) && errors.Is(err, errNoStore):
		return "idem dataset create NAME makes a store; --store or IDEM_STORE says where"
	}
	return ""
}

// usagef returns a usage error.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("unknown command %q for %q", args[0], cmd.CommandPath())
	}
	return nil
}

// argCount wants between least and most arguments; a negative most is no limit.
func argCount(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return usagef("%s: too few arguments; usage: %s", cmd.CommandPath(), cmd.UseLine())
		case most >= 0 && len(args) > most:
			return usagef("%s: too many arguments, from %q on; usage: %s", cmd.CommandPath(), args[most], cmd.UseLine())
		}
		return nil
	}
}

// output is buffered standard output. Its errors come up in flush.
type output struct {
	*bufio.Writer
	json *json.Encoder
}

func newOutput(cmd *cobra.Command) *output {
	w := bufio.NewWriterSize(cmd.OutOrStdout(), 64<<10)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return &output{w, enc}
}

// flush writes out what is left, and puts its error into err unless there is one.
func (o *output) flush(err *error) {
	if failed := o.Flush(); *err == nil {
		*err = failed
	}
}

// isTerminal tells whether a person is looking at w.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// jsonFlag adds --json to a command.
func jsonFlag(cmd *cobra.Command) *bool {
	return cmd.Flags().Bool("json", false, "write JSON, one document a line")
}
