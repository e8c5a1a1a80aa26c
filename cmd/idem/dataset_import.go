package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/export"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/sqlitestore"
)

// importView is what was imported, as JSON: the newest entry of the export, and how
// many of its entries were stored and were there.
type importView struct {
	view.Entry
	Imported uint64 `json:"imported"`
	There    uint64 `json:"there"`
	Later    uint64 `json:"later"` // entries of the store that are not in the export
}

func newImport() *cobra.Command {
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "import DIR",
		Short: "Read an exported dataset, and recompute all that it says",
		Long: `Read the folder that export has written into the store, which is made if there
is none. Each change is made again, and each entry at which that arrives is
compared with the one in the folder, byte by byte: identifiers, roots, counts,
DIs, tombstones, histories, and the lists. If anything is another one, the error
says what, and nothing of the folder is in the store.

If the store has the dataset with the same beginning, the rest of the entries is
added; if it has more, it stays as it is. To repeat an import is harmless. A
dataset cannot be given another name, for the ledger says its name.`,
		Example: `  idem dataset export US.FOOL2.002 --out folder
  idem dataset import folder --store sqlite:new.db`,
		Args: argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if _, err := os.Stat(args[0]); err != nil {
				return err // before a store is made
			}
			s, err := openStore(cmd, sqlitestore.Create)
			if err != nil {
				return err
			}
			defer s.Close()
			bar := newProgress("importing", "granules", -1)
			got, err := export.Import(cmd.Context(), registry.New(s, nil), args[0], func(n int) { bar.add(int64(n)) })
			bar.done()
			if err != nil {
				return err
			}
			out := newOutput(cmd)
			defer out.flush(&err)
			if *asJSON {
				return out.json.Encode(importView{view.Of(got.Head), got.Made, got.There, got.Later})
			}
			name := got.Head.Dataset
			switch {
			case got.Later > 0:
				say("%s has all %s of %s already, and %d more", name, entries(got.There), args[0], got.Later)
			case got.Made == 0:
				say("%s has all %s of %s already", name, entries(got.There), args[0])
			default:
				say("%s: %s imported, all identifiers recomputed, now %s", name, entries(got.Made), count(got.Head.Root.Count, "granule"))
			}
			_, err = fmt.Fprintln(out, got.Head.Identifier())
			return err
		},
	}
	asJSON = jsonFlag(cmd)
	return cmd
}
