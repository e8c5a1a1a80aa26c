// Command idem gives things one identity: it mints and reads IDs, makes granule
// IDs unique, and keeps datasets whose every state has an identifier that all
// archives with the same granules arrive at.
package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"strings"
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
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	cmd, err := newRoot().ExecuteContextC(ctx)
	tell(cmd, err)
	return exitCode(err)
}

// exitCode returns the exit code of a command that ended with err.
func exitCode(err error) int {
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errNo):
		return exitNo
	case errors.As(err, &usage):
		return exitUsage
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
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return refuseEmpty(cmd)
		},
	}
	root.PersistentFlags().String("store", "", "where datasets are kept: sqlite:`PATH`, or mem: to forget them at the end (default $IDEM_STORE, else sqlite:idem.db)")
	root.SetFlagErrorFunc(flagError)
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages ", ".FlagUsagesWrapped 80 "))
	root.AddCommand(newNew(), newConvert(), newInspect(), newGranule(), newPublic(), newRisk(), newDataset(), newStoreCommand(), newResolve(), newWhere(), newCheck(), newKey(), newDB(), newServe())
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" { // the only one that is not made here
			cmd.Args = noArgs
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
	return root
}
