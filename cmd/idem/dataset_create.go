package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/sqlitestore"
)

func newCreate() *cobra.Command {
	var c registry.Creation
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "create NAME",
		Short: "Make an empty dataset, and a store for it if there is none",
		Example: `  idem dataset create US.FOOL2.002 \
    --doi 10.9999/US/FOOL2.v2 --title "FOO Level 2"
  idem dataset create MOD021KM.061 --no-chain`,
		Args: argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if err := checkName(args[0]); err != nil {
				return err
			}
			s, err := openStore(cmd, sqlitestore.Create)
			if err != nil {
				return err
			}
			defer s.Close()
			c.DOI = bareDOI(c.DOI)
			e, err := registry.New(s, nil).Create(cmd.Context(), args[0], c)
			if err != nil {
				return badText(err)
			}
			out := newOutput(cmd)
			defer out.flush(&err)
			if *asJSON {
				return out.json.Encode(view.Of(e))
			}
			say("created dataset %s", e.Dataset)
			return nil
		},
	}
	cmd.Flags().StringVar(&c.DOI, "doi", "", "`DOI` of the dataset, as 10.9999/NAME, doi:10.9999/NAME or a link to doi.org")
	cmd.Flags().StringVar(&c.Title, "title", "", "`TITLE` of the dataset")
	cmd.Flags().StringVar(&c.Actor, "actor", "", "`NAME` of who creates it")
	cmd.Flags().BoolVar(&c.NoChain, "no-chain", false, "do without the MD5 chain: no DI, but fast changes anywhere in a large set")
	asJSON = jsonFlag(cmd)
	return cmd
}

// bareDOI returns the DOI without the ways in which people introduce one.
func bareDOI(doi string) string {
	for _, prefix := range []string{"doi:", "DOI:", "https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "http://dx.doi.org/"} {
		if bare, found := strings.CutPrefix(doi, prefix); found {
			return bare
		}
	}
	return doi
}
