package main

import (
	"github.com/spf13/cobra"
)

func newDataset() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dataset",
		Short: "Keep datasets: every state has an identifier and stays",
		Long: `A dataset is a set of granules that changes. Each change adds an entry to its
ledger; each entry has an instance identifier, which any archive with the same
granules arrives at, in whatever order they came.`,
		Example: `  idem dataset create US.FOOL2.002 --doi 10.9999/US/FOOL2.v2
  idem dataset add US.FOOL2.002 granules.txt --at 2001-01-02
  idem dataset show US.FOOL2.002 --at 2001-01-05`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newCreate(), newEdit(), newAdd(), newRemove(), newReplace(), newApply(), newShow(), newLog(), newList(), newDiff(), newDatasetWhere(), newTombstones(), newQuery(), newQueries(), newCite(), newProve(), newExport(), newImport(), newSign(), newCosign(), newCheckpoints(), newVerify())
	return cmd
}
