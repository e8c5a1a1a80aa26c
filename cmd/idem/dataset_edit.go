package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/dataset"
)

func newEdit() *cobra.Command {
	var flags metadataFlags
	var actor string
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "edit NAME",
		Short: "Say what a dataset is called, who made it and where it is found",
		Long: `Say what a dataset is called, who made it and where it is found, for those who
cite it. What is said holds for all instances; what was said before is kept.
Flags change what they name and leave the rest; --metadata replaces everything.
Without either the metadata are shown.`,
		Example: `  idem dataset edit US.FOOL2.002 --title "FOO Level 2" \
    --creator 'Tilmes, Curt' \
    --creator 'Goddard Space Flight Center; 0171mag52' \
    --publisher "US Archive" --year 2010 --data-version 2
  idem dataset edit US.FOOL2.002 --json > about.json
  idem dataset edit US.FOOL2.002 --metadata about.json`,
		Args: argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if err := checkName(args[0]); err != nil {
				return err
			}
			edit, err := flags.edit(cmd)
			if err != nil {
				return err
			}
			r, s, err := openRegistry(cmd)
			if err != nil {
				return err
			}
			defer s.Close()
			out := newOutput(cmd)
			defer out.flush(&err)
			if edit == nil {
				if actor != "" {
					return usagef("--actor without anything to change")
				}
				m, err := r.Metadata(cmd.Context(), args[0])
				switch {
				case err != nil:
					return err
				case *asJSON:
					return out.json.Encode(m)
				}
				return showMetadata(out, m)
			}
			done, err := r.EditMetadata(cmd.Context(), args[0], actor, edit)
			if errors.Is(err, dataset.ErrInvalidAbout) { // only the actor is not checked yet
				return usageError{err}
			}
			if err != nil {
				return err
			}
			if *asJSON {
				return out.json.Encode(done.Metadata)
			}
			sayEdited(args[0], done.Changed, done.Again)
			return nil
		},
	}
	flags.add(cmd)
	cmd.Flags().StringVar(&actor, "actor", "", "`NAME` of who says it")
	asJSON = jsonFlag(cmd)
	return cmd
}

// sayEdited says what became of an edit.
func sayEdited(name string, changed, again bool) {
	switch {
	case !changed:
		say("nothing to change: all of it is said of dataset %s already", name)
	case again:
		say("edited dataset %s, on top of another edit that came in between", name)
	default:
		say("edited dataset %s", name)
	}
}

// showMetadata writes metadata for people.
func showMetadata(w io.Writer, m *dataset.Metadata) error {
	line := func(label, value string) {
		if value != "" {
			fmt.Fprintf(w, "%-10s%s\n", label, value) // w keeps its error
		}
	}
	line("title", m.Title)
	for _, c := range m.Creators {
		text := c.Name + c.Family
		if c.Given != "" {
			text += ", " + c.Given
		}
		if id := c.ORCID + c.ROR; id != "" {
			text += "; " + id
		}
		line("creator", text)
	}
	line("publisher", m.Publisher)
	line("published", m.Published)
	line("version", m.Version)
	line("doi", m.DOI)
	line("url", m.URL)
	_, err := fmt.Fprintln(w)
	return err
}
