package web

import (
	"html/template"
	"net/url"
	"strconv"
	"strings"
)

// funcs are what templates call.
var funcs = template.FuncMap{
	"number": number,
	"when":   when,
	"doi":    doiURL,
	"format": formatName,
}

// number writes a number for people: 1,051,200.
func number(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// when writes a time of an entry for people: the date, and the time of day unless it
// is midnight. It is in UTC, like the text.
func when(text string) string {
	date, clock, _ := strings.Cut(strings.TrimSuffix(text, "Z"), "T")
	if clock == "00:00:00" || clock == "" {
		return date
	}
	return date + " " + clock
}

// formatName returns what people call a format of citations.
func formatName(format string) string {
	switch format {
	case "bibtex":
		return "BibTeX"
	case "csl":
		return "CSL-JSON"
	case "ris":
		return "RIS"
	case "datacite":
		return "DataCite JSON"
	case "jsonld":
		return "JSON-LD"
	}
	return format
}

// doiURL returns where a DOI leads to. A DOI may hold what ends the path of a URL.
func doiURL(doi string) string {
	u := url.URL{Scheme: "https", Host: "doi.org", Path: "/" + doi}
	return u.String()
}
