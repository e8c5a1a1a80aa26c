package cite

import (
	"strings"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
)

// bibtex returns an entry for biblatex and BibTeX.
func (c *citation) bibtex() string {
	var b strings.Builder
	b.WriteString("@dataset{" + c.key())
	field := func(name, value string) {
		if value != "" {
			b.WriteString(",\n  " + name + " = {" + value + "}")
		}
	}

	var authors []string
	for _, creator := range c.Creators {
		authors = append(authors, bibName(creator))
	}
	field("author", strings.Join(authors, " and "))
	field("title", "{"+tex.Replace(c.title())+"}") // styles keep the case of what is in braces
	date := c.published()
	field("year", c.year())
	if len(date) > 1 { // styles have a macro for each month
		b.WriteString(",\n  month = " + strings.ToLower(time.Month(date[1]).String()[:3]))
	}
	field("publisher", tex.Replace(c.Publisher))
	field("version", tex.Replace(c.Version))
	field("doi", verbatim.Replace(c.DOI))
	field("url", c.URL)
	field("note", tex.Replace(c.instance()))
	// Styles pass over what they do not know.
	field("instance", tex.Replace(c.set().String()))
	field("instancedate", c.at())
	field("di", strings.TrimPrefix(c.di(), "DI:"))
	b.WriteString("\n}\n")
	return b.String()
}

// tex escapes what TeX does not read as the character it is. Braces become commands,
// since BibTeX counts them even behind a backslash. Two hyphens would become a dash.
var tex = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\textbraceleft{}`, `}`, `\textbraceright{}`,
	`$`, `\$`, `&`, `\&`, `%`, `\%`, `#`, `\#`, `_`, `\_`,
	`~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`,
	`<`, `\textless{}`, `>`, `\textgreater{}`, `|`, `\textbar{}`,
	"`", `\textasciigrave{}`, `"`, `\textquotedbl{}`, "--", "-{}-",
)

// verbatim escapes what may not stand in the field doi, which is not read by TeX. DOIs
// with these characters are rare; links made of it are right.
var verbatim = strings.NewReplacer(`\`, "%5C", `{`, "%7B", `}`, "%7D")

// bibName returns one name of a list of authors. Braces make one piece of what would be
// taken apart: an organisation, an only name, and names that hold a comma, the word
// that divides authors, or the one that stands for others.
func bibName(c dataset.Creator) string {
	if c.Name != "" || c.Given == "" {
		return "{" + tex.Replace(c.Name+c.Family) + "}"
	}
	return bibPart(c.Family) + ", " + bibPart(c.Given)
}

func bibPart(name string) string {
	escaped := tex.Replace(name)
	divided := strings.Contains(name, ",")
	for word := range strings.FieldsSeq(strings.ToLower(name)) {
		divided = divided || word == "and" || word == "others"
	}
	if divided {
		return "{" + escaped + "}"
	}
	return escaped
}
