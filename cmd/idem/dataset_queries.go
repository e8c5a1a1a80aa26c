package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/registry"
)

func newQueries() *cobra.Command {
	var asJSON *bool
	cmd := &cobra.Command{
		Use:     "queries NAME",
		Short:   "List the stored queries of a dataset, oldest first",
		Example: `  idem dataset queries US.FOOL2.002`,
		Args:    argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkName(args[0]); err != nil {
				return err
			}
			return inStore(cmd, func(ctx context.Context, r *registry.Registry, out *output) error {
				for q, err := range r.Queries(ctx, args[0]) {
					if err != nil {
						return err
					}
					v := view.OfQuery(q)
					if *asJSON {
						err = out.json.Encode(v)
					} else {
						err = queryLine(out, v)
					}
					if err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	asJSON = jsonFlag(cmd)
	return cmd
}

// queryLine writes a stored query in one line.
func queryLine(w io.Writer, v view.Query) error {
	_, err := fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s", v.Seq, v.At, count(v.Count, "granule"), v.Instance, v.Query)
	if v.Name != "" {
		_, err = fmt.Fprintf(w, "\t%s", v.Name)
	}
	if err == nil {
		_, err = fmt.Fprintln(w)
	}
	return err
}
