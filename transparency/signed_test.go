package transparency_test

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-05176fc3/idem/transparency"
)

// What is signed here opens with nothing but x/mod, and the other way round.
func TestInterchange(t *testing.T) {
	t.Parallel()
	list := entries(t, 7)
	tr := tree(list)
	k := newKey(t, "archive.example")
	older, newer := signed(t, tr, 3, k), signed(t, tr, 7, k)

	heads := map[int64]tlog.Hash{}
	for _, s := range []*transparency.SignedCheckpoint{older, newer} {
		n, err := note.Open([]byte(text(t, s)), note.VerifierList(k.Verifier()))
		if err != nil {
			t.Fatal(err)
		}
		if len(n.Sigs) != 1 || len(n.UnverifiedSigs) != 0 {
			t.Errorf("got %+v", n)
		}
		lines := strings.Split(n.Text, "\n")
		// The text is that of x/mod but for its first line.
		head, err := tlog.ParseTree([]byte("go.sum database tree\n" + strings.Join(lines[1:], "\n")))
		if err != nil || lines[0] != "archive.example/"+name {
			t.Fatalf("%q: %v", n.Text, err)
		}
		heads[head.N] = head.Hash
	}
	c, err := tr.Consistency(older, newer)
	if err != nil {
		t.Fatal(err)
	}
	if err := tlog.CheckTree(c.Hashes, 7, heads[7], 3, heads[3]); err != nil {
		t.Error(err)
	}
	for i, e := range list {
		p, err := tr.Inclusion(newer, uint64(i), e)
		if err != nil {
			t.Fatal(err)
		}
		if err := tlog.CheckRecord(p.Hashes, 7, heads[7], int64(i), tlog.RecordHash(e)); err != nil {
			t.Error(err)
		}
	}

	secret, public, err := note.GenerateKey(nil, "other.example")
	if err != nil {
		t.Fatal(err)
	}
	signer, err := note.NewSigner(secret)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := note.Sign(&note.Note{Text: "other.example/A\n1\n" + tlog.RecordHash(list[0]).String() + "\n"}, signer)
	if err != nil {
		t.Fatal(err)
	}
	s, err := transparency.ParseSigned(foreign)
	if err != nil {
		t.Fatal(err)
	}
	verifiers, err := transparency.ParseVerifiers(public)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Verify(verifiers); err != nil {
		t.Error(err)
	}
}

func TestVerify(t *testing.T) {
	t.Parallel()
	tr := tree(entries(t, 3))
	archive, own := key(t, "archive.example"), newKey(t, "archive.example/"+name)
	witness, namesake := key(t, "witness.example"), newKey(t, "archive.example")
	for _, test := range []struct {
		by, known []*transparency.Key
		want      int // signatures verified
	}{
		{by: []*transparency.Key{archive}, known: []*transparency.Key{archive}, want: 1},
		{by: []*transparency.Key{own}, known: []*transparency.Key{archive, own}, want: 1},
		{by: []*transparency.Key{archive, witness}, known: []*transparency.Key{archive}, want: 1},
		{by: []*transparency.Key{archive, witness}, known: []*transparency.Key{witness, archive}, want: 2},
		{by: []*transparency.Key{archive, own, witness, namesake}, known: []*transparency.Key{namesake}, want: 1},
		{by: []*transparency.Key{archive}, known: nil},
		{by: []*transparency.Key{archive}, known: []*transparency.Key{namesake}},
		{by: []*transparency.Key{archive}, known: []*transparency.Key{witness, own}},
		{by: []*transparency.Key{archive, witness}, known: []*transparency.Key{witness}}, // who is no archive
	} {
		s := signed(t, tr, 3, test.by...)
		got, err := s.Verify(known(test.known...))
		if len(got) != test.want || test.want > 0 && err != nil || test.want == 0 && !errors.Is(err, transparency.ErrFalse) {
			t.Errorf("%v by %v: got %v, %v, want %d", test.known, test.by, got, err, test.want)
		}
		for _, k := range test.by {
			_, err := s.Verify(known(k)) // which is an error for witnesses
			mine, got := s.SignedBy(k)
			if mine != (err == nil) || (got == nil) != (err == nil) {
				t.Errorf("signed by %s: got %v, %v, want %v", k, mine, got, err)
			}
		}
	}
	if mine, err := signed(t, tr, 3, archive).SignedBy(namesake); mine || err != nil {
		t.Errorf("by a key of the same name: got %v, %v", mine, err)
	}
}

// A key does not vouch for the ledgers of others, whatever it signs.
func TestVouch(t *testing.T) {
	t.Parallel()
	for origin, want := range map[string]bool{
		"a.example":       true,
		"a.example/A":     true,
		"a.example/A/B":   false,
		"a.example.org/A": false,
		"a.exampl":        false,
		"b.example/A":     false,
		"/a.example/A":    false,
	} {
		k := key(t, "a.example")
		s, err := (&transparency.SignedCheckpoint{Checkpoint: transparency.Checkpoint{Origin: origin, Size: 1}}).Sign(k)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Verify(known(k)); (err == nil) != want || err != nil && !errors.Is(err, transparency.ErrFalse) {
			t.Errorf("%s: got %v, want %v", origin, err, want)
		}
	}
}

// Lines of other keys stay as they are, those of kinds that are not known too.
func TestForeignLines(t *testing.T) {
	t.Parallel()
	tr := tree(entries(t, 3))
	archive := key(t, "archive.example")
	const line = "— witness.example/w1 AAAAAQAAAABk\n"
	in := text(t, signed(t, tr, 3, archive)) + line
	s, err := transparency.ParseSigned([]byte(in))
	if err != nil {
		t.Fatal(err)
	}
	if got := text(t, s); got != in {
		t.Errorf("got %q, want %q", got, in)
	}
	if _, err := s.Verify(known(archive)); err != nil {
		t.Error(err)
	}
	again, err := s.Sign(key(t, "second.example"))
	if err != nil {
		t.Fatal(err)
	}
	if got := text(t, again); !strings.HasPrefix(got, in) {
		t.Errorf("got %q, want %q and a line", got, in)
	}
	// A key that signs again has one line.
	if again, err = again.Sign(archive); err != nil || len(again.Signatures) != 3 {
		t.Errorf("got %d signatures, %v, want 3", len(again.Signatures), err)
	}
}

func TestMerge(t *testing.T) {
	t.Parallel()
	tr := tree(entries(t, 3))
	a, b, c := key(t, "archive.example"), key(t, "b.example"), key(t, "c.example")
	one, other := signed(t, tr, 3, a, b), signed(t, tr, 3, a, c)
	merged := one.Merge(other)
	if got, want := text(t, merged), text(t, signed(t, tr, 3, a, b, c)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := text(t, merged.Merge(other)); got != text(t, merged) || len(one.Signatures) != 2 {
		t.Errorf("got %q, want %q", got, text(t, merged))
	}
}

func TestNotSigned(t *testing.T) {
	t.Parallel()
	tr := tree(entries(t, 3))
	good := text(t, signed(t, tr, 3, key(t, "archive.example")))
	body, line, _ := strings.Cut(good, "\n\n")
	other := text(t, signed(t, tr, 2, key(t, "archive.example")))
	_, otherLine, _ := strings.Cut(other, "\n\n")
	for name, bad := range map[string]string{
		"empty":        "",
		"unsigned":     body + "\n",
		"no lines":     body + "\n\n",
		"no line feed": strings.TrimSuffix(good, "\n"),
		"twice":        good + line,
		"two":          good + otherLine,
		"hyphen":       strings.Replace(good, "— ", "- ", 1),
		"extension":    strings.Replace(good, "\n\n", "\nmore\n\n", 1),
		"padding bits": strings.Replace(good, "M=\n", "N=\n", 1),
		"too long":     good + strings.Repeat("— w.example AAAAAQAAAABk\n", transparency.MaxSigned/20),
		"control":      strings.Replace(good, "archive", "arch\tive", 1),
	} {
		if bad == good {
			t.Fatalf("%s: nothing changed", name)
		}
		if s, err := transparency.ParseSigned([]byte(bad)); !errors.Is(err, transparency.ErrInvalidCheckpoint) {
			t.Errorf("%s: got %+v, %v", name, s, err)
		}
	}
	if got, err := (&transparency.SignedCheckpoint{}).AppendText(nil); !errors.Is(err, transparency.ErrInvalidCheckpoint) {
		t.Errorf("got %q, %v", got, err)
	}
}

func FuzzParseSigned(f *testing.F) {
	tr := tree(entries(f, 3))
	f.Add([]byte(text(f, signed(f, tr, 3, key(f, "archive.example")))))
	f.Add([]byte(text(f, signed(f, tr, 2, key(f, "archive.example"), key(f, "witness.example")))))
	trusted := known(key(f, "archive.example"))
	f.Fuzz(func(t *testing.T, in []byte) {
		s, err := transparency.ParseSigned(in)
		if err != nil {
			if !errors.Is(err, transparency.ErrInvalidCheckpoint) {
				t.Errorf("got %v", err)
			}
			return
		}
		if got := text(t, s); got != string(in) {
			t.Errorf("got %q, want %q", got, in)
		}
		_, err = s.Verify(trusted)
		if err == nil && !tr.Holds(s.Checkpoint) {
			t.Errorf("a signature of another text holds: %q", in)
		}
	})
}
