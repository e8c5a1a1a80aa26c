package registry_test

import (
	"fmt"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/memstore"
)

// liar is a dataset of 16 entries, the last of which can be given in another form.
type liar struct {
	mem    *memstore.Store
	before *dataset.Entry
	last   *dataset.Entry
}

func newLiar(t *testing.T) *liar {
	t.Helper()
	l := &liar{mem: memstore.New()}
	r := registry.New(l.mem, ticking())
	create(t, r, "D")
	for i := range 15 {
		l.before = apply(t, r, "D", registry.Change{
			Op: dataset.OpAdd, Granules: contents(map[string]string{fmt.Sprint("a", i): fmt.Sprintf("md5:%032x", i), fmt.Sprint("b", i): ""}),
		}).Entry
	}
	l.before = apply(t, r, "D", registry.Change{Op: dataset.OpRemove, Reason: "test", Granules: ids("a3", "b4")}).Entry
	for i := 17; i < 32; i++ {
		l.before = apply(t, r, "D", registry.Change{Op: dataset.OpAdd, Granules: ids(fmt.Sprint("c", i))}).Entry
	}
	l.last = apply(t, r, "D", registry.Change{Op: dataset.OpReplace, Reason: "test", Pairs: []registry.Pair{
		{Old: "a5", New: "A5", Content: fmt.Appendf(nil, "md5:%032x", 99)}, {Old: "b6", New: "b4"},
	}}).Entry
	if _, err := r.Verify(t.Context(), "D", nil); err != nil {
		t.Fatal(err)
	}
	return l
}

// verify verifies the dataset with another last entry. The store has all pages of l,
// and those that make puts.
func (l *liar) verify(t *testing.T, lie func(e *dataset.Entry, tree func(patricia.Root, ...patricia.Change) patricia.Root)) error {
	t.Helper()
	e := *l.last
	history := *e.History
	e.History = &history
	lie(&e, func(root patricia.Root, list ...patricia.Change) patricia.Root {
		m := patricia.Tree{Kind: patricia.Map, Root: root, Pages: registry.New(l.mem, nil)}
		seq := func(yield func(patricia.Change, error) bool) {
			for _, c := range list {
				if !yield(c, nil) {
					return
				}
			}
		}
		res, err := m.Update(t.Context(), seq, func(p patricia.Page) error {
			return l.mem.PutAll(t.Context(), []store.Page{{Hash: p.Hash, Data: p.Data}})
		})
		if err != nil {
			t.Fatal(err)
		}
		return res.Root
	})
	other := memstore.New()
	for stored, err := range l.mem.Read(t.Context(), "dataset/D", 0) {
		if err != nil {
			t.Fatal(err)
		}
		if stored.Seq == e.Seq {
			if stored.Data, err = e.Seal(); err != nil {
				return err
			}
		}
		if err := other.Append(t.Context(), "dataset/D", stored.Seq, stored.Data); err != nil {
			t.Fatal(err)
		}
	}
	both := struct {
		store.Logs
		store.Pages
		closer
	}{other, l.mem, closer{}}
	_, err := registry.New(both, nil).Verify(t.Context(), "D", nil)
	return err
}

type closer struct{}

func (closer) Close() error { return nil }

// TestVerifyFinds gives entries that are sound by themselves and say what is not so.
func TestVerifyFinds(t *testing.T) {
	t.Parallel()
	l := newLiar(t)
	put := func(id, value string) patricia.Change { return patricia.Change{ID: []byte(id), Value: []byte(value)} }
	gone := func(id string) patricia.Change { return patricia.Change{ID: []byte(id), Delete: true} }
	tomb := func(seq uint64, by string) string {
		return string(dataset.Tombstone{Seq: seq, By: []byte(by)}.Append(nil))
	}
	type tree = func(patricia.Root, ...patricia.Change) patricia.Root
	md5 := func(n int) string { return fmt.Sprintf("md5:%032x", n) }
	for name, lie := range map[string]func(*dataset.Entry, tree){
		"DI":                       func(e *dataset.Entry, _ tree) { e.DI[3] ^= 1 },
		"checkpoints":              func(e *dataset.Entry, _ tree) { e.Checkpoints = e.Root },
		"page":                     func(e *dataset.Entry, _ tree) { e.Root.Hash[0] ^= 1 },
		"counts":                   func(e *dataset.Entry, _ tree) { e.Added++; e.Removed++ },
		"tombstones as before":     func(e *dataset.Entry, _ tree) { e.Tombstones = l.before.Tombstones },
		"tombstone missing":        func(e *dataset.Entry, u tree) { e.Tombstones = u(e.Tombstones, gone("b6")) },
		"tombstone of another":     func(e *dataset.Entry, u tree) { e.Tombstones = u(e.Tombstones, put("x", tomb(32, ""))) },
		"tombstone of what came":   func(e *dataset.Entry, u tree) { e.Tombstones = u(e.Tombstones, put("b4", tomb(16, ""))) },
		"tombstone of what is":     func(e *dataset.Entry, u tree) { e.Tombstones = u(e.Tombstones, put("a1", tomb(32, ""))) },
		"old tombstone gone":       func(e *dataset.Entry, u tree) { e.Tombstones = u(e.Tombstones, gone("a3")) },
		"old tombstone changed":    func(e *dataset.Entry, u tree) { e.Tombstones = u(e.Tombstones, put("a3", tomb(16, "z"))) },
		"tombstone of other entry": func(e *dataset.Entry, u tree) { e.Tombstones = u(e.Tombstones, put("b6", tomb(31, ""))) },
		"tombstone is none":        func(e *dataset.Entry, u tree) { e.Tombstones = u(e.Tombstones, put("b6", "")) },
		"content as before":        func(e *dataset.Entry, _ tree) { e.Content = l.before.Content },
		"content of what went":     func(e *dataset.Entry, u tree) { e.Content = u(e.Content, put("a5", md5(5))) },
		"content of what is not":   func(e *dataset.Entry, u tree) { e.Content, e.Changed = u(e.Content, put("x", md5(1))), 1 },
		"content changed":          func(e *dataset.Entry, u tree) { e.Content = u(e.Content, put("a1", md5(2))) },
		"content lost":             func(e *dataset.Entry, u tree) { e.Content = u(e.Content, gone("a1")) },
		"content is none":          func(e *dataset.Entry, u tree) { e.Content = u(e.Content, put("A5", "bytes")) },
		"changed":                  func(e *dataset.Entry, _ tree) { e.Changed = 1 },
		"history of another":       func(e *dataset.Entry, u tree) { e.History.Root = u(e.History.Root, put("c20", "\x05")) },
		"history short":            func(e *dataset.Entry, u tree) { e.History.Root = u(e.History.Root, gone("c20")) },
		"history of a page":        func(e *dataset.Entry, _ tree) { e.History.Root = e.Tombstones },
		"history none":             func(e *dataset.Entry, _ tree) { e.History = nil },
		"history leaves out":       func(e *dataset.Entry, _ tree) { e.History.Large = []uint64{30} },
	} {
		if err := l.verify(t, lie); err == nil {
			t.Errorf("%s: not found", name)
		}
	}
	if err := l.verify(t, func(*dataset.Entry, tree) {}); err != nil {
		t.Errorf("the truth: %v", err)
	}
	honest := func(e *dataset.Entry, u tree) { e.Content, e.Changed = u(e.Content, put("a1", md5(2))), 1 }
	if err := l.verify(t, honest); err != nil {
		t.Errorf("content that changed as it says: %v", err)
	}
}
