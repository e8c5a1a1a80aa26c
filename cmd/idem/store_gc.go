package main

import (
	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store"
)

// gcView is what was forgotten, as JSON.
type gcView struct {
	Kept      pagesView `json:"kept"`
	Forgotten pagesView `json:"forgotten"`
	DryRun    bool      `json:"dry_run"`
	Freed     *int64    `json:"freed,omitempty"` // bytes given back to the system
}

// compactShare is the share of a store that has to be forgotten to make it worth
// while to write the rest anew: one in compactShare.
const compactShare = 10

func newStoreGC() *cobra.Command {
	var dryRun, compact bool
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "gc",
		Short: "Forget the pages to which no entry refers",
		Long: `Forget the pages to which no entry of any dataset refers. Every instance of
every entry stays. It is safe while others change datasets, also in other
processes. The pages that stay are verified first; if one of them is damaged,
nothing is forgotten.

The room is used for later pages. If a tenth of the store or more was forgotten,
or with --compact, the file is written anew without it. For that long, about a
second for 100 MB, changes wait; as much room again is needed meanwhile.`,
		Example: `  idem store gc --dry-run
  idem store gc`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			r, s, err := openRegistry(cmd)
			if err != nil {
				return err
			}
			defer s.Close()
			bar := newProgress("verifying what stays", "granules", -1)
			defer bar.done()
			done, err := r.Collect(cmd.Context(), registry.CollectOptions{
				DryRun: dryRun, Progress: func(n int) { bar.add(int64(n)) },
			})
			if err != nil {
				return err
			}
			bar.done()
			v := gcView{
				Kept:      pagesView{done.Kept, done.KeptBytes},
				Forgotten: pagesView{done.Forgotten, done.ForgottenBytes},
				DryRun:    dryRun,
			}
			if !cmd.Flags().Changed("compact") {
				compact = v.Forgotten.Bytes > 0 && v.Forgotten.Bytes >= (v.Kept.Bytes+v.Forgotten.Bytes)/compactShare
			}
			if c, ok := s.(store.Collector); ok && compact && !dryRun {
				freed, err := c.Compact(cmd.Context())
				if err != nil {
					return err
				}
				v.Freed = &freed
			}
			out := newOutput(cmd)
			defer out.flush(&err)
			if *asJSON {
				return out.json.Encode(v)
			}
			v.say()
			return nil
		},
	}
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "only count what would be forgotten")
	cmd.Flags().BoolVar(&compact, "compact", false, "make the file smaller even if little was forgotten;\n--compact=false: never")
	asJSON = jsonFlag(cmd)
	return cmd
}

func (v gcView) say() {
	switch {
	case v.Forgotten.Pages == 0:
		say("nothing to forget: %s", v.Kept)
	case v.DryRun:
		say("would forget %s, keep %s", v.Forgotten, v.Kept)
	default:
		say("forgot %s, kept %s", v.Forgotten, v.Kept)
	}
	switch {
	case v.Freed != nil:
		say("the store is smaller by %s", size(*v.Freed))
	case v.Forgotten.Pages > 0 && !v.DryRun:
		say("the room is used for later pages; with --compact the store gets smaller")
	}
}
