package main

import (
	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/export"
	"github.com/seed-05176fc3/idem/internal/view"
)

// exportView is what was exported, as JSON: its newest entry and where it is.
type exportView struct {
	view.Entry
	Folder string `json:"folder"`
}

func newExport() *cobra.Command {
	var dir string
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "export NAME --out DIR",
		Short: "Write a dataset and its history as a folder of plain text",
		Long: `Write a dataset and its whole history into a new folder, as plain text that can
be read with sort, comm, sha256sum and the like: the ledger, the descriptors,
what each entry changed, the granules of today, and the logs of metadata, stored
queries and signed checkpoints. README.txt in it says how. The folder must be
empty, or not be there.`,
		Example: `  idem dataset export US.FOOL2.002 --out US.FOOL2.002
  (cd US.FOOL2.002 && sha256sum -c SHA256SUMS)`,
		Args: argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if err := checkName(args[0]); err != nil {
				return err
			}
			if dir == "" {
				return usagef("name a new folder with --out")
			}
			r, s, err := openRegistry(cmd)
			if err != nil {
				return err
			}
			defer s.Close()
			bar := newProgress("exporting", "granules", -1)
			e, err := export.Write(cmd.Context(), r, args[0], dir, func(n int) { bar.add(int64(n)) })
			bar.done()
			if err != nil {
				return err
			}
			out := newOutput(cmd)
			defer out.flush(&err)
			if *asJSON {
				return out.json.Encode(exportView{view.Of(e), dir})
			}
			say("%s is in %s: %s, %s now", e.Dataset, dir, entries(e.Seq+1), count(e.Root.Count, "granule"))
			return nil
		},
	}
	cmd.Flags().StringVar(&dir, "out", "", "new `FOLDER`")
	asJSON = jsonFlag(cmd)
	return cmd
}
