package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/registry"
)

// pairFlags say which granules take the places of others.
type pairFlags struct {
	old, better []string
	file        string
}

func (p *pairFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&p.old, "old", nil, "`GRANULE` whose place the one of --new takes; may be repeated, each with its --new")
	f.StringArrayVar(&p.better, "new", nil, "`GRANULE` that takes the place of the one of --old")
	f.StringVar(&p.file, "pairs", "", "`FILE` of lines OLD<tab>NEW, or OLD<tab>NEW<tab>CONTENT with checksums; - is standard input")
}

// given reports whether any of the flags was.
func (p *pairFlags) given() bool { return len(p.old)+len(p.better) > 0 || p.file != "" }

// read returns the pairs.
func (p *pairFlags) read(cmd *cobra.Command) ([]registry.Pair, error) {
	if len(p.old) != len(p.better) {
		return nil, usagef("%d --old and %d --new, want one for the other", len(p.old), len(p.better))
	}
	pairs := make([]registry.Pair, 0, len(p.old))
	for i, old := range p.old {
		pairs = append(pairs, registry.Pair{Old: old, New: p.better[i]})
	}
	switch p.file {
	case "":
		return pairs, nil
	case "-":
		return readPairs(pairs, stdin(cmd), "standard input")
	}
	f, err := os.Open(p.file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readPairs(pairs, f, p.file)
}

// readPairs appends the pairs of a file. Its lines are as long as two granules and a
// content text can be.
func readPairs(pairs []registry.Pair, in io.Reader, from string) ([]registry.Pair, error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 2*dataset.MaxID+dataset.MaxContent+4)
	n := 0
	for lines.Scan() {
		n++
		line := strings.TrimSuffix(lines.Text(), "\r")
		if line == "" {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 2 && len(fields) != 3 {
			return nil, fmt.Errorf("%s:%d: %d columns, want OLD<tab>NEW or OLD<tab>NEW<tab>CONTENT", from, n, len(fields))
		}
		pair := registry.Pair{Old: fields[0], New: fields[1]}
		if len(fields) == 3 {
			var err error
			if pair.Content, err = contentOf(fields[2]); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", from, n, err)
			}
		}
		pairs = append(pairs, pair)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", from, n+1, err)
	}
	return pairs, nil
}

// exchange makes the change of pairs.
func (c *change) exchange(cmd *cobra.Command, r *registry.Registry) (err error) {
	if c.Pairs, err = c.pairs.read(cmd); err != nil {
		return err
	}
	o, err := r.Apply(cmd.Context(), c.name, c.Change)
	if err != nil {
		return badText(err)
	}
	out := newOutput(cmd)
	defer out.flush(&err)
	if *c.asJSON {
		return out.json.Encode(appliedView{view.Of(o.Entry), o.Changed})
	}
	return c.told(out, o)
}
