package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/registry"
)

// tombstoneView is a removed granule as JSON.
type tombstoneView struct {
	Granule string `json:"granule"`
	Removed uint64 `json:"removed"` // number of the entry
	At      string `json:"at"`
	Reason  string `json:"reason,omitempty"`
	Actor   string `json:"actor,omitempty"`
	By      string `json:"by,omitempty"` // the granule that took its place
}

func newTombstones() *cobra.Command {
	var at string
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "tombstones NAME|IDENTIFIER",
		Short: "List the granules that were removed: when, why, for what",
		Long: `List the granules that were removed and not added again, in byte order: when
they went, why, and what took their places.

` + instanceUsage,
		Example: `  idem dataset tombstones US.FOOL2.002`,
		Args:    argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return inStore(cmd, func(ctx context.Context, r *registry.Registry, out *output) error {
				e, err := findInstance(ctx, r, args[0], at)
				if err != nil {
					return err
				}
				entries := map[uint64]*dataset.Entry{}
				for gone, err := range r.Tombstones(ctx, e) {
					if err != nil {
						return err
					}
					by := entries[gone.Seq]
					if by == nil {
						if by, err = r.Entry(ctx, e.Dataset, gone.Seq); err != nil {
							return err
						}
						entries[gone.Seq] = by
					}
					v := tombstoneView{string(gone.Granule), gone.Seq, view.Of(by).At, by.Reason, by.Actor, string(gone.By)}
					if err := showTombstone(out, v, *asJSON); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&at, "at", "", "`TIME` at which it held (default now)")
	asJSON = jsonFlag(cmd)
	return cmd
}

func showTombstone(out *output, v tombstoneView, asJSON bool) error {
	if asJSON {
		return out.json.Encode(v)
	}
	line := fmt.Sprintf("%s\t%s (entry %d)\t%s", v.Granule, v.At, v.Removed, v.Reason)
	if v.By != "" {
		line += "\treplaced by " + v.By
	}
	_, err := fmt.Fprintln(out, line)
	return err
}
