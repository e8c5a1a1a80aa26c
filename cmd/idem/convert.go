package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

func newConvert() *cobra.Command {
	var name, epoch string
	var o convertOptions
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "convert TEXT --as SCHEME --to FORM",
		Short: "Write an ID in another form",
		Long: `Write an ID in another form. TEXT is in any form that says all of an ID;
which one is seen from its length and characters, and can be named with --from.

Schemes and their forms:
` + schemeForms() + `
Times are in UTC with milliseconds; binary is written as hexadecimal digits. A
TEXT that begins with - comes after --.`,
		Example: `  idem convert 0RdKJcxqVBiAiQr0 --as flax --to time
  idem convert 1088824355131185736905670087 --as distributed --to alphanumeric
  idem convert --as flax --to hex -- -EkPZk2dAFoHm_t4`,
		Args: argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.epoch, err = timeFlag(epoch); err != nil {
				return err
			}
			if o.to == "" {
				return usagef("%s needs --to FORM", cmd.CommandPath())
			}
			s, err := findScheme(name)
			if err != nil {
				return err
			}
			text, err := s.convert(args[0], o)
			if err != nil {
				return usageError{err}
			}
			out := newOutput(cmd)
			defer out.flush(&err)
			if *asJSON {
				return out.json.Encode(convertView{name, o.to, text})
			}
			_, err = fmt.Fprintln(out, text)
			return err
		},
	}
	cmd.Flags().StringVar(&name, "as", "", "`SCHEME` of the ID")
	cmd.Flags().StringVar(&o.from, "from", "", "`FORM` of TEXT, where it could be two")
	cmd.Flags().StringVar(&o.to, "to", "", "`FORM` to write it in")
	cmd.Flags().StringVar(&epoch, "epoch", "", "with payment: `TIME` that is second 0 (default 2024-01-01)")
	asJSON = jsonFlag(cmd)
	return cmd
}

// convertView is an ID in one of its forms as JSON.
type convertView struct {
	Scheme string `json:"scheme"`
	Form   string `json:"form"`
	Text   string `json:"text"`
}

// findScheme returns the scheme of that name.
func findScheme(name string) (scheme, error) {
	var names []string
	for _, s := range schemes {
		if s.name == name {
			return s.scheme, nil
		}
		names = append(names, s.name)
	}
	return nil, usagef("--as %q: want %s", name, strings.Join(names, ", "))
}

// schemeForms lists the forms of all schemes.
func schemeForms() string {
	var b strings.Builder
	for _, s := range schemes {
		fmt.Fprintf(&b, "  %-15s %s\n", s.name, strings.Join(s.formNames(), ", "))
	}
	return b.String()
}
