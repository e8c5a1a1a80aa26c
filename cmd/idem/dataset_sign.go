package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/mod/sumdb/note"

	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/transparency"
)

// checkpointView is a signed checkpoint, as JSON.
type checkpointView struct {
	Dataset  string   `json:"dataset"`
	Origin   string   `json:"origin"`
	Size     uint64   `json:"size"`
	Root     string   `json:"root"`
	SignedBy []string `json:"signed_by"`
	Note     string   `json:"note"`
}

func viewCheckpoint(s *transparency.SignedCheckpoint) (checkpointView, error) {
	text, err := s.AppendText(nil)
	return checkpointView{
		Dataset: transparency.Dataset(s.Origin), Origin: s.Origin, Size: s.Size, Root: s.Root.String(),
		SignedBy: keyIDs(s.Signatures), Note: string(text),
	}, err
}

// keyIDs returns the names and hashes of the keys of signatures.
func keyIDs(sigs []note.Signature) []string {
	ids := make([]string, len(sigs))
	for i, sig := range sigs {
		ids[i] = transparency.KeyID(sig)
	}
	return ids
}

// showNote writes a signed checkpoint, as the note that it is.
func showNote(out *output, s *transparency.SignedCheckpoint, asJSON bool) error {
	v, err := viewCheckpoint(s)
	if err != nil {
		return err
	}
	if asJSON {
		return out.json.Encode(v)
	}
	_, err = out.WriteString(v.Note)
	return err
}

func newSign() *cobra.Command {
	var keyFile string
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "sign NAME --key FILE",
		Short: "Sign the ledger of a dataset as it stands",
		Long: `Sign the ledger of a dataset as it stands: keep a checkpoint with the number of
its entries and the root of their Merkle tree, and print it as a signed note.
Whoever keeps the note can find out later whether any of these entries was
changed: idem dataset prove --since and idem check.

If there is nothing new to sign, the last checkpoint is printed. A ledger that
is not what the key has signed before is not signed. All entries are read.`,
		Example: `  idem dataset sign US.FOOL2.002 --key archive.key > checkpoint`,
		Args:    argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkName(args[0]); err != nil {
				return err
			}
			if keyFile == "" {
				return usagef("%s: --key must name the file of a private key", cmd.CommandPath())
			}
			key, err := readKey(cmd, keyFile)
			if err != nil {
				return err
			}
			return inStore(cmd, func(ctx context.Context, r *registry.Registry, out *output) error {
				signed, appended, err := r.Sign(ctx, args[0], key)
				if err != nil {
					return err
				}
				if appended {
					say("%s: signed, %s", args[0], entries(signed.Size))
				} else {
					say("%s: nothing new to sign, this is the last checkpoint", args[0])
				}
				return showNote(out, signed, *asJSON)
			})
		},
	}
	cmd.Flags().StringVar(&keyFile, "key", "", "file of the private key, which idem key new makes")
	asJSON = jsonFlag(cmd)
	return cmd
}

func newCosign() *cobra.Command {
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "cosign NAME FILE",
		Short: "Keep the signatures of witnesses under a checkpoint",
		Long: `Keep the signatures of others, such as witnesses, under a checkpoint that was
signed here. FILE is the signed note with their lines; - is standard input. The
note with all lines is printed. The new ones are not checked: idem check does
that, for those who know the keys.`,
		Example: `  idem dataset cosign US.FOOL2.002 cosigned`,
		Args:    argCount(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkName(args[0]); err != nil {
				return err
			}
			with, err := readCheckpoint(cmd, args[1])
			if err != nil {
				return err
			}
			return inStore(cmd, func(ctx context.Context, r *registry.Registry, out *output) error {
				signed, appended, err := r.Cosign(ctx, args[0], with)
				if err != nil {
					return err
				}
				if !appended {
					say("%s: %s holds no new signature", args[0], args[1])
				}
				return showNote(out, signed, *asJSON)
			})
		},
	}
	asJSON = jsonFlag(cmd)
	return cmd
}

func newCheckpoints() *cobra.Command {
	var newest bool
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "checkpoints NAME",
		Short: "List the signed checkpoints of a dataset, oldest first",
		Long: `List the signed checkpoints of a dataset, oldest first: the number of entries,
the origin, the root, and the keys that signed. Nothing is checked; idem dataset
verify does that.`,
		Example: `  idem dataset checkpoints US.FOOL2.002
  idem dataset checkpoints US.FOOL2.002 --newest > checkpoint`,
		Args: argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkName(args[0]); err != nil {
				return err
			}
			return inStore(cmd, func(ctx context.Context, r *registry.Registry, out *output) error {
				var found *transparency.SignedCheckpoint
				for signed, err := range r.Checkpoints(ctx, args[0]) {
					if err != nil {
						return err
					}
					if found == nil || signed.Size >= found.Size {
						found = signed
					}
					switch {
					case newest:
					case *asJSON:
						err = showNote(out, signed, true)
					default:
						_, err = fmt.Fprintf(out, "%d\t%s\t%s\t%s\n", signed.Size, signed.Origin, signed.Root, strings.Join(keyIDs(signed.Signatures), ","))
					}
					if err != nil {
						return err
					}
				}
				if !newest {
					return nil
				}
				if found == nil {
					return fmt.Errorf("%w: dataset %s has none", registry.ErrNoCheckpoint, args[0])
				}
				return showNote(out, found, *asJSON)
			})
		},
	}
	cmd.Flags().BoolVar(&newest, "newest", false, "print the one that covers most entries, as a signed note")
	asJSON = jsonFlag(cmd)
	return cmd
}

// readCheckpoint reads a signed checkpoint from a file.
func readCheckpoint(cmd *cobra.Command, path string) (*transparency.SignedCheckpoint, error) {
	data, err := readFile(cmd, path, transparency.MaxSigned)
	if err != nil {
		return nil, err
	}
	s, err := transparency.ParseSigned(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// proveLedger writes a proof that the ledger of a dataset only grew since a checkpoint,
// or, without one, that it holds an entry.
func proveLedger(cmd *cobra.Command, name, since string, seq uint64) (err error) {
	if err := checkName(name); err != nil {
		return err
	}
	var older *transparency.SignedCheckpoint
	if since != "" {
		if older, err = readCheckpoint(cmd, since); err != nil {
			return err
		}
	}
	r, s, err := openRegistry(cmd)
	if err != nil {
		return err
	}
	defer s.Close()
	var proof transparency.Proof
	if older != nil {
		proof, err = r.ProveConsistency(cmd.Context(), name, older)
	} else {
		proof, err = r.ProveInclusion(cmd.Context(), name, seq)
	}
	if err != nil {
		return err
	}
	text, err := proof.AppendText(nil)
	if err != nil {
		return err
	}
	out := newOutput(cmd)
	defer out.flush(&err)
	_, err = out.Write(append(text, '\n'))
	return err
}
