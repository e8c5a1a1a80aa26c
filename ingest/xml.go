package ingest

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxNesting is how deep the elements of an XML file may lie in each other.
const maxNesting = 10_000

// xmlTokens are the tokens of an XML text, without a document type. It is bounded what
// a decoder must remember of them.
type xmlTokens struct {
	*xml.Decoder
	depth int
}

// newXMLTokens returns the tokens of a text. charset is asked for a text that says it
// is not in UTF-8.
func newXMLTokens(text io.Reader, charset func(name string, text io.Reader) (io.Reader, error)) *xmlTokens {
	dec := xml.NewDecoder(text)
	dec.CharsetReader = charset
	return &xmlTokens{Decoder: dec}
}

// Token returns the next token. Whether elements end as they should is for the
// decoder to see that reads the tokens.
func (t *xmlTokens) Token() (xml.Token, error) {
	token, err := t.RawToken()
	switch token.(type) {
	case xml.Directive:
		return nil, errors.New("a document type or another declaration")
	case xml.StartElement:
		if t.depth++; t.depth > maxNesting {
			return nil, fmt.Errorf("elements lie more than %d deep in each other", maxNesting)
		}
	case xml.EndElement:
		t.depth--
	}
	return token, err
}

// onlyUTF8 refuses what is in another charset.
func onlyUTF8(charset string, text io.Reader) (io.Reader, error) {
	if strings.EqualFold(charset, "US-ASCII") { // a part of UTF-8
		return text, nil
	}
	return nil, errors.New("want UTF-8")
}

// anyCharset reads what is ASCII in any charset.
func anyCharset(_ string, text io.Reader) (io.Reader, error) { return text, nil }

// xmlFault returns why a text is no XML, without the line that decoders give.
func xmlFault(err error) error {
	syntax, ok := errors.AsType[*xml.SyntaxError](err)
	switch {
	case !ok:
		return err
	case syntax.Msg == "unexpected EOF":
		return io.ErrUnexpectedEOF
	}
	return errors.New(syntax.Msg)
}
