package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/dataset"
)

// checkView is what a proof shows, as JSON.
type checkView struct {
	Instance string `json:"instance"`
	Granule  string `json:"granule,omitempty"`
	Present  *bool  `json:"present,omitempty"`
	Prefix   string `json:"prefix,omitempty"`
	Count    uint64 `json:"count,omitempty"`
}

func newCheck() *cobra.Command {
	var ledger ledgerCheck
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "check FILE",
		Short: "Check a proof of an instance or a ledger; needs no store",
		Long: `Check a proof that idem dataset prove has written, and say what it shows. It
needs no store and no network. Exit code 1 if the proof is false, or of another
instance than the one that --instance names. Without that, compare the instance
that is printed with the one that was cited. FILE may be - for standard input.

Of a ledger there are two kinds of proofs. One shows that it only grew after a
checkpoint; --since names the file of the one that you have kept, which the
proof must begin with. The other shows that it holds an entry; --instance names
the one that the entry must carry. FILE may be a checkpoint, too. All of these
need --key: what nobody is known to have signed is not true (exit code 1).`,
		Example: `  idem check proof.json --instance \
    dsi:1:set:c3285726c66ef9e594e0de40a55cdaa640c39f497906c6a053be221149f05792
  idem check checkpoint --key archive.pub
  idem check entry.json --key archive.pub
  idem check consistency.json --key archive.pub --since checkpoint`,
		Args: argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			data, err := readFile(cmd, args[0], dataset.MaxProof)
			if err != nil {
				return err
			}
			if aboutLedger(data) {
				return ledger.run(cmd, args[0], data, *asJSON)
			}
			if len(ledger.keys) > 0 || ledger.since != "" {
				return usagef("%s is no proof of a ledger: --key and --since are for those", args[0])
			}
			p, err := dataset.ParseProof(data)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if err := checkProof(p, ledger.instance); errors.Is(err, dataset.ErrFalse) {
				say("%s: %v", args[0], err)
				return errNo
			} else if err != nil {
				return err
			}
			out := newOutput(cmd)
			defer out.flush(&err)
			for _, c := range p.Claims {
				if err := showClaim(out, *asJSON, p, c); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&ledger.instance, "instance", "", "identifier of the instance that the proof must be of")
	cmd.Flags().StringArrayVar(&ledger.keys, "key", nil, "verifier key of the archive or of a witness, or a file of them")
	cmd.Flags().StringVar(&ledger.since, "since", "", "file of the checkpoint that the proof must begin with")
	asJSON = jsonFlag(cmd)
	return cmd
}

// checkProof checks a proof, and whether it is of the instance named, if one is.
func checkProof(p *dataset.Proof, instance string) error {
	if instance != "" {
		want, err := parseInstance(instance)
		if err != nil {
			return err
		}
		if !p.Instance.Matches(want) {
			return fmt.Errorf("%w: it is of %s", dataset.ErrFalse, p.Instance)
		}
	}
	return p.Check()
}

// parseInstance reads the value of --instance.
func parseInstance(text string) (dataset.Identifier, error) {
	id, err := dataset.ParseIdentifier(text)
	if err != nil {
		return id, usageError{err}
	}
	if id.Kind == dataset.KindChain {
		return id, usagef("--instance %s: a DI proves nothing; want dsi:1:set:…", text)
	}
	return id, nil
}

// showClaim writes a claim that holds.
func showClaim(out *output, asJSON bool, p *dataset.Proof, c dataset.Claim) error {
	switch {
	case asJSON && c.Granule != "":
		return out.json.Encode(checkView{Instance: p.Instance.String(), Granule: c.Granule, Present: &c.Present})
	case asJSON:
		return out.json.Encode(checkView{Instance: p.Instance.String(), Prefix: c.Prefix, Count: c.Count})
	case c.Granule != "":
		verb := "is not in"
		if c.Present {
			verb = "is in"
		}
		_, err := fmt.Fprintf(out, "%s %s %s\n", c.Granule, verb, p.Instance)
		return err
	}
	fmt.Fprintf(out, "%s of %s begin with %q\n", count(c.Count, "granule"), p.Instance, c.Prefix) // out keeps its error
	items, err := p.Tree.Prefix([]byte(c.Prefix))
	for _, it := range items {
		fmt.Fprintf(out, "%s\n", it.ID)
	}
	return err
}

// readFile reads a file of at most limit bytes, or standard input for "-".
func readFile(cmd *cobra.Command, name string, limit int64) ([]byte, error) {
	in := cmd.InOrStdin()
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("%s is longer than %d bytes", name, limit)
	}
	return data, nil
}
