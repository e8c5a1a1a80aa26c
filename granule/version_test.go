package granule_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/granule"
)

// The expected versions were made by running parseValue of @cumulus/pvl 21.0.0.
func TestFoldVersion(t *testing.T) {
	t.Parallel()
	tests := []struct{ value, want string }{
		{"6.0", "6"},
		{`"6.0"`, "6"},
		{`6".0`, "6"},
		{`" 6.0 "`, "6"},
		{"\ufeff6.0\u00a0", "6"},
		{"'6.0'", "6.0"},
		{"+6", "6"},
		{"-0", "0"},
		{"0.0", "0"},
		{"-1.50", "-1.5"},
		{"4.35", "4.35"},
		{".5", ".5"},
		{"5.", "5"},
		{"006.10", "006.10"},
		{"00", "00"},
		{"1e5", "1e5"},
		{"0x10", "0x10"},
		{"1..2", "1..2"},
		{"+", "+"},
		{"a b", "a b"},
		{`a"b`, "ab"},
		{"６", "６"},
		{"it's", ""},
		{"''x", ""},
		{"'a%b'", "a%b"},
		{"0.000001", "0.000001"},
		{"0.0000001", "1e-7"},
		{"-0.00000012", "-1.2e-7"},
		{"9007199254740993", "9007199254740992"},
		{"123456789.123456789", "123456789.12345679"},
		{"100000000000000000000", "100000000000000000000"},
		{"999999999999999999999", "1e+21"},
		{"123456789012345678901234", "1.2345678901234569e+23"},
		{strings.Repeat("1", 400), "Infinity"},
		{"-" + strings.Repeat("1", 400), "-Infinity"},
		{"2020-1-1", "2020-1-1"},
		{"2020-01-01x", "2020-01-01x"},
		{"2020-01-01T1", "2020-01-01T1"},
		{"2020-01-01Z", "2020-01-01Z"},
		{"2020-01-01T00:00:00:00", "2020-01-01T00:00:00:00"},
	}
	for _, test := range tests {
		got, err := granule.FoldVersion(test.value)
		if got != test.want || errors.Is(err, granule.ErrInvalid) != (test.want == "") {
			t.Errorf("FoldVersion(%q): got %q, %v, want %q", test.value, got, err, test.want)
		}
	}
}

func TestFoldVersionRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ value, want string }{
		{"", `granule: invalid argument: version "" is empty`},
		{`" "`, `granule: invalid argument: version "\" \"" is empty`},
		{"''", `granule: invalid argument: version "''" is empty`},
		{"a%b", `granule: invalid argument: version "a%b" has the reserved character "%" at byte 1`},
		{`"v"#`, `granule: invalid argument: version "\"v\"#" has the reserved character "#" at byte 3`},
		{"\xff", `granule: invalid argument: version "\xff" is not valid UTF-8 at byte 0`},
		{"2020-01-01", `granule: invalid argument: version "2020-01-01" is a date`},
		{"01/02/2020", `granule: invalid argument: version "01/02/2020" is a date`},
		{"2020-01-01T", `granule: invalid argument: version "2020-01-01T" is a date`},
		{"2020-01-0112", `granule: invalid argument: version "2020-01-0112" is a date`},
		{"2020-01-01-12:30", `granule: invalid argument: version "2020-01-01-12:30" is a date`},
		{"2020-01-01T12:30:59.123Z", `granule: invalid argument: version "2020-01-01T12:30:59.123Z" is a date`},
		{"01/02/2020T12.Z", `granule: invalid argument: version "01/02/2020T12.Z" is a date`},
	}
	for _, test := range tests {
		got, err := granule.FoldVersion(test.value)
		if !errors.Is(err, granule.ErrInvalid) || err.Error() != test.want || got != "" {
			t.Errorf("FoldVersion(%q):\n got %q, %v,\nwant %s", test.value, got, err, test.want)
		}
	}
}
