package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/sqlitestore"
)

func newCreate() *cobra.Command {
	var c registry.Creation
	var about metadataFlags
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
			edit, err := about.edit(cmd)
			if err != nil {
				return err
			}
			if edit != nil {
				var m dataset.Metadata
				if err := edit(&m); err != nil {
					return err
				}
				c.Title, c.DOI = m.Title, m.DOI
			}
			s, err := openStore(cmd, sqlitestore.Create)
			if err != nil {
				return err
			}
			defer s.Close()
			r := registry.New(s, nil)
			e, err := r.Create(cmd.Context(), args[0], c)
			if err != nil {
				return badText(err)
			}
			if edit != nil { // adds nothing if there is but a title and a DOI
				if _, err := r.EditMetadata(cmd.Context(), args[0], c.Actor, edit); err != nil {
					return fmt.Errorf("dataset %s was created, but without all metadata: %w", args[0], err)
				}
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
	about.add(cmd)
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
