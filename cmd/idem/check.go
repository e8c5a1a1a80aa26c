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
	var instance string
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "check FILE",
		Short: "Check a proof of what is in an instance; needs no store",
		Long: `Check a proof that idem dataset prove has written, and say what it shows. It
needs no store and no network. Exit code 1 if the proof is false, or of another
instance than the one that --instance names. Without that, compare the instance
that is printed with the one that was cited. FILE may be - for standard input.`,
		Example: `  idem check proof.json --instance \
    dsi:1:set:c3285726c66ef9e594e0de40a55cdaa640c39f497906c6a053be221149f05792`,
		Args: argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			data, err := readFile(cmd, args[0], dataset.MaxProof)
			if err != nil {
				return err
			}
			p, err := dataset.ParseProof(data)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if err := checkProof(p, instance); errors.Is(err, dataset.ErrFalse) {
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
	cmd.Flags().StringVar(&instance, "instance", "", "identifier of the instance that the proof must be of")
	asJSON = jsonFlag(cmd)
	return cmd
}

// checkProof checks a proof, and whether it is of the instance named, if one is.
func checkProof(p *dataset.Proof, instance string) error {
	if instance != "" {
		want, err := dataset.ParseIdentifier(instance)
		if err != nil {
			return usageError{err}
		}
		if want.Kind == dataset.KindChain {
			return usagef("--instance %s: a DI proves nothing; want dsi:1:set:…", instance)
		}
		if !p.Instance.Matches(want) {
			return fmt.Errorf("%w: it is of %s", dataset.ErrFalse, p.Instance)
		}
	}
	return p.Check()
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
