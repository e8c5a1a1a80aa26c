package flax

import "fmt"

// AppendBinary appends the 12 bytes of id to dst. The error is always nil.
func (id ID) AppendBinary(dst []byte) ([]byte, error) { return append(dst, id[:]...), nil }

// MarshalBinary returns the 12 bytes of id. The error is always nil.
func (id ID) MarshalBinary() ([]byte, error) { return id.AppendBinary(nil) }

// UnmarshalBinary reads what MarshalBinary writes: exactly 12 bytes, of any
// value. The error wraps [ErrInvalid]; then id is unchanged.
func (id *ID) UnmarshalBinary(data []byte) error {
	if len(data) != len(id) {
		return fmt.Errorf("%w: binary %s has %d bytes, want %d", ErrInvalid, quote(data), len(data), len(id))
	}
	copy(id[:], data)
	return nil
}
