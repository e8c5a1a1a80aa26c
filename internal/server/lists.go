package server

import (
	"encoding/json"
	"io"
	"iter"
)

// writeJSON writes a value and a line end.
func writeJSON(w io.Writer, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

// writeLines writes the values of a sequence as NDJSON.
func writeLines[T any](w io.Writer, values iter.Seq2[T, error]) error {
	for value, err := range values {
		if err != nil {
			return err
		}
		if err := writeJSON(w, value); err != nil {
			return err
		}
	}
	return nil
}

// writeMember writes the values of a sequence as the only member of an object, one
// value a line.
func writeMember[T any](w io.Writer, name string, values iter.Seq2[T, error]) error {
	separator := `{"` + name + `":[`
	for value, err := range values {
		if err != nil {
			return err
		}
		data, err := json.Marshal(value)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, separator); err != nil {
			return err
		}
		if _, err := w.Write(data); err != nil {
			return err
		}
		separator = ",\n"
	}
	end := "]}\n"
	if separator != ",\n" {
		end = separator + end
	}
	_, err := io.WriteString(w, end)
	return err
}

// convert returns the sequence of what f makes of the values.
func convert[A, B any](values iter.Seq2[A, error], f func(A) B) iter.Seq2[B, error] {
	return func(yield func(B, error) bool) {
		for value, err := range values {
			if err != nil {
				var none B
				yield(none, err)
				return
			}
			if !yield(f(value), nil) {
				return
			}
		}
	}
}
