package main

import (
	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/dataset"
)

func newProve() *cobra.Command {
	var at, prefix, since string
	var entry uint64
	cmd := &cobra.Command{
		Use:   "prove INSTANCE [GRANULE...] > FILE",
		Short: "Prove what is in an instance, or in a ledger",
		Long: `Prove which granules are in an instance and which are not. Whoever knows the
identifier of the instance can check the proof, with idem check, without the
instance and without a store. The GRANULEs share one proof; with --prefix it is
of all granules that begin so, and holds them.

` + instanceUsage + `

Of the signed ledger of a dataset, NAME, two things can be proved, up to its
newest checkpoint (idem dataset sign): with --since, that it only grew after the
older checkpoint in FILE; with --entry, that it holds an entry.`,
		Example: `  idem dataset prove US.FOOL2.002 \
    FOOL2.v2.13.f8f9564d-cc2a-4760-b1bc-13f1ef5cbdcb
  idem dataset prove US.FOOL2.002@2001-01-05 --prefix FOOL2.v2.1
  idem dataset prove US.FOOL2.002 --since checkpoint > consistency.json
  idem dataset prove US.FOOL2.002 --entry 2 > entry.json`,
		Args: argCount(1, -1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			byPrefix := cmd.Flags().Changed("prefix")
			byEntry := cmd.Flags().Changed("entry")
			if byEntry || since != "" {
				if byEntry && since != "" || byPrefix || at != "" || len(args) > 1 {
					return usagef("%s: --since and --entry go with NAME alone", cmd.CommandPath())
				}
				return proveLedger(cmd, args[0], since, entry)
			}
			if byPrefix == (len(args) > 1) {
				return usagef("%s: want either GRANULEs or --prefix", cmd.CommandPath())
			}
			r, s, err := openRegistry(cmd)
			if err != nil {
				return err
			}
			defer s.Close()
			r, root, err := findTree(cmd.Context(), r, args[0], at)
			if err != nil {
				return err
			}
			var proof *dataset.Proof
			if byPrefix {
				proof, err = r.ProvePrefix(cmd.Context(), root, prefix)
			} else {
				proof, err = r.Prove(cmd.Context(), root, args[1:]...)
			}
			if err != nil {
				return err
			}
			out := newOutput(cmd)
			defer out.flush(&err)
			return out.json.Encode(proof)
		},
	}
	cmd.Flags().StringVar(&at, "at", "", "time at which it held (default now)")
	cmd.Flags().StringVar(&since, "since", "", "`FILE` of an older checkpoint that the ledger grew from")
	cmd.Flags().Uint64Var(&entry, "entry", 0, "prove that the ledger holds the entry with this number")
	cmd.Flags().StringVar(&prefix, "prefix", "", "prove which granules begin with this")
	return cmd
}
