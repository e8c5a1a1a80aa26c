package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/registry"
)

// partView is a part of a store that was verified, as JSON: a log or the pages.
type partView struct {
	Log      string     `json:"log,omitempty"`
	Sound    bool       `json:"sound"`
	Error    string     `json:"error,omitempty"` // why it is not sound
	Known    *bool      `json:"known,omitempty"` // whether it is known what the log says
	Entries  *uint64    `json:"entries,omitempty"`
	Granules *uint64    `json:"granules,omitempty"` // of the newest set of a ledger
	Stored   *pagesView `json:"stored,omitempty"`   // all pages
	Orphans  *pagesView `json:"orphans,omitempty"`  // those to which nothing refers
}

func newStoreVerify() *cobra.Command {
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Verify all that a store holds: ledgers, other logs, every page",
		Long: `Verify everything: the ledgers as idem dataset verify does, the logs of
metadata, queries and signed checkpoints, and every page, also those to which no
entry refers; these are counted as orphans. All that is wrong is told; then the
exit code is 3. Pages of changes that are just being made count as orphans too.`,
		Example: `  idem store verify
  idem store verify --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			r, s, err := openRegistry(cmd)
			if err != nil {
				return err
			}
			defer s.Close()
			out := newOutput(cmd)
			defer out.flush(&err)
			bar := newProgress("verifying", "granules", -1)
			defer bar.done()
			wrong := 0
			for part, err := range r.VerifyStore(cmd.Context(), func(n int) { bar.add(int64(n)) }) {
				if err != nil {
					return err
				}
				if part.Err != nil {
					wrong++
				}
				bar.done()
				if !*asJSON {
					sayPart(part)
				} else if err := out.json.Encode(viewPart(part)); err != nil {
					return err
				}
			}
			if wrong > 0 {
				return fmt.Errorf("%w: %s wrong with the store", registry.ErrDamaged, things(wrong))
			}
			return nil
		},
	}
	asJSON = jsonFlag(cmd)
	return cmd
}

func things(n int) string {
	if n == 1 {
		return "1 thing is"
	}
	return fmt.Sprintf("%d things are", n)
}

func viewPart(p registry.Part) partView {
	v := partView{Log: p.Log, Sound: p.Err == nil}
	switch {
	case p.Err != nil:
		v.Error = p.Err.Error()
	case p.Pages != nil:
		v.Stored = &pagesView{p.Pages.Pages, p.Pages.Bytes}
		if o := p.Pages.Orphans; o != nil {
			v.Orphans = &pagesView{o.Pages, o.Bytes}
		}
	}
	if p.Log != "" {
		v.Known = &p.Known
		if p.Err == nil {
			v.Entries = &p.Entries
		}
	}
	if p.Ledger && p.Err == nil {
		v.Granules = &p.Granules
	}
	return v
}

func sayPart(p registry.Part) {
	switch {
	case p.Err != nil && p.Log != "" && !errors.Is(p.Err, registry.ErrDamaged):
		say("%s: %v", p.Log, p.Err)
	case p.Err != nil:
		say("%v", p.Err)
	case p.Ledger:
		say("%s is sound: %s, %s now", p.Log, entries(p.Entries), count(p.Granules, "granule"))
	case p.Log != "" && p.Known:
		say("%s is sound: %s", p.Log, entries(p.Entries))
	case p.Log != "":
		say("%s is not known to this version: %s", p.Log, entries(p.Entries))
	default:
		say("%s were verified", pagesView{p.Pages.Pages, p.Pages.Bytes})
		if o := p.Pages.Orphans; o == nil {
			say("how many of them are orphans cannot be told from a damaged ledger")
		} else if o.Pages > 0 {
			say("%s are orphans, which idem store gc forgets", pagesView{o.Pages, o.Bytes})
		}
	}
}
