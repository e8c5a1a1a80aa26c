package granule_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/seed-05176fc3/idem/granule"
)

// TestJoinSplits holds that each pair either comes back or is refused, and that
// only those are refused that do not come back from the original's join.
func TestJoinSplits(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	joined, refused := 0, 0
	for range 20_000 {
		name, version := randomText(r), randomText(r)
		collection, err := granule.JoinCollection(name, version)
		if err != nil {
			refused++
			gotName, gotVersion, err := granule.SplitCollection(name + "___" + version)
			if err == nil && gotName == name && gotVersion == version {
				t.Fatalf("JoinCollection(%q, %q): refused, though it splits back", name, version)
			}
			continue
		}
		joined++
		gotName, gotVersion, err := granule.SplitCollection(collection)
		if err != nil || gotName != name || gotVersion != version {
			t.Fatalf("SplitCollection(%q): got %q, %q, %v, want %q, %q", collection, gotName, gotVersion, err, name, version)
		}
	}
	if joined < 1000 || refused < 1000 {
		t.Errorf("got %d pairs joined and %d refused, want many of both", joined, refused)
	}
}

func TestJoinRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, version, want string }{
		{"", "1", `granule: invalid argument: collection name is empty`},
		{"A", "", `granule: invalid argument: version of collection "A" is empty`},
		{"A", "_1", `granule: invalid argument: version "_1" of collection "A" has "_" at byte 0: the ID would not split back`},
		{"A", "1___2", `granule: invalid argument: version "1___2" of collection "A" has "___" at byte 1: the ID would not split back`},
		{"A\xff", "1", `granule: invalid argument: collection name "A\xff" is not valid UTF-8 at byte 1`},
		{"A", "1\xff", `granule: invalid argument: collection version "1\xff" is not valid UTF-8 at byte 1`},
	}
	for _, test := range tests {
		got, err := granule.JoinCollection(test.name, test.version)
		if !errors.Is(err, granule.ErrInvalid) || err.Error() != test.want || got != "" {
			t.Errorf("JoinCollection(%q, %q):\n got %q, %v,\nwant %s", test.name, test.version, got, err, test.want)
		}
	}
}

func TestSplitCollection(t *testing.T) {
	t.Parallel()
	tests := []struct{ collection, name, version, err string }{
		{"______1", "___", "1", ""},
		{"A___1__", "A", "1__", ""},
		{"A__1", "", "", `granule: invalid argument: collection ID "A__1" has no "___"`},
		{"___1", "", "", `granule: invalid argument: collection ID "___1" has no name before "___" at byte 0`},
		{"A___1___", "", "", `granule: invalid argument: collection ID "A___1___" has no version after "___" at byte 5`},
		{"A____", "", "", `granule: invalid argument: collection ID "A____" has no version after "___" at byte 2`},
		{"\xffA___1", "", "", `granule: invalid argument: collection ID "\xffA___1" is not valid UTF-8 at byte 0`},
	}
	for _, test := range tests {
		name, version, err := granule.SplitCollection(test.collection)
		if name != test.name || version != test.version {
			t.Errorf("SplitCollection(%q): got %q, %q, want %q, %q", test.collection, name, version, test.name, test.version)
		}
		if test.err == "" && err != nil || test.err != "" && (!errors.Is(err, granule.ErrInvalid) || err.Error() != test.err) {
			t.Errorf("SplitCollection(%q):\n got %v,\nwant %s", test.collection, err, test.err)
		}
	}
}
