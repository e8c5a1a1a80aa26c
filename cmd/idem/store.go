package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func newStoreCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "store",
		Short: "Look after a store: verify all of it, forget what nothing needs",
		Long: `A store keeps the ledgers of datasets and the pages of their sets. Pages that
changes have left without an entry, because they were cut off, failed or were
not the first, do no harm and take room.`,
		Example: `  idem store verify
  idem store gc --dry-run`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newStoreVerify(), newStoreGC())
	return cmd
}

// pagesView counts pages, as JSON.
type pagesView struct {
	Pages uint64 `json:"pages"`
	Bytes uint64 `json:"bytes"`
}

// String returns "1 page of 512 bytes", "20 pages of 9.1 KB".
func (v pagesView) String() string {
	return fmt.Sprintf("%s of %s", count(v.Pages, "page"), size(v.Bytes))
}

// size returns a number of bytes as people read it.
func size[N uint64 | int64](n N) string {
	if n < 1000 {
		return count(n, "byte")
	}
	value, unit := float64(n)/1000, 0
	for ; value >= 999.95; unit++ {
		value /= 1000
	}
	return fmt.Sprintf("%.1f %cB", value, "KMGTPE"[unit])
}
