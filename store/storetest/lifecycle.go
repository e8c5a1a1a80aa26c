package storetest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"github.com/seed-05176fc3/idem/store"
)

// calls returns one call of each method that takes a context; those that store
// something are in the second list.
func (f *fixture) calls(s store.Store) (readers, writers map[string]func(context.Context) error) {
	readers = map[string]func(context.Context) error{
		"Last": func(ctx context.Context) error { _, err := s.Last(ctx, "log"); return err },
		"Read": func(ctx context.Context) error {
			for _, err := range s.Read(ctx, "log", 0) {
				return err
			}
			return nil
		},
		"Names": func(ctx context.Context) error {
			for _, err := range s.Names(ctx, "") {
				return err
			}
			return nil
		},
	}
	writers = map[string]func(context.Context) error{
		"Append":            func(ctx context.Context) error { return s.Append(ctx, "log", 5, []byte("x")) },
		"Append to new log": func(ctx context.Context) error { return s.Append(ctx, "new", 0, []byte("x")) },
		"Trim":              func(ctx context.Context) error { return s.Trim(ctx, "log", 3) },
	}
	if f.can&pages != 0 {
		readers["Get"] = func(ctx context.Context) error { _, err := s.Get(ctx, newPage(100, 1).Hash); return err }
		writers["PutAll"] = func(ctx context.Context) error { return s.PutAll(ctx, newPages(2, 2)) }
		writers["Commit"] = func(ctx context.Context) error {
			return store.Commit(ctx, s, store.Batch{Pages: newPages(2, 2), Log: "log", Seq: 5, Entries: [][]byte{[]byte("x")}})
		}
	}
	if c, ok := s.(store.Collector); ok && f.can&pages != 0 {
		readers["Stored"] = func(ctx context.Context) error {
			for _, err := range c.Stored(ctx) {
				return err
			}
			return nil
		}
		writers["Forget"] = func(ctx context.Context) error {
			return c.Forget(ctx, func(context.Context) ([][32]byte, error) { return [][32]byte{{3}}, nil })
		}
		writers["Compact"] = func(ctx context.Context) error { _, err := c.Compact(ctx); return err }
	}
	return readers, writers
}

// populate stores what calls needs.
func (f *fixture) populate(s store.Store) {
	f.Helper()
	f.append(s, "log", 0, numbered(0, 5)...)
	if f.can&pages != 0 {
		f.put(s, newPage(100, 1))
	}
}

func testCancelledBefore(f *fixture) {
	s := f.open()
	f.populate(s)
	ctx, cancel := context.WithCancel(f.Context())
	cancel()
	readers, writers := f.calls(s)
	for name, call := range readers {
		f.wantError(name, call(ctx), context.Canceled)
	}
	for name, call := range writers {
		f.wantError(name, call(ctx), context.Canceled)
	}
	f.wantLog(s, "log", 0, numbered(0, 5)...)
	f.wantNoLog(s, "new")
	if f.can&pages != 0 {
		f.wantNoPages(s, newPages(2, 2)...)
	}
	for name, call := range readers { // the store is as good as before
		if err := call(f.Context()); err != nil {
			f.Errorf("%s after a cancelled one: %v", name, err)
		}
	}
}

// testCancelledInLoop ends the context in the body: the loop ends with its error
// before it has delivered everything.
func testCancelledInLoop(f *fixture) {
	s := f.open()
	const n = 600
	f.append(s, "log", 0, numbered(0, n)...)
	for i := range n {
		f.append(s, fmt.Sprintf("name/%03d", i), 0, "x")
	}
	run := func(what string, loop func(ctx context.Context, body func(error) bool)) {
		ctx, cancel := context.WithCancel(f.Context())
		defer cancel()
		delivered := 0
		var last error
		loop(ctx, func(err error) bool {
			if last = err; err != nil {
				return true
			}
			if delivered++; delivered == 3 {
				cancel()
			}
			return true
		})
		if delivered < 3 || delivered == n || !errors.Is(last, context.Canceled) {
			f.Errorf("%s: got %d of %d and at last error %v, want fewer and context.Canceled", what, delivered, n, last)
		}
	}
	run("Read", func(ctx context.Context, body func(error) bool) {
		for _, err := range s.Read(ctx, "log", 0) {
			body(err)
		}
	})
	run("Names", func(ctx context.Context, body func(error) bool) {
		for _, err := range s.Names(ctx, "name/") {
			body(err)
		}
	})
	f.wantLast(s, "log", n-1, fmt.Sprint(n-1))
}

// testSlicesIn changes what it has passed in: the store has kept its own.
func testSlicesIn(f *fixture) {
	s := f.open()
	entry := []byte("entry")
	f.append(s, "log", 0, "first")
	if err := s.Append(f.Context(), "log", 1, entry); err != nil {
		f.Fatalf("Append: %v", err)
	}
	if string(entry) != "entry" {
		f.Errorf("Append changed the entry to %q", entry)
	}
	copy(entry, "XXXXX")
	f.wantLog(s, "log", 0, "first", "entry")
	if f.can&pages == 0 {
		return
	}
	want := newPages(3, 1)
	put := slices.Clone(want)
	for i := range put {
		put[i].Data = slices.Clone(put[i].Data)
	}
	f.put(s, put...)
	for i := range put {
		clear(put[i].Data)
		put[i].Hash[0]++
	}
	f.wantPages(s, want...)
}

// testSlicesOut changes what it has been handed: the store gives the same again.
func testSlicesOut(f *fixture) {
	s := f.open()
	f.append(s, "log", 0, numbered(0, 5)...)
	for e, err := range s.Read(f.Context(), "log", 0) {
		if err != nil {
			f.Fatalf("Read: %v", err)
		}
		clear(e.Data)
		_ = append(e.Data, "more"...)
	}
	last, err := s.Last(f.Context(), "log")
	if err != nil {
		f.Fatalf("Last: %v", err)
	}
	clear(last.Data)
	f.wantLog(s, "log", 0, numbered(0, 5)...)
	if f.can&pages == 0 {
		return
	}
	p := newPage(100, 1)
	f.put(s, p)
	got, err := s.Get(f.Context(), p.Hash)
	if err != nil {
		f.Fatalf("Get: %v", err)
	}
	clear(got)
	f.wantPages(s, p)
}

func testClosed(f *fixture) {
	s := f.open()
	f.populate(s)
	readers, writers := f.calls(s)
	for range 2 {
		if err := s.Close(); err != nil {
			f.Errorf("Close: %v", err)
		}
	}
	for name, call := range readers {
		f.wantError(name+" after Close", call(f.Context()), fs.ErrClosed)
	}
	for name, call := range writers {
		f.wantError(name+" after Close", call(f.Context()), fs.ErrClosed)
	}
}

// testClosedInLoop closes the store in the body of a loop over it.
func testClosedInLoop(f *fixture) {
	s := f.open()
	f.append(s, "log", 0, numbered(0, 600)...)
	var last error
	n := 0
	for _, err := range s.Read(f.Context(), "log", 0) {
		if last = err; err == nil {
			if n++; n == 1 {
				if err := s.Close(); err != nil {
					f.Errorf("Close: %v", err)
				}
			}
		}
	}
	if n == 600 || !errors.Is(last, fs.ErrClosed) {
		f.Errorf("Read: got %d entries and at last error %v, want fewer and fs.ErrClosed", n, last)
	}
}

// testCloseWhileBusy closes the store under the hands of its users.
func testCloseWhileBusy(f *fixture) {
	s := f.open()
	f.populate(s)
	var wg, busy sync.WaitGroup
	readers, writers := f.calls(s)
	for _, calls := range []map[string]func(context.Context) error{readers, writers} {
		for name, call := range calls {
			busy.Add(1)
			wg.Go(func() {
				for i := 0; ; i++ {
					err := call(f.Context())
					if i == 3 {
						busy.Done()
					}
					if errors.Is(err, fs.ErrClosed) && i >= 3 {
						return
					}
					if err != nil && !errors.Is(err, store.ErrConflict) && !errors.Is(err, fs.ErrClosed) {
						f.Errorf("%s while closing: got error %v, want fs.ErrClosed", name, err)
						if i < 3 {
							busy.Done()
						}
						return
					}
				}
			})
		}
	}
	busy.Wait()
	if err := s.Close(); err != nil {
		f.Errorf("Close: %v", err)
	}
	wg.Wait()
	if f.can&durable != 0 {
		s = f.open()
		if last, err := s.Last(f.Context(), "log"); err != nil || last.Seq < 4 {
			f.Errorf("Last: got %d and error %v", last.Seq, err)
		}
	}
}

// testOpenAgain opens an empty store, a filled one and a filled one again.
func testOpenAgain(f *fixture) {
	s := f.reopen(f.open())
	if got := f.names(s, ""); len(got) != 0 {
		f.Errorf("Names of an empty store: got %q", got)
	}
	for i := range 5 {
		f.append(s, "log", uint64(i), fmt.Sprint(i))
		f.append(s, fmt.Sprint("log", i), 0, "x")
		s = f.reopen(s)
		f.wantLog(s, "log", 0, numbered(0, i+1)...)
		if got := f.names(s, ""); len(got) != i+2 {
			f.Errorf("Names: got %q, want %d names", got, i+2)
		}
	}
}
