package distid

import (
	"errors"
	"fmt"

	"github.com/seed-05176fc3/idem/internal/idtext"
)

// ErrInvalid is returned when a text, a byte slice, a database value or a time, of a
// caller or of the clock, cannot be an ID.
var ErrInvalid = errors.New("distid: invalid ID")

// errTooLarge refuses what has its form but is larger than 10^28-1.
var errTooLarge = errors.New("byte 0: larger than 10^28-1")

// refuse says why a text of the named form is no ID. No cause means that it is too large.
func refuse[T idtext.Text](form string, text T, cause error) error {
	if cause == nil {
		cause = errTooLarge
	}
	return fmt.Errorf("%w: %s %.64q: %v", ErrInvalid, form, string(text), cause)
}

// refuseBinary says why bytes are not the binary form of an ID.
func refuseBinary(data []byte, reason string) error {
	return fmt.Errorf("%w: %d bytes %.32x: %s", ErrInvalid, len(data), data, reason)
}
