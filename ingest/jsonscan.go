package ingest

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// maxNesting is how deep the values of a record may lie in each other.
const maxNesting = 1000

// scanner reads JSON, one value after the other. It checks all of the grammar. The
// end of the text is io.EOF behind a value and io.ErrUnexpectedEOF in one.
type scanner struct {
	window
	token []byte // the string or word that was read last, if it was to be kept
	buf   []byte // holds token if that is not a part of win
	key   []byte // the name that was read last
	depth int
}

// newScanner returns a scanner of the rest of a text.
func newScanner(text *bufio.Reader) *scanner { return &scanner{window: newWindow(text)} }

// scanText returns a scanner of a text.
func scanText(text []byte) *scanner { return &scanner{window: window{win: text}} }

// begin is called where a record begins.
func (s *scanner) begin() {
	s.window.begin()
	if cap(s.buf) > MaxLine {
		s.buf = nil
	}
}

// next returns the first byte of what comes next behind white space; 0 if there is
// nothing.
func (s *scanner) next() byte {
	for s.err == nil {
		for ; s.pos < len(s.win); s.pos++ {
			switch c := s.win[s.pos]; c {
			case ' ', '\n', '\t', '\r':
			case 0:
				s.unexpected(c, "between values")
				return 0
			default:
				return c
			}
		}
		s.refill()
	}
	s.cutOff(s.depth > 0)
	return 0
}

// open passes over the bracket that begins an object or array.
func (s *scanner) open() {
	s.pos++
	if s.depth++; s.depth > maxNesting {
		s.fail("values lie more than %d deep in each other", maxNesting)
	}
}

// more reports whether there is a first or further member or element, and passes
// over the comma in front of it; if not, it passes over the bracket at the end.
func (s *scanner) more(first bool, end byte) bool {
	c := s.next()
	switch {
	case c == 0:
		return false
	case c == end:
		s.pos++
		s.depth--
		return false
	case first:
		return true
	case c != ',':
		s.unexpected(c, "behind a value in an object or array")
		return false
	}
	s.pos++
	if c = s.next(); c == end {
		s.unexpected(c, "behind a comma")
	}
	return c != end && s.err == nil
}

// name reads the name of a member and the colon. It is valid until the next one.
func (s *scanner) name() []byte {
	if c := s.next(); c != '"' {
		s.unexpected(c, "where the name of a member should be")
		return nil
	}
	s.key = append(s.key[:0], s.str()...)
	s.colon()
	return s.key
}

func (s *scanner) colon() {
	if c := s.next(); c != ':' {
		s.unexpected(c, "behind the name of a member")
		return
	}
	s.pos++
}

// skip passes over a value.
func (s *scanner) skip() {
	switch s.next() {
	case 0:
	case '{':
		s.open()
		for first := true; s.more(first, '}'); first = false {
			if c := s.next(); c != '"' {
				s.unexpected(c, "where the name of a member should be")
				return
			}
			s.scanString(false)
			s.colon()
			s.skip()
		}
	case '[':
		s.open()
		for first := true; s.more(first, ']'); first = false {
			s.skip()
		}
	case '"':
		s.scanString(false)
	default:
		s.word()
	}
}

// inString are the bytes of a string that say nothing but themselves.
var inString = func() (t [256]bool) {
	for c := ' '; c < 256; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

// scanString reads the string that begins at pos. If it is to be kept, token is what
// stands between its quotes; it reports whether nothing in it is escaped.
func (s *scanner) scanString(keep bool) (plain bool) {
	const slash = -1 // was before; n > 0: n hexadecimal digits are to come
	escape := 0
	plain, s.buf = true, s.buf[:0]
	s.pos++
	start := s.pos
	for {
		if escape == 0 {
			rest := s.win[s.pos:]
			n := 0
			for n < len(rest) && inString[rest[n]] {
				n++
			}
			s.pos += n
		}
		if s.pos == len(s.win) {
			if keep {
				s.buf = append(s.buf, s.win[start:]...)
			}
			if !s.refill() {
				s.cutOff(true)
				return false
			}
			start = 0
			continue
		}
		c := s.win[s.pos]
		switch {
		case escape > 0 && isHexDigit(c):
			escape--
		case escape == slash && c == 'u':
			escape = 4
		case escape == slash && unescaped(c) != 0:
			escape = 0
		case escape != 0:
			s.unexpected(c, "in an escape of a string")
			return false
		case c == '"':
			if keep {
				if s.token = s.win[start:s.pos]; len(s.buf) > 0 {
					s.buf = append(s.buf, s.token...)
					s.token = s.buf
				}
			}
			s.pos++
			return plain
		case c == '\\':
			plain, escape = false, slash
		default:
			s.unexpected(c, "in a string")
			return false
		}
		s.pos++
	}
}

// word reads a number, true, false or null, which token is afterwards, valid until
// more is read.
func (s *scanner) word() []byte {
	if s.err != nil {
		return nil
	}
	s.buf = s.buf[:0]
	start := s.pos
	for {
		for s.pos < len(s.win) && isWord(s.win[s.pos]) {
			s.pos++
		}
		if s.pos < len(s.win) {
			break
		}
		s.buf = append(s.buf, s.win[start:]...)
		if !s.refill() {
			if s.cutOff(s.depth > 0); s.err != io.EOF {
				return nil
			}
			s.err = nil // a number may be the end of the text
			start = s.pos
			break
		}
		start = 0
	}
	s.token = s.win[start:s.pos]
	if len(s.buf) > 0 {
		s.buf = append(s.buf, s.token...)
		s.token = s.buf
	}
	if err := checkWord(s.token); err != nil {
		if len(s.token) == 0 && s.pos < len(s.win) {
			s.unexpected(s.win[s.pos], "where a value should be")
		} else {
			s.fail("%w", err)
		}
		return nil
	}
	return s.token
}

func isWord(c byte) bool {
	return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '-' || c == '+' || c == '.'
}

// checkWord returns an error for what is neither a number nor true, false or null.
func checkWord(w []byte) error {
	switch string(w) {
	case "true", "false", "null":
		return nil
	case "":
		return io.EOF
	}
	rest := bytes.TrimPrefix(w, []byte{'-'})
	whole := leadingDigits(rest)
	bad := whole == 0 || whole > 1 && rest[0] == '0'
	rest = rest[whole:]
	if len(rest) > 0 && rest[0] == '.' {
		n := leadingDigits(rest[1:])
		bad = bad || n == 0
		rest = rest[1+n:]
	}
	if len(rest) > 0 && rest[0]|0x20 == 'e' {
		rest = rest[1:]
		if len(rest) > 0 && (rest[0] == '+' || rest[0] == '-') {
			rest = rest[1:]
		}
		n := leadingDigits(rest)
		bad = bad || n == 0
		rest = rest[n:]
	}
	if bad || len(rest) > 0 {
		return errors.New("not JSON: " + shorten(w))
	}
	return nil
}

func leadingDigits(b []byte) int {
	n := 0
	for n < len(b) && isDigit(b[n]) {
		n++
	}
	return n
}

func isHexDigit(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }
