package store_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/store"
)

func TestCheckName(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		want string // part of the error, empty for a good name
	}{
		{"a", ""},
		{"!", ""},
		{"~", ""},
		{"dataset/US.FOOL2.002", ""},
		{strings.Repeat("n", store.MaxName), ""},
		{"", "0 bytes"},
		{strings.Repeat("n", store.MaxName+1), "201 bytes"},
		{"a b", "byte 0x20 at 1"},
		{"tab\t", "byte 0x09 at 3"},
		{"\x00", "byte 0x00 at 0"},
		{"del\x7f", "byte 0x7f at 3"},
		{"größe", "byte 0xc3 at 2"},
	} {
		err := store.CheckName(tc.name)
		if tc.want == "" {
			if err != nil {
				t.Errorf("CheckName(%q): got %v, want no error", tc.name, err)
			}
			continue
		}
		if !errors.Is(err, store.ErrInvalid) || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("CheckName(%q): got error %v, want an ErrInvalid that says %q", tc.name, err, tc.want)
		}
	}
}

func TestCheckEntry(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		size int
		good bool
	}{
		{"log", 1, true},
		{"log", store.MaxEntry, true},
		{"log", 0, false},
		{"log", store.MaxEntry + 1, false},
		{"", 1, false},
	} {
		err := store.CheckEntry(tc.name, 7, make([]byte, tc.size))
		if got := err == nil; got != tc.good {
			t.Errorf("CheckEntry(%q, %d bytes): got error %v, want none: %v", tc.name, tc.size, err, tc.good)
		}
		if err != nil && !errors.Is(err, store.ErrInvalid) {
			t.Errorf("CheckEntry(%q, %d bytes): got error %v, want an ErrInvalid", tc.name, tc.size, err)
		}
	}
}

func TestCheckPages(t *testing.T) {
	t.Parallel()
	page := func(size int) store.Page { return store.Page{Data: make([]byte, size)} }
	for _, tc := range []struct {
		what  string
		pages []store.Page
		good  bool
	}{
		{"none", nil, true},
		{"smallest and largest", []store.Page{page(1), page(store.MaxPage)}, true},
		{"empty", []store.Page{page(1), page(0)}, false},
		{"too large", []store.Page{page(store.MaxPage + 1), page(1)}, false},
	} {
		err := store.CheckPages(tc.pages)
		if got := err == nil; got != tc.good {
			t.Errorf("%s: got error %v, want none: %v", tc.what, err, tc.good)
		}
		if err != nil && !errors.Is(err, store.ErrInvalid) {
			t.Errorf("%s: got error %v, want an ErrInvalid", tc.what, err)
		}
	}
}

// recorder is a store that writes down what it is asked to do.
type recorder struct {
	store.Store
	calls []string
	fail  error // what PutAll returns
}

func (r *recorder) PutAll(context.Context, []store.Page) error {
	r.calls = append(r.calls, "PutAll")
	return r.fail
}

func (r *recorder) Append(context.Context, string, uint64, []byte) error {
	r.calls = append(r.calls, "Append")
	return nil
}

// committer is one that commits in one step.
type committer struct{ recorder }

func (c *committer) Commit(context.Context, store.Batch) error {
	c.calls = append(c.calls, "Commit")
	return nil
}

func TestCommit(t *testing.T) {
	t.Parallel()
	commit := func(s store.Store) error {
		return store.Commit(t.Context(), s, store.Batch{
			Pages: []store.Page{{Data: []byte("page")}}, Log: "log", Entries: [][]byte{[]byte("entry"), []byte("another")},
		})
	}

	plain := &recorder{}
	if err := commit(plain); err != nil {
		t.Fatal(err)
	}
	if want := []string{"PutAll", "Append", "Append"}; !slices.Equal(plain.calls, want) {
		t.Errorf("calls of a plain store: got %q, want %q", plain.calls, want)
	}

	failing := &recorder{fail: errors.New("disk full")}
	if err := commit(failing); !errors.Is(err, failing.fail) {
		t.Errorf("failing PutAll: got error %v, want %v", err, failing.fail)
	}
	if want := []string{"PutAll"}; !slices.Equal(failing.calls, want) {
		t.Errorf("calls of a failing store: got %q, want %q", failing.calls, want)
	}

	able := &committer{}
	if err := commit(able); err != nil {
		t.Fatal(err)
	}
	if want := []string{"Commit"}; !slices.Equal(able.calls, want) {
		t.Errorf("calls of a committer: got %q, want %q", able.calls, want)
	}
}
