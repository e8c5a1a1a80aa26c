package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/flax"
)

func newConvert() *cobra.Command {
	var scheme, form string
	cmd := &cobra.Command{
		Use:   "convert TEXT --as SCHEME --to FORM",
		Short: "Write an ID in another form",
		Long: `Write an ID in another form. TEXT is in any form of the scheme.

SCHEME is flax, with the forms text (16 characters), hex (24 digits) and time. A
TEXT that begins with - comes after --, as in: idem convert --as flax --to hex -- TEXT`,
		Example: `  idem convert 0RdKJcxqVBiAiQr0 --as flax --to time
  idem convert 05ca55528f7680cb8bb9bdc1 --as flax --to text`,
		Args: argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if scheme != "flax" {
				return usagef("--as %q: want flax", scheme)
			}
			write, err := flaxForm(form)
			if err != nil {
				return err
			}
			id, err := parseFlax(args[0])
			if err != nil {
				return err
			}
			out := newOutput(cmd)
			defer out.flush(&err)
			_, err = fmt.Fprintln(out, write(id))
			return err
		},
	}
	cmd.Flags().StringVar(&scheme, "as", "", "scheme of the ID")
	cmd.Flags().StringVar(&form, "to", "", "form to write it in")
	return cmd
}

// parseFlax reads either form of a Flax ID; their lengths tell them apart.
func parseFlax(text string) (flax.ID, error) {
	if len(text) == 2*len(flax.ID{}) {
		return flax.ParseHex(text)
	}
	return flax.Parse(text)
}
