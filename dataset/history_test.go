package dataset_test

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
)

// tree returns the root of a made-up tree.
func tree(n uint64) patricia.Root { return patricia.Root{Hash: patricia.Hash{byte(n), 1}, Count: n} }

// grown returns two entries that follow each other, the second with all members of
// version 2.
func grown(t testing.TB) []*dataset.Entry {
	t.Helper()
	first := ledger(t)[5]
	first.Seq, first.Tombstones, first.Content = 511, tree(3), tree(5)
	if _, err := first.Seal(); err != nil {
		t.Fatal(err)
	}
	e := *first
	e.Seq, e.Prev, e.Op = 512, first.Hash, dataset.OpReplace
	e.Added, e.Removed, e.Changed = 1, 1, 2
	e.Root.Hash[0] ^= 1
	e.Content, e.Tombstones = tree(6), tree(4)
	e.History = &dataset.History{Root: tree(40), Large: []uint64{257, 300, 512}}
	if _, err := e.Seal(); err != nil {
		t.Fatal(err)
	}
	return []*dataset.Entry{first, &e}
}

func TestEntryVersion2(t *testing.T) {
	t.Parallel()
	entries := grown(t)
	if err := entries[1].Check(entries[0]); err != nil {
		t.Error(err)
	}
	for _, e := range entries {
		data, err := e.Seal()
		if err != nil || !bytes.HasSuffix(data, []byte(`,"v":2}`)) {
			t.Errorf("got %s, %v, want version 2", data, err)
		}
		got, err := dataset.ParseEntry(data)
		if err != nil || !reflect.DeepEqual(got, e) {
			t.Errorf("%s: got %+v, %v, want %+v", data, got, err, e)
		}
	}
	last := entries[1]
	want := []patricia.Tree{
		{Kind: patricia.Set, Root: last.Root},
		{Kind: patricia.Map, Root: last.Content},
		{Kind: patricia.Map, Root: last.Tombstones},
		{Kind: patricia.Map, Root: last.History.Root},
	}
	if got := last.Trees(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := ledger(t)[0].Trees(); len(got) != 0 {
		t.Errorf("got %v, want no trees", got)
	}
}

// TestEntryVersion2Refused: entries that contradict themselves, or the one before.
func TestEntryVersion2Refused(t *testing.T) {
	t.Parallel()
	for _, c := range []change{
		{"content", func(e *dataset.Entry) { e.Content = tree(e.Root.Count + 1) }},
		{"content", func(e *dataset.Entry) { e.Content.Hash = patricia.Hash{} }},
		{"tombstones", func(e *dataset.Entry) { e.Tombstones.Count = 0 }},
		{"tombstones", func(e *dataset.Entry) { e.Tombstones.Count = 5 }},
		{"changed", func(e *dataset.Entry) { e.Changed = 14 }},
		{"changed", func(e *dataset.Entry) { e.Content = tree(5) }},
		{"history", func(e *dataset.Entry) { e.History.Root.Count = 0 }},
		{"history", func(e *dataset.Entry) { e.History.Large = []uint64{256} }},
		{"history", func(e *dataset.Entry) { e.History.Large = []uint64{513} }},
		{"history", func(e *dataset.Entry) { e.History.Large = []uint64{300, 300} }},
		{"op", func(e *dataset.Entry) { e.Op = dataset.OpRemove }},
		{"op", func(e *dataset.Entry) { e.Op = dataset.OpAdd }},
	} {
		entries := grown(t)
		e := *entries[1]
		history := *e.History
		e.History = &history
		c.change(&e)
		_, err := e.Seal()
		if err == nil {
			err = e.Check(entries[0])
		}
		if !errors.Is(err, dataset.ErrInvalidEntry) || !strings.Contains(err.Error(), " 512: "+c.member+": ") {
			t.Errorf("%s: got %v, want ErrInvalidEntry of it", c.member, err)
		}
	}
	e := ledger(t)[5]
	e.History = &dataset.History{}
	if _, err := e.Seal(); !errors.Is(err, dataset.ErrInvalidEntry) {
		t.Errorf("history in entry 5: got %v, want ErrInvalidEntry", err)
	}
}

func TestSpanAt(t *testing.T) {
	t.Parallel()
	for seq, want := range map[uint64]uint64{
		0: 0, 1: 0, 15: 0, 16: 16, 17: 0, 32: 16, 240: 16, 256: 256, 512: 256, 528: 16,
		4096: 4096, 4112: 16, 8192: 4096, 65536: 4096, 65536 + 256: 256,
	} {
		if got := dataset.SpanAt(seq); got != want {
			t.Errorf("entry %d: got %d, want %d", seq, got, want)
		}
	}
}

func TestMoves(t *testing.T) {
	t.Parallel()
	for seq, moves := range map[uint64][]uint64{
		16:   {1},
		32:   {17, 18, 32},
		512:  {257, 512},
		4096: {1, 300, 4095, 4096},
	} {
		value := dataset.AppendMoves(nil, seq, moves)
		got, err := dataset.ParseMoves([]uint64{7}, seq, value)
		if err != nil || !slices.Equal(got[1:], moves) {
			t.Errorf("entry %d: got %v, %v, want %v", seq, got, err, moves)
		}
	}
	for _, bad := range []string{"", "\x00", "\x11", "\x01\x00", "\x81\x00", "\x10\x01", "\x80", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f"} {
		if got, err := dataset.ParseMoves(nil, 32, []byte(bad)); !errors.Is(err, dataset.ErrInvalidEntry) {
			t.Errorf("%x: got %v, %v, want ErrInvalidEntry", bad, got, err)
		}
	}
}

func TestTombstone(t *testing.T) {
	t.Parallel()
	for _, want := range []dataset.Tombstone{{Seq: 1}, {Seq: 300, By: []byte("FOOL2.v2.10.better")}} {
		got, err := dataset.ParseTombstone(want.Append(nil))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, %v, want %v", got, err, want)
		}
	}
	for _, bad := range []string{"", "\x00", "\x80\x00", "\x01a\n", "\x01" + strings.Repeat("a", 256), "\xff"} {
		if got, err := dataset.ParseTombstone([]byte(bad)); !errors.Is(err, dataset.ErrInvalidEntry) {
			t.Errorf("%x: got %v, %v, want ErrInvalidEntry", bad, got, err)
		}
	}
}

// FuzzValues: what parses writes itself back.
func FuzzValues(f *testing.F) {
	f.Add(uint64(512), []byte("\x01\x02"))
	f.Add(uint64(16), dataset.Tombstone{Seq: 300, By: []byte("a")}.Append(nil))
	f.Fuzz(func(t *testing.T, seq uint64, value []byte) {
		if moves, err := dataset.ParseMoves(nil, seq, value); err == nil {
			if got := dataset.AppendMoves(nil, seq, moves); !bytes.Equal(got, value) {
				t.Errorf("moves: got %x, want %x", got, value)
			}
		}
		if tomb, err := dataset.ParseTombstone(value); err == nil {
			if got := tomb.Append(nil); !bytes.Equal(got, value) {
				t.Errorf("tombstone: got %x, want %x", got, value)
			}
		}
	})
}
