package ingest

import (
	"bufio"
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// xmlScanner reads XML, one tag after the other. It checks that elements end as they
// should and that text is text. Document types are refused: nothing that is read here
// has one. The end of the text is io.EOF behind all elements, io.ErrUnexpectedEOF in
// one.
type xmlScanner struct {
	window
	anyCharset bool   // do not mind that the text is not in UTF-8
	name       []byte // of the tag that was read last, without a prefix
	tag        []byte // the same with its prefix
	open       []byte // names of the elements that are open
	ends       []int  // of the names, in open
	closed     bool   // the last tag was begin and end in one
}

// xmlTag is what a tag does.
type xmlTag uint8

const (
	xmlNone  xmlTag = iota // the text ends, or an error was met
	xmlBegin               // an element begins
	xmlEnd                 // an element ends
)

func newXMLScanner(text *bufio.Reader) *xmlScanner { return &xmlScanner{window: newWindow(text)} }

// next reads to the end of the next tag. If chars is not nil, it appends the text
// before the tag.
func (s *xmlScanner) next(chars *[]byte) xmlTag {
	if s.closed {
		s.closed = false
		return s.pop()
	}
	for s.err == nil {
		if s.chars(chars, '<'); s.err != nil {
			break
		}
		switch c := s.peek(); c {
		case '/':
			s.pos++
			s.readName()
			s.expect('>')
			if s.err == nil {
				return s.pop()
			}
		case '?':
			s.pos++
			s.instruction()
		case '!':
			s.pos++
			s.declaration(chars)
		default:
			s.readName()
			s.attributes()
			if s.err == nil {
				s.open = append(s.open, s.tag...)
				if s.ends = append(s.ends, len(s.open)); len(s.ends) > maxNesting {
					s.fail("elements lie more than %d deep in each other", maxNesting)
				}
				return xmlBegin
			}
		}
	}
	s.cutOff(len(s.ends) > 0)
	return xmlNone
}

// pop ends the innermost element, if it has the name of the tag.
func (s *xmlScanner) pop() xmlTag {
	last := len(s.ends) - 1
	if last < 0 {
		s.fail("the end of element %q, which was not begun", shorten(s.tag))
		return xmlNone
	}
	begin := 0
	if last > 0 {
		begin = s.ends[last-1]
	}
	if name := s.open[begin:]; !bytes.Equal(name, s.tag) {
		s.fail("the end of element %q inside %q", shorten(s.tag), shorten(name))
		return xmlNone
	}
	s.open, s.ends = s.open[:begin], s.ends[:last]
	return xmlEnd
}

// peek returns the byte at pos; 0 if there is none, which is an error inside of tags.
func (s *xmlScanner) peek() byte {
	for s.pos == len(s.win) {
		if !s.refill() {
			s.cutOff(true)
			return 0
		}
	}
	return s.win[s.pos]
}

// space passes over white space.
func (s *xmlScanner) space() {
	for c := s.peek(); c == ' ' || c == '\t' || c == '\n' || c == '\r'; c = s.peek() {
		s.pos++
	}
}

// expect passes over white space and a character.
func (s *xmlScanner) expect(want byte) {
	s.space()
	if c := s.peek(); c != want {
		s.unexpected(c, "in a tag")
		return
	}
	s.pos++
}

// readName reads the name at pos.
func (s *xmlScanner) readName() {
	s.tag = s.tag[:0]
	for c := s.peek(); isXMLName(c, len(s.tag) == 0); c = s.peek() {
		s.tag = append(s.tag, c)
		s.pos++
	}
	if len(s.tag) == 0 && s.err == nil {
		s.unexpected(s.win[s.pos], "where a name should be")
	}
	s.name = s.tag
	if prefix, local, found := bytes.Cut(s.tag, []byte{':'}); found && len(prefix) > 0 && len(local) > 0 {
		s.name = local
	}
}

// isXMLName reports whether c may be in a name. All that is not ASCII may.
func isXMLName(c byte, first bool) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == ':' || c >= utf8.RuneSelf ||
		!first && (isDigit(c) || c == '.' || c == '-')
}

// attributes passes over the attributes of a tag and its end.
func (s *xmlScanner) attributes() {
	for s.err == nil {
		s.space()
		switch c := s.peek(); {
		case c == '>':
			s.pos++
			return
		case c == '/':
			s.pos++
			s.closed = s.peek() == '>'
			s.expect('>')
			return
		case !isXMLName(c, true):
			s.unexpected(c, "in a tag")
			return
		}
		for isXMLName(s.peek(), false) {
			s.pos++
		}
		s.expect('=')
		s.space()
		quote := s.peek()
		if quote != '"' && quote != '\'' {
			s.unexpected(quote, "where the value of an attribute should be")
			return
		}
		s.pos++
		s.chars(nil, quote)
	}
}

// inText are the bytes of text that say nothing but themselves.
var inText = func() (t [256]bool) {
	for c := ' '; c < 256; c++ {
		t[c] = c != '<' && c != '&'
	}
	t['\t'], t['\n'], t['\r'] = true, true, true
	return t
}()

// chars passes over text and the character that ends it, which is < or a quote.
func (s *xmlScanner) chars(chars *[]byte, end byte) {
	for s.err == nil {
		rest := s.win[s.pos:]
		n := 0
		for n < len(rest) && inText[rest[n]] && (rest[n] != end) {
			n++
		}
		if chars != nil {
			*chars = append(*chars, rest[:n]...)
		}
		if s.pos += n; s.pos == len(s.win) {
			if !s.refill() {
				s.cutOff(end != '<')
			}
			continue
		}
		switch c := s.win[s.pos]; c {
		case end:
			s.pos++
			return
		case '&':
			r := s.entity()
			if chars != nil {
				*chars = utf8.AppendRune(*chars, r)
			}
		default:
			s.unexpected(c, "in text")
		}
	}
}

// entity reads what stands for a character.
func (s *xmlScanner) entity() rune {
	var buf [12]byte
	name := buf[:0]
	s.pos++
	for c := s.peek(); c != ';' && len(name) < cap(name) && s.err == nil; c = s.peek() {
		name = append(name, c)
		s.pos++
	}
	if s.peek() != ';' {
		s.fail("& without a ; behind it")
		return 0
	}
	s.pos++
	switch string(name) {
	case "lt":
		return '<'
	case "gt":
		return '>'
	case "amp":
		return '&'
	case "quot":
		return '"'
	case "apos":
		return '\''
	}
	if digits, ok := strings.CutPrefix(string(name), "#"); ok {
		base := 10
		if hex, ok := strings.CutPrefix(digits, "x"); ok {
			digits, base = hex, 16
		}
		n, err := strconv.ParseUint(digits, base, 32)
		if err == nil && n <= utf8.MaxRune && (n >= ' ' || n == '\t' || n == '\n' || n == '\r') {
			return rune(n) // U+FFFD is appended for a surrogate
		}
	}
	s.fail("%q stands for no character", "&"+string(name))
	return 0
}

// until passes over text up to its end, and returns the beginning of it.
func (s *xmlScanner) until(end string, chars *[]byte) (begin []byte) {
	matched := 0 // bytes of end
	for matched < len(end) && s.err == nil {
		c := s.peek()
		if s.err != nil {
			break
		}
		s.pos++
		if chars != nil {
			*chars = append(*chars, c)
		}
		if len(begin) < 256 {
			begin = append(begin, c)
		}
		switch {
		case c == end[matched]:
			matched++
		case matched == 2 && c == end[0] && end[0] == end[1]: // ]]] or ---
		case c == end[0]:
			matched = 1
		default:
			matched = 0
		}
	}
	if chars != nil {
		*chars = (*chars)[:max(len(*chars)-len(end), 0)]
	}
	return begin
}

// instruction passes over a processing instruction. That at the beginning must not say
// that the text is not in UTF-8.
func (s *xmlScanner) instruction() {
	s.readName()
	isXML := string(s.tag) == "xml"
	text := string(s.until("?>", nil))
	_, charset, found := strings.Cut(text, "encoding")
	charset = strings.TrimLeft(charset, " \t\r\n=")
	if !isXML || !found || charset == "" || s.anyCharset {
		return
	}
	charset, _, _ = strings.Cut(charset[1:], charset[:1]) // between the quotes
	if charset != "" && !strings.EqualFold(charset, "UTF-8") && !strings.EqualFold(charset, "US-ASCII") {
		s.fail("the text is in %q, want UTF-8", charset)
	}
}

// declaration passes over a comment, or reads a section of text.
func (s *xmlScanner) declaration(chars *[]byte) {
	var begin string
	switch c := s.peek(); c {
	case '-':
		begin = "--"
	case '[':
		begin = "[CDATA["
	default:
		s.fail("a document type or another declaration")
		return
	}
	for i := range len(begin) {
		if c := s.peek(); c != begin[i] {
			s.unexpected(c, "in a comment or CDATA section")
			return
		}
		s.pos++
	}
	if begin == "--" {
		s.until("-->", nil)
		return
	}
	s.until("]]>", chars)
}
