package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/internal/view"
)

func newNew() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "new SCHEME",
		Short: "Mint IDs",
		Example: `  idem new flax -n 3
  idem new distributed128 --at 2024-02-29T12:00:00Z
  idem new payment --worker 3`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, s := range schemes {
		cmd.AddCommand(newMint(s.name, s.about, s.scheme))
	}
	return cmd
}

// newMint returns the command that mints IDs of one scheme.
func newMint(name, about string, s scheme) *cobra.Command {
	var o mintOptions
	var at, epoch string
	var asJSON *bool
	cmd := &cobra.Command{
		Use:     name,
		Short:   about,
		Long:    "Mint IDs of scheme " + name + ": " + about + ".",
		Example: fmt.Sprintf("  idem new %s -n 3", name),
		Args:    argCount(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if o.n < 1 {
				return usagef("-n %d: want 1 or more", o.n)
			}
			if o.at, err = timeFlag(at); err != nil {
				return err
			}
			if o.epoch, err = timeFlag(epoch); err != nil {
				return err
			}
			out := newOutput(cmd)
			defer out.flush(&err)
			return s.mint(cmd.Context(), o, func(id, at string) error {
				if *asJSON {
					return out.json.Encode(mintView{id, at})
				}
				_, err := fmt.Fprintln(out, id)
				return err
			})
		},
	}
	cmd.Flags().IntVarP(&o.n, "count", "n", 1, "how many")
	cmd.Flags().StringVar(&o.form, "form", s.formNames()[0], "one of "+strings.Join(s.formNames(), ", "))
	cmd.Flags().StringVar(&at, "at", "", "time that the IDs carry, for backfills (default now)")
	if name == "payment" {
		cmd.Flags().IntVar(&o.worker, "worker", 0, "worker number; nobody else may use it")
		cmd.Flags().StringVar(&epoch, "epoch", "", "time that is second 0 (default 2024-01-01)")
	}
	asJSON = jsonFlag(cmd)
	return cmd
}

// mintView is a new ID as JSON.
type mintView struct {
	ID   string `json:"id"`
	Time string `json:"time"`
}

// timeFlag reads the time of a flag; without one it is zero.
func timeFlag(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	t, err := view.ParseTime(text)
	if err != nil {
		return time.Time{}, usageError{err}
	}
	return t, nil
}
