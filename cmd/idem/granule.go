package main

import (
	"bufio"
	"fmt"
	"iter"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/granule"
	"github.com/seed-05176fc3/idem/ingest"
)

// granuleView is a granule ID and its unique form, as JSON.
type granuleView struct {
	Unique     string `json:"unique"`
	Producer   string `json:"producer"` // empty if the unique ID is of another collection
	Collection string `json:"collection"`
	OK         bool   `json:"ok"`
}

func newGranule() *cobra.Command {
	var collection string
	var hashLength int
	var check, stamp bool
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "granule --collection NAME___VERSION [ID...]",
		Short: "Make granule IDs unique across collections, or check them",
		Long: `Make granule IDs unique across collections: ID, "_" and a short hash of the
collection. With --check the IDs are unique ones, and those that are not of the
collection are listed; exit code 1 if there are any. Without an ID, or with -,
they are read from standard input, one a line.`,
		Example: `  idem granule --collection MOD09GQ___006 \
    MOD09GQ.A2017224.h09v02.006.2017227165020
  idem granule --collection MOD09GQ___006 --check < unique.txt`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if collection == "" {
				return usagef("%s needs a --collection", cmd.CommandPath())
			}
			if check && stamp {
				return usagef("an ID with a --timestamp cannot be checked: the time is not kept")
			}
			u, err := granule.NewUniquifier(collection, hashLength)
			if err != nil {
				return badCollection(err)
			}
			unique := u.Unique
			if stamp {
				s, err := granule.NewStamper(collection, hashLength)
				if err != nil {
					return badCollection(err)
				}
				unique = s.Unique
			}
			out := newOutput(cmd)
			defer out.flush(&err)
			failed := false
			for id, err := range arguments(cmd, args) {
				switch {
				case err != nil:
					return err
				case id == "":
					return usagef("an ID is empty")
				}
				v := granuleView{Unique: id, Collection: collection, OK: true}
				if check {
					if v.Producer, v.OK = u.Verify(id); !v.OK {
						v.Producer, failed = "", true
					}
				} else {
					v.Producer = id
					if v.Unique, err = unique(id); err != nil {
						return err
					}
				}
				switch {
				case *asJSON:
					err = out.json.Encode(v)
				case !check:
					_, err = fmt.Fprintln(out, v.Unique)
				case !v.OK:
					_, err = fmt.Fprintf(out, "%s is not of %s\n", id, collection)
				}
				if err != nil {
					return err
				}
			}
			if failed {
				return errNo
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&collection, "collection", "", "collection of the granules, `NAME___VERSION`")
	cmd.Flags().IntVar(&hashLength, "hash-length", granule.DefaultHashLength, "`LENGTH` of the hash; it can come out shorter from 17 on")
	cmd.Flags().BoolVar(&check, "check", false, "check unique IDs")
	cmd.Flags().BoolVar(&stamp, "timestamp", false, "hash the time too, so that each ID is new; it cannot be checked later")
	asJSON = jsonFlag(cmd)
	return cmd
}

// arguments returns the arguments, or the lines of standard input where they say so.
func arguments(cmd *cobra.Command, args []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if len(args) == 0 {
			args = []string{"-"}
		}
		for _, arg := range args {
			if arg != "-" {
				if !yield(arg, nil) {
					return
				}
				continue
			}
			lines := bufio.NewScanner(stdin(cmd))
			lines.Buffer(nil, ingest.MaxLine)
			n := 0
			for ; lines.Scan(); n++ {
				if line := lines.Text(); line != "" && !yield(line, nil) {
					return
				}
			}
			if err := lines.Err(); err != nil {
				yield("", fmt.Errorf("standard input, after line %d: %w", n, err))
				return
			}
		}
	}
}
