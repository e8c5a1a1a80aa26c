package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// verifyView is what was verified, as JSON.
type verifyView struct {
	Dataset  string `json:"dataset"`
	Entries  uint64 `json:"entries"`
	Granules uint64 `json:"granules"`
}

func newVerify() *cobra.Command {
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "verify [NAME]",
		Short: "Recompute all that the ledgers say from what is stored",
		Long: `Recompute all that the ledger of a dataset says, of all datasets without NAME:
the chain of its entries, every page of every set, roots, counts, instance
identifiers and DIs. Its stored queries are asked again. The first thing that is
wrong is the error.`,
		Example: `  idem dataset verify US.FOOL2.002`,
		Args:    argCount(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			r, s, err := openRegistry(cmd)
			if err != nil {
				return err
			}
			defer s.Close()
			names := args
			if len(names) > 0 {
				if err := checkName(names[0]); err != nil {
					return err
				}
			}
			if len(names) == 0 {
				for name, err := range r.Datasets(cmd.Context()) {
					if err != nil {
						return err
					}
					names = append(names, name)
				}
			}
			out := newOutput(cmd)
			defer out.flush(&err)
			for _, name := range names {
				bar := newProgress("verifying "+name, "granules", -1)
				v, err := r.Verify(cmd.Context(), name, func(n int) { bar.add(int64(n)) })
				bar.done()
				if err != nil {
					return err
				}
				if *asJSON {
					err = out.json.Encode(verifyView{name, v.Entries, v.Granules})
				} else {
					say("%s is sound: %s, %s now", name, entries(v.Entries), count(v.Granules, "granule"))
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	asJSON = jsonFlag(cmd)
	return cmd
}

// entries returns "1 entry", "2 entries".
func entries(n uint64) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}
