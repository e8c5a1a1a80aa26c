package main

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// scheme is a sort of IDs as the command knows it: how they are minted and in
// which forms they are written.
type scheme interface {
	// mint calls put with n new IDs in the form named.
	mint(ctx context.Context, o mintOptions, put func(id, at string) error) error
	// convert writes an ID in another form.
	convert(text string, o convertOptions) (string, error)
	// formNames are the names of the forms, the first one the usual one.
	formNames() []string
}

// mintOptions say what is to be minted.
type mintOptions struct {
	n      int
	form   string
	at     time.Time // zero: now
	worker int
	epoch  time.Time // zero: the scheme's own
}

// convertOptions say how an ID is read and written.
type convertOptions struct {
	from  string // form of the text; empty: whichever fits
	to    string
	epoch time.Time // zero: the scheme's own
}

// schemes are those of new and convert, in the order in which they are listed.
var schemes = []struct {
	name  string
	about string
	scheme
}{
	{"flax", "96 bits, 16 characters that sort by time", flaxScheme},
	{"distributed", "93 bits, 28 decimal digits that sort by time", distributedScheme},
	{"distributed128", "128 bits, a UUID that sorts by time", distributed128Scheme},
	{"payment", "9 characters: time, worker and counter", paymentScheme},
}

// form is one way of writing the IDs of a scheme.
type form[T any] struct {
	name  string
	write func(T) string
	read  func(string) (T, error)   // nil: it is written only
	looks func(text string) bool    // whether a text is likely to be of this form
	epoch func(T, time.Time) string // instead of write, where an epoch matters
}

// schemeOf is a scheme whose IDs are of type T.
type schemeOf[T any] struct {
	forms []form[T]
	// source returns what makes one ID after the other.
	source func(o mintOptions) (func(context.Context) (T, error), error)
}

func (s *schemeOf[T]) formNames() (names []string) {
	for _, f := range s.forms {
		names = append(names, f.name)
	}
	return names
}

// form returns the form of that name, the first one without a name.
func (s *schemeOf[T]) form(name string) (*form[T], error) {
	for i := range s.forms {
		if f := &s.forms[i]; f.name == name || name == "" {
			return f, nil
		}
	}
	return nil, usagef("form %q: want %s", name, strings.Join(s.formNames(), ", "))
}

func (f *form[T]) text(id T, epoch time.Time) string {
	if f.epoch != nil {
		return f.epoch(id, epoch)
	}
	return f.write(id)
}

func (s *schemeOf[T]) mint(ctx context.Context, o mintOptions, put func(id, at string) error) error {
	f, err := s.form(o.form)
	if err != nil {
		return err
	}
	at, err := s.form("time")
	if err != nil {
		return err
	}
	next, err := s.source(o)
	if err != nil {
		return err
	}
	for range o.n {
		id, err := next(ctx)
		if err != nil {
			return err
		}
		if err := put(f.text(id, o.epoch), at.text(id, o.epoch)); err != nil {
			return err
		}
	}
	return nil
}

func (s *schemeOf[T]) convert(text string, o convertOptions) (string, error) {
	to, err := s.form(o.to)
	if err != nil {
		return "", err
	}
	from, err := s.recognise(text, o.from)
	if err != nil {
		return "", err
	}
	id, err := from.read(text)
	if err != nil {
		return "", err
	}
	return to.text(id, o.epoch), nil
}

// parse reads an ID in any of its forms.
func (s *schemeOf[T]) parse(text string) (id T, err error) {
	f, err := s.recognise(text, "")
	if err != nil {
		return id, err
	}
	return f.read(text)
}

// recognise returns the form to read a text in: the one named, or the first that the
// text looks like, or the usual one, whose error will say what is wrong.
func (s *schemeOf[T]) recognise(text, name string) (*form[T], error) {
	if name == "" {
		for i := range s.forms {
			if f := &s.forms[i]; f.read != nil && f.looks(text) {
				return f, nil
			}
		}
	}
	f, err := s.form(name)
	if err == nil && f.read == nil {
		err = usagef("form %q says too little to be read", name)
	}
	return f, err
}

// fixedTime returns a source that mints for one time.
func fixedTime[T any](at time.Time, newAt func(time.Time) (T, error)) func(context.Context) (T, error) {
	return func(context.Context) (T, error) { return newAt(at) }
}

// ofLength tells whether texts have n characters, all of the alphabet if there is one.
func ofLength(n int, alphabet string) func(string) bool {
	return func(text string) bool {
		return len(text) == n && (alphabet == "" || strings.Trim(text, alphabet) == "")
	}
}

const (
	decimalDigits = "0123456789"
	hexDigits     = decimalDigits + "abcdefABCDEF"
)

// isDecimal tells whether text is a decimal number, which has no zero in front.
func isDecimal(text string) bool {
	return text != "" && strings.Trim(text, decimalDigits) == "" && (text[0] != '0' || text == "0")
}

// isoTime returns a time as IDs carry it: in UTC, with milliseconds.
func isoTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// hexOf returns bytes in hexadecimal.
func hexOf(b []byte) string { return fmt.Sprintf("%x", b) }
