package storetest

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"sync/atomic"

	"github.com/seed-05176fc3/idem/store"
)

// testOneWinner lets goroutines append the same number at once: one succeeds.
func testOneWinner(f *fixture) {
	s := f.open()
	for seq := range uint64(20) {
		var wg sync.WaitGroup
		var winners atomic.Int32
		start := make(chan struct{})
		for i := range 8 {
			wg.Go(func() {
				<-start
				err := s.Append(f.Context(), "log", seq, fmt.Append(nil, i))
				if err == nil {
					winners.Add(1)
				} else if !errors.Is(err, store.ErrConflict) {
					f.Errorf("Append: got error %v, want a conflict", err)
				}
			})
		}
		close(start)
		wg.Wait()
		if n := winners.Load(); n != 1 {
			f.Fatalf("entry %d: %d appenders succeeded, want 1", seq, n)
		}
	}
}

func testAppenders(f *fixture) {
	s := f.open()
	f.appenders(s, s, s, s, s, s)
}

func testAppendersOfTwoStores(f *fixture) {
	one, two := f.open(), f.open()
	f.appenders(one, two, one, two)
}

// appenders lets each of the stores append 25 entries from a goroutine of its
// own. One that loses a race takes the next number. All entries must be there
// once, those of one appender in its order.
func (f *fixture) appenders(stores ...store.Store) {
	f.Helper()
	const each = 25
	var wg sync.WaitGroup
	for i, s := range stores {
		wg.Go(func() {
			for n := 0; n < each; {
				seq := uint64(0)
				switch last, err := s.Last(f.Context(), "log"); {
				case err == nil:
					seq = last.Seq + 1
				case !errors.Is(err, fs.ErrNotExist):
					f.Errorf("Last: %v", err)
					return
				}
				switch err := s.Append(f.Context(), "log", seq, fmt.Appendf(nil, "%d %d", i, n)); {
				case err == nil:
					n++
				case !errors.Is(err, store.ErrConflict):
					f.Errorf("Append: %v", err)
					return
				}
			}
		})
	}
	wg.Wait()

	entries, err := f.read(stores[0], "log", 0)
	if err != nil {
		f.Fatalf("Read: %v", err)
	}
	if want := each * len(stores); len(entries) != want {
		f.Errorf("got %d entries, want %d", len(entries), want)
	}
	next := make([]int, len(stores))
	for at, e := range entries {
		var i, n int
		if _, err := fmt.Sscan(string(e.Data), &i, &n); err != nil {
			f.Fatalf("entry %q: %v", e.Data, err)
		}
		if e.Seq != uint64(at) || n != next[i] {
			f.Errorf("entry %d: got number %d and entry %d of appender %d, want entry %d of it", at, e.Seq, n, i, next[i])
		}
		next[i] = n + 1
	}
}

// testTwoStoresInTurn has two stores of one data: what one acknowledges the
// other sees.
func testTwoStoresInTurn(f *fixture) {
	stores := []store.Store{f.open(), f.open()}
	for i := range 20 {
		writer, reader := stores[i%2], stores[1-i%2]
		f.wantError("stale Append", writer.Append(f.Context(), "log", uint64(i)+1, []byte("x")), store.ErrConflict)
		f.append(writer, "log", uint64(i), fmt.Sprint(i))
		f.wantLog(reader, "log", 0, numbered(0, i+1)...)
		f.wantError("Append of a number taken", reader.Append(f.Context(), "log", uint64(i), []byte("x")), store.ErrConflict)
		f.append(writer, fmt.Sprint("log", i), 0, "x")
		if got := f.names(reader, "log"); len(got) != i+2 {
			f.Errorf("Names: got %q, want %d names", got, i+2)
		}
		if f.can&pages != 0 {
			p := newPage(200, uint64(i))
			f.wantNoPages(reader, p)
			f.put(writer, p)
			f.wantPages(reader, p)
			f.put(reader, p)
		}
	}
	if err := stores[0].Close(); err != nil {
		f.Fatalf("Close: %v", err)
	}
	f.append(stores[1], "log", 20, "20")
	f.wantLog(f.open(), "log", 0, numbered(0, 21)...)
}

// testReadWhileAppending reads a log that grows: a reader sees a prefix of it,
// and never less than was there when it began.
func testReadWhileAppending(f *fixture) {
	s := f.open()
	const n = 150
	var done atomic.Uint64 // entries acknowledged
	f.append(s, "log", 0, "0")
	done.Store(1)
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := uint64(1); i < n; i++ {
			if err := s.Append(f.Context(), "log", i, fmt.Append(nil, i)); err != nil {
				f.Errorf("Append: %v", err)
				done.Store(n)
				return
			}
			done.Store(i + 1)
		}
	})
	for range 3 {
		wg.Go(func() {
			for before := uint64(0); before < n; {
				before = done.Load()
				got, err := f.read(s, "log", 0)
				if err != nil || uint64(len(got)) < before {
					f.Errorf("Read: got %d entries and error %v, want %d or more", len(got), err, before)
					return
				}
				for i, e := range got {
					if e.Seq != uint64(i) || string(e.Data) != fmt.Sprint(i) {
						f.Errorf("Read: got %d %q at place %d", e.Seq, e.Data, i)
						return
					}
				}
				if last, err := s.Last(f.Context(), "log"); err != nil || last.Seq+1 < before {
					f.Errorf("Last: got %d and error %v, want %d or more", last.Seq, err, before-1)
					return
				}
			}
		})
	}
	wg.Wait()
}
