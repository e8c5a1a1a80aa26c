package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/registry"
)

func newShow() *cobra.Command {
	var at string
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "show [NAME]",
		Short: "Show an instance of a dataset, or the newest of all datasets",
		Example: `  idem dataset show
  idem dataset show US.FOOL2.002 --at 2001-01-05 --json`,
		Args: argCount(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return inStore(cmd, func(ctx context.Context, r *registry.Registry, out *output) error {
				show := func(e *dataset.Entry) error { return showEntry(ctx, out, r, e) }
				if *asJSON {
					show = func(e *dataset.Entry) error { return out.json.Encode(view.Of(e)) }
				}
				if len(args) == 0 {
					return showAll(ctx, r, at, show)
				}
				e, err := findInstance(ctx, r, args[0], at)
				if err == nil {
					return show(e)
				}
				q, err := findResult(ctx, r, args[0], err)
				switch {
				case err != nil:
					return err
				case *asJSON:
					return out.json.Encode(view.OfQuery(q))
				}
				return showQuery(out, q)
			})
		},
	}
	cmd.Flags().StringVar(&at, "at", "", "`TIME` at which it held (default now)")
	asJSON = jsonFlag(cmd)
	return cmd
}

// showAll shows all datasets.
func showAll(ctx context.Context, r *registry.Registry, at string, show func(*dataset.Entry) error) error {
	if at != "" {
		return usagef("--at needs the name of a dataset")
	}
	n := 0
	for name, err := range r.Datasets(ctx) {
		if err != nil {
			return err
		}
		e, err := r.Head(ctx, name)
		if err != nil {
			return err
		}
		if err := show(e); err != nil {
			return err
		}
		n++
	}
	if n == 0 {
		say("there are no datasets yet; idem dataset create NAME makes one")
	}
	return nil
}

// showEntry writes an entry for people, and what is said of the dataset now.
func showEntry(ctx context.Context, w io.Writer, r *registry.Registry, e *dataset.Entry) error {
	about, err := r.Metadata(ctx, e.Dataset)
	if err != nil {
		return err
	}
	v := view.Of(e)
	line := func(label, value string) {
		if value != "" {
			fmt.Fprintf(w, "%-10s%s\n", label, value) // w keeps its error
		}
	}
	line("dataset", v.Dataset)
	line("title", about.Title)
	line("doi", about.DOI)
	line("entry", fmt.Sprint(v.Seq))
	line("at", v.At)
	line("granules", fmt.Sprintf("%d (%d added, %d removed)", v.Count, v.Added, v.Removed))
	line("root", v.Root)
	line("instance", v.Instance)
	line("DI", v.DI)
	if v.Content != "" {
		line("content", fmt.Sprintf("%s (of %s)", v.Content, count(v.ContentCount, "granule")))
	}
	if v.Tombstones > 0 {
		line("removed", fmt.Sprintf("%s in all; idem dataset tombstones lists them", count(v.Tombstones, "granule")))
	}
	line("reason", v.Reason)
	line("actor", v.Actor)
	_, err = fmt.Fprintln(w)
	return err
}

func newLog() *cobra.Command {
	var asJSON *bool
	cmd := &cobra.Command{
		Use:     "log NAME",
		Short:   "List all instances of a dataset, oldest first",
		Example: `  idem dataset log US.FOOL2.002`,
		Args:    argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkName(args[0]); err != nil {
				return err
			}
			return inStore(cmd, func(ctx context.Context, r *registry.Registry, out *output) error {
				for e, err := range r.Log(ctx, args[0]) {
					switch {
					case err != nil:
						return err
					case e.Seq == 0:
						continue // it creates the dataset and has no instance
					case *asJSON:
						err = out.json.Encode(view.Of(e))
					default:
						err = logLine(out, e)
					}
					if err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	asJSON = jsonFlag(cmd)
	return cmd
}

// logLine writes an entry in one line.
func logLine(w io.Writer, e *dataset.Entry) error {
	v := view.Of(e)
	_, err := fmt.Fprintf(w, "%d\t%s\t%s\t+%d -%d\t%s", v.Seq, v.At, count(v.Count, "granule"), v.Added, v.Removed, v.Instance)
	if v.DI != "" {
		_, err = fmt.Fprintf(w, "\tDI:%s", v.DI)
	}
	if v.Reason != "" {
		_, err = fmt.Fprintf(w, "\t%s", v.Reason)
	}
	if err == nil {
		_, err = fmt.Fprintln(w)
	}
	return err
}
