package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/publicid"
)

func newRing() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "ring",
		Short: "Keep a key ring for the sealed form",
		Long: `Keep a key ring for the sealed form. To change keys so that nobody meets a
public ID that he cannot read: add a key and distribute the ring; when all have
it, make the key primary and distribute again; remove the old key when its IDs
are no longer read.`,
		Example: `  idem public ring create ring.json
  idem public ring add ring.json b
  idem public ring promote ring.json b
  idem public ring remove ring.json a`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		&cobra.Command{
			Use: "create FILE", Short: "Make a ring with one new key, a", Args: argCount(1, 1),
			RunE: func(_ *cobra.Command, args []string) error {
				if _, err := os.Stat(args[0]); !errors.Is(err, fs.ErrNotExist) {
					return fmt.Errorf("%s is there already; its keys would be lost", args[0])
				}
				ring, err := publicid.NewKeyRing('a', publicid.GenerateKey())
				if err != nil {
					return err
				}
				return writeRing(args[0], ring)
			},
		},
		&cobra.Command{
			Use: "show FILE", Short: "List the IDs of the keys", Args: argCount(1, 1),
			RunE: func(cmd *cobra.Command, args []string) error {
				ring, err := publicid.LoadKeyRing(args[0])
				if err != nil {
					return err
				}
				_, err = fmt.Fprintln(cmd.OutOrStdout(), ring)
				return err
			},
		},
		newRingChange("add", "Add a new key", func(r *publicid.KeyRing, id byte) (*publicid.KeyRing, error) {
			return r.Add(id, publicid.GenerateKey())
		}),
		newRingChange("promote", "Make a key the primary, which encodes", (*publicid.KeyRing).Promote),
		newRingChange("remove", "Remove a key; what it encoded cannot be read any more", (*publicid.KeyRing).Remove),
	)
	return cmd
}

func newRingChange(verb, short string, change func(*publicid.KeyRing, byte) (*publicid.KeyRing, error)) *cobra.Command {
	return &cobra.Command{
		Use: verb + " FILE KEY", Short: short, Args: argCount(2, 2),
		Long:    short + ".\nKEY is its ID: one character of 0-9, A-Z, a-z.",
		Example: fmt.Sprintf("  idem public ring %s ring.json b", verb),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args[1]) != 1 {
				return usagef("key %q: want one character of 0-9, A-Z, a-z", args[1])
			}
			ring, err := publicid.LoadKeyRing(args[0])
			if err != nil {
				return err
			}
			if ring, err = change(ring, args[1][0]); err != nil {
				return err
			}
			return writeRing(args[0], ring)
		},
	}
}

// writeRing writes a ring so that after a crash the file is the old one or the new
// one, and only its owner can read it.
func writeRing(path string, ring *publicid.KeyRing) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".ring-*") // which is 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(ring.File())
	if err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	say("%s: %s", path, ring)
	return nil
}
