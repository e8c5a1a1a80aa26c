package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/dataset/cite"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/registry"
)

func newCite() *cobra.Command {
	var at, format string
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "cite INSTANCE",
		Short: "Cite a dataset as it stood",
		Long: `Cite a dataset as it stood. The time in the citation is the one from when on
the instance holds, not that of the citing. What is said of the dataset comes
from idem dataset edit; without a title its name stands there.

` + instanceUsage + `
The qualifiers of an identifier say which dataset and which time is meant.`,
		Example: `  idem dataset cite US.FOOL2.002
  idem dataset cite US.FOOL2.002@2001-01-05 --format bibtex
  idem dataset cite DI:763122197bfb3ffbf0da14adbfb1b13b --format csl`,
		Args: argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f := cite.Format(format)
			if f.MediaType() == "" {
				return usagef("--format %q: want %s", format, citationFormats())
			}
			return inStore(cmd, func(ctx context.Context, r *registry.Registry, out *output) error {
				e, err := findCited(ctx, r, args[0], at)
				if errors.Is(err, registry.ErrUnresolved) {
					part, of, err := findCitedPart(ctx, r, args[0], err)
					if err != nil {
						return err
					}
					return citePart(cmd, r, f, part, of, *asJSON)
				}
				if err != nil {
					return err
				}
				if e.Seq == 0 {
					return fmt.Errorf("%w: dataset %s has never held a granule", registry.ErrNoInstance, e.Dataset)
				}
				m, err := r.Metadata(ctx, e.Dataset)
				if err != nil {
					return err
				}
				text, err := cite.Render(f, e, m)
				if err != nil {
					return adviseMissing(e.Dataset, err)
				}
				if *asJSON {
					return out.json.Encode(struct {
						view.Entry
						Format   string `json:"format"`
						Citation string `json:"citation"`
					}{view.Of(e), format, string(text)})
				}
				_, err = out.Write(text)
				return err
			})
		},
	}
	cmd.Flags().StringVar(&at, "at", "", "`TIME` at which it held (default now)")
	cmd.Flags().StringVar(&format, "format", string(cite.Text), "`FORMAT`: "+citationFormats())
	asJSON = jsonFlag(cmd)
	return cmd
}

// citationFormats lists the formats of citations.
func citationFormats() string {
	var names []string
	for _, f := range cite.Formats() {
		names = append(names, string(f))
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// adviseMissing says which flags add the metadata that a format needs.
func adviseMissing(name string, err error) error {
	var incomplete *cite.IncompleteError
	if !errors.As(err, &incomplete) {
		return err
	}
	var flags []string
	for _, member := range incomplete.Missing {
		flags = append(flags, "--"+metadataFlagNames[member])
	}
	return fmt.Errorf("%w; add them with idem dataset edit %s %s", err, name, strings.Join(flags, " "))
}

// findCited returns the entry to be cited. What an identifier's qualifiers say must be
// so; among what is left the first dataset by name is taken, and its first entry.
func findCited(ctx context.Context, r *registry.Registry, text, at string) (*dataset.Entry, error) {
	id, err := dataset.ParseIdentifier(text)
	if err != nil || at != "" { // the name of a dataset, or a fault for findInstance to tell
		return findInstance(ctx, r, text, at)
	}
	var found *dataset.Entry
	var also []string // how the other candidates are named
	for e, err := range r.Qualified(ctx, id) {
		switch {
		case err != nil:
			return nil, err
		case found == nil:
			found = e
		default:
			also = append(also, e.Dataset+"@"+view.Of(e).At)
		}
	}
	if len(also) > 0 {
		say("citing %s@%s; the same granules were in %s", found.Dataset, view.Of(found).At, strings.Join(also, ", "))
	}
	return found, nil
}
