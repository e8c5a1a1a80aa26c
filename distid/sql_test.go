package distid_test

import (
	"database/sql"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/distid"
)

func TestScan(t *testing.T) {
	t.Parallel()
	id := distid.MustParse(sample)
	for _, test := range []struct {
		src  any
		want string // "" if refused
	}{
		{sample, sample},
		{[]byte(sample), sample},
		{id[:], sample},
		{id.UUID(), sample},
		{[]byte(id.UUID()), sample},
		{sample + ".0", sample},
		{[]byte(sample + ".0000000"), sample}, // as long as a UUID
		{"0.00", "0"},
		{"0", "0"},
		{"10", "10"},
		{"100.000", "100"},
		{largest, largest},
		{int64(0), "0"},
		{int64(math.MaxInt64), "9223372036854775807"},
		{uint64(math.MaxUint64), "18446744073709551615"},
		{[]byte("1234567890123456"), "1234567890123456"}, // 16 bytes, but digits
		{make([]byte, 16), "0"},

		{nil, ""},
		{"", ""},
		{"0.", ""},
		{".0", ""},
		{".", ""},
		{"1.5", ""},
		{"1.000001", ""},
		{"1.0.0", ""},
		{"10.0x", ""},
		{"-1", ""},
		{"+1", ""},
		{"-0", ""},
		{"-1.0", ""},
		{"01", ""},
		{"1E+27", ""},
		{"1e27", ""},
		{" 1", ""},
		{"NaN", ""},
		{tooLarge, ""},
		{tooLarge + ".0", ""},
		{id.Hex(), ""},
		{id.Alphanumeric(), ""},
		{[]byte(id.Alphanumeric()), ""},
		{strings.ToUpper(id.UUID()), ""},
		{int64(-1), ""},
		{int64(math.MinInt64), ""},
		{1.0, ""},
		{true, ""},
		{time.Now(), ""},
		{[]byte{}, ""},
		{[]byte(nil), ""},
		{make([]byte, 15), ""},
		{make([]byte, 17), ""},
		{append([]byte{0, 0, 0, 1}, id[4:]...), ""},
	} {
		got := id
		err := got.Scan(test.src)
		if test.want == "" {
			if !errors.Is(err, distid.ErrInvalid) || got != id {
				t.Errorf("%T %v: got %s, %v, want ErrInvalid", test.src, test.src, got, err)
			}
			continue
		}
		if err != nil || got.String() != test.want {
			t.Errorf("%T %v: got %s, %v, want %s", test.src, test.src, got, err, test.want)
		}
	}
}

func TestScan128(t *testing.T) {
	t.Parallel()
	id := distid.MustParse128(sample128)
	for _, test := range []struct {
		src  any
		want string // "" if refused
	}{
		{sample128, sample128},
		{[]byte(sample128), sample128},
		{id[:], sample128},
		{id.Decimal(), sample128},
		{[]byte(id.Decimal() + ".00"), sample128},
		{int64(7), "00000000-0000-0000-0000-000000000007"},
		{uint64(math.MaxUint64), "00000000-0000-0000-ffff-ffffffffffff"},
		{"1234567890123456", "00000000-0000-0000-0004-62d53c8abac0"},
		{[]byte("1234567890123456"), "31323334-3536-3738-3930-313233343536"},
		{"340282366920938463463374607431768211455", "ffffffff-ffff-ffff-ffff-ffffffffffff"},

		{nil, ""},
		{"", ""},
		{"340282366920938463463374607431768211456", ""},
		{id.Decimal() + ".10", ""},
		{id.Hex(), ""},
		{id.Alphanumeric(), ""},
		{strings.ToUpper(sample128), ""},
		{"{" + sample128 + "}", ""},
		{int64(-1), ""},
		{1e30, ""},
		{make([]byte, 15), ""},
	} {
		got := id
		err := got.Scan(test.src)
		if test.want == "" {
			if !errors.Is(err, distid.ErrInvalid) || got != id {
				t.Errorf("%T %v: got %s, %v, want ErrInvalid", test.src, test.src, got, err)
			}
			continue
		}
		if err != nil || got.String() != test.want {
			t.Errorf("%T %v: got %s, %v, want %s", test.src, test.src, got, err, test.want)
		}
	}
}

func TestValue(t *testing.T) {
	t.Parallel()
	if got, err := distid.MustParse(sample).Value(); err != nil || got != sample {
		t.Errorf("got %v, %v, want %s", got, err, sample)
	}
	if got, err := (distid.ID{}).Value(); err != nil || got != "0" {
		t.Errorf("got %v, %v, want 0", got, err)
	}
	if got, err := distid.MustParse128(sample128).Value(); err != nil || got != sample128 {
		t.Errorf("got %v, %v, want %s", got, err, sample128)
	}
	var null sql.Null[distid.ID]
	if err := null.Scan(nil); err != nil || null.Valid {
		t.Errorf("got %v, %v, want NULL", null, err)
	}
	if got, err := null.Value(); err != nil || got != nil {
		t.Errorf("got %v, %v, want NULL", got, err)
	}
	if err := null.Scan(sample); err != nil || null.V.String() != sample {
		t.Errorf("got %v, %v, want %s", null, err, sample)
	}
}

func TestScanErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		src  any
		want string
	}{
		{nil, "NULL: scan it into a pointer or a sql.Null"},
		{"1.5", `string "1.5": byte 1: not a decimal digit`},
		{[]byte("x"), `bytes "x": byte 0: not a decimal digit`},
		{int64(-5), "int64 -5: negative"},
		{1e27, "float64 1e+27: a float has lost digits, use a text or decimal column"},
		{true, "bool true: want a string, bytes or an integer"},
	} {
		var id distid.ID
		if err := id.Scan(test.src); err == nil || err.Error() != "distid: invalid ID: "+test.want {
			t.Errorf("%v: got %v, want %s", test.src, err, test.want)
		}
	}
}
