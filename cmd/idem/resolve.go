package main

import (
	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/view"
)

func newResolve() *cobra.Command {
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "resolve IDENTIFIER",
		Short: "Show every entry of every dataset that carries an identifier",
		Example: `  idem resolve DI:763122197bfb3ffbf0da14adbfb1b13b
  idem resolve --json \
    dsi:1:set:c3285726c66ef9e594e0de40a55cdaa640c39f497906c6a053be221149f05792`,
		Args: argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			id, err := dataset.ParseIdentifier(args[0])
			if err != nil {
				return usageError{err}
			}
			r, s, err := openRegistry(cmd)
			if err != nil {
				return err
			}
			defer s.Close()
			out := newOutput(cmd)
			defer out.flush(&err)
			for e, err := range r.Resolve(cmd.Context(), id) {
				switch {
				case err != nil:
					return err
				case *asJSON:
					err = out.json.Encode(view.Of(e))
				default:
					err = showEntry(out, e)
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	asJSON = jsonFlag(cmd)
	return cmd
}
