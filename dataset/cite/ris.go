package cite

import (
	"fmt"
	"strings"

	"github.com/seed-05176fc3/idem/dataset"
)

// ris returns a RIS record. A value never breaks a line: metadata have no line ends.
func (c *citation) ris() string {
	var b strings.Builder
	line := func(tag, value string) {
		if value != "" {
			b.WriteString(tag + "  - " + value + "\r\n")
		}
	}
	line("TY", "DATA")
	line("ID", c.key())
	for _, creator := range c.Creators {
		line("AU", risName(creator))
	}
	line("TI", c.title())
	line("PY", c.year())
	switch date := c.published(); len(date) {
	case 2:
		line("DA", fmt.Sprintf("%04d/%02d//", date[0], date[1]))
	case 3:
		line("DA", fmt.Sprintf("%04d/%02d/%02d/", date[0], date[1], date[2]))
	}
	line("PB", c.Publisher)
	line("ET", c.Version)
	line("DO", c.DOI)
	line("UR", c.link())
	line("NV", c.number()) // what Zotero takes for the identifier of a dataset
	line("N1", c.instance())
	b.WriteString("ER  - \r\n")
	return b.String()
}

// risName returns a name without what RIS does not allow in it: asterisks, and commas
// but that before given names and those behind it. If there are none, a comma at the
// end says that the name is not to be taken apart.
func risName(c dataset.Creator) string {
	name := strings.ReplaceAll(c.Name+c.Family, ",", "") + ","
	if c.Given != "" {
		name += " " + c.Given
	}
	return strings.ReplaceAll(name, "*", "")
}
