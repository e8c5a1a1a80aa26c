package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
)

// maxChange is the largest change in bytes that is read from a stream.
const maxChange = 64 << 20

func newApply() *cobra.Command {
	var asJSON *bool
	cmd := &cobra.Command{
		Use:   "apply NAME [FILE]",
		Short: "Make many changes, each an entry of its own, from NDJSON",
		Long: `Make many changes, each an entry of its own, from a file or from standard input:
one JSON object a line, with the members

  op              "add", "remove" or "replace", after which the granules are
                  the whole set
  granules        list of IDs, or of {"id":…,"content":…} where the checksums
                  are known, as "sha-256:…"; in any order
  pairs           with "replace" and without granules: a list of
                  {"old":…,"new":…,"content":…}, corrected granules
  at              time from which on it holds; absent: now
  reason, actor   why, and who; nothing is removed without a reason
  ignore_missing  true: remove what is there, do not mind the rest

Changes are stored many at a time, and reported when they are durable. The first
that fails ends it; those before it have been made. A line has at most 64 MiB:
dataset add takes lists of any length.`,
		Example: `  idem dataset apply US.FOOL2.002 changes.ndjson
  echo '{"op":"add","granules":["FOOL2.v2.15"]}' |
    idem dataset apply US.FOOL2.002`,
		Args: argCount(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := args[0]
			if err := checkName(name); err != nil {
				return err
			}
			in, from := stdin(cmd), "standard input"
			if len(args) == 2 && args[1] != "-" {
				f, err := os.Open(args[1])
				if err != nil {
					return err
				}
				defer f.Close()
				in, from = f, args[1]
			}
			return inStore(cmd, func(ctx context.Context, r *registry.Registry, out *output) error {
				bar := newProgress("storing", "changes", -1)
				defer bar.done()
				n := 0
				for o, err := range r.ApplyAll(ctx, name, readChanges(in, from)) {
					if err != nil {
						return fmt.Errorf("change %d: %w (%s before it made)", n+1, streamError{err}, count(uint64(n), "change"))
					}
					n++
					bar.add(1)
					if *asJSON {
						err = out.json.Encode(appliedView{view.Of(o.Entry), o.Changed})
					} else if o.Changed {
						err = logLine(out, o.Entry)
					}
					if err != nil {
						return err
					}
				}
				say("%s: %s", name, count(uint64(n), "change"))
				return nil
			})
		},
	}
	asJSON = jsonFlag(cmd)
	return cmd
}

// streamError is the error of a change in a stream: what to do about it is not what
// it would be for a change on the command line.
type streamError struct{ error }

// appliedView is an outcome as JSON.
type appliedView struct {
	view.Entry
	Changed bool `json:"changed"`
}

// changeJSON is a change in a stream.
type changeJSON struct {
	Op            dataset.Op    `json:"op"`
	Granules      []granuleJSON `json:"granules"`
	Pairs         []pairJSON    `json:"pairs"`
	At            string        `json:"at"`
	Reason        string        `json:"reason"`
	Actor         string        `json:"actor"`
	IgnoreMissing bool          `json:"ignore_missing"`
}

type pairJSON struct {
	Old     string `json:"old"`
	New     string `json:"new"`
	Content string `json:"content"`
}

// granuleJSON is a granule with its content, or only its ID.
type granuleJSON struct {
	ID      string `json:"id"`
	Content string `json:"content"`
}

// UnmarshalJSON implements [json.Unmarshaler].
func (g *granuleJSON) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &g.ID)
	}
	type plain granuleJSON
	return decodeStrictly(data, (*plain)(g))
}

// readChanges reads a stream of changes. Errors name the line.
func readChanges(in io.Reader, from string) iter.Seq2[registry.Change, error] {
	return func(yield func(registry.Change, error) bool) {
		lines := bufio.NewScanner(in)
		lines.Buffer(make([]byte, 0, 64<<10), maxChange)
		n := 0
		for lines.Scan() {
			n++
			if len(bytes.TrimSpace(lines.Bytes())) == 0 {
				continue
			}
			c, err := parseChange(lines.Bytes())
			if err != nil {
				err = fmt.Errorf("%s:%d: %w", from, n, err)
			}
			if !yield(c, err) || err != nil {
				return
			}
		}
		err := lines.Err()
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("%s:%d: longer than %d bytes", from, n+1, maxChange)
		}
		if err != nil {
			yield(registry.Change{}, err)
		}
	}
}

func parseChange(line []byte) (registry.Change, error) {
	var v changeJSON
	if err := decodeStrictly(line, &v); err != nil {
		return registry.Change{}, err
	}
	c := registry.Change{Op: v.Op, Reason: v.Reason, Actor: v.Actor, IgnoreMissing: v.IgnoreMissing}
	if v.At != "" {
		at, err := view.ParseTime(v.At)
		if err != nil {
			return c, err
		}
		c.At = at.Truncate(time.Millisecond)
	}
	switch {
	case v.Op != dataset.OpAdd && v.Op != dataset.OpRemove && v.Op != dataset.OpReplace:
		return c, fmt.Errorf("op %q, want add, remove or replace", v.Op)
	case v.Pairs == nil && v.Granules == nil:
		return c, errors.New("no granules")
	case v.Pairs != nil && (v.Granules != nil || v.Op != dataset.OpReplace):
		return c, errors.New("pairs go with replace, and without granules")
	}
	for _, p := range v.Pairs {
		content, err := contentOf(p.Content)
		if err != nil {
			return c, err
		}
		c.Pairs = append(c.Pairs, registry.Pair{Old: p.Old, New: p.New, Content: content})
	}
	items, err := itemsOf(v.Granules)
	c.Granules = func(yield func(patricia.Item, error) bool) {
		for _, it := range items {
			if !yield(it, nil) {
				return
			}
		}
	}
	return c, err
}

// itemsOf returns the granules in order, each once.
func itemsOf(granules []granuleJSON) ([]patricia.Item, error) {
	items := make([]patricia.Item, 0, len(granules))
	for _, g := range granules {
		content, err := contentOf(g.Content)
		if err == nil {
			err = dataset.CheckID([]byte(g.ID))
		}
		if err != nil {
			return nil, err
		}
		items = append(items, patricia.Item{ID: []byte(g.ID), Value: content})
	}
	slices.SortFunc(items, func(a, b patricia.Item) int { return bytes.Compare(a.ID, b.ID) })
	for i := 1; i < len(items); i++ {
		if bytes.Equal(items[i-1].ID, items[i].ID) && !bytes.Equal(items[i-1].Value, items[i].Value) {
			return nil, fmt.Errorf("granule %q twice, with different content", items[i].ID)
		}
	}
	return slices.CompactFunc(items, func(a, b patricia.Item) bool { return bytes.Equal(a.ID, b.ID) }), nil
}

// contentOf returns the value of a content text, nil for none.
func contentOf(text string) ([]byte, error) {
	if text == "" {
		return nil, nil
	}
	c, err := dataset.ParseContent(text)
	return []byte(c.String()), err
}

// decodeStrictly reads one JSON value and nothing else, without unknown members.
func decodeStrictly(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("no change: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("no change: something follows it at byte %d", d.InputOffset())
	}
	return nil
}
