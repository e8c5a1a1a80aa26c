package main

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/registry"
)

// where is the search for granules in the histories of datasets.
type where struct {
	instances bool
	asJSON    *bool
}

func newDatasetWhere() *cobra.Command {
	w := &where{}
	cmd := &cobra.Command{
		Use:   "where NAME GRANULE...",
		Short: "Show when granules were in a dataset, and in which instances",
		Long: `Show when granules were in a dataset, and in which instances. Exit code 1 if it
never held any of them.

The histories of the ledger answer it, so that it takes about as long after
ten thousand changes as after a hundred.`,
		Example: `  idem dataset where US.FOOL2.002 \
    FOOL2.v2.10.533b2a95-d57f-4f75-9b7d-914d3d220310 --instances`,
		Args: argCount(2, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkName(args[0]); err != nil {
				return err
			}
			return w.run(cmd, args[1:], func(_ context.Context, _ *registry.Registry, yield func(string) error) error {
				return yield(args[0])
			})
		},
	}
	w.flags(cmd)
	return cmd
}

func newWhere() *cobra.Command {
	w := &where{}
	cmd := &cobra.Command{
		Use:   "where GRANULE...",
		Short: "Show which instances of all datasets held a granule",
		Long: `Show which instances of all datasets held a granule: the citations that a
corrupt granule touches. Exit code 1 if no dataset ever held any of them.`,
		Example: `  idem where FOOL2.v2.10.533b2a95-d57f-4f75-9b7d-914d3d220310 --instances`,
		Args:    argCount(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return w.run(cmd, args, func(ctx context.Context, r *registry.Registry, yield func(string) error) error {
				for name, err := range r.Datasets(ctx) {
					if err == nil {
						err = yield(name)
					}
					if err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	w.flags(cmd)
	return cmd
}

func (w *where) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&w.instances, "instances", false, "list the identifiers of all these instances, and of stored queries on them")
	w.asJSON = jsonFlag(cmd)
}

// run looks for the granules in the datasets that each yields.
func (w *where) run(cmd *cobra.Command, granules []string, each func(context.Context, *registry.Registry, func(string) error) error) error {
	for _, g := range granules {
		if err := dataset.CheckID([]byte(g)); err != nil {
			return usageError{err}
		}
	}
	return inStore(cmd, func(ctx context.Context, r *registry.Registry, out *output) error {
		found := false
		err := each(ctx, r, func(name string) error {
			for _, g := range granules {
				list, err := r.Where(ctx, name, []byte(g))
				if err != nil {
					return err
				}
				found = found || len(list) > 0
				for _, i := range list {
					if err := w.show(ctx, out, r, g, i); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err == nil && !found {
			say("not in any instance")
			return errNo
		}
		return err
	})
}

// intervalView is an interval as JSON. Until, removed, reason, actor and by are
// absent if the newest entry holds the granule.
type intervalView struct {
	Granule   string   `json:"granule"`
	Dataset   string   `json:"dataset"`
	From      string   `json:"from"`
	Until     string   `json:"until,omitempty"`
	Added     uint64   `json:"added"`             // number of the entry that added it
	Removed   uint64   `json:"removed,omitempty"` // number of the entry that removed it
	Reason    string   `json:"reason,omitempty"`  // why
	Actor     string   `json:"actor,omitempty"`   // who did
	By        string   `json:"by,omitempty"`      // the granule that took its place
	Instances []string `json:"instances,omitempty"`
}

func (w *where) show(ctx context.Context, out *output, r *registry.Registry, granule string, i registry.Interval) error {
	v := intervalView{
		Granule: granule, Dataset: i.Added.Dataset, By: i.By,
		From: i.Added.At.Format(time.RFC3339Nano), Added: i.Added.Seq,
	}
	if e := i.Removed; e != nil {
		v.Until, v.Removed, v.Reason, v.Actor = e.At.Format(time.RFC3339Nano), e.Seq, e.Reason, e.Actor
	}
	if !*w.asJSON {
		line := fmt.Sprintf("%s\t%s\tfrom %s (entry %d)", v.Granule, v.Dataset, v.From, v.Added)
		if v.Until != "" {
			line += fmt.Sprintf(" until %s (entry %d): %s", v.Until, v.Removed, v.Reason)
		}
		if v.By != "" {
			line += "; replaced by " + v.By
		}
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	if w.instances {
		for id, err := range held(ctx, r, granule, i) {
			switch {
			case err != nil:
				return err
			case *w.asJSON:
				v.Instances = append(v.Instances, id.String())
			default:
				if _, err := fmt.Fprintln(out, " ", id); err != nil {
					return err
				}
			}
		}
	}
	if *w.asJSON {
		return out.json.Encode(v)
	}
	return nil
}

// held returns the identifiers of all instances of an interval, and those of the stored
// queries on them that a granule belongs to.
func held(ctx context.Context, r *registry.Registry, granule string, i registry.Interval) iter.Seq2[dataset.Identifier, error] {
	return func(yield func(dataset.Identifier, error) bool) {
		qualified := func(id dataset.Identifier, at time.Time, n uint64) dataset.Identifier {
			id.Qualifiers = dataset.Qualifiers{Dataset: i.Added.Dataset, At: at, Count: n, HasCount: true}
			return id
		}
		for e, err := range r.Held(ctx, i) {
			if err != nil {
				yield(dataset.Identifier{}, err)
				return
			}
			if !yield(qualified(e.Identifier(), e.At, e.Root.Count), nil) {
				return
			}
		}
		for s, err := range r.Queries(ctx, i.Added.Dataset) {
			if err != nil {
				yield(dataset.Identifier{}, err)
				return
			}
			in := s.Entry >= i.Added.Seq && (i.Removed == nil || s.Entry < i.Removed.Seq)
			if in && s.Query.Matches([]byte(granule)) && !yield(qualified(s.Identifier(), s.At, s.Root.Count), nil) {
				return
			}
		}
	}
}
