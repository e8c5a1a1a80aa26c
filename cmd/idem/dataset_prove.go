package main

import (
	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/dataset"
)

func newProve() *cobra.Command {
	var at, prefix string
	cmd := &cobra.Command{
		Use:   "prove INSTANCE [GRANULE...] > FILE",
		Short: "Prove which granules are in an instance and which are not",
		Long: `Prove which granules are in an instance and which are not. Whoever knows the
identifier of the instance can check the proof, with idem check, without the
instance and without a store. The GRANULEs share one proof; with --prefix it is
of all granules that begin so, and holds them.

` + instanceUsage,
		Example: `  idem dataset prove US.FOOL2.002 \
    FOOL2.v2.13.f8f9564d-cc2a-4760-b1bc-13f1ef5cbdcb
  idem dataset prove US.FOOL2.002@2001-01-05 --prefix FOOL2.v2.1`,
		Args: argCount(1, -1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			byPrefix := cmd.Flags().Changed("prefix")
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
	cmd.Flags().StringVar(&prefix, "prefix", "", "prove which granules begin with this")
	return cmd
}
