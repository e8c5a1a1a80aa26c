package ingest

import (
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonObject says what the members of an object are for: a *string, a *text, a
// jsonObject or a jsonList to be decoded to; nil if a member does not matter. Members
// that are null are not asked for. The name must not be kept.
type jsonObject interface {
	member(name []byte) any
}

// jsonList returns what the next element of an array is decoded to.
type jsonList interface {
	element() any
}

// jsonSetter is set from a string, if it is given as one and not as the object that it
// is as well.
type jsonSetter interface {
	setText(text string)
}

// text is a string, or a number as it is written.
type text string

// stringList is an array of strings.
type stringList []string

func (l *stringList) element() any {
	*l = append(*l, "")
	return &(*l)[len(*l)-1]
}

// decode reads a value that is not null. It returns an error for one that is not of
// the kind that to stands for, and passes over it.
func (s *scanner) decode(to any) error {
	c := s.next()
	want := "a string"
	switch to := to.(type) {
	case *string:
		if c == '"' {
			*to = string(s.str())
			return nil
		}
	case *text:
		want = "a string or a number"
		switch {
		case c == '"':
			*to = text(s.str())
			return nil
		case c == '-' || isDigit(c):
			*to = text(s.word())
			return nil
		}
	case jsonObject:
		want = "an object"
		if t, ok := to.(jsonSetter); ok {
			if want = "a string or an object"; c == '"' {
				t.setText(string(s.str()))
				return nil
			}
		}
		if c == '{' {
			return s.decodeObject(to)
		}
	case jsonList:
		if want = "an array"; c == '[' {
			return s.decodeList(to)
		}
	}
	s.skip()
	return fmt.Errorf("%s, want %s", jsonKind(c), want)
}

func (s *scanner) decodeObject(to jsonObject) (fault error) {
	s.open()
	for first := true; s.more(first, '}'); first = false {
		name := s.name()
		if s.err != nil {
			break
		}
		var member any
		if s.next() != 'n' {
			member = to.member(name)
		}
		if member == nil {
			s.skip()
		} else if err := s.decode(member); fault == nil {
			fault = err
		}
	}
	return fault
}

func (s *scanner) decodeList(to jsonList) (fault error) {
	s.open()
	for first := true; s.more(first, ']'); first = false {
		if s.next() == 'n' {
			s.skip()
		} else if err := s.decode(to.element()); fault == nil {
			fault = err
		}
	}
	return fault
}

// jsonKind says what a value is that begins with c.
func jsonKind(c byte) string {
	switch c {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 'n':
		return "null"
	case 't', 'f':
		return "true or false"
	}
	return "a number"
}

// str reads the string that begins at pos. It is valid until more is read. U+FFFD
// stands for what is no Unicode text in it.
func (s *scanner) str() []byte {
	plain := s.scanString(true)
	if s.err != nil {
		return nil
	}
	if plain && utf8.Valid(s.token) {
		return s.token
	}
	// What is written is never shorter, but for invalid bytes.
	out := make([]byte, 0, len(s.token))
	for b := s.token; len(b) > 0; {
		var r rune
		size := 1
		switch {
		case b[0] != '\\':
			r, size = utf8.DecodeRune(b)
		case b[1] != 'u':
			r, size = rune(unescaped(b[1])), 2
		default:
			if r, size = hexRune(b), 6; utf16.IsSurrogate(r) {
				low := hexRune(b[6:])
				if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
					size = 12
				}
			}
		}
		out = utf8.AppendRune(out, r)
		b = b[size:]
	}
	return out
}

// hexRune returns the code that b begins with as \uXXXX, or -1.
func hexRune(b []byte) rune {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return -1
	}
	n, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(n)
}

// unescaped returns what stands for c behind a backslash; 0 if nothing does.
func unescaped(c byte) byte {
	switch c {
	case '"', '\\', '/':
		return c
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return 0
}
