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
TEXT that begins with - comes last, after --.`,
		Example: `  idem convert 0RdKJcxqVBiAiQr0 --as flax --to time
  idem convert 05ca55528f7680cb8bb9bdc1 --as flax --to text
  idem convert --as flax --to hex -- -EkPZk2dAFoHm_t4`,
		Args: argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			switch {
			case scheme == "":
				return usagef("%s needs --as SCHEME", cmd.CommandPath())
			case scheme != "flax":
				return usagef("--as %q: want flax", scheme)
			case form == "":
				return usagef("%s needs --to FORM", cmd.CommandPath())
			}
			write, err := flaxForm(form)
			if err != nil {
				return err
			}
			id, err := parseFlax(args[0])
			if err != nil {
				return usageError{err}
			}
			out := newOutput(cmd)
			defer out.flush(&err)
			_, err = fmt.Fprintln(out, write(id))
			return err
		},
	}
	cmd.Flags().StringVar(&scheme, "as", "", "`SCHEME` of the ID: flax")
	cmd.Flags().StringVar(&form, "to", "", "`FORM` to write it in: text, hex or time")
	return cmd
}

// parseFlax reads either form of a Flax ID; their lengths tell them apart.
func parseFlax(text string) (flax.ID, error) {
	if len(text) == 2*len(flax.ID{}) {
		return flax.ParseHex(text)
	}
	return flax.Parse(text)
}
