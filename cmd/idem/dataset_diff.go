package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// diffView is a granule that only one of two instances holds, as JSON.
type diffView struct {
	Op      string `json:"op"` // "-" if only the first holds it, "+" if only the second does
	Granule string `json:"granule"`
}

func newDiff() *cobra.Command {
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "List the granules that only one of two instances holds",
		Long: `List the granules that only one of two instances holds, in byte order: with - if
it is the first, with + if it is the second. Exit code 1 if there are any.

` + instanceUsage,
		Example: `  idem dataset diff US.FOOL2.002 THEM.FOOL2.002
  idem dataset diff US.FOOL2.002@2001-01-03 US.FOOL2.002 --json`,
		Args: argCount(2, 2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			r, s, err := openRegistry(cmd)
			if err != nil {
				return err
			}
			defer s.Close()
			r, from, err := findTree(cmd.Context(), r, args[0], "")
			if err != nil {
				return err
			}
			r, to, err := findTree(cmd.Context(), r, args[1], "")
			if err != nil {
				return err
			}
			out := newOutput(cmd)
			defer out.flush(&err)
			differ := false
			for d, err := range r.Diff(cmd.Context(), from, to) {
				if err != nil {
					return err
				}
				differ = true
				op := "-"
				if d.InNew {
					op = "+"
				}
				if *asJSON {
					err = out.json.Encode(diffView{op, string(d.ID)})
				} else {
					_, err = fmt.Fprintf(out, "%s%s\n", op, d.ID)
				}
				if err != nil {
					return err
				}
			}
			if differ {
				return errNo
			}
			return nil
		},
	}
	asJSON = jsonFlag(cmd)
	return cmd
}
