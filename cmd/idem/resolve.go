package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/registry"
)

func newResolve() *cobra.Command {
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "resolve IDENTIFIER",
		Short: "Show every entry and stored query that has an identifier",
		Example: `  idem resolve DI:763122197bfb3ffbf0da14adbfb1b13b
  idem resolve --json \
    dsi:1:set:c3285726c66ef9e594e0de40a55cdaa640c39f497906c6a053be221149f05792`,
		Args: argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := dataset.ParseIdentifier(args[0])
			if err != nil {
				return usageError{err}
			}
			return inStore(cmd, func(ctx context.Context, r *registry.Registry, out *output) error {
				var none error
				for e, err := range r.Resolve(ctx, id) {
					switch {
					case errors.Is(err, registry.ErrUnresolved):
						none, err = err, nil
					case err != nil:
						return err
					case *asJSON:
						err = out.json.Encode(view.Of(e))
					default:
						err = showEntry(ctx, out, r, e)
					}
					if err != nil {
						return err
					}
				}
				for q, err := range r.ResolveQuery(ctx, id) {
					if none = nil; err != nil {
						return err
					}
					if *asJSON {
						err = out.json.Encode(view.OfQuery(q))
					} else {
						err = showQuery(out, q)
					}
					if err != nil {
						return err
					}
				}
				return none
			})
		},
	}
	asJSON = jsonFlag(cmd)
	return cmd
}
