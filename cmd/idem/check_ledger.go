package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/mod/sumdb/note"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/transparency"
)

// ledgerCheckView is what a proof of a ledger shows, as JSON.
type ledgerCheckView struct {
	Kind     string      `json:"kind"`
	Origin   string      `json:"origin"`
	Size     uint64      `json:"size"`
	Root     string      `json:"root"`
	OldSize  uint64      `json:"old_size,omitempty"`
	OldRoot  string      `json:"old_root,omitempty"`
	Entry    *view.Entry `json:"entry,omitempty"`
	SignedBy []string    `json:"signed_by"` // keys whose signatures were checked
}

// ledgerCheck is how a proof of a ledger is checked.
type ledgerCheck struct {
	keys     []string // verifier keys, and files of them
	since    string   // file of the checkpoint that it must begin with
	instance string   // identifier that the entry must carry
}

// aboutLedger tells whether a file looks like a proof of a ledger or a signed checkpoint.
func aboutLedger(data []byte) bool {
	return transparency.IsProof(data) || bytes.Contains(data, []byte("\n\n— ")) && !bytes.HasPrefix(data, []byte("{"))
}

// signedCheckpoint is a signed checkpoint as a proof of itself.
type signedCheckpoint struct{ *transparency.SignedCheckpoint }

// Check implements [transparency.Proof].
func (s signedCheckpoint) Check(known note.Verifiers) error {
	if known == nil {
		return transparency.ErrUnverified
	}
	_, err := s.Verify(known)
	return err
}

// parseLedgerProof reads a proof of a ledger or a signed checkpoint.
func parseLedgerProof(data []byte) (transparency.Proof, error) {
	if transparency.IsProof(data) {
		return transparency.ParseProof(data)
	}
	s, err := transparency.ParseSigned(data)
	return signedCheckpoint{s}, err
}

// run checks a proof of a ledger and writes what it shows.
func (c *ledgerCheck) run(cmd *cobra.Command, file string, data []byte, asJSON bool) (err error) {
	p, err := parseLedgerProof(data)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	known, err := readVerifiers(cmd, c.keys)
	if err != nil {
		return err
	}
	err = c.match(cmd, p)
	if err == nil {
		err = p.Check(known)
	}
	switch {
	case errors.Is(err, transparency.ErrFalse):
		say("%s: %v", file, err)
		return errNo
	case errors.Is(err, transparency.ErrUnverified):
		say("%s: NOT VERIFIED: without --key its signatures cannot be checked", file)
		say("%s: anybody could have made it", file)
		return errNo
	case err != nil:
		return fmt.Errorf("%s: %w", file, err)
	}
	out := newOutput(cmd)
	defer out.flush(&err)
	return showLedger(out, asJSON, p, known)
}

// match compares the proof with what the command line asks for.
func (c *ledgerCheck) match(cmd *cobra.Command, p transparency.Proof) error {
	switch p := p.(type) {
	case *transparency.Consistency:
		if c.instance != "" {
			return usagef("--instance: a proof of consistency is of no instance")
		}
		if c.since == "" {
			return nil
		}
		kept, err := readCheckpoint(cmd, c.since)
		if err != nil {
			return err
		}
		if kept.Checkpoint != p.Old.Checkpoint {
			return fmt.Errorf("%w: it begins with size %d, root %s, of %s, not with %s", transparency.ErrFalse, p.Old.Size, p.Old.Root, p.Old.Origin, c.since)
		}
	case *transparency.Inclusion:
		if c.since != "" {
			return usagef("--since: a proof of inclusion is of one checkpoint")
		}
		if c.instance == "" {
			return nil
		}
		want, err := parseInstance(c.instance)
		if err != nil {
			return err
		}
		e, err := dataset.ParseEntry(p.Entry)
		if err != nil {
			return nil // which the proof's own check says better
		}
		content := e.Content.Count > 0 && e.ContentDescriptor().Identifier().Matches(want)
		if !content && !e.Identifier().Matches(want) {
			return fmt.Errorf("%w: entry %d is %s", transparency.ErrFalse, e.Seq, e.Identifier())
		}
	default:
		if c.since != "" || c.instance != "" {
			return usagef("--since and --instance: a checkpoint is no proof")
		}
	}
	return nil
}

// showLedger writes what a proof that holds shows.
func showLedger(out *output, asJSON bool, p transparency.Proof, known note.Verifiers) error {
	var v ledgerCheckView
	var text string
	var c *transparency.SignedCheckpoint
	switch p := p.(type) {
	case signedCheckpoint:
		c = p.SignedCheckpoint
		v = ledgerCheckView{Kind: "checkpoint"}
		text = "a checkpoint"
	case *transparency.Consistency:
		c = p.New
		v = ledgerCheckView{Kind: "consistency", OldSize: p.Old.Size, OldRoot: p.Old.Root.String()}
		text = fmt.Sprintf("its %s begin with the %d of root %s", entries(c.Size), p.Old.Size, p.Old.Root)
	case *transparency.Inclusion:
		c = p.Checkpoint
		e, err := dataset.ParseEntry(p.Entry)
		if err != nil {
			return err
		}
		entry := view.Of(e)
		v = ledgerCheckView{Kind: "inclusion", Entry: &entry}
		text = fmt.Sprintf("entry %d is %s", e.Seq, e.Identifier())
	}
	sigs, err := c.Verify(known)
	if err != nil {
		return err
	}
	v.Origin, v.Size, v.Root, v.SignedBy = c.Origin, c.Size, c.Root.String(), keyIDs(sigs)
	if asJSON {
		return out.json.Encode(v)
	}
	_, err = fmt.Fprintf(out, "%s: %s\nsigned by %s: %s, root %s\n", c.Origin, text, strings.Join(v.SignedBy, ", "), entries(c.Size), c.Root)
	return err
}

// readVerifiers returns the verifier keys of a command line, each of which is a key or
// a file of keys; nil if there are none.
func readVerifiers(cmd *cobra.Command, keys []string) (note.Verifiers, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	var all strings.Builder
	for _, key := range keys {
		_, err := transparency.ParseVerifiers(key)
		switch {
		case err == nil:
			fmt.Fprintln(&all, key)
			continue
		case strings.HasPrefix(key, privateKey): // which must not be shown
			return nil, usagef("--key: a private key is not for command lines; want its public half")
		case key == "":
			return nil, usagef("--key has an empty value")
		}
		text, err := readFile(cmd, key, maxKeyFile)
		if err == nil {
			_, err = transparency.ParseVerifiers(string(text))
		}
		if err != nil {
			return nil, fmt.Errorf("--key %s: %w", key, err)
		}
		fmt.Fprintf(&all, "%s\n", text)
	}
	return transparency.ParseVerifiers(all.String())
}
