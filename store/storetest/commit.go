package storetest

import (
	"fmt"

	"github.com/seed-05176fc3/idem/store"
)

// commit commits pages and entries.
func commit(f *fixture, s store.Store, pages []store.Page, log string, seq uint64, entries ...[]byte) error {
	return store.Commit(f.Context(), s, store.Batch{Pages: pages, Log: log, Seq: seq, Entries: entries})
}

func testCommit(f *fixture) {
	s := f.open()
	var want []string
	var all []store.Page
	for i := range 30 {
		part := newPages(i%7, uint64(i+1))
		if i > 0 && len(all) > 0 {
			part = append(part, all[0]) // one that is there already
		}
		entry := fmt.Sprint("entry ", i)
		if err := commit(f, s, part, "log", uint64(i), []byte(entry)); err != nil {
			f.Fatalf("Commit: %v", err)
		}
		want, all = append(want, entry), append(all, part...)
	}
	f.wantLog(s, "log", 0, want...)
	several := newPages(4, 100)
	if err := commit(f, s, several, "log", uint64(len(want)), []byte("one"), []byte("two"), []byte("three")); err != nil {
		f.Fatalf("Commit of three: %v", err)
	}
	want, all = append(want, "one", "two", "three"), append(all, several...)
	if err := commit(f, s, several, "other", 0, []byte("one"), []byte("two")); err != nil {
		f.Fatalf("Commit to a new log: %v", err)
	}
	s = f.reopen(s)
	f.wantLog(s, "log", 0, want...)
	f.wantLog(s, "other", 0, "one", "two")
	f.wantPages(s, all...)
}

func testCommitConflict(f *fixture) {
	s := f.open()
	part := newPages(3, 1)
	f.wantError("Commit of number 1 to a new log", commit(f, s, part, "log", 1, []byte("x")), store.ErrConflict)
	f.wantNoLog(s, "log")
	f.append(s, "log", 0, "0", "1")
	for _, seq := range []uint64{0, 1, 3} {
		f.wantError(fmt.Sprintf("Commit of number %d, want 2", seq), commit(f, s, part, "log", seq, []byte("x")), store.ErrConflict)
	}
	f.wantLog(s, "log", 0, "0", "1")
	if _, ok := s.(store.Committer); ok {
		f.wantNoPages(s, part...)
	}
	if err := commit(f, s, part, "log", 2, []byte("2")); err != nil {
		f.Errorf("Commit after conflicts: %v", err)
	}
	f.wantLog(s, "log", 0, "0", "1", "2")
	f.wantPages(s, part...)
}

func testCommitInvalid(f *fixture) {
	s := f.open()
	part := newPages(2, 1)
	big := append(newPages(2, 2), store.Page{Data: make([]byte, store.MaxPage+1)})
	f.wantError("Commit of a large page", commit(f, s, big, "log", 0, []byte("x")), store.ErrInvalid)
	f.wantNoPages(s, big[:2]...)
	f.wantError("Commit of an empty entry", commit(f, s, part, "log", 0, nil), store.ErrInvalid)
	f.wantError("Commit of no entry", commit(f, s, part, "log", 0), store.ErrInvalid)
	f.wantError("Commit with an empty entry", commit(f, s, part, "log", 0, []byte("x"), nil), store.ErrInvalid)
	f.wantError("Commit to a bad name", commit(f, s, part, "a b", 0, []byte("x")), store.ErrInvalid)
	f.wantNoLog(s, "log")
}
