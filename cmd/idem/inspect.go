package main

import (
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/inspect"
	"github.com/seed-05176fc3/idem/internal/view"
)

// inspectView is what a text may be, as JSON.
type inspectView struct {
	Input    string            `json:"input"`
	Readings []inspect.Reading `json:"readings"` // best first
	Error    string            `json:"error,omitempty"`
}

func newInspect() *cobra.Command {
	var o inspect.Options
	var epochs []string
	var all bool
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "inspect [ID...]",
		Short: "Say what an ID is: its bits, its time, what it gives away",
		Long: `Say what an ID is: its bits, its time, what it gives away. All schemes that can
have written it are named, best first: ours, UUIDs, ULIDs, Snowflakes and
others. Without an ID, or with -, they are read from standard input, one a line.
Exit code 1 if one of them is none that is known.

An ID that begins with - comes after --, as in: idem inspect -- ID`,
		Example: `  idem inspect 1088824355131185736905670087
  idem inspect --collection MOD09GQ___006 \
    MOD09GQ.A2017224.h09v02.006.2017227165020_wJJ69jjW
  idem inspect --json < ids.txt`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			for _, text := range epochs {
				t, err := view.ParseTime(text)
				if err != nil {
					return usageError{err}
				}
				o.Epochs = append(o.Epochs, t)
			}
			o.Now = time.Now()
			out := newOutput(cmd)
			defer out.flush(&err)
			pen := &pen{Writer: out, color: colorful(cmd.OutOrStdout())}
			unknown := false
			for text, err := range arguments(cmd, args) {
				if err != nil {
					return err
				}
				if text == "" {
					return usagef("an ID is empty")
				}
				readings, err := inspect.All(text, o)
				unknown = unknown || err != nil
				if *asJSON {
					v := inspectView{Input: text, Readings: readings}
					if err != nil {
						v.Readings, v.Error = []inspect.Reading{}, err.Error()
					}
					if err := out.json.Encode(v); err != nil {
						return err
					}
					continue
				}
				if err != nil {
					say("%v", err)
					continue
				}
				pen.readings(text, readings, o.Now, all)
			}
			if unknown {
				return errNo
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&o.Collection, "collection", "", "collection of a unique granule ID, NAME___VERSION")
	cmd.Flags().StringArrayVar(&epochs, "epoch", nil, "another epoch for Snowflakes and payment IDs; may be repeated")
	cmd.Flags().BoolVar(&all, "all", false, "show each reading in full, not the best alone")
	asJSON = jsonFlag(cmd)
	return cmd
}

// colorful tells whether w takes colours: a terminal of someone who did not refuse them.
func colorful(w any) bool {
	f, ok := w.(*os.File)
	return ok && isTerminal(f) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
