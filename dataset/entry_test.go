package dataset_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
)

func day(month time.Month, day int) time.Time {
	return time.Date(2001, month, day, 0, 0, 0, 0, time.UTC)
}

// ledger returns the sealed entries of the dataset that the seed tells of: its
// creation and its five changes.
func ledger(t testing.TB) []*dataset.Entry {
	t.Helper()
	entries := []*dataset.Entry{
		{
			Op: dataset.OpCreate, Recorded: time.Date(2001, 1, 1, 9, 30, 0, 250e6, time.UTC),
			Title: "FOO level 2, version 2", DOI: "10.9999/US/FOOL2.v2",
		},
		{Op: dataset.OpAdd, At: day(1, 2), Added: 11},
		{Op: dataset.OpAdd, At: day(1, 3), Added: 1},
		{Op: dataset.OpAdd, At: day(2, 3), Added: 1},
		{Op: dataset.OpRemove, At: day(3, 1), Removed: 1, Reason: `made from "corrupt" data <& \`, Actor: "archive"},
		{Op: dataset.OpAdd, At: day(3, 3), Added: 2},
	}
	for i, e := range entries {
		e.Dataset = "US.FOOL2.002"
		e.Seq = uint64(i)
		e.Chain = true
		if i > 0 {
			v := vector(t, seedTable[i-1].vector)
			e.Root = v.root(t)
			if err := e.DI.UnmarshalText([]byte(v.Chain)); err != nil {
				t.Fatal(err)
			}
			e.Recorded = e.At.Add(8 * time.Hour)
			e.Prev = entries[i-1].Hash
		}
		if _, err := e.Seal(); err != nil {
			t.Fatal(err)
		}
	}
	return entries
}

func TestLedger(t *testing.T) {
	t.Parallel()
	var prev *dataset.Entry
	for _, e := range ledger(t) {
		sealed, err := e.Seal()
		if err != nil {
			t.Fatal(err)
		}
		got, err := dataset.ParseEntry(sealed)
		if err != nil || *got != *e {
			t.Fatalf("%s: got %+v, %v, want %+v", sealed, got, err, e)
		}
		if err := got.Check(prev); err != nil {
			t.Error(err)
		}
		want := dataset.Identifier{
			Kind: dataset.KindSet,
			Hash: dataset.Descriptor{Kind: dataset.KindSet, Root: e.Root}.Instance(),
		}
		if e.Identifier() != want {
			t.Errorf("got %v, want %v", e.Identifier(), want)
		}
		prev = got
	}
}

// change is a change to the second entry of the ledger that an error is about.
type change struct {
	member string
	change func(e *dataset.Entry)
}

// unsound are changes after which an entry contradicts itself.
var unsound = []change{
	{"dataset", func(e *dataset.Entry) { e.Dataset = "" }},
	{"dataset", func(e *dataset.Entry) { e.Dataset = "a/b" }},
	{"seq", func(e *dataset.Entry) { e.Seq = dataset.MaxNumber + 1 }},
	{"count", func(e *dataset.Entry) { e.Root.Count = dataset.MaxNumber + 1 }},
	{"added", func(e *dataset.Entry) { e.Added = dataset.MaxNumber + 1 }},
	{"removed", func(e *dataset.Entry) { e.Removed = dataset.MaxNumber + 1 }},
	{"root", func(e *dataset.Entry) { e.Root.Count = 0 }},
	{"root", func(e *dataset.Entry) { e.Root.Hash = patricia.Hash{} }},
	{"op", func(e *dataset.Entry) { e.Op = "" }},
	{"op", func(e *dataset.Entry) { e.Op = "Add" }},
	{"op", func(e *dataset.Entry) { e.Op = dataset.OpCreate }},
	{"op", func(e *dataset.Entry) { e.Op = dataset.OpRemove }},
	{"op", func(e *dataset.Entry) { e.Removed = 1 }},
	{"op", func(e *dataset.Entry) { e.Added = 0 }},
	{"op", func(e *dataset.Entry) { e.Op, e.Added = dataset.OpReplace, 0 }},
	{"op", func(e *dataset.Entry) { e.Seq = 0 }},
	{"prev", func(e *dataset.Entry) { e.Prev = dataset.Hash{} }},
	{"at", func(e *dataset.Entry) { e.At = time.Time{} }},
	{"at", func(e *dataset.Entry) { e.At = e.At.Add(time.Nanosecond) }},
	{"at", func(e *dataset.Entry) { e.At = e.At.AddDate(8000, 0, 0) }},
	{"recorded", func(e *dataset.Entry) { e.Recorded = time.Time{} }},
	{"recorded", func(e *dataset.Entry) { e.Recorded = e.Recorded.Add(time.Microsecond) }},
	{"title", func(e *dataset.Entry) { e.Title = "FOO" }},
	{"doi", func(e *dataset.Entry) { e.DOI = "10.9999/FOO" }},
	{"di", func(e *dataset.Entry) { e.Chain = false }},
	{"di", func(e *dataset.Entry) { e.Op, e.Added, e.Removed, e.Root = dataset.OpRemove, 0, 1, patricia.Root{} }},
	{"checkpoints", func(e *dataset.Entry) { e.Checkpoints.Count = 1 }},
	{"checkpoints", func(e *dataset.Entry) { e.Checkpoints.Hash[0] = 1 }},
	{"checkpoints", func(e *dataset.Entry) { e.Checkpoints = patricia.Root{Hash: patricia.Hash{1}, Count: 13} }},
	{"checkpoints", func(e *dataset.Entry) {
		e.Chain, e.DI, e.Checkpoints = false, dataset.DI{}, patricia.Root{Hash: patricia.Hash{1}, Count: 1}
	}},
	{"actor", func(e *dataset.Entry) { e.Actor = strings.Repeat("a", dataset.MaxActor+1) }},
	{"actor", func(e *dataset.Entry) { e.Actor = "a\nb" }},
	{"reason", func(e *dataset.Entry) { e.Reason = strings.Repeat("a", dataset.MaxReason+1) }},
	{"reason", func(e *dataset.Entry) { e.Reason = "\x7f" }},
	{"reason", func(e *dataset.Entry) { e.Reason = "\u0085" }},
	{"reason", func(e *dataset.Entry) { e.Reason = "\u2029" }},
	{"reason", func(e *dataset.Entry) { e.Reason = "\xff" }},
}

// unsoundCreate are such changes to entry 0.
var unsoundCreate = []change{
	{"op", func(e *dataset.Entry) { e.Seq = 1 }},
	{"op", func(e *dataset.Entry) { e.Op, e.Added = dataset.OpAdd, 1 }},
	{"prev", func(e *dataset.Entry) { e.Prev[0] = 1 }},
	{"at", func(e *dataset.Entry) { e.At = e.Recorded }},
	{"count", func(e *dataset.Entry) { e.Root = patricia.Root{Hash: patricia.Hash{1}, Count: 1} }},
	{"count", func(e *dataset.Entry) { e.Added = 1 }},
	{"count", func(e *dataset.Entry) { e.Removed = 1 }},
	{"di", func(e *dataset.Entry) { e.DI[0] = 1 }},
	{"title", func(e *dataset.Entry) { e.Title = strings.Repeat("a", dataset.MaxTitle+1) }},
	{"doi", func(e *dataset.Entry) { e.DOI = "10.9999/" + strings.Repeat("a", dataset.MaxDOI) }},
	{"doi", func(e *dataset.Entry) { e.DOI = "doi:10.9999/FOO" }},
	{"doi", func(e *dataset.Entry) { e.DOI = "10./FOO" }},
	{"doi", func(e *dataset.Entry) { e.DOI = "10.a/FOO" }},
	{"doi", func(e *dataset.Entry) { e.DOI = "10.9999" }},
	{"doi", func(e *dataset.Entry) { e.DOI = "10.9999/" }},
	{"doi", func(e *dataset.Entry) { e.DOI = "10.9999/F OO" }},
}

// impossible are changes after which a sound entry cannot follow the one before.
var impossible = []change{
	{"dataset", func(e *dataset.Entry) { e.Dataset = "THEM.FOOL2.002" }},
	{"seq", func(e *dataset.Entry) { e.Seq++ }},
	{"seq", func(e *dataset.Entry) { e.Seq-- }},
	{"prev", func(e *dataset.Entry) { e.Prev[31]++ }},
	{"count", func(e *dataset.Entry) { e.Added++ }},
	{"count", func(e *dataset.Entry) { e.Root.Count++ }},
	{"removed", func(e *dataset.Entry) { e.Op, e.Added, e.Removed = dataset.OpReplace, 13, 12 }},
}

func TestCheck(t *testing.T) {
	t.Parallel()
	entries := ledger(t)
	create, first, second := entries[0], entries[1], entries[2]
	wantFault := func(err error, member string) {
		t.Helper()
		if !errors.Is(err, dataset.ErrInvalidEntry) || !strings.Contains(err.Error(), ": "+member+": ") {
			t.Errorf("got %v, want ErrInvalidEntry about %s", err, member)
		}
	}
	for _, c := range unsound {
		e := *second
		c.change(&e)
		wantFault(e.Check(first), c.member)
		data, err := e.Seal()
		wantFault(err, c.member)
		if data != nil {
			t.Errorf("%s: sealed %s", c.member, data)
		}
	}
	for _, c := range unsoundCreate {
		e := *create
		c.change(&e)
		wantFault(e.Check(nil), c.member)
		_, err := e.Seal()
		wantFault(err, c.member)
	}
	for _, c := range impossible {
		e := *second
		c.change(&e)
		wantFault(e.Check(first), c.member)
		if _, err := e.Seal(); err != nil {
			t.Errorf("%s: got %v, want it sound by itself", c.member, err)
		}
	}

	wantFault(second.Check(nil), "seq")
	wantFault(create.Check(create), "seq")

	same := *second
	same.Op, same.Root, same.Added, same.Removed = dataset.OpReplace, first.Root, 1, 1
	wantFault(same.Check(first), "root")

	early := *second
	early.At = first.At.Add(-time.Millisecond)
	err := early.Check(first)
	want := "dataset: time before the last entry of US.FOOL2.002: at 2001-01-01T23:59:59.999Z, last 2001-01-02T00:00:00Z"
	if !errors.Is(err, dataset.ErrBeforeLast) || errors.Is(err, dataset.ErrInvalidEntry) || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	early.At = first.At
	if err := early.Check(first); err != nil {
		t.Errorf("at the time of the entry before: got %v, want none", err)
	}
}

// TestCheckAllows: what is allowed at the edges.
func TestCheckAllows(t *testing.T) {
	t.Parallel()
	entries := ledger(t)
	first, second := entries[1], entries[2]

	emptied := *second
	emptied.Op, emptied.Added, emptied.Removed, emptied.Root, emptied.DI = dataset.OpRemove, 0, 11, patricia.Root{}, dataset.DI{}
	withoutChain := *second
	withoutChain.Chain, withoutChain.DI = false, dataset.DI{}
	full := *second
	full.Reason = strings.Repeat("é", dataset.MaxReason/2)
	full.Actor = strings.Repeat(`"`, dataset.MaxActor)
	full.Checkpoints = patricia.Root{Hash: patricia.Hash{1}, Count: 12}
	local := *second
	local.At = local.At.In(time.FixedZone("", -3600))
	for _, e := range []dataset.Entry{emptied, withoutChain, full, local} {
		if err := e.Check(first); err != nil {
			t.Error(err)
		}
		data, err := e.Seal()
		if err != nil {
			t.Error(err)
			continue
		}
		e.At = e.At.UTC()
		if got, err := dataset.ParseEntry(data); err != nil || *got != e {
			t.Errorf("%s: got %+v, %v, want %+v", data, got, err, e)
		}
	}

	replaced := *second
	replaced.Op, replaced.Added, replaced.Removed = dataset.OpReplace, 12, 11
	if err := replaced.Check(first); err != nil {
		t.Error(err)
	}
	big := *second
	big.Root.Count, big.Added = dataset.MaxNumber, dataset.MaxNumber-11
	if err := big.Check(first); err != nil {
		t.Error(err)
	}
}

func ExampleEntry() {
	created := &dataset.Entry{
		Dataset:  "US.FOOL2.002",
		Op:       dataset.OpCreate,
		Recorded: time.Date(2001, 1, 1, 9, 30, 0, 0, time.UTC),
	}
	if _, err := created.Seal(); err != nil {
		fmt.Println(err)
	}

	change := &dataset.Entry{
		Dataset:  "US.FOOL2.002",
		Seq:      created.Seq + 1,
		Op:       dataset.OpAdd,
		At:       time.Date(2001, 1, 2, 0, 0, 0, 0, time.UTC),
		Recorded: time.Date(2001, 1, 2, 8, 0, 0, 0, time.UTC),
		Added:    11,
		Root:     patricia.Root{Hash: patricia.Hash{0x7a, 0x53}, Count: 11},
		Prev:     created.Hash,
	}
	fmt.Println(change.Check(created))

	sealed, err := change.Seal()
	if err != nil {
		fmt.Println(err)
	}
	read, err := dataset.ParseEntry(sealed)
	fmt.Println(read.Seq, read.At, read.Root.Count, err)

	change.Root.Count = 12
	fmt.Println(change.Check(created))
	// Output:
	// <nil>
	// 1 2001-01-02 00:00:00 +0000 UTC 11 <nil>
	// dataset: invalid ledger entry "US.FOOL2.002" 1: count: 12, want 0 + 11 - 0
}
