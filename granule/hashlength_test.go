package granule_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/granule"
)

func TestParseHashLength(t *testing.T) {
	t.Parallel()
	tests := []struct {
		setting any
		want    int
	}{
		{nil, 8},
		{true, 1},
		{false, 8},
		{6.0, 6},
		{math.NaN(), 8},
		{math.Copysign(0, -1), 8},
		{float64(math.MaxInt32), math.MaxInt32},
		{json.Number("6"), 6},
		{json.Number("6e0"), 6},
		{"", 8},
		{" \t\n\u00a0\ufeff\u2028 ", 8},
		{"\ufeff6\u00a0", 6},
		{"\u00856", 8}, // white space in Go, not in JavaScript
		{"eight", 8},
		{"+6", 6},
		{"6.", 6},
		{".6e1", 6},
		{"60E-1", 6},
		{"06", 6},
		{"-0", 8},
		{"1e-400", 8}, // 0 in floating point
		{"0X1F", 31},
		{"0o17", 15},
		{"0B110", 6},
		{"0x", 8},
		{"0xg", 8},
		{"-0x10", 8},
		{"0x-1", 8},
		{"0x1_0", 8},
		{"0x1p4", 8},
		{"1_0", 8},
		{"6,0", 8},
		{"6 0", 8},
		{"+-6", 8},
		{"--6", 8},
		{"6e", 8},
		{".", 8},
		{"nan", 8},
		{"inf", 8},
		{"infinity", 8},
	}
	for _, test := range tests {
		if got, err := granule.ParseHashLength(test.setting); err != nil || got != test.want {
			t.Errorf("ParseHashLength(%#v): got %d, %v, want %d", test.setting, got, err, test.want)
		}
	}
}

func TestParseHashLengthRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		setting any
		want    string // in the message
	}{
		{-2.0, "-2"},
		{"-2", "negative"},
		{"-Infinity", "negative"},
		{json.Number("-1"), "negative"},
		{8.9, "not a whole number"},
		{"0.5", "not a whole number"},
		{"Infinity", "above"},
		{"+Infinity", "above"},
		{json.Number("1e400"), "above"},
		{"0x80000000", "above"},
		{"0xffffffffffffffffffffffff", "above"},
		{float64(math.MaxInt32 + 1), "above 2147483647"},
		{[]any{8.0}, "[]interface {}"},
		{map[string]any{}, "map[string]interface {}"},
		{8, "int"},
		{strings.Repeat("9", 500), "…"},
	}
	for _, test := range tests {
		got, err := granule.ParseHashLength(test.setting)
		if !errors.Is(err, granule.ErrInvalid) || !strings.Contains(err.Error(), test.want) || got != 0 {
			t.Errorf("ParseHashLength(%#v): got %d, %v, want %v with %q", test.setting, got, err, granule.ErrInvalid, test.want)
		}
	}
}
