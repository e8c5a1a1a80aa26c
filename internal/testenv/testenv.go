// Package testenv says what tests find outside the repository, and makes skipped
// tests visible.
//
// A test that needs something that is not everywhere calls [Skip] when it is not
// there. IDEM_MUST_RUN holds the names of tests, separated by white space, for
// which that is a failure; continuous integration sets it from .ci/must-run.
package testenv

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Skip skips the test for the reason given, or fails it if it must run.
func Skip(t testing.TB, reason string) {
	t.Helper()
	top, _, _ := strings.Cut(t.Name(), "/")
	if slices.Contains(strings.Fields(os.Getenv("IDEM_MUST_RUN")), top) {
		t.Fatalf("%s may not be skipped here: %s", top, reason)
	}
	t.Skip(reason)
}

// Data returns the folder of real granule lists with right answers, which is too
// large for the repository: IDEM_DATA. Without it the test is skipped.
func Data(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("IDEM_DATA")
	if dir == "" {
		Skip(t, "IDEM_DATA names no folder of granule lists")
	}
	return dir
}

// Short skips the test in a -short run, for the reason that it takes long.
func Short(t testing.TB) {
	t.Helper()
	if testing.Short() {
		Skip(t, "takes long, and -short is set")
	}
}
