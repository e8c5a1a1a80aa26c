package storetest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"github.com/seed-05176fc3/idem/store"
)

// collector opens a store that can forget pages. The test is skipped if the engine
// cannot.
func (f *fixture) collector() store.Collector {
	f.Helper()
	c, ok := f.open().(store.Collector)
	if !ok {
		f.Skip("the engine does not forget pages")
	}
	return c
}

// whole is a store that can forget pages.
type whole interface {
	store.Store
	store.Collector
}

// forget forgets pages, without asking what refers to them.
func (f *fixture) forget(c store.Collector, pages ...store.Page) {
	f.Helper()
	err := c.Forget(f.Context(), func(context.Context) ([][32]byte, error) { return hashesOf(pages), nil })
	if err != nil {
		f.Fatalf("Forget: %v", err)
	}
}

func hashesOf(pages []store.Page) [][32]byte {
	hashes := make([][32]byte, len(pages))
	for i, p := range pages {
		hashes[i] = p.Hash
	}
	return hashes
}

// wantStored checks that Stored delivers exactly the pages.
func (f *fixture) wantStored(c store.Collector, pages ...store.Page) {
	f.Helper()
	sizes := map[[32]byte]int{}
	for _, p := range pages {
		sizes[p.Hash] = len(p.Data)
	}
	for p, err := range c.Stored(f.Context()) {
		if err != nil {
			f.Fatalf("Stored: %v", err)
		}
		if size, ok := sizes[p.Hash]; !ok || size != p.Size {
			f.Errorf("Stored: got page %x of %d bytes, want %d and it once: %v", p.Hash[:4], p.Size, size, ok)
		}
		delete(sizes, p.Hash)
	}
	if len(sizes) > 0 {
		f.Errorf("Stored: %d pages are missing", len(sizes))
	}
}

func testStored(f *fixture) {
	s := f.collector().(whole)
	f.wantStored(s)
	all := append(newPages(1000, 1), newPage(1<<20, 7))
	f.put(s, all...)
	f.wantStored(s, all...)
	f.put(s, all[:10]...)
	f.wantStored(s, all...)
	for range 50 { // a loop left early leaves nothing behind
		for _, err := range s.Stored(f.Context()) {
			if err != nil {
				f.Fatalf("Stored: %v", err)
			}
			break
		}
	}
	f.wantStored(f.reopen(s).(whole), all...)
}

// testStoredBodyCalls forgets every other page in the body of the loop over them, and
// puts as many: those that are there all the time are all delivered, once.
func testStoredBodyCalls(f *fixture) {
	s := f.collector().(whole)
	all := newPages(600, 1)
	f.put(s, all...)
	seen := map[[32]byte]bool{}
	gone := map[[32]byte]bool{}
	for p, err := range s.Stored(f.Context()) {
		if err != nil {
			f.Fatalf("Stored: %v", err)
		}
		if seen[p.Hash] {
			f.Fatalf("Stored: page %x twice", p.Hash[:4])
		}
		seen[p.Hash] = true
		if n := len(seen); n%2 == 0 && n < 600 {
			gone[p.Hash] = true
			f.forget(s, store.Page{Hash: p.Hash})
			f.put(s, newPage(50, 1<<40|uint64(n)))
		}
	}
	for _, p := range all {
		if !seen[p.Hash] {
			f.Errorf("page %x was not delivered", p.Hash[:4])
		}
		if !gone[p.Hash] {
			f.wantPages(s, p)
		}
	}
}

func testForget(f *fixture) {
	s := f.collector().(whole)
	all := newPages(300, 1)
	f.put(s, all...)
	f.append(s, "log", 0, "0", "1")
	f.forget(s)
	f.wantStored(s, all...)
	f.forget(s, append(slices.Clone(all[:100]), newPage(10, 5), all[0])...) // one that is not there, one twice
	check := func() {
		f.Helper()
		f.wantNoPages(s, all[:100]...)
		f.wantPages(s, all[100:]...)
		f.wantStored(s, all[100:]...)
		f.wantLog(s, "log", 0, "0", "1")
	}
	check()
	if _, err := s.Compact(f.Context()); err != nil {
		f.Errorf("Compact: %v", err)
	}
	check()
	s = f.reopen(s).(whole)
	check()
	f.put(s, all[50:150]...) // some again
	f.wantStored(s, all[50:]...)
	f.append(s, "log", 2, "2")
	if n, err := s.Compact(f.Context()); err != nil || n < 0 {
		f.Errorf("Compact: got %d bytes and error %v", n, err)
	}
	f.wantPages(f.reopen(s), all[50:]...)
}

// testForgetFails ends Forget by an error of choose, and by its context: nothing is
// forgotten, and the store goes on.
func testForgetFails(f *fixture) {
	s := f.collector().(whole)
	all := newPages(50, 1)
	f.put(s, all...)
	failed := errors.New("cannot choose")
	err := s.Forget(f.Context(), func(context.Context) ([][32]byte, error) { return hashesOf(all), failed })
	f.wantError("Forget", err, failed)
	f.wantPages(s, all...)
	ctx, cancel := context.WithCancel(f.Context())
	err = s.Forget(ctx, func(context.Context) ([][32]byte, error) { cancel(); return hashesOf(all), nil })
	f.wantError("Forget with a context that ends", err, context.Canceled)
	f.wantPages(s, all...)
	f.append(s, "log", 0, "0")
	f.forget(s, all...)
	f.wantNoPages(s, all...)
}

// testForgetReads reads the store while choosing: what was acknowledged is there.
func testForgetReads(f *fixture) {
	s := f.collector().(whole)
	all := newPages(40, 1)
	f.put(s, all...)
	for i := range 20 {
		f.append(s, "log", uint64(i), fmt.Sprint(i))
		err := s.Forget(f.Context(), func(context.Context) ([][32]byte, error) {
			f.wantLog(s, "log", 0, numbered(0, i+1)...)
			f.wantPages(s, all[i+1:]...)
			f.wantStored(s, all[i:]...)
			f.names(s, "")
			return hashesOf(all[i : i+1]), nil
		})
		if err != nil {
			f.Errorf("Forget: %v", err)
		}
	}
}

// testForgetCloses closes the store while choosing: what choose reads fails then, and
// nothing waits for ever.
func testForgetCloses(f *fixture) {
	s := f.collector().(whole)
	p := newPage(10, 1)
	f.put(s, p)
	var wg sync.WaitGroup
	err := s.Forget(f.Context(), func(ctx context.Context) ([][32]byte, error) {
		wg.Go(func() {
			if err := s.Close(); err != nil {
				f.Errorf("Close: %v", err)
			}
		})
		for {
			if _, err := s.Get(ctx, p.Hash); err != nil {
				return nil, err
			}
		}
	})
	f.wantError("Forget", err, fs.ErrClosed)
	wg.Wait()
	if f.can&durable != 0 {
		f.wantPages(f.open(), p)
	}
}

// testCommitNeeds commits entries that need pages put before.
func testCommitNeeds(f *fixture) {
	s := f.collector().(whole)
	early, late := newPages(5, 1), newPages(2, 2)
	batch := store.Batch{Pages: late, Needs: hashesOf(early), Log: "log", Entries: [][]byte{[]byte("0")}}
	f.wantError("Commit without the pages", store.Commit(f.Context(), s, batch), store.ErrConflict)
	f.put(s, early...)
	f.forget(s, early[3])
	f.wantError("Commit without one of the pages", store.Commit(f.Context(), s, batch), store.ErrConflict)
	f.wantNoLog(s, "log")
	f.wantNoPages(s, late...)
	f.put(s, early[3])
	if err := store.Commit(f.Context(), s, batch); err != nil {
		f.Errorf("Commit: %v", err)
	}
	f.wantLog(s, "log", 0, "0")
	f.wantPages(s, append(early, late...)...)
}

func testForgetBesideWriters(f *fixture) {
	s := f.collector().(whole)
	f.besideWriters(s, s)
}

func testForgetBesideAnother(f *fixture) {
	f.besideWriters(f.collector().(whole), f.open())
}

// besideWriters lets writers put pages and append entries that name them, while the
// collector forgets what no entry names. All writers want the same few pages, so
// that what one refers to looks forgotten by another. At last every entry has its pages.
func (f *fixture) besideWriters(c whole, writing store.Store) {
	const writers, entries = 4, 25
	universe := newPages(12, 1)
	var wg sync.WaitGroup
	round := make(chan struct{}) // collector and writers wait for one another
	for w := range writers {
		wg.Go(func() {
			log := fmt.Sprint("log", w)
			for n := 0; n < entries; {
				early, late := universe[(n*5+w)%12], universe[(n*7+3*w)%12]
				if err := writing.PutAll(f.Context(), []store.Page{early}); err != nil {
					f.Errorf("PutAll: %v", err)
					return
				}
				err := store.Commit(f.Context(), writing, store.Batch{
					Pages: []store.Page{late}, Needs: [][32]byte{early.Hash},
					Log: log, Seq: uint64(n), Entries: [][]byte{append(early.Hash[:], late.Hash[:]...)},
				})
				switch {
				case err == nil:
					n++
					<-round
					if n%3 == 0 { // an entry that says that the log's pages are no longer wanted
						if err := writing.Append(f.Context(), log, uint64(n), []byte{0}); err != nil {
							f.Errorf("Append: %v", err)
							return
						}
						n++
					}
				case !errors.Is(err, store.ErrConflict):
					f.Errorf("Commit: %v", err)
					return
				}
			}
		})
	}
	done := make(chan struct{})
	go func() {
		wg.Wait()
		close(done)
	}()
	rounds, forgotten := 0, 0
	for running := true; running; rounds++ {
		err := c.Forget(f.Context(), func(ctx context.Context) ([][32]byte, error) {
			live := f.live(c)
			var dead [][32]byte
			for _, p := range universe {
				if !live[p.Hash] {
					dead = append(dead, p.Hash)
				}
			}
			forgotten += len(dead)
			return dead, nil
		})
		if err != nil {
			f.Errorf("Forget: %v", err)
			break
		}
		if rounds%10 == 0 {
			if _, err := c.Compact(f.Context()); err != nil {
				f.Errorf("Compact: %v", err)
				break
			}
		}
		select {
		case round <- struct{}{}:
		case <-done:
			running = false
		}
	}
	close(round)
	<-done
	f.Logf("%d rounds, %d pages forgotten", rounds, forgotten)
	live := f.live(c)
	for _, p := range universe {
		if live[p.Hash] {
			f.wantPages(c, p)
		}
	}
}

// live returns the pages that the entries of besideWriters name after the last
// entry of their log that says that none is wanted.
func (f *fixture) live(s store.Store) map[[32]byte]bool {
	live := map[[32]byte]bool{}
	for _, name := range f.names(s, "log") {
		entries, err := f.read(s, name, 0)
		if err != nil {
			f.Errorf("Read: %v", err)
		}
		mine := map[[32]byte]bool{}
		for _, e := range entries {
			if len(e.Data) != 2*sha256.Size {
				clear(mine)
				continue
			}
			mine[[32]byte(e.Data)], mine[[32]byte(e.Data[sha256.Size:])] = true, true
		}
		for hash := range mine {
			live[hash] = true
		}
	}
	return live
}
