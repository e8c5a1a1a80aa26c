package storetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/seed-05176fc3/idem/store"
)

// awkward are names that collations, query languages, paths and keys order or
// read in ways of their own.
var awkward = []string{
	"a", "A", "b", "B", "aa", "aA", "Aa", "AA", "ab", "aB", "Z", "z",
	"1", "10", "2", "02", "-1", "+1", "1e3", "0x1",
	"a-b", "a_b", "a.b", "a/b", "a:b", "a%b", "a*b", "a?b", "a[b", "a]b", "a\\b", "a'b", "a\"b", "a;b", "a,b", "a~b", "a^b", "a#b", "a&b",
	"a/", "a//", "a/../b", "..", ".", "/", "//", "/a", "%", "%%", "_", "__", "*", "?", "'", "''", "\"", "\\", "~", "!", "--", "/*",
	"dataset/US.FOOL2.002", "dataset/US.FOOL2.002/x", "dataset/us.fool2.002", "dataset.US", "dataset",
	"null", "NULL", "true", "SELECT",
	strings.Repeat("a", store.MaxName), strings.Repeat("a", store.MaxName-1) + "b", strings.Repeat("~", store.MaxName),
}

// fillNames appends one entry, its name, to each of the logs in some order.
func (f *fixture) fillNames(s store.Store, names []string) {
	f.Helper()
	for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(len(names)) {
		f.append(s, names[i], 0, names[i])
	}
}

func testNamesOrder(f *fixture) {
	s := f.open()
	if got := f.names(s, ""); len(got) != 0 {
		f.Errorf("Names of an empty store: got %q", got)
	}
	f.fillNames(s, awkward)
	want := slices.Sorted(slices.Values(awkward)) // by bytes
	if got := f.names(s, ""); !slices.Equal(got, want) {
		f.Errorf("Names: got %q, want %q", got, want)
	}
	s = f.reopen(s)
	if got := f.names(s, ""); !slices.Equal(got, want) {
		f.Errorf("Names after opening again: got %q, want %q", got, want)
	}
	for _, name := range awkward {
		f.wantLog(s, name, 0, name)
	}
}

func testNamesPrefix(f *fixture) {
	s := f.open()
	f.fillNames(s, awkward)
	all := slices.Sorted(slices.Values(awkward))
	prefixes := append(slices.Clone(all), "a%", "a_", "a*", "a[a-z]", "%a", "c", "aaa", "dataset/", "dataset/US.FOOL2.00_", "~~", "a ", "a\x00", "ä", "\xff", "\x7f",
		strings.Repeat("a", store.MaxName+1), strings.Repeat("~", store.MaxName+1))
	for _, prefix := range prefixes {
		var want []string
		for _, name := range all {
			if strings.HasPrefix(name, prefix) {
				want = append(want, name)
			}
		}
		if got := f.names(s, prefix); !slices.Equal(got, want) {
			f.Errorf("Names(%q): got %q, want %q", prefix, got, want)
		}
	}
}

func testNamesMany(f *fixture) {
	s := f.open()
	var want []string
	for i := range 700 {
		want = append(want, fmt.Sprintf("log/%d", i))
	}
	f.fillNames(s, want)
	slices.Sort(want)
	if got := f.names(s, "log/"); !slices.Equal(got, want) {
		f.Errorf("Names: got %d names %.5q…, want %d", len(got), got, len(want))
	}
	if got := f.names(s, "log/69"); len(got) != 11 {
		f.Errorf("Names(%q): got %q, want 11 names", "log/69", got)
	}
	for range 50 { // a loop left early leaves nothing behind
		for name, err := range s.Names(f.Context(), "log/5") {
			if err != nil || name != "log/5" {
				f.Fatalf("Names: got %q and error %v", name, err)
			}
			break
		}
	}
}

// testNamesBodyCalls makes logs in the body of the loop over them: those that
// were there are all delivered, once and in order.
func testNamesBodyCalls(f *fixture) {
	s := f.open()
	var old []string
	for i := range 300 {
		old = append(old, fmt.Sprintf("%03d", i))
	}
	f.fillNames(s, old)
	var got []string
	last := ""
	for name, err := range s.Names(f.Context(), "") {
		if err != nil {
			f.Fatalf("Names: %v", err)
		}
		if name <= last {
			f.Fatalf("Names: got %q after %q", name, last)
		}
		last = name
		if len(name) > 3 {
			continue // one that the body made
		}
		got = append(got, name)
		f.wantLast(s, name, 0, name)
		if len(got)%20 == 0 {
			f.append(s, name+"-after", 0, "x")
			f.append(s, "0-before-"+name, 0, "x")
			if n := len(f.names(s, name)); n != 2 {
				f.Errorf("inner Names(%q): got %d names, want 2", name, n)
			}
		}
	}
	if !slices.Equal(got, old) {
		f.Errorf("Names: got %d of the names, want %d", len(got), len(old))
	}
}
