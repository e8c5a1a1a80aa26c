// Command idem gives things one identity: it mints and reads IDs, makes granule
// IDs unique, and keeps datasets whose every state has an identifier that all
// archives with the same granules arrive at.
package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// Exit codes. They are a promise to scripts.
const (
	exitDone    = 0
	exitNo      = 1 // the answer is no: a difference, a check that failed
	exitUsage   = 2 // the command line makes no sense
	exitFailure = 3
)

// errNo ends a command whose answer, already given, is no.
var errNo = errors.New("the answer is no")

// usageError is a fault of the command line.
type usageError struct{ error }

func main() { os.Exit(run()) }

func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return exitCode(newRoot().ExecuteContext(ctx))
}

// exitCode says what was wrong and returns the code for it.
func exitCode(err error) int {
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errNo):
		return exitNo
	case errors.Is(err, syscall.EPIPE):
		return exitFailure // whoever read the output has enough
	case errors.As(err, &usage):
		say("%v", err)
		say("see idem --help")
		return exitUsage
	}
	say("%v", err)
	if h := hint(err); h != "" {
		say("%s", h)
	}
	return exitFailure
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "idem",
		Short: "Identifiers that can be trusted, for every record and every set of records",
		Long: `idem gives things one identity. It mints IDs and reads them, makes granule IDs
unique, and names whole datasets: whoever holds the same granules holds the same
identifier.

Data goes to standard output, everything else to standard error. Exit codes:
0 done, 1 the answer is no, 2 the command line makes no sense, 3 failure.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.PersistentFlags().String("store", "", "where datasets are kept: sqlite:PATH or mem: (default $IDEM_STORE, else sqlite:idem.db)")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(newNew(), newConvert(), newInspect(), newGranule(), newDataset(), newResolve(), newServe())
	return root
}
