package main

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/registry"
)

// queryFlags are the flags of the command query.
type queryFlags struct {
	registry.QueryRun
	since, until, at string
	asJSON           *bool
}

// queryView is what came of a query, as JSON.
type queryView struct {
	view.Query
	New bool `json:"new"`
}

func newQuery() *cobra.Command {
	f := &queryFlags{}
	cmd := &cobra.Command{
		Use:   "query INSTANCE",
		Short: "Give a part of an instance an identifier, and store the query",
		Long: `Give the part of an instance that a query names an identifier, and store the
query. The part is the granules that begin with a prefix, or that have a time in
a range, or both. The time is the first in the ID, as in MOD021KM.A2005032.0145
or OPERA_…_20230101T211239Z; granules without one are in no range. With --name
alone the query of that name is asked, with nothing the whole instance is named.

The same granules have the same identifier, whatever the query. A query that is
stored with the same result is not stored again. idem dataset list IDENTIFIER
asks the query again, of the instance it was asked of, and lists the granules.

` + instanceUsage,
		Example: `  idem dataset query US.FOOL2.002 --prefix FOOL2.v2.1 --name from-10
  idem dataset query US.FOOL2.002@2001-01-05 --name from-10
  idem dataset query US.FOOL2.002 --since 2001-02-01 --until 2001-03-01`,
		Args: argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	cmd.Flags().StringVar(&f.Query.Prefix, "prefix", "", "granules that begin with `TEXT`")
	cmd.Flags().StringVar(&f.since, "since", "", "granules of `TIME` or later")
	cmd.Flags().StringVar(&f.until, "until", "", "granules of before `TIME`")
	cmd.Flags().StringVar(&f.at, "at", "", "`TIME` at which the instance held (default now)")
	cmd.Flags().StringVar(&f.Name, "name", "", "`NAME` of the query")
	cmd.Flags().StringVar(&f.Actor, "actor", "", "`NAME` of who asks")
	f.asJSON = jsonFlag(cmd)
	return cmd
}

func (f *queryFlags) run(cmd *cobra.Command, instance string) (err error) {
	if err := f.read(); err != nil {
		return usageError{err}
	}
	r, s, err := openRegistry(cmd)
	if err != nil {
		return err
	}
	defer s.Close()
	e, err := findInstance(cmd.Context(), r, instance, f.at)
	if err != nil {
		return err
	}
	if f.Name != "" && f.Query == (dataset.Query{}) {
		if f.Query, err = r.NamedQuery(cmd.Context(), e.Dataset, f.Name); err != nil {
			return err
		}
	}
	bar := newProgress("asking "+e.Dataset, "granules", -1)
	f.Progress = func(n int) { bar.add(int64(n)) }
	done, err := r.RunQuery(cmd.Context(), e, f.QueryRun)
	bar.done()
	if err != nil {
		if errors.Is(err, dataset.ErrInvalidQuery) {
			return usageError{err}
		}
		return err
	}
	if done.Untimed > 0 {
		say("%s without a time in the ID: in no range", count(done.Untimed, "granule"))
	}
	if !done.New {
		say("stored before, at %s", view.OfQuery(done.Stored).Recorded)
	}
	out := newOutput(cmd)
	defer out.flush(&err)
	if *f.asJSON {
		return out.json.Encode(queryView{view.OfQuery(done.Stored), done.New})
	}
	return showQuery(out, done.Stored)
}

// read reads the times of the range and checks what can be checked without a store.
func (f *queryFlags) read() error {
	for _, limit := range []struct {
		text string
		time *time.Time
	}{{f.since, &f.Query.From}, {f.until, &f.Query.To}} {
		if limit.text == "" {
			continue
		}
		var err error
		if *limit.time, err = view.ParseTime(limit.text); err != nil {
			return err
		}
	}
	if f.Name != "" {
		if err := dataset.CheckName(f.Name); err != nil {
			return fmt.Errorf("--name: %w", err)
		}
	}
	return f.Query.Check()
}

// showQuery writes a stored query for people.
func showQuery(w io.Writer, s *dataset.StoredQuery) error {
	v := view.OfQuery(s)
	line := func(label, value string) {
		if value != "" {
			fmt.Fprintf(w, "%-10s%s\n", label, value) // w keeps its error
		}
	}
	line("dataset", v.Dataset)
	line("query", v.Query.String())
	line("name", v.Name)
	line("entry", fmt.Sprint(v.Entry))
	line("at", v.At)
	line("granules", fmt.Sprint(v.Count))
	line("root", v.Root)
	line("instance", v.Instance)
	line("recorded", v.Recorded)
	line("actor", v.Actor)
	_, err := fmt.Fprintln(w)
	return err
}
