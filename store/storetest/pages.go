package storetest

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"sync"

	"github.com/seed-05176fc3/idem/store"
)

func testPageSizes(f *fixture) {
	s := f.open()
	var all []store.Page
	for i, n := range []int{1, 2, 31, 32, 33, 255, 256, 500, 1000, 4000, 4060, 4096, 8192, 65536, 1 << 20, store.MaxPage} {
		all = append(all, newPage(n, uint64(i)))
	}
	all = append(all,
		store.Page{Hash: [32]byte{}, Data: []byte{0}},
		store.Page{Hash: [32]byte{0: 0xff, 31: 0xff}, Data: make([]byte, 10000)},
	)
	for _, p := range all {
		f.put(s, p)
	}
	f.wantPages(s, all...)
	f.wantPages(f.reopen(s), all...)
}

func testPageAbsent(f *fixture) {
	s := f.open()
	f.wantNoPages(s, newPages(3, 1)...)
	f.put(s, newPages(50, 2)...)
	f.wantNoPages(s, newPages(3, 1)...)
}

// testPageHashesAlike stores pages whose hashes begin or end alike: an engine
// that looks them up by a part of the hash must still tell them apart.
func testPageHashesAlike(f *fixture) {
	s := f.open()
	var all []store.Page
	for at := range 32 {
		for _, b := range []byte{1, 0x80, 0xff} {
			p := newPage(100, uint64(at)<<8|uint64(b))
			p.Hash = [32]byte{}
			p.Hash[at] = b
			all = append(all, p)
		}
	}
	absent := []store.Page{{Hash: [32]byte{}}, {Hash: [32]byte{31: 2}}, {Hash: [32]byte{15: 2}}, {Hash: [32]byte{7: 2}}}
	f.put(s, all[:40]...)
	f.put(s, all[40:]...)
	f.wantPages(s, all...)
	f.wantNoPages(s, absent...)
}

// testGetAll asks for many pages at once, in any order and some twice, and for some of
// which one is not there.
func testGetAll(f *fixture) {
	s := f.open()
	all := newPages(500, 1)
	for i := range 40 { // whose hashes begin alike
		all = append(all, store.Page{Hash: [32]byte{31: byte(i)}, Data: []byte{byte(i)}})
	}
	f.put(s, all...)
	for _, n := range []int{0, 1, 2, 63, 64, 65, 130, len(all)} {
		var hashes [][32]byte
		var want []store.Page
		for i := range n {
			p := all[(i*7+n)%len(all)]
			if i%10 == 9 {
				p = want[i/2]
			}
			hashes, want = append(hashes, p.Hash), append(want, p)
		}
		got, err := store.GetAll(f.Context(), s, hashes)
		if err != nil || len(got) != n {
			f.Fatalf("GetAll of %d pages: got %d and error %v", n, len(got), err)
		}
		for i, p := range want {
			if !bytes.Equal(got[i], p.Data) {
				f.Errorf("GetAll of %d pages: page %d: got %d bytes %.20x…, want %d bytes %.20x…", n, i, len(got[i]), got[i], len(p.Data), p.Data)
			}
		}
		if n > 0 {
			clear(got[0]) // it belongs to the caller
			f.wantPages(s, want[0])
		}
		hashes = append(hashes, [32]byte{0: 1, 31: 1}, all[0].Hash)
		_, err = store.GetAll(f.Context(), s, hashes)
		f.wantError("GetAll with a page that is not there", err, fs.ErrNotExist)
	}
	ctx, cancel := context.WithCancel(f.Context())
	cancel()
	_, err := store.GetAll(ctx, s, [][32]byte{all[0].Hash, all[1].Hash, all[2].Hash})
	f.wantError("GetAll with a context that has ended", err, context.Canceled)
}

// testPutTwice stores other bytes under a hash that is there: the first stay. Of
// two in one call either does.
func testPutTwice(f *fixture) {
	s := f.open()
	one, two := newPage(300, 1), newPage(5000, 2)
	two.Hash = one.Hash
	other := newPage(10, 3)
	f.put(s, one)
	f.put(s, one)
	f.put(s, two, other, other, two)
	f.wantPages(s, one, other)

	three, four := newPage(20, 4), newPage(30, 5)
	four.Hash = three.Hash
	f.put(s, three, four)
	got, err := s.Get(f.Context(), three.Hash)
	if err != nil {
		f.Fatalf("Get: %v", err)
	}
	if string(got) != string(three.Data) && string(got) != string(four.Data) {
		f.Errorf("Get: got %d bytes, want one of the two pages put", len(got))
	}
	f.put(s, four)
	f.put(s, three)
	f.wantPages(f.reopen(s), one, other, store.Page{Hash: three.Hash, Data: got})
}

func testPutNothing(f *fixture) {
	s := f.open()
	f.put(s)
	if err := s.PutAll(f.Context(), []store.Page{}); err != nil {
		f.Errorf("PutAll of an empty slice: %v", err)
	}
}

func testPutInvalid(f *fixture) {
	s := f.open()
	good := newPages(3, 1)
	for _, tc := range []struct {
		what string
		size int
	}{
		{"empty", 0},
		{"too large", store.MaxPage + 1},
	} {
		bad := store.Page{Hash: [32]byte{1}, Data: make([]byte, tc.size)}
		err := s.PutAll(f.Context(), []store.Page{good[0], good[1], bad, good[2]})
		f.wantError("PutAll with a page that is "+tc.what, err, store.ErrInvalid)
		f.wantNoPages(s, append(good, bad)...)
	}
	f.put(s, good...)
	f.wantPages(s, good...)
}

func testPutMany(f *fixture) {
	s := f.open()
	all := newPages(1500, 1)
	f.put(s, all[:1000]...)
	f.put(s, all[500:]...) // half of them again
	f.wantPages(s, all...)
	f.wantPages(f.reopen(s), all...)
}

// testPutCancelled ends the context at some moment of a PutAll: afterwards all
// of the pages are there or none.
func testPutCancelled(f *fixture) {
	s := f.open()
	for round := range uint64(20) {
		all := newPages(300, round+1)
		ctx, cancel := context.WithCancel(f.Context())
		var wg sync.WaitGroup
		wg.Go(func() {
			for range round * 20 { // a wait that does not depend on the clock
				_, _ = s.Get(f.Context(), all[0].Hash)
			}
			cancel()
		})
		err := s.PutAll(ctx, all)
		wg.Wait()
		if err != nil {
			f.wantError("PutAll with a context that ends", err, context.Canceled)
		}
		there := 0
		for _, p := range all {
			switch _, err := s.Get(f.Context(), p.Hash); {
			case err == nil:
				there++
			case !errors.Is(err, fs.ErrNotExist):
				f.Fatalf("Get: %v", err)
			}
		}
		if there != len(all) && (there != 0 || err == nil) {
			f.Errorf("round %d: PutAll returned %v, and %d of %d pages are there", round, err, there, len(all))
		}
	}
}

// testPutAtOnce stores overlapping sets from many goroutines.
func testPutAtOnce(f *fixture) {
	s := f.open()
	all := newPages(100, 1)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 5 {
				at := (i*7 + j*13) % 60
				part := all[at : at+40]
				if err := s.PutAll(f.Context(), part); err != nil {
					f.Errorf("PutAll: %v", err)
				}
				f.wantPages(s, part...)
			}
		})
	}
	wg.Wait()
	f.put(s, all...)
	f.wantPages(s, all...)
}
