package export

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"os"

	"github.com/seed-05176fc3/idem/registry"
)

// keepBytes is how many bytes of lines of one entry are kept in memory. Those of an
// entry with more are read from the file each time that they are asked for.
const keepBytes = 1 << 20

// changes reads changes.tsv, entry by entry.
type changes struct {
	lines    *lines
	file     *os.File
	progress func(int)

	next change // the first one of an entry that was not asked for yet
	line []byte // which next refers to
	ok   bool   // there is a next one
}

// advance reads the next change and checks that it follows the one before it.
func (c *changes) advance() error {
	line, err := c.lines.next()
	if errors.Is(err, io.EOF) {
		c.ok = false
		return nil
	}
	if err != nil {
		return err
	}
	next, reason := parseChange(line)
	switch {
	case reason != "":
		return c.lines.fault("%s", reason)
	case c.ok && (next.entry < c.next.entry || next.entry == c.next.entry && bytes.Compare(next.ID, c.next.ID) <= 0):
		return c.lines.fault("entry %d, %q after entry %d, %q", next.entry, next.ID, c.next.entry, c.next.ID)
	}
	c.line = append(c.line[:0], line...)
	c.next, _ = parseChange(c.line)
	c.ok = true
	return nil
}

// of returns what an entry did. Entries must be asked for in their order.
func (c *changes) of(entry uint64) (iter.Seq2[registry.Delta, error], error) {
	if c.lines.number == 0 {
		if err := c.advance(); err != nil {
			return nil, err
		}
	}
	if c.ok && c.next.entry < entry {
		return nil, c.lines.fault("there is no entry %d before entry %d", c.next.entry, entry)
	}
	start, before := c.lines.started, c.lines.number-1
	var kept []byte
	n := 0
	for c.ok && c.next.entry == entry {
		if len(kept) <= keepBytes {
			kept = append(append(kept, c.line...), '\n')
		}
		n++
		if err := c.advance(); err != nil {
			return nil, err
		}
	}
	if c.progress != nil && n > 0 {
		c.progress(n)
	}
	if len(kept) <= keepBytes {
		return keptDeltas(kept), nil
	}
	return func(yield func(registry.Delta, error) bool) {
		l := newLines(changesFile, c.file, maxChange, start, before)
		for range n {
			line, err := l.next()
			if err != nil {
				yield(registry.Delta{}, l.fault("it was there before: %w", err))
				return
			}
			again, reason := parseChange(line)
			if reason != "" || again.entry != entry {
				yield(registry.Delta{}, l.fault("it has changed while it was read"))
				return
			}
			if !yield(again.Delta, nil) {
				return
			}
		}
	}, nil
}

// keptDeltas returns the deltas of lines that have been checked.
func keptDeltas(kept []byte) iter.Seq2[registry.Delta, error] {
	return func(yield func(registry.Delta, error) bool) {
		for line := range bytes.Lines(kept) {
			if c, _ := parseChange(bytes.TrimSuffix(line, []byte{'\n'})); !yield(c.Delta, nil) {
				return
			}
		}
	}
}

// end returns an error if there are changes of no entry.
func (c *changes) end() error {
	if c.ok {
		return c.lines.fault("there is no entry %d", c.next.entry)
	}
	return nil
}
