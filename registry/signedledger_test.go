package registry_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/memstore"
	"github.com/seed-05176fc3/idem/transparency"
)

// copyLog puts the entries of a log after those of another store's.
func copyLog(t testing.TB, from, to store.Store, name string, limit int) {
	t.Helper()
	for e, err := range from.Read(t.Context(), name, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if limit--; limit < 0 {
			return
		}
		if err := to.Append(t.Context(), name, e.Seq, e.Data); err != nil {
			t.Fatal(err)
		}
	}
}

func TestContradiction(t *testing.T) {
	t.Parallel()
	k := signingKey(t, "archive.example")
	honest := memstore.New()
	r := registry.New(honest, ticking())
	for range 3 {
		grow(t, r, 2, "g")
		sign(t, r, k, uint64(len(checkpoints(t, r))*2+3), true)
	}
	kept := sign(t, r, k, 7, false)

	rollback := memstore.New()
	copyLog(t, honest, rollback, "dataset/A", 5)
	copyLog(t, honest, rollback, "checkpoint/A", 3)

	rewritten := memstore.New()
	grow(t, registry.New(rewritten, ticking()), 9, "other")
	copyLog(t, honest, rewritten, "checkpoint/A", 3)

	late := memstore.New() // the same up to entry 4
	l := registry.New(late, ticking())
	grow(t, l, 4, "g")
	grow(t, l, 4, "other")
	copyLog(t, honest, late, "checkpoint/A", 3)

	for _, test := range []struct {
		name  string
		store store.Store
		want  string
	}{
		{"rollback", rollback, "size 7: entry 5 is gone, and what came after it"},
		{"rewritten", rewritten, "size 3: one or more of the entries 0 to 2 were changed"},
		{"late", late, "size 7: one or more of the entries 5 to 6 were changed"},
	} {
		r := registry.New(test.store, ticking())
		_, _, signed := r.Sign(t.Context(), "A", k)
		_, proved := r.ProveConsistency(t.Context(), "A", kept)
		_, included := r.ProveInclusion(t.Context(), "A", 0)
		for what, err := range map[string]error{
			"sign": signed, "verify": r.VerifyCheckpoints(t.Context(), "A"), "consistency": proved, "inclusion": included,
		} {
			if !errors.Is(err, registry.ErrContradiction) {
				t.Errorf("%s: %s: got %v", test.name, what, err)
			}
			if what == "sign" && !strings.HasSuffix(fmt.Sprint(err), test.want) {
				t.Errorf("%s: %s: got %v, want … %s", test.name, what, err, test.want)
			}
		}
		if got := checkpoints(t, r); len(got) != 3 {
			t.Errorf("%s: got %q", test.name, got)
		}
		// Whoever has another key begins anew, but the evidence stays.
		if _, appended, err := r.Sign(t.Context(), "A", signingKey(t, "archive.example")); err != nil || !appended {
			t.Errorf("%s: with another key: %v, %v", test.name, appended, err)
		}
		if err := r.VerifyCheckpoints(t.Context(), "A"); !errors.Is(err, registry.ErrContradiction) {
			t.Errorf("%s: got %v", test.name, err)
		}
	}
	if _, err := l.Verify(t.Context(), "A", nil); !errors.Is(err, registry.ErrContradiction) {
		t.Errorf("got %v", err)
	}
	// One entry in question is named.
	one := memstore.New()
	o := registry.New(one, ticking())
	grow(t, o, 1, "g")
	sign(t, o, k, 2, true)
	grow(t, o, 1, "g")
	sign(t, o, k, 3, true)
	two := memstore.New()
	w := registry.New(two, ticking())
	grow(t, w, 1, "g")
	grow(t, w, 1, "other")
	copyLog(t, one, two, "checkpoint/A", 2)
	if err := w.VerifyCheckpoints(t.Context(), "A"); !errors.Is(err, registry.ErrContradiction) || !strings.HasSuffix(err.Error(), "entry 2 was changed") {
		t.Errorf("got %v", err)
	}
}

func TestDamagedCheckpoints(t *testing.T) {
	t.Parallel()
	k := signingKey(t, "archive.example")
	good := memstore.New()
	r := registry.New(good, ticking())
	grow(t, r, 2, "g")
	s := text(t, sign(t, r, k, 3, true))
	forged, err := transparency.ParseSigned([]byte(s))
	if err != nil {
		t.Fatal(err)
	}
	forged.Root = tlog.Hash{1}
	for name, data := range map[string]string{
		"text":    "no checkpoint",
		"dataset": strings.Replace(s, "/A\n", "/B\n", 1),
		"forged":  text(t, forged),
	} {
		bad := memstore.New()
		copyLog(t, good, bad, "dataset/A", 3)
		if err := bad.Append(t.Context(), "checkpoint/A", 0, []byte(data)); err != nil {
			t.Fatal(err)
		}
		r := registry.New(bad, ticking())
		if _, _, err := r.Sign(t.Context(), "A", k); !errors.Is(err, registry.ErrDamaged) {
			t.Errorf("%s: got %v", name, err)
		}
		want := registry.ErrDamaged
		if name == "forged" { // which only a key shows to be one
			want = registry.ErrContradiction
		}
		if err := r.VerifyCheckpoints(t.Context(), "A"); !errors.Is(err, want) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	// A damaged ledger is not signed.
	bad := memstore.New()
	copyLog(t, good, bad, "dataset/A", 2)
	if err := bad.Append(t.Context(), "dataset/A", 2, []byte("no entry")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := registry.New(bad, nil).Sign(t.Context(), "A", k); !errors.Is(err, registry.ErrDamaged) {
		t.Errorf("got %v", err)
	}
}

// BenchmarkSign signs a ledger of 10,000 entries, none of which was signed before.
func BenchmarkSign(b *testing.B) {
	s := openSQLite(b, filepath.Join(b.TempDir(), "idem.db"))
	var sealed [][]byte
	var prev *dataset.Entry
	for i := range uint64(10_000) {
		e := &dataset.Entry{Dataset: "A", Seq: i, Op: dataset.OpCreate, Recorded: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
		if prev != nil {
			e.Op, e.At, e.Added, e.Prev = dataset.OpAdd, e.Recorded, 1, prev.Hash
			e.Root = patricia.Root{Count: i, Hash: patricia.Hash{1, byte(i), byte(i >> 8)}}
		}
		data, err := e.Seal()
		if err != nil {
			b.Fatal(err)
		}
		sealed, prev = append(sealed, data), e
	}
	if err := store.Commit(b.Context(), s, store.Batch{Log: "dataset/A", Entries: sealed}); err != nil {
		b.Fatal(err)
	}
	r := registry.New(s, nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, appended, err := r.Sign(b.Context(), "A", signingKey(b, "archive.example")); err != nil || !appended {
			b.Fatal(appended, err)
		}
	}
}

// BenchmarkProveConsistency proves the growth of a ledger of 2,001 entries.
func BenchmarkProveConsistency(b *testing.B) {
	s := memstore.New()
	r := registry.New(s, ticking())
	grow(b, r, 1000, "g")
	k := signingKey(b, "archive.example")
	older := sign(b, r, k, 1001, true)
	grow(b, r, 1000, "h")
	sign(b, r, k, 2001, true)
	for b.Loop() {
		if _, err := r.ProveConsistency(b.Context(), "A", older); err != nil {
			b.Fatal(err)
		}
	}
}
