package storetest

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"

	"github.com/seed-05176fc3/idem/store"
)

func testLogAbsent(f *fixture) {
	s := f.open()
	f.wantNoLog(s, "log")
	f.wantError("Trim of an absent log", s.Trim(f.Context(), "log", 0), fs.ErrNotExist)
	f.append(s, "kog", 0, "x")
	f.append(s, "log2", 0, "x")
	f.append(s, "mog", 0, "x")
	for _, name := range []string{"log", "lo", "log1", "log3", "a", "z"} {
		f.wantNoLog(s, name)
		f.wantError("Trim of an absent log", s.Trim(f.Context(), name, 1), fs.ErrNotExist)
	}
}

func testAppend(f *fixture) {
	s := f.open()
	var want []string
	for i := range 20 {
		entry := fmt.Sprintf("entry %d", i)
		f.append(s, "log", uint64(i), entry)
		want = append(want, entry)
		f.wantLog(s, "log", 0, want...)
	}
	f.wantLog(f.reopen(s), "log", 0, want...)
}

func testAppendConflict(f *fixture) {
	s := f.open()
	for _, seq := range []uint64{1, 2, math.MaxInt64, math.MaxInt64 + 1, math.MaxUint64} {
		f.wantError(fmt.Sprintf("Append of number %d to a new log", seq), s.Append(f.Context(), "log", seq, []byte("x")), store.ErrConflict)
	}
	f.wantNoLog(s, "log")

	f.append(s, "log", 0, numbered(0, 3)...)
	for _, seq := range []uint64{0, 1, 2, 4, 5, 1 << 32, 1 << 40, math.MaxInt64, math.MaxUint64} {
		f.wantError(fmt.Sprintf("Append of number %d, want 3", seq), s.Append(f.Context(), "log", seq, []byte("x")), store.ErrConflict)
	}
	f.wantError("Append of the last entry again", s.Append(f.Context(), "log", 2, []byte("2")), store.ErrConflict)
	f.wantLog(s, "log", 0, "0", "1", "2")
	f.append(s, "log", 3, "3")
	f.wantLog(f.reopen(s), "log", 0, "0", "1", "2", "3")
}

func testAppendInvalid(f *fixture) {
	s := f.open()
	f.append(s, "log", 0, "0")
	for _, name := range []string{"", "a b", "ä", "\x00", "a\n", "del\x7f", strings.Repeat("x", store.MaxName+1)} {
		f.wantError(fmt.Sprintf("Append to log %q", name), s.Append(f.Context(), name, 0, []byte("x")), store.ErrInvalid)
		f.wantError(fmt.Sprintf("Trim of log %q", name), s.Trim(f.Context(), name, 0), store.ErrInvalid)
		_, err := s.Last(f.Context(), name)
		f.wantError(fmt.Sprintf("Last of log %q", name), err, store.ErrInvalid)
		_, err = f.read(s, name, 0)
		f.wantError(fmt.Sprintf("Read of log %q", name), err, store.ErrInvalid)
	}
	for _, entry := range [][]byte{nil, {}, make([]byte, store.MaxEntry+1)} {
		f.wantError(fmt.Sprintf("Append of %d bytes", len(entry)), s.Append(f.Context(), "log", 1, entry), store.ErrInvalid)
		f.wantError(fmt.Sprintf("Append of %d bytes to a new log", len(entry)), s.Append(f.Context(), "new", 0, entry), store.ErrInvalid)
	}
	f.wantLog(s, "log", 0, "0")
	f.wantNoLog(s, "new")
}

func testEntrySizes(f *fixture) {
	s := f.open()
	var want []string
	for i, n := range []int{1, 2, 100, 1000, 4000, 4096, 70000, store.MaxEntry, 1} {
		want = append(want, string(fill(n, uint64(i))))
	}
	want = append(want, "\x00", "\xff\x00\xfe", " ")
	f.append(s, strings.Repeat("~", store.MaxName), 0, want...)
	f.wantLog(s, strings.Repeat("~", store.MaxName), 0, want...)
	f.wantLog(f.reopen(s), strings.Repeat("~", store.MaxName), 0, want...)
}

// testLogsApart fills logs with names alike in turn.
func testLogsApart(f *fixture) {
	s := f.open()
	names := []string{"a", "A", "ab", "a/b", "a/", "a%", "a_", "a'", `a"`, `a\`, "0", "00", "-1"}
	want := map[string][]string{}
	for i := range 10 {
		for j, name := range names {
			if j%3 == 0 && i > 4 {
				continue
			}
			entry := fmt.Sprintf("%s %d", name, i)
			f.append(s, name, uint64(i), entry)
			want[name] = append(want[name], entry)
		}
	}
	if err := s.Trim(f.Context(), "ab", 7); err != nil {
		f.Errorf("Trim: %v", err)
	}
	s = f.reopen(s)
	for _, name := range names {
		if name == "ab" {
			f.wantLog(s, name, 7, want[name][7:]...)
			continue
		}
		f.wantLog(s, name, 0, want[name]...)
	}
}

func testRead(f *fixture) {
	s := f.open()
	const n = 700
	f.append(s, "log", 0, numbered(0, n)...)
	for _, from := range []uint64{0, 1, 2, 99, 100, 101, n / 2, n - 2, n - 1, n, n + 1, 1 << 40, math.MaxInt64, math.MaxUint64} {
		got, err := f.read(s, "log", from)
		if err != nil {
			f.Errorf("Read from %d: %v", from, err)
		}
		if want := n - min(n, from); uint64(len(got)) != want {
			f.Errorf("Read from %d: got %d entries, want %d", from, len(got), want)
		}
		for i, e := range got {
			if e.Seq != from+uint64(i) || string(e.Data) != fmt.Sprint(e.Seq) {
				f.Fatalf("Read from %d, entry %d: got %d %q", from, i, e.Seq, e.Data)
			}
		}
	}

	// A loop left early leaves nothing behind, and the sequence can be run again.
	seq := s.Read(f.Context(), "log", 5)
	for range 50 {
		for e, err := range seq {
			if err != nil || e.Seq != 5 {
				f.Fatalf("Read from 5: got entry %d and error %v", e.Seq, err)
			}
			break
		}
	}
	f.append(s, "log", n, "last")
}

// testReadLarge reads entries that do not fit into memory comfortably all at
// once.
func testReadLarge(f *fixture) {
	s := f.open()
	var want []string
	for i := range 6 {
		want = append(want, string(fill(store.MaxEntry, uint64(i))))
	}
	f.append(s, "log", 0, want...)
	f.wantLog(s, "log", 0, want...)
}

// testReadBodyCalls calls the store from the body of a loop over it.
func testReadBodyCalls(f *fixture) {
	s := f.open()
	f.append(s, "log", 0, numbered(0, 300)...)
	next, other := uint64(300), uint64(0)
	for e, err := range s.Read(f.Context(), "log", 0) {
		if err != nil {
			f.Fatalf("Read: %v", err)
		}
		if e.Seq > 320 { // it may follow what the body appends, or not
			break
		}
		if e.Seq%50 != 0 {
			continue
		}
		f.append(s, "log", next, fmt.Sprint(next))
		next++
		f.append(s, "other", other, "x")
		other++
		f.wantLast(s, "log", next-1, fmt.Sprint(next-1))
		f.wantLog(s, "log", 0, numbered(0, int(next))...)
		if got := f.names(s, ""); len(got) != 2 {
			f.Errorf("Names: got %q, want 2 names", got)
		}
		if f.can&pages != 0 {
			p := newPage(100, e.Seq)
			f.put(s, p)
			f.wantPages(s, p)
		}
		// Loops within loops hold nothing that runs out.
		for inner, err := range s.Read(f.Context(), "log", 10) {
			if err != nil {
				f.Fatalf("inner Read: %v", err)
			}
			for _, err := range s.Read(f.Context(), "other", 0) {
				if err != nil {
					f.Fatalf("innermost Read: %v", err)
				}
			}
			if inner.Seq > 12 {
				break
			}
		}
	}
}

func testTrim(f *fixture) {
	s := f.open()
	trim := func(before uint64) {
		f.Helper()
		if err := s.Trim(f.Context(), "log", before); err != nil {
			f.Errorf("Trim(%d): %v", before, err)
		}
	}
	f.append(s, "log", 0, numbered(0, 10)...)
	f.append(s, "other", 0, numbered(0, 10)...)
	trim(0)
	f.wantLog(s, "log", 0, numbered(0, 10)...)
	trim(4)
	f.wantLog(s, "log", 4, numbered(4, 10)...)
	trim(4)
	trim(1)
	f.wantLog(s, "log", 4, numbered(4, 10)...)
	for _, tc := range []struct{ from, first uint64 }{{0, 4}, {3, 4}, {4, 4}, {5, 5}, {9, 9}} {
		got, err := f.read(s, "log", tc.from)
		if err != nil || len(got) == 0 || got[0].Seq != tc.first {
			f.Errorf("Read from %d: got %d entries and error %v, want the first to be %d", tc.from, len(got), err, tc.first)
		}
	}

	// The newest stays, and so does the numbering.
	s = f.reopen(s)
	trim(math.MaxUint64)
	f.wantLog(s, "log", 9, "9")
	trim(10)
	f.wantLog(s, "log", 9, "9")
	s = f.reopen(s)
	f.wantError("Append of a trimmed number", s.Append(f.Context(), "log", 3, []byte("x")), store.ErrConflict)
	f.wantError("Append to the log as if it were new", s.Append(f.Context(), "log", 0, []byte("x")), store.ErrConflict)
	f.append(s, "log", 10, numbered(10, 12)...)
	f.wantLog(s, "log", 9, numbered(9, 12)...)
	trim(11)
	f.wantLog(f.reopen(s), "log", 11, "11")
}

// testTrimWhileReading trims in front of a reader: it goes on with the oldest
// entry that is kept and never delivers one twice or out of order.
func testTrimWhileReading(f *fixture) {
	s := f.open()
	const n = 400
	f.append(s, "log", 0, numbered(0, n)...)
	next := uint64(0)
	for e, err := range s.Read(f.Context(), "log", 0) {
		if err != nil {
			f.Fatalf("Read: %v", err)
		}
		if e.Seq < next || string(e.Data) != fmt.Sprint(e.Seq) {
			f.Fatalf("Read: got %d %q, want a number from %d on", e.Seq, e.Data, next)
		}
		next = e.Seq + 1
		if e.Seq%100 == 3 {
			if err := s.Trim(f.Context(), "log", e.Seq+50); err != nil {
				f.Fatalf("Trim: %v", err)
			}
		}
	}
	if next != n {
		f.Errorf("Read: ended before entry %d, want %d", next, n)
	}
	if _, err := s.Last(f.Context(), "log"); errors.Is(err, fs.ErrNotExist) {
		f.Errorf("Last: %v", err)
	}
}
