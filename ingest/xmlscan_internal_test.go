package ingest

import (
	"bufio"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

var xmlTexts = []string{
	"<a>b</a>", "<a><b/>c<d e='f' g=\"h>&amp;\" /></a>", "<a>&lt;&gt;&amp;&quot;&apos;&#233;&#xe9;&#x1F600;</a>", "<a><![CDATA[<b>]] ]]]>]]></a>",
	"<!-- c - --><a><!-- <b> --></a>", "<?xml version=\"1.0\" encoding='utf-8'?><a/>", "<a:b xmlns:a='x'><a:c>d</a:c></a:b>", " <a\n>\r\n</a\t> ",
	"<a/><b/>", "text", "", "<", "<a", "<a>", "<a b", "<a b=", "<a b='", "<a>&amp", "<a><!--", "<a><![CDATA[", "<?x", "</a>", "<a></b>", "<a/ >", "<1/>", "<a b/>", "<a b=c/>",
	"<a>&nope;</a>", "<a>&#0;</a>", "<a>&#xD800;</a>", "<a>\x00</a>", "<a>\x01</a>", "<a>\xff</a>", "<é>ü</é>", "<!DOCTYPE a><a/>", "<a b='<'/>", "<a:>x</a:>", "<a>&;</a>", "< a/>",
	"<a><b></a></b>", "<a b='1' b='2'/>", "<a>\ufffe</a>", strings.Repeat("<a>", 200) + strings.Repeat("</a>", 200), "<?xml version='1.0' encoding='latin1'?><a/>",
}

// ourTags returns the tags of a text with the text before each, and why it ends.
func ourTags(s *xmlScanner) ([]string, error) {
	var all []string
	for {
		var chars []byte
		switch s.next(&chars) {
		case xmlBegin:
			all = append(all, "<"+string(s.name)+" "+string(chars))
		case xmlEnd:
			all = append(all, "/"+string(s.name)+" "+string(chars))
		default:
			return all, s.err
		}
		if !utf8.Valid(chars) {
			return all, errors.New("not UTF-8")
		}
	}
}

// theirTags does the same with encoding/xml.
func theirTags(text string) ([]string, error) {
	var all []string
	dec := xml.NewDecoder(strings.NewReader(text))
	var chars strings.Builder
	for {
		token, err := dec.Token()
		if err != nil {
			return all, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			all = append(all, "<"+token.Name.Local+" "+chars.String())
			chars.Reset()
		case xml.EndElement:
			all = append(all, "/"+token.Name.Local+" "+chars.String())
			chars.Reset()
		case xml.CharData:
			chars.Write(token)
		case xml.Directive:
			return nil, errors.New("a directive")
		}
	}
}

// The scanner takes what encoding/xml takes, and reads the same from it.
func checkXML(t *testing.T, text string) {
	t.Helper()
	want, err := theirTags(text)
	good := err == io.EOF
	for i, s := range []*xmlScanner{
		{window: window{win: []byte(text)}},
		newXMLScanner(bufio.NewReader(strings.NewReader(text))),
		newXMLScanner(bufio.NewReaderSize(iotest.OneByteReader(strings.NewReader(text)), 16)),
	} {
		got, failed := ourTags(s)
		for i := range got { // encoding/xml makes all line ends of text the same
			got[i] = strings.ReplaceAll(strings.ReplaceAll(got[i], "\r\n", "\n"), "\r", "\n")
		}
		if good && (failed != io.EOF || !slices.Equal(got, want)) {
			t.Errorf("%d: %.100q: got %q, %v, want %q", i, text, got, failed, want)
		}
		if _, syntax := errors.AsType[*xml.SyntaxError](err); syntax && failed == io.EOF && !lenient(text) {
			t.Errorf("%d: %.100q: got %q, want the error %v", i, text, got, err)
		}
		s.lineHere()
	}
}

// lenient reports whether text may hold one of the faults that are not looked for, for
// nothing can be read wrongly because of them.
func lenient(text string) bool {
	return strings.Contains(text, "]]>") || strings.Contains(text, "<!--") || strings.Contains(text, "<?") ||
		strings.Contains(text, "\ufffe") || strings.Contains(text, "\uffff") || strings.Contains(text, ":") ||
		strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) || strings.Contains(text, "&#")
}

func TestXMLScanner(t *testing.T) {
	t.Parallel()
	for _, text := range xmlTexts {
		checkXML(t, text)
	}
}

func FuzzXMLScanner(f *testing.F) {
	for _, text := range xmlTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Count(text, "<") <= maxNesting && !strings.Contains(text, "encoding") {
			checkXML(t, text)
		}
	})
}

func TestXMLErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"<a><b></a>", `the end of element "a" inside "b"`},
		{"</a>", `the end of element "a", which was not begun`},
		{"<a>&eacute;</a>", `"&eacute" stands for no character`},
		{"<a>&none such at all</a>", "& without a ; behind it"},
		{"<!DOCTYPE a>", "a document type or another declaration"},
		{"<?xml version='1.0' encoding='ISO-8859-1'?>", `the text is in "ISO-8859-1", want UTF-8`},
		{"<a b>", `invalid character '>' in a tag`},
		{"<a", "unexpected EOF"},
		{"<a>", "unexpected EOF"},
		{strings.Repeat("<a>", maxNesting+1), "elements lie more than 1000 deep in each other"},
		{"<a>" + strings.Repeat("x", MaxRecord+(1<<18)), errRecord.Error()},
		{"<a b='" + strings.Repeat("x", MaxRecord+(1<<18)), errRecord.Error()},
		{"<!--" + strings.Repeat("x", MaxRecord+(1<<18)), errRecord.Error()},
	} {
		s := newXMLScanner(bufio.NewReader(strings.NewReader(c.text)))
		for s.next(nil) != xmlNone {
		}
		if s.err == nil || s.err.Error() != c.want {
			t.Errorf("%.50q: got %v, want %s", c.text, s.err, c.want)
		}
	}
}
