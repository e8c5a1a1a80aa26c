package ingest

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// text is a string, or a number as it is written.
type text string

// UnmarshalJSONFrom reads a string or a number.
func (t *text) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	token, err := dec.ReadToken()
	if err != nil {
		return err
	}
	switch kind := token.Kind(); kind {
	case 'n':
		*t = ""
	case '"', '0':
		*t = text(token.String())
	default:
		return fmt.Errorf("%s, want a string or a number", kindName(kind))
	}
	return nil
}

// decodeJSON decodes the next value. The fault is that of a value which is JSON, but
// not of the kind that it should be; it is passed over.
func decodeJSON(dec *jsontext.Decoder, to any) (fault, err error) {
	depth := dec.StackDepth()
	_, before := dec.StackIndex(depth)
	err = json.UnmarshalDecode(dec, to)
	semantic, ok := errors.AsType[*json.SemanticError](err)
	if !ok {
		return nil, err
	}
	// The decoder stands somewhere in the value, or still in front of it.
	for {
		_, now := dec.StackIndex(depth)
		if dec.StackDepth() == depth && now > before {
			return kindFault(semantic), nil
		}
		if _, err := dec.ReadToken(); err != nil {
			return nil, err
		}
	}
}

// kindFault says which kind of value was met, and which one was wanted.
func kindFault(err *json.SemanticError) error {
	if err.Err != nil {
		return err.Err
	}
	want := "an object"
	switch err.GoType.Kind() {
	case reflect.String:
		want = "a string"
	case reflect.Slice:
		want = "an array"
	}
	return fmt.Errorf("%s, want %s", kindName(err.JSONKind), want)
}

// kindName says what a value of a kind is.
func kindName(kind jsontext.Kind) string {
	switch kind {
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
