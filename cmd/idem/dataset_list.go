package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/registry"
)

func newList() *cobra.Command {
	var at string
	var asJSON *bool
	var content bool
	cmd := &cobra.Command{
		Use:   "list NAME|IDENTIFIER",
		Short: "List the granules of an instance, one a line, in byte order",
		Long:  "List the granules of an instance, one a line, in byte order.\n\n" + instanceUsage,
		Example: `  idem dataset list US.FOOL2.002 --at 2001-01-05
  idem dataset list DI:763122197bfb3ffbf0da14adbfb1b13b
  idem dataset list US.FOOL2.002 --content`,
		Args: argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return inStore(cmd, func(ctx context.Context, r *registry.Registry, out *output) error {
				if content {
					return listContent(cmd, r, args[0], at, *asJSON)
				}
				granules, err := findGranules(ctx, r, args[0], at)
				if err != nil {
					return err
				}
				var line []byte
				for id, err := range granules {
					if err != nil {
						return err
					}
					if *asJSON {
						err = out.json.Encode(map[string]string{"granule": string(id)})
					} else {
						line = append(append(line[:0], id...), '\n')
						_, err = out.Write(line)
					}
					if err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&at, "at", "", "`TIME` at which it held (default now)")
	cmd.Flags().BoolVar(&content, "content", false, "list the checksums too, after a tab, as far as they are known")
	asJSON = jsonFlag(cmd)
	return cmd
}

// listContent lists the granules of an instance with their content.
func listContent(cmd *cobra.Command, r *registry.Registry, name, at string, asJSON bool) (err error) {
	e, err := findInstance(cmd.Context(), r, name, at)
	if err != nil {
		return err
	}
	out := newOutput(cmd)
	defer out.flush(&err)
	for it, err := range r.Contents(cmd.Context(), e) {
		if err != nil {
			return err
		}
		switch {
		case asJSON:
			err = out.json.Encode(contentView{string(it.ID), string(it.Value)})
		case it.Value == nil:
			_, err = fmt.Fprintf(out, "%s\n", it.ID)
		default:
			_, err = fmt.Fprintf(out, "%s\t%s\n", it.ID, it.Value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// contentView is a granule with its content, if that is known, as JSON.
type contentView struct {
	Granule string `json:"granule"`
	Content string `json:"content,omitempty"`
}
