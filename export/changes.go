package export

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/registry"
)

// maxChange is the length of the longest line of changes.tsv: a number of 20 digits, a
// sign, an ID, and a content, with tabs between them.
const maxChange = 20 + 1 + 1 + 1 + dataset.MaxID + 1 + dataset.MaxContent

// change is a line of changes.tsv.
type change struct {
	entry uint64
	registry.Delta
}

// appendChange appends the line of a change, without line feed.
func appendChange(dst []byte, c change) ([]byte, error) {
	if reason := c.fault(); reason != "" {
		return dst, fmt.Errorf("export: entry %d, %s: %s", c.entry, c.Delta, reason)
	}
	dst = strconv.AppendUint(dst, c.entry, 10)
	dst = append(dst, '\t', byte(c.Sign), '\t')
	dst = append(dst, c.ID...)
	if more := c.more(); len(more) > 0 {
		dst = append(append(dst, '\t'), more...)
	}
	return dst, nil
}

// more is what the last column says.
func (c *change) more() []byte {
	if c.Sign == registry.Went {
		return c.By
	}
	return c.Content
}

// fault returns what keeps the change from being a line, or nothing.
func (c *change) fault() string {
	if err := dataset.CheckID(c.ID); err != nil {
		return err.Error()
	}
	switch c.Sign {
	case registry.Went:
		if c.By != nil && dataset.CheckID(c.By) != nil {
			return fmt.Sprintf("%q is no granule", c.By)
		}
	case registry.Came, registry.Altered:
		if c.Content == nil && c.Sign == registry.Came {
			return ""
		}
		return contentFault(c.Content)
	default:
		return fmt.Sprintf("sign %q, want +, - or =", byte(c.Sign))
	}
	return ""
}

// contentFault returns what keeps a content from standing in a line, or nothing.
func contentFault(content []byte) string {
	if _, err := dataset.ParseContent(string(content)); err != nil {
		return err.Error()
	}
	return ""
}

// parseChange reads a line of changes.tsv. It accepts what appendChange writes and
// nothing else. The change refers to the line.
func parseChange(line []byte) (c change, reason string) {
	number, rest, _ := bytes.Cut(line, []byte{'\t'})
	var err error
	c.entry, err = strconv.ParseUint(string(number), 10, 64)
	if err != nil || number[0] == '0' && len(number) > 1 || number[0] == '+' {
		return c, fmt.Sprintf("%q is no number of an entry", cut(number))
	}
	sign, rest, found := bytes.Cut(rest, []byte{'\t'})
	if !found || len(sign) != 1 {
		return c, "want a number, a sign and a granule, with tabs between them"
	}
	c.Sign = registry.Sign(sign[0])
	id, more, found := bytes.Cut(rest, []byte{'\t'})
	c.ID = id
	switch {
	case found && len(more) == 0:
		return c, "nothing after the last tab"
	case found && c.Sign == registry.Went:
		c.By = more
	case found:
		c.Content = more
	}
	return c, c.fault()
}

// cut returns the beginning of a text, for errors.
func cut(text []byte) []byte { return text[:min(len(text), 80)] }
