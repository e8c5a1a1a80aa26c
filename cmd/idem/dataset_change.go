package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/registry"
)

// change is what the commands that change a dataset have in common.
type change struct {
	registry.Change
	granuleFlags
	pairs  pairFlags
	name   string // of the dataset
	at     string
	asJSON *bool
}

func newAdd() *cobra.Command {
	c := &change{Change: registry.Change{Op: dataset.OpAdd}}
	cmd := c.command("add NAME [FILE...]", "Add the granules that the files list",
		`  idem dataset add US.FOOL2.002 granules.txt --at 2001-01-02
  idem dataset add C3S.CMIP6 release2.csv.gz --column dataset_id
  idem dataset add MOD09GQ delivery.PDR --unique
  sha256sum *.hdf | idem dataset add MOD09GQ
  find . -name '*.hdf' -printf '%f\n' |
    idem dataset add MOD09GQ --collection MOD09GQ___006`)
	return cmd
}

func newRemove() *cobra.Command {
	c := &change{Change: registry.Change{Op: dataset.OpRemove}}
	cmd := c.command("remove NAME [FILE...] --reason TEXT", "Remove the granules that the files list",
		`  echo FOOL2.v2.10.533b2a95-d57f-4f75-9b7d-914d3d220310 |
    idem dataset remove US.FOOL2.002 \
      --at 2001-03-01 --reason "made from corrupt data"`)
	cmd.Flags().BoolVar(&c.IgnoreMissing, "ignore-missing", false, "do not mind granules that are not in the dataset")
	return cmd
}

func newReplace() *cobra.Command {
	c := &change{Change: registry.Change{Op: dataset.OpReplace}}
	cmd := c.command("replace NAME [FILE...] --reason TEXT", "Make the listed granules the whole set, or exchange some",
		`  idem dataset replace C3S.CMIP6 release3.txt.gz --reason "release 3"
  idem dataset replace US.FOOL2.002 --reason "made from corrupt data" \
    --old FOOL2.v2.10.533b2a95-d57f-4f75-9b7d-914d3d220310 \
    --new FOOL2.v2.10.6e58a410-60e7-4956-aeaf-37f76a16b171`)
	cmd.Long += `

With --old and --new, or with --pairs, corrected granules take the places of
others, and the rest stays. The tombstones of these say what took their places.`
	c.pairs.add(cmd)
	return cmd
}

func (c *change) command(use, short, example string) *cobra.Command {
	cmd := &cobra.Command{
		Use: use, Short: short, Example: example,
		Long: short + `: all of it or nothing.

Files are lists of granule IDs (one a line), tables (CSV), lists of URLs or of
checksums, or metadata records, also compressed with gzip or zstd; a folder
stands for the files in it. The format is found by looking, or named with
--format. Without a FILE, or with -, standard input is read. A change that
changes nothing adds no entry.`,
		Args: argCount(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c.name = args[0]
			return c.run(cmd, args[1:])
		},
	}
	c.granuleFlags.add(cmd, c.Op != dataset.OpRemove)
	cmd.Flags().StringVar(&c.at, "at", "", "`TIME` from which on it holds, like 2001-01-02 or 2001-01-02T15:04:05Z (default now)")
	cmd.Flags().StringVar(&c.Reason, "reason", "", "`TEXT` for the ledger that says why")
	cmd.Flags().StringVar(&c.Actor, "actor", "", "`NAME` of who makes the change")
	c.asJSON = jsonFlag(cmd)
	return cmd
}

func (c *change) run(cmd *cobra.Command, files []string) (err error) {
	if err := checkName(c.name); err != nil {
		return err
	}
	if c.pairs.given() && len(files) > 0 {
		return usagef("--old, --new and --pairs exchange single granules, and files list the whole set: not both")
	}
	if c.Op == dataset.OpRemove && c.Reason == "" {
		return usagef("a removal needs a --reason")
	}
	if c.at != "" {
		if c.At, err = view.ParseTime(c.at); err != nil {
			return usageError{err}
		}
		c.At = c.At.Truncate(time.Millisecond)
	}
	r, s, err := openRegistry(cmd)
	if err != nil {
		return err
	}
	defer s.Close()
	if _, err := r.Head(cmd.Context(), c.name); err != nil {
		return err // before a long file is read
	}
	if c.pairs.given() {
		return c.exchange(cmd, r)
	}
	list, err := c.read(cmd, files)
	if err != nil {
		return err
	}
	defer list.Close()
	bar := newProgress("storing", "granules", list.Granules)
	c.Granules = bar.count(list.Items())
	out, err := r.Apply(cmd.Context(), c.name, c.Change)
	bar.done()
	if err != nil {
		return badText(err)
	}
	return c.report(cmd, list, out)
}

// changeView is a change as JSON: the newest entry and what came of it.
type changeView struct {
	view.Entry
	Changed bool   `json:"changed"`
	Records int64  `json:"records"` // granules read, repeats included
	Present uint64 `json:"present"` // were there already
	Absent  uint64 `json:"absent"`  // were not there to be removed
	Skipped int64  `json:"skipped"` // bad lines passed over

	Placeholders int64 `json:"placeholders"`  // passed over
	Sidecars     int64 `json:"sidecars"`      // files passed over
	Messages     int64 `json:"messages"`      // of no granule or of a failure, passed over
	Checked      int64 `json:"checked"`       // granules read that have checksums
	BadChecksums int64 `json:"bad_checksums"` // left out
}

func (c *change) report(cmd *cobra.Command, list *granuleList, o registry.Outcome) (err error) {
	out := newOutput(cmd)
	defer out.flush(&err)
	e := o.Entry
	if *c.asJSON {
		return out.json.Encode(changeView{
			view.Of(e), o.Changed, list.Granules, o.Present, o.Absent, list.Bad,
			list.Placeholders, list.Sidecars, list.Messages, list.checked, list.BadChecksums,
		})
	}
	return c.told(out, o)
}

// told tells people what came of the change.
func (c *change) told(out *output, o registry.Outcome) error {
	e := o.Entry
	if !o.Changed {
		say("%s is as it was: %s, no new entry", e.Dataset, count(e.Root.Count, "granule"))
		return nil
	}
	content := ""
	if e.Changed > 0 {
		content = fmt.Sprintf(", %d with other content", e.Changed)
	}
	say("%s: %d added, %d removed%s, now %s", e.Dataset, e.Added, e.Removed, content, count(e.Root.Count, "granule"))
	_, err := fmt.Fprintln(out, e.Identifier())
	return err
}
