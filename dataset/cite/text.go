package cite

import (
	"strings"
	"unicode/utf8"
)

// text returns a line like
//
//	Creators (Year). Title. Version. Publisher. [Data set]. Link. Instance of …
//
// without a full stop at the end, which would look like a part of the identifier.
func (c *citation) text() string {
	var names []string
	for _, creator := range c.Creators {
		names = append(names, fullName(creator))
	}
	year := " (" + c.year() + ")"
	var sentences []string
	if len(names) > 0 {
		sentences = append(sentences, strings.Join(names, "; ")+year, c.title())
	} else {
		sentences = append(sentences, c.title()+year)
	}
	for _, s := range []string{c.version(), c.Publisher, "[Data set]", c.link(), c.instance()} {
		if s != "" {
			sentences = append(sentences, s)
		}
	}

	var b strings.Builder
	for i, s := range sentences {
		if i > 0 {
			if last, _ := utf8.DecodeLastRuneInString(sentences[i-1]); !strings.ContainsRune(".!?…。", last) {
				b.WriteByte('.')
			}
			b.WriteByte(' ')
		}
		b.WriteString(s)
	}
	return b.String()
}

// version returns the version in words: a bare number does not say what it is.
func (c *citation) version() string {
	if c.Version != "" && c.Version[0] >= '0' && c.Version[0] <= '9' {
		return "Version " + c.Version
	}
	return c.Version
}
