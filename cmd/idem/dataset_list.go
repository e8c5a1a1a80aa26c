package main

import (
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newList() *cobra.Command {
	var at string
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "list NAME|IDENTIFIER",
		Short: "List the granules of an instance, one a line, in byte order",
		Long:  "List the granules of an instance, one a line, in byte order.\n\n" + instanceUsage,
		Example: `  idem dataset list US.FOOL2.002 --at 2001-01-05
  idem dataset list DI:763122197bfb3ffbf0da14adbfb1b13b`,
		Args: argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			r, s, err := openRegistry(cmd)
			if err != nil {
				return err
			}
			defer s.Close()
			granules, err := findGranules(cmd.Context(), r, args[0], at)
			if err != nil {
				return err
			}
			// Pages are read and thrown away at the rate of the output, and little is
			// kept: collecting less often takes some MiB more, and a tenth less time.
			defer debug.SetGCPercent(debug.SetGCPercent(400))
			out := newOutput(cmd)
			var line []byte
			defer out.flush(&err)
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
		},
	}
	cmd.Flags().StringVar(&at, "at", "", "`TIME` at which it held (default now)")
	asJSON = jsonFlag(cmd)
	return cmd
}
