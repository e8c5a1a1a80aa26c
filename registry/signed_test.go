package registry_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/transparency"
)

func signingKey(t testing.TB, name string) *transparency.Key {
	t.Helper()
	text, err := transparency.GenerateKey(name)
	if err != nil {
		t.Fatal(err)
	}
	k, err := transparency.ParseKey(text)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// grow makes dataset A, if need be, and adds n entries to its ledger.
func grow(t testing.TB, r *registry.Registry, n int, prefix string) {
	t.Helper()
	head, err := r.Head(t.Context(), "A")
	if errors.Is(err, registry.ErrNoDataset) {
		head, err = r.Create(t.Context(), "A", registry.Creation{})
	}
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		c := registry.Change{Op: dataset.OpAdd, Granules: ids(fmt.Sprint(prefix, head.Seq+uint64(i)))}
		if out, err := r.Apply(t.Context(), "A", c); err != nil || !out.Changed {
			t.Fatal(out, err)
		}
	}
}

// sign signs dataset A and wants to know that a checkpoint of that size was appended,
// or none.
func sign(t testing.TB, r *registry.Registry, k *transparency.Key, size uint64, want bool) *transparency.SignedCheckpoint {
	t.Helper()
	s, appended, err := r.Sign(t.Context(), "A", k)
	if err != nil {
		t.Fatal(err)
	}
	if appended != want || s.Size != size {
		t.Fatalf("got size %d, appended %v, want %d, %v", s.Size, appended, size, want)
	}
	return s
}

func text(t testing.TB, s *transparency.SignedCheckpoint) string {
	t.Helper()
	b, err := s.AppendText(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func checkpoints(t testing.TB, r *registry.Registry) (texts []string) {
	t.Helper()
	for s, err := range r.Checkpoints(t.Context(), "A") {
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text(t, s))
	}
	return texts
}

func TestSign(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		k := signingKey(t, "archive.example")
		known := note.VerifierList(k.Verifier())
		grow(t, r, 0, "g")
		defer func() {
			if _, err := r.Verify(t.Context(), "A", nil); err != nil {
				t.Error(err)
			}
		}()
		if got := checkpoints(t, r); len(got) != 0 {
			t.Errorf("got %q before signing", got)
		}
		if err := r.VerifyCheckpoints(t.Context(), "A"); err != nil {
			t.Error(err)
		}
		var want []string
		var all []*transparency.SignedCheckpoint
		for size := uint64(1); size < 6; size++ {
			s := sign(t, r, k, size, true)
			if again := sign(t, r, k, size, false); text(t, again) != text(t, s) {
				t.Errorf("got %q, want %q", text(t, again), text(t, s))
			}
			if s.Origin != "archive.example/A" {
				t.Errorf("got origin %s", s.Origin)
			}
			all, want = append(all, s), append(want, text(t, s))
			grow(t, r, 1, "g")
		}
		if got := checkpoints(t, r); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if err := r.VerifyCheckpoints(t.Context(), "A"); err != nil {
			t.Error(err)
		}
		for _, older := range all {
			p, err := r.ProveConsistency(t.Context(), "A", older)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Check(known); err != nil || p.New.Size != 5 || p.Old.Size != older.Size {
				t.Errorf("got %d to %d, %v", p.Old.Size, p.New.Size, err)
			}
		}
		for e, err := range r.Log(t.Context(), "A") {
			if err != nil {
				t.Fatal(err)
			}
			p, err := r.ProveInclusion(t.Context(), "A", e.Seq)
			if e.Seq == 5 {
				if !errors.Is(err, registry.ErrNoCheckpoint) {
					t.Errorf("entry 5: got %v", err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			data, err := e.Seal()
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Check(known); err != nil || string(p.Entry) != string(data) || p.Index != e.Seq {
				t.Errorf("entry %d: got %d, %s, %v", e.Seq, p.Index, p.Entry, err)
			}
		}
	})
}

// Two keys of one name, of which one is to follow the other, sign one checkpoint.
func TestSignTwice(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		first, second := signingKey(t, "archive.example"), signingKey(t, "archive.example")
		own := signingKey(t, "archive.example/A")
		grow(t, r, 2, "g")
		sign(t, r, first, 3, true)
		sign(t, r, second, 3, true)
		s := sign(t, r, own, 3, true)
		if len(s.Signatures) != 3 {
			t.Errorf("got %d signatures, want 3", len(s.Signatures))
		}
		for _, k := range []*transparency.Key{first, second, own} {
			if mine, err := sign(t, r, k, 3, false).SignedBy(k); !mine || err != nil {
				t.Errorf("not signed by %s: %v", k, err)
			}
			if _, err := s.Verify(note.VerifierList(k.Verifier())); err != nil {
				t.Error(err)
			}
		}
		// A key of another name signs another origin.
		if s := sign(t, r, signingKey(t, "mirror.example"), 3, true); s.Origin != "mirror.example/A" || len(s.Signatures) != 1 {
			t.Errorf("got %+v", s)
		}
		if got := checkpoints(t, r); len(got) != 4 {
			t.Errorf("got %q, want 4", got)
		}
	})
}

func TestCosign(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		k := signingKey(t, "archive.example")
		grow(t, r, 2, "g")
		s := sign(t, r, k, 3, true)
		const line = "— witness.example/w1 AAAAAQAAAABk\n"
		with, err := transparency.ParseSigned([]byte(text(t, s) + line))
		if err != nil {
			t.Fatal(err)
		}
		for i := range 2 {
			got, appended, err := r.Cosign(t.Context(), "A", with)
			if err != nil || appended != (i == 0) || text(t, got) != text(t, s)+line {
				t.Errorf("got %q, %v, %v", text(t, got), appended, err)
			}
		}
		// The line stays, in what is returned and in proofs.
		if got := text(t, sign(t, r, k, 3, false)); !strings.HasSuffix(got, line) {
			t.Errorf("got %q", got)
		}
		p, err := r.ProveInclusion(t.Context(), "A", 1)
		if err != nil || !strings.HasSuffix(text(t, p.Checkpoint), line) {
			t.Errorf("got %+v, %v", p, err)
		}
		if err := r.VerifyCheckpoints(t.Context(), "A"); err != nil {
			t.Error(err)
		}
		// Who is a witness here signs its own origin beside that.
		mirror := signingKey(t, "mirror.example")
		if with, err = s.Sign(mirror); err != nil {
			t.Fatal(err)
		}
		if got, appended, err := r.Cosign(t.Context(), "A", with); err != nil || !appended || len(got.Signatures) != 3 {
			t.Errorf("got %+v, %v, %v", got, appended, err)
		}
		if s := sign(t, r, mirror, 3, true); s.Origin != "mirror.example/A" || len(s.Signatures) != 1 {
			t.Errorf("got %+v", s)
		}
		with.Root[0] ^= 1
		if got, _, err := r.Cosign(t.Context(), "A", with); !errors.Is(err, registry.ErrNoCheckpoint) {
			t.Errorf("got %v, %v", got, err)
		}
	})
}

func TestNoCheckpoints(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		k := signingKey(t, "archive.example")
		if _, _, err := r.Sign(t.Context(), "A", k); !errors.Is(err, registry.ErrNoDataset) {
			t.Errorf("got %v", err)
		}
		if err := r.VerifyCheckpoints(t.Context(), "A"); !errors.Is(err, registry.ErrNoDataset) {
			t.Errorf("got %v", err)
		}
		grow(t, r, 1, "g")
		if _, err := r.ProveInclusion(t.Context(), "A", 0); !errors.Is(err, registry.ErrNoCheckpoint) {
			t.Errorf("got %v", err)
		}
		long := signingKey(t, strings.Repeat("a", transparency.MaxKeyName)) // too long for a slash and a name
		if _, _, err := r.Sign(t.Context(), "A", long); !errors.Is(err, transparency.ErrInvalidCheckpoint) {
			t.Errorf("got %v", err)
		}
		s := sign(t, r, k, 2, true)
		other := *s
		other.Origin = "mirror.example/A"
		if _, err := r.ProveConsistency(t.Context(), "A", &other); !errors.Is(err, registry.ErrNoCheckpoint) {
			t.Errorf("got %v", err)
		}
		// One that is ahead of what is stored, because its log was lost.
		grow(t, r, 1, "g")
		tree := &transparency.Tree{}
		for e, err := range r.Log(t.Context(), "A") {
			if err != nil {
				t.Fatal(err)
			}
			data, err := e.Seal()
			if err != nil {
				t.Fatal(err)
			}
			tree.Append(data)
		}
		ahead, err := tree.Checkpoint(s.Origin, 3)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.ProveConsistency(t.Context(), "A", &transparency.SignedCheckpoint{Checkpoint: ahead}); !errors.Is(err, registry.ErrNoCheckpoint) {
			t.Errorf("got %v", err)
		}
	})
}

// Many sign while the ledger grows: there is one history of checkpoints, and no size
// twice.
func TestSignAtOnce(t *testing.T) {
	onEngines(t, func(t *testing.T, r *registry.Registry) {
		k := signingKey(t, "archive.example")
		grow(t, r, 0, "g")
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for range 5 {
					if _, _, err := r.Sign(t.Context(), "A", k); err != nil {
						t.Error(err)
					}
				}
			})
		}
		grow(t, r, 10, "g")
		wg.Wait()
		if err := r.VerifyCheckpoints(t.Context(), "A"); err != nil {
			t.Error(err)
		}
		seen := map[string]bool{}
		for _, s := range checkpoints(t, r) {
			if seen[s] {
				t.Errorf("twice: %q", s)
			}
			seen[s] = true
		}
	})
}
