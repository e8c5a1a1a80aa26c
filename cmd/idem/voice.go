package main

// How the command speaks: what was asked for goes to standard output and nothing
// else does. Everything said to a person goes to standard error, begins with
// "idem: ", is in lower case and has no full stop. Only this file says things.

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store"
)

// say tells the user something.
func say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "idem: "+format+"\n", args...)
}

// tell says why a command failed, and what to do about it where that is known.
func tell(cmd *cobra.Command, err error) {
	switch {
	case err == nil, errors.Is(err, errNo):
	case errors.Is(err, syscall.EPIPE): // whoever read the output has enough
	case errors.Is(err, context.Canceled):
		say("interrupted")
	default:
		say("%v", err)
		if exitCode(err) == exitUsage {
			say("see %s --help", cmd.CommandPath())
		} else if h := hint(err); h != "" {
			say("%s", h)
		}
	}
}

// hint says what to do about an error, or nothing.
func hint(err error) string {
	switch {
	case errors.Is(err, registry.ErrNoDataset):
		return "idem dataset show lists the datasets, idem dataset create NAME makes one"
	case errors.Is(err, registry.ErrAbsent):
		return "with --ignore-missing the granules that are there are removed; nothing was changed"
	case errors.Is(err, registry.ErrNoQuery):
		return "idem dataset queries NAME lists the stored queries"
	case errors.Is(err, registry.ErrQueryName):
		return "a name stands for one query; give this one another name"
	case errors.Is(err, dataset.ErrBeforeLast):
		return "a ledger only grows at its end; idem dataset log NAME shows its entries"
	case errors.Is(err, registry.ErrNoCheckpoint):
		return "idem dataset sign NAME --key FILE signs a ledger as it stands"
	case errors.Is(err, registry.ErrContradiction):
		return "the checkpoint is evidence: keep it, and find out what became of the ledger"
	case errors.Is(err, store.ErrDamaged), errors.Is(err, registry.ErrDamaged):
		return "restore the store from a copy, and check that with idem dataset verify NAME"
	case errors.Is(err, fs.ErrNotExist) && errors.Is(err, errNoStore):
		return "idem dataset create NAME makes a store; --store or IDEM_STORE says where"
	}
	return ""
}

// usagef returns a usage error.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// flagError says what may be meant by a flag that does not exist.
func flagError(_ *cobra.Command, err error) error {
	if strings.HasPrefix(err.Error(), "unknown shorthand flag") {
		err = fmt.Errorf("%w; an ID that begins with - comes after --", err)
	}
	return usageError{err}
}

// refuseEmpty refuses flags with an empty value: a variable that is not set must not
// pass for a flag that is not there.
func refuseEmpty(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Value.Type() == "string" && f.Value.String() == "" && err == nil {
			err = usagef("--%s has an empty value", f.Name)
		}
	})
	return err
}

// checkName refuses what cannot be the name of a dataset.
func checkName(name string) error {
	if err := dataset.CheckName(name); err != nil {
		return usageError{err}
	}
	return nil
}

// badText makes it a usage error that what was said of a change or a dataset cannot
// stand in a ledger.
func badText(err error) error {
	switch {
	case errors.Is(err, dataset.ErrInvalidEntry):
		return usageError{err}
	case errors.Is(err, registry.ErrNoReason):
		return usagef("%w; say why with --reason", err)
	}
	return err
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	err := usagef("unknown command %q for %q", args[0], cmd.CommandPath())
	cmd.SuggestionsMinimumDistance = 2
	if like := cmd.SuggestionsFor(args[0]); len(like) > 0 {
		err = usagef("%w; did you mean %s?", err, strings.Join(like, " or "))
	}
	return err
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

// flush writes out what is left, and puts its error into err unless there is one. A
// no that could not be written out is none.
func (o *output) flush(err *error) {
	if failed := o.Flush(); failed != nil && (*err == nil || errors.Is(*err, errNo)) {
		*err = failed
	}
}

// count returns "1 granule", "2 granules".
func count[N uint64 | int64 | int](n N, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
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
