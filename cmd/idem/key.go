package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/transparency"
)

// maxKeyFile is the largest file that is read for a key, or for verifier keys.
const maxKeyFile = 64 << 10

// keyView is the public half of a key, as JSON.
type keyView struct {
	Name string `json:"name"`
	Key  string `json:"key"`
}

func newKey() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "key",
		Short: "Make keys that sign ledgers",
		Long: `Make keys that sign ledgers. The private half stays in its file, which idem
dataset sign reads. The public half, the verifier key, is one line for everybody
who checks signatures with idem check.`,
		Example: `  idem key new archive.example --out archive.key > archive.pub
  idem key public archive.key`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newKeyNew(), newKeyPublic())
	return cmd
}

func newKeyNew() *cobra.Command {
	var out string
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "new ORIGIN --out FILE",
		Short: "Make a key and print its public half",
		Long: `Make an Ed25519 key. FILE, which must not be there, gets the private half and is
for its owner alone; the public half is printed.

ORIGIN is the name of the key, such as the host of the archive: the ledger of
dataset NAME is known to all as ORIGIN/NAME. It cannot be changed later.`,
		Example: `  idem key new archive.example --out archive.key > archive.pub`,
		Args:    argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return usagef("%s: --out must name the file of the private key", cmd.CommandPath())
			}
			text, err := transparency.GenerateKey(args[0])
			if err != nil {
				return usageError{err}
			}
			if err := writeSecret(out, text); err != nil {
				return err
			}
			key, err := transparency.ParseKey(text)
			if err != nil {
				return err
			}
			return showKey(cmd, key, *asJSON)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "file that gets the private key")
	asJSON = jsonFlag(cmd)
	return cmd
}

func newKeyPublic() *cobra.Command {
	var asJSON *bool
	cmd := &cobra.Command{
		Use:     "public FILE",
		Short:   "Print the public half of a key",
		Example: `  idem key public archive.key`,
		Args:    argCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			key, err := readKey(cmd, args[0])
			if err != nil {
				return err
			}
			return showKey(cmd, key, *asJSON)
		},
	}
	asJSON = jsonFlag(cmd)
	return cmd
}

func showKey(cmd *cobra.Command, key *transparency.Key, asJSON bool) (err error) {
	out := newOutput(cmd)
	defer out.flush(&err)
	if asJSON {
		return out.json.Encode(keyView{key.Name(), key.Public()})
	}
	_, err = fmt.Fprintln(out, key.Public())
	return err
}

// privateKey begins the text of a private key.
const privateKey = "PRIVATE+KEY+"

// readKey reads a private key from a file. No error shows anything of it.
func readKey(cmd *cobra.Command, path string) (*transparency.Key, error) {
	if strings.HasPrefix(path, privateKey) {
		return nil, usagef("a private key is not for command lines; want the file that it is in")
	}
	text, err := readFile(cmd, path, maxKeyFile)
	if err != nil {
		return nil, err
	}
	if path != "-" {
		warnExposed(path)
	}
	key, err := transparency.ParseKey(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return key, nil
}

// writeSecret writes a new file that only its owner can read.
func writeSecret(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already; its key would be lost", path)
	}
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}
