package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/flax"
	"github.com/seed-05176fc3/idem/internal/view"
)

func newNew() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "new SCHEME",
		Short:   "Mint IDs",
		Example: `  idem new flax -n 3`,
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newFlax())
	return cmd
}

func newFlax() *cobra.Command {
	var n int
	var form, at string
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "flax",
		Short: "Mint Flax IDs: 96 bits, 16 characters that sort by time",
		Example: `  idem new flax
  idem new flax -n 1000 --at 2015-10-15T20:10:25.807Z --form hex`,
		Args: argCount(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if n < 1 {
				return usagef("-n %d: want 1 or more", n)
			}
			write, err := flaxForm(form)
			if err != nil {
				return err
			}
			var g flax.Generator
			mint := g.New
			if at != "" {
				t, err := view.ParseTime(at)
				if err != nil {
					return usageError{err}
				}
				mint = func() (flax.ID, error) { return g.NewAt(t) }
			}
			out := newOutput(cmd)
			defer out.flush(&err)
			for range n {
				id, err := mint()
				if err != nil {
					return err
				}
				if *asJSON {
					err = out.json.Encode(map[string]string{"id": write(id), "time": isoTime(id.Time())})
				} else {
					_, err = fmt.Fprintln(out, write(id))
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().IntVarP(&n, "count", "n", 1, "how many (`N`)")
	cmd.Flags().StringVar(&form, "form", "text", "`FORM` to write them in: text, hex or time")
	cmd.Flags().StringVar(&at, "at", "", "`TIME` that the IDs carry (default now)")
	asJSON = jsonFlag(cmd)
	return cmd
}

// flaxForm returns what writes a Flax ID in a form.
func flaxForm(form string) (func(flax.ID) string, error) {
	switch form {
	case "text":
		return flax.ID.String, nil
	case "hex":
		return flax.ID.Hex, nil
	case "time":
		return func(id flax.ID) string { return isoTime(id.Time()) }, nil
	}
	return nil, usagef("form %q: want text, hex or time", form)
}

// isoTime returns a time as IDs carry it: in UTC, with milliseconds.
func isoTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }
