package inspect

import "fmt"

// A candidate is a text on its way through the schemes.
type candidate struct {
	Options
	text     string
	shape    shape
	wide     *wide // what the text stands for, if it is one
	readings []Reading
	misses   []string // why a scheme refused a text that looks like one of its own
}

func newCandidate(text string, o Options) *candidate {
	c := &candidate{Options: o, text: text, shape: shapeOf(text)}
	c.wide = wideValue(text, c.shape)
	return c
}

// miss notes why a text of a scheme's shape is none of its IDs.
func (c *candidate) miss(scheme, format string, args ...any) {
	c.misses = append(c.misses, scheme+": "+fmt.Sprintf(format, args...))
}
