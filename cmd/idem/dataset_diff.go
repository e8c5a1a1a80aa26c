package main

import (
	"context"
	"fmt"
	"iter"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
)

// diffView is a granule in which two instances differ, as JSON.
type diffView struct {
	Op      string `json:"op"` // "-" if only the first holds it, "+" if only the second does, "~" if both do
	Granule string `json:"granule"`
	Old     string `json:"old,omitempty"` // content, with ~
	New     string `json:"new,omitempty"`
}

func newDiff() *cobra.Command {
	var asJSON *bool
	var content bool
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "List the granules that only one of two instances holds",
		Long: `List the granules that only one of two instances holds, in byte order: with - if
it is the first, with + if it is the second. Exit code 1 if there are any.

` + instanceUsage,
		Example: `  idem dataset diff US.FOOL2.002 THEM.FOOL2.002
  idem dataset diff US.FOOL2.002@2001-01-03 US.FOOL2.002 --json --content`,
		Args: argCount(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return inStore(cmd, func(ctx context.Context, r *registry.Registry, out *output) error {
				differences, told, err := differences(ctx, r, args, content)
				if err != nil {
					return err
				}
				differ := false
				for d, err := range differences {
					if err != nil {
						return err
					}
					differ = true
					if err := showDifference(out, d, *asJSON); err != nil {
						return err
					}
				}
				told()
				if differ {
					return errNo
				}
				return nil
			})
		},
	}
	cmd.Flags().BoolVar(&content, "content", false, "compare the content too, as far as it is known")
	asJSON = jsonFlag(cmd)
	return cmd
}

// differences returns in what two instances differ, and what says at the end what
// could not be compared.
func differences(ctx context.Context, r *registry.Registry, names []string, content bool) (iter.Seq2[patricia.Difference, error], func(), error) {
	if !content {
		r, from, err := findTree(ctx, r, names[0], "")
		if err != nil {
			return nil, nil, err
		}
		r, to, err := findTree(ctx, r, names[1], "")
		if err != nil {
			return nil, nil, err
		}
		return r.Diff(ctx, from, to), func() {}, nil
	}
	from, err := findInstance(ctx, r, names[0], "")
	if err != nil {
		return nil, nil, err
	}
	to, err := findInstance(ctx, r, names[1], "")
	if err != nil {
		return nil, nil, err
	}
	c := &registry.Comparison{}
	return r.DiffContent(ctx, from, to, c), func() {
		if c.Unknown > 0 {
			say("the content of %s in both cannot be compared: one of them does not know it", count(c.Unknown, "granule"))
		}
	}, nil
}

func showDifference(out *output, d patricia.Difference, asJSON bool) error {
	op := "-"
	switch {
	case d.InOld && d.InNew:
		op = "~"
	case d.InNew:
		op = "+"
	}
	if asJSON {
		return out.json.Encode(diffView{op, string(d.ID), string(d.Old), string(d.New)})
	}
	var err error
	if op == "~" {
		_, err = fmt.Fprintf(out, "~%s\t%s\t%s\n", d.ID, d.Old, d.New)
	} else {
		_, err = fmt.Fprintf(out, "%s%s\n", op, d.ID)
	}
	return err
}
