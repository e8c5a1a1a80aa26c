package flax_test

import (
	"database/sql"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/flax"
)

func TestScanRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		src  any
		want string // in the message
	}{
		{nil, "sql.Null[ID]"},
		{int64(1), "int64"},
		{1.5, "float64"},
		{true, "bool"},
		{time.Unix(0, 0), "time.Time"},
		{"0123456789ab", "has 12 bytes, want 16"}, // binary only as bytes
		{sample + " ", "has 17 bytes"},
		{[]byte{}, "has 0 bytes"},
		{[]byte(nil), "has 0 bytes"},
		{make([]byte, 13), "has 13 bytes"},
	}
	for _, test := range tests {
		var id flax.ID
		err := id.Scan(test.src)
		if !errors.Is(err, flax.ErrInvalid) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Scan(%T %v): got %v, want %v with %q", test.src, test.src, err, flax.ErrInvalid, test.want)
		}
	}
}

func TestScanNull(t *testing.T) {
	t.Parallel()
	var id sql.Null[flax.ID]
	if err := id.Scan(nil); err != nil || id.Valid {
		t.Errorf("Scan of NULL into sql.Null[ID]: got %v, %v", id, err)
	}
	if err := id.Scan(sample); err != nil || id.V != flax.MustParse(sample) {
		t.Errorf("Scan of text into sql.Null[ID]: got %v, %v", id, err)
	}
}

func TestScanKeepsNoBytes(t *testing.T) {
	t.Parallel()
	src := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	var id flax.ID
	if err := id.Scan(src); err != nil {
		t.Fatal(err)
	}
	clear(src)
	if want := (flax.ID{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}); id != want {
		t.Errorf("after the driver reused its bytes: got %x, want %x", id[:], want[:])
	}
}
