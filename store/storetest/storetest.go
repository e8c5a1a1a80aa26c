// Package storetest is the suite that every engine of package store passes.
//
// It tests where engines differ: the order of names, characters that mean
// something to a query language, sizes at the limits, lost races, contexts that
// end in the middle, who owns a slice, what is there after opening again. An
// engine's own test hands it a [Harness] and adds only what the engine alone has.
package storetest

import (
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/store"
)

// Harness makes the stores under test and says in which ways the engine differs
// from others.
type Harness struct {
	// New makes room for the data of one store, empty, and returns the function
	// that opens it. The suite closes what it opens.
	New func(t *testing.T) (open func() (store.Store, error))
	// Durable says that data outlive Close: the function opens it again.
	Durable bool
	// Shared says that the function may be called while a store of the same data
	// is open.
	Shared bool
	// LogsOnly says that the engine keeps logs and no pages.
	LogsOnly bool
}

// needs says what a test asks of an engine.
type needs uint8

const (
	pages   needs = 1 << iota // an engine that is not LogsOnly
	durable                   // an engine that is Durable
	shared                    // an engine that is Shared
)

// tests lists the suite. A test that an engine cannot pass by its nature is
// skipped, which shows in the output of go test -v.
var tests = []struct {
	name  string
	needs needs
	run   func(*fixture)
}{
	{"PageSizes", pages, testPageSizes},
	{"PageAbsent", pages, testPageAbsent},
	{"PageHashesAlike", pages, testPageHashesAlike},
	{"GetAll", pages, testGetAll},
	{"PutTwice", pages, testPutTwice},
	{"PutNothing", pages, testPutNothing},
	{"PutInvalid", pages, testPutInvalid},
	{"PutMany", pages, testPutMany},
	{"PutCancelled", pages, testPutCancelled},
	{"PutAtOnce", pages, testPutAtOnce},
	{"LogAbsent", 0, testLogAbsent},
	{"Append", 0, testAppend},
	{"AppendConflict", 0, testAppendConflict},
	{"AppendInvalid", 0, testAppendInvalid},
	{"EntrySizes", 0, testEntrySizes},
	{"LogsApart", 0, testLogsApart},
	{"Read", 0, testRead},
	{"ReadLarge", 0, testReadLarge},
	{"ReadBodyCalls", 0, testReadBodyCalls},
	{"Trim", 0, testTrim},
	{"TrimWhileReading", 0, testTrimWhileReading},
	{"NamesOrder", 0, testNamesOrder},
	{"NamesPrefix", 0, testNamesPrefix},
	{"NamesMany", 0, testNamesMany},
	{"NamesBodyCalls", 0, testNamesBodyCalls},
	{"OneWinner", 0, testOneWinner},
	{"Appenders", 0, testAppenders},
	{"AppendersOfTwoStores", shared, testAppendersOfTwoStores},
	{"TwoStoresInTurn", shared, testTwoStoresInTurn},
	{"ReadWhileAppending", 0, testReadWhileAppending},
	{"Commit", pages, testCommit},
	{"CommitConflict", pages, testCommitConflict},
	{"CommitInvalid", pages, testCommitInvalid},
	{"Stored", pages, testStored},
	{"StoredBodyCalls", pages, testStoredBodyCalls},
	{"Forget", pages, testForget},
	{"ForgetFails", pages, testForgetFails},
	{"ForgetReads", pages, testForgetReads},
	{"ForgetCloses", pages, testForgetCloses},
	{"CommitNeeds", pages, testCommitNeeds},
	{"ForgetBesideWriters", pages, testForgetBesideWriters},
	{"ForgetBesideAnother", pages | shared, testForgetBesideAnother},
	{"CancelledBefore", 0, testCancelledBefore},
	{"CancelledInLoop", 0, testCancelledInLoop},
	{"SlicesIn", 0, testSlicesIn},
	{"SlicesOut", 0, testSlicesOut},
	{"Closed", 0, testClosed},
	{"ClosedInLoop", 0, testClosedInLoop},
	{"CloseWhileBusy", 0, testCloseWhileBusy},
	{"OpenAgain", durable, testOpenAgain},
	{"Model", 0, testModel},
}

// Run runs the suite against the engine.
func Run(t *testing.T, h Harness) {
	can := pages | durable | shared
	if h.LogsOnly {
		can &^= pages
	}
	if !h.Durable {
		can &^= durable
	}
	if !h.Shared {
		can &^= shared
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if missing := test.needs &^ can; missing != 0 {
				t.Skipf("the engine does not have what the test needs: %s", missing)
			}
			t.Parallel()
			test.run(&fixture{T: t, can: can, open1: h.New(t)})
		})
	}
}

// String names what is needed.
func (n needs) String() string {
	var text strings.Builder
	for i, name := range []string{"pages", "durable", "shared"} {
		if n&(1<<i) != 0 {
			text.WriteString(" " + name)
		}
	}
	return text.String()
}

// fixture is what a test gets: room for one store.
type fixture struct {
	*testing.T
	can   needs
	open1 func() (store.Store, error)
}

// open opens the store, for the first time or again, and closes it at the end.
func (f *fixture) open() store.Store {
	f.Helper()
	s, err := f.open1()
	if err != nil {
		f.Fatalf("open: %v", err)
	}
	f.Cleanup(func() {
		if err := s.Close(); err != nil {
			f.Errorf("Close: %v", err)
		}
	})
	return s
}

// reopen closes the store and, where data outlive that, opens it again;
// otherwise it returns s as it is.
func (f *fixture) reopen(s store.Store) store.Store {
	f.Helper()
	if f.can&durable == 0 {
		return s
	}
	if err := s.Close(); err != nil {
		f.Fatalf("Close: %v", err)
	}
	return f.open()
}
