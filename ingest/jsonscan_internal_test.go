package ingest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

// anyValue takes every value, so that it can be compared with what encoding/json makes
// of it: objects, arrays, strings and numbers as they are written.
type anyValue struct{ value any }

type anyObject struct{ m map[string]*anyValue }

func (o anyObject) member(name []byte) any {
	v := &anyValue{}
	o.m[string(name)] = v
	return v
}

type anyList struct{ l []*anyValue }

func (l *anyList) element() any {
	v := &anyValue{}
	l.l = append(l.l, v)
	return v
}

// read reads a value as the targets of decode allow.
func (v *anyValue) read(s *scanner) {
	switch c := s.next(); c {
	case '{':
		o := anyObject{map[string]*anyValue{}}
		s.open()
		for first := true; s.more(first, '}'); first = false {
			name := string(s.name())
			o.member([]byte(name)).(*anyValue).read(s)
		}
		v.value = o
	case '[':
		l := &anyList{}
		s.open()
		for first := true; s.more(first, ']'); first = false {
			l.element().(*anyValue).read(s)
		}
		v.value = l
	case '"':
		v.value = string(s.str())
	case 0:
	default:
		v.value = json.Number(s.word())
	}
}

// plain returns a value as encoding/json decodes it.
func (v *anyValue) plain() any {
	switch x := v.value.(type) {
	case anyObject:
		m := map[string]any{}
		for name, value := range x.m {
			m[name] = value.plain()
		}
		return m
	case *anyList:
		l := []any{}
		for _, value := range x.l {
			l = append(l, value.plain())
		}
		return l
	case json.Number:
		switch x {
		case "true", "false":
			return x == "true"
		case "null":
			return nil
		}
	}
	return v.value
}

// scanners of a text that comes in one piece, from a reader, and byte by byte.
func scanners(text string) []*scanner {
	return []*scanner{
		scanText([]byte(text)),
		newScanner(bufio.NewReader(strings.NewReader(text))),
		newScanner(bufio.NewReaderSize(iotest.OneByteReader(strings.NewReader(text)), 16)),
	}
}

var jsonTexts = []string{
	`{"a":[1,-2.5e+10,0,true,false,null,"x\u00e9\ud83d\ude00\n\"\\\/\b\f\r\t"],"":{}}`, " [ ] \n", `""`, `"\ud800"`, `"\ud800\u0041"`,
	`"\udc00\ud800"`, "\"\xff\xc3\"", `{"a":1,"a":2}`, "01", "-", "1.", ".1", "1e", "1e5", "-0", "+1", "nul", "nullx", "truefalse", "[1,]", "[,1]",
	`{"a"}`, `{"a":}`, `{"a":1,}`, `{a:1}`, `{"a" : 1 , "b":2}`, `"\x"`, `"\u12g4"`, "\"\n\"", "\"\x00\"", "[1 2]", "{} {}", "[", "{\"a", "\"", "\"\\", "\"\\u1",
	"\x00", "[\x00]", strings.Repeat("[", 999) + strings.Repeat("]", 999), strings.Repeat(`{"a":`, 50) + "1" + strings.Repeat("}", 50), "\ufeff1",
}

// The scanner takes what encoding/json takes, and reads the same values.
func checkScan(t *testing.T, text string) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var want any
	bad := dec.Decode(&want) != nil || dec.Decode(new(any)) != io.EOF
	for i, s := range scanners(text) {
		var v anyValue
		v.read(s)
		end := s.next()
		if ok := end == 0 && s.err == io.EOF && v.value != nil; ok == bad {
			t.Errorf("%d: %.100q: got %v, %v, want bad %t", i, text, v.plain(), s.err, bad)
		}
		if got := v.plain(); !bad && !reflect.DeepEqual(got, want) {
			t.Errorf("%d: %.100q: got %#v, want %#v", i, text, got, want)
		}
	}
	for i, s := range scanners(text) {
		first := s.next()
		s.skip()
		if ok := first != 0 && s.next() == 0 && s.err == io.EOF; ok == bad {
			t.Errorf("skip %d: %.100q: got %v, want bad %t", i, text, s.err, bad)
		}
	}
}

func TestScanner(t *testing.T) {
	t.Parallel()
	for _, text := range jsonTexts {
		checkScan(t, text)
	}
}

func FuzzScanner(f *testing.F) {
	for _, text := range jsonTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Count(text, "[")+strings.Count(text, "{") > maxNesting {
			return
		}
		checkScan(t, text)
	})
}

func TestScannerLimits(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", maxNesting+1)
	s := scanText([]byte(deep))
	if s.skip(); s.err == nil || !strings.Contains(s.err.Error(), "more than 1000 deep") {
		t.Errorf("deep: got %v", s.err)
	}
	for _, text := range []string{`"` + strings.Repeat("x", MaxRecord+(1<<18)), "[" + strings.Repeat("1,", MaxRecord/2+(1<<18)), "[" + strings.Repeat(" ", MaxRecord+(1<<18))} {
		s := newScanner(bufio.NewReader(strings.NewReader(text)))
		if s.skip(); s.err != errRecord {
			t.Errorf("%.10q…: got %v, want errRecord", text, s.err)
		}
	}
	broken := errors.New("broken")
	s = newScanner(bufio.NewReader(io.MultiReader(strings.NewReader("[1,"), iotest.ErrReader(broken))))
	if s.skip(); s.err != broken || !s.read {
		t.Errorf("got %v, %t, want the error of the reader", s.err, s.read)
	}
	long := bytes.Repeat([]byte{' '}, MaxRecord/2)
	s = newScanner(bufio.NewReader(io.MultiReader(bytes.NewReader(long), strings.NewReader("1"), bytes.NewReader(long), strings.NewReader("2"), bytes.NewReader(long))))
	for range 2 {
		if s.skip(); s.err != nil {
			t.Errorf("values that are not too long: got %v", s.err)
		}
		s.begin()
	}
	if line := s.lineHere(); line != 1 {
		t.Errorf("got line %d, want 1", line)
	}
}
