package transparency_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/transparency"
)

func TestProof(t *testing.T) {
	t.Parallel()
	archive, witness := key(t, "archive.example"), key(t, "witness.example")
	for kind, p := range both(t, archive, witness) {
		in := text(t, p)
		for _, data := range []string{in, in + "\n"} {
			if !transparency.IsProof([]byte(data)) {
				t.Errorf("%s: does not look like a proof", data)
			}
			again, err := transparency.ParseProof([]byte(data))
			if err != nil {
				t.Fatal(err)
			}
			if got := text(t, again); got != in {
				t.Errorf("got %s, want %s", got, in)
			}
			for _, keys := range []note.Verifiers{known(archive), known(witness, archive)} {
				if err := again.Check(keys); err != nil {
					t.Errorf("%s: %v", kind, err)
				}
			}
			if err := again.Check(nil); !errors.Is(err, transparency.ErrUnverified) {
				t.Errorf("%s: without a key: got %v", kind, err)
			}
			for _, keys := range []note.Verifiers{known(), known(witness), known(newKey(t, "archive.example"))} {
				if err := again.Check(keys); !errors.Is(err, transparency.ErrFalse) {
					t.Errorf("%s: with other keys: got %v", kind, err)
				}
			}
		}
	}
}

// The example of the package documentation is what the code writes.
func TestDocumentation(t *testing.T) {
	t.Parallel()
	k := key(t, "archive.example")
	list := entries(t, 3)
	tr := tree(list)
	c := signed(t, tr, 3, k)
	p, err := tr.Inclusion(c, 1, list[1])
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	doc := strings.ReplaceAll(string(source), "\n//\t", "\n")
	doc = strings.ReplaceAll(doc, "\n//\n", "\n\n")
	for _, want := range []string{k.Public() + "\n", text(t, c)} {
		if !strings.Contains(doc, want) {
			t.Errorf("doc.go does not have %s", want)
		}
	}
	if want := text(t, p); !strings.Contains(strings.ReplaceAll(doc, "\n", ""), want) {
		t.Errorf("doc.go does not have %s", want)
	}
}

// Every bit counts.
func TestFlippedBits(t *testing.T) {
	t.Parallel()
	archive := key(t, "archive.example")
	trusted := known(archive)
	for kind, p := range both(t, archive) {
		good := []byte(text(t, p) + "\n")
		for i := range 8 * len(good) {
			bad := bytes.Clone(good)
			bad[i/8] ^= 1 << (i % 8)
			p, err := transparency.ParseProof(bad)
			if err == nil {
				err = p.Check(trusted)
				if !errors.Is(err, transparency.ErrFalse) {
					t.Fatalf("%s: bit %d: got %v: %s", kind, i, err, bad)
				}
			} else if !errors.Is(err, transparency.ErrInvalidProof) {
				t.Fatalf("%s: bit %d: got %v", kind, i, err)
			}
		}
	}
}

// Without a key the hashes alone are looked at, and they are wrong first.
func TestFalseHashes(t *testing.T) {
	t.Parallel()
	k := key(t, "archive.example")
	for name, lie := range map[string]func(c *transparency.Consistency, i *transparency.Inclusion){
		"root": func(c *transparency.Consistency, i *transparency.Inclusion) {
			c.New.Root[0] ^= 1
			i.Checkpoint.Root[0] ^= 1
		},
		"old root": func(c *transparency.Consistency, i *transparency.Inclusion) { c.Old.Root[0] ^= 1; i.Entry[9] ^= 1 },
		"hash":     func(c *transparency.Consistency, i *transparency.Inclusion) { c.Hashes[0][0] ^= 1; i.Hashes[0][0] ^= 1 },
		"fewer": func(c *transparency.Consistency, i *transparency.Inclusion) {
			c.Hashes, i.Hashes = c.Hashes[1:], i.Hashes[1:]
		},
		"none": func(c *transparency.Consistency, i *transparency.Inclusion) { c.Hashes, i.Hashes = nil, nil },
		"more": func(c *transparency.Consistency, i *transparency.Inclusion) {
			c.Hashes, i.Hashes = more(c.Hashes, 1), more(i.Hashes, 1)
		},
		"many": func(c *transparency.Consistency, i *transparency.Inclusion) {
			c.Hashes, i.Hashes = more(c.Hashes, 99), more(i.Hashes, 99)
		},
		"size":     func(c *transparency.Consistency, i *transparency.Inclusion) { c.New.Size = 9; i.Checkpoint.Size = 1 },
		"old size": func(c *transparency.Consistency, i *transparency.Inclusion) { c.Old.Size = 6; i.Index = 5 },
		"no size":  func(c *transparency.Consistency, i *transparency.Inclusion) { c.Old.Size = 0; i.Checkpoint.Size = 0 },
		"huge": func(c *transparency.Consistency, i *transparency.Inclusion) {
			c.New.Size = 1<<63 - 1
			i.Checkpoint.Size = 1<<63 - 1
		},
		"overflow": func(c *transparency.Consistency, i *transparency.Inclusion) { c.New.Size = 1 << 63; i.Index = 1 << 63 },
		"origin": func(c *transparency.Consistency, i *transparency.Inclusion) {
			c.Old.Origin += "x"
			i.Checkpoint.Origin += "x"
		},
		"index":     func(c *transparency.Consistency, i *transparency.Inclusion) { c.Old.Size = 2; i.Index = 3 },
		"backwards": func(c *transparency.Consistency, i *transparency.Inclusion) { c.Old, c.New = c.New, c.Old; i.Index = 4 },
	} {
		c := both(t, k)["consistency"].(*transparency.Consistency)
		i := both(t, k)["inclusion"].(*transparency.Inclusion)
		lie(c, i)
		for _, p := range []transparency.Proof{c, i} {
			for _, keys := range []note.Verifiers{nil, known(k)} {
				if err := p.Check(keys); !errors.Is(err, transparency.ErrFalse) {
					t.Errorf("%s: %T: got %v", name, p, err)
				}
			}
		}
	}
}

func more(hashes []tlog.Hash, n int) []tlog.Hash { return append(hashes, make([]tlog.Hash, n)...) }

// An archive that signed two histories cannot prove the one from the other.
func TestFork(t *testing.T) {
	t.Parallel()
	k := key(t, "archive.example")
	list := entries(t, 6)
	honest := tree(list[:3])
	list[1] = bytes.Replace(list[1], []byte("FOO"), []byte("BAR"), 1)
	fork := tree(list)
	kept := signed(t, honest, 3, k)
	own, err := fork.Consistency(signed(t, fork, 3, k), signed(t, fork, 6, k))
	if err != nil {
		t.Fatal(err)
	}
	if err := own.Check(known(k)); err != nil {
		t.Error(err)
	}
	own.Old = kept
	if err := own.Check(known(k)); !errors.Is(err, transparency.ErrFalse) {
		t.Errorf("got %v", err)
	}
}

// A fork is found from every checkpoint that covers the entry in which it differs, and
// from no other.
func TestForkAtRandom(t *testing.T) {
	t.Parallel()
	k := key(t, "archive.example")
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		n := 2 + rng.IntN(100)
		at := rng.IntN(n)
		list := make([][]byte, n)
		for i := range list {
			list[i] = []byte{byte(i)}
		}
		honest := tree(list)
		list[at] = []byte("another one")
		fork := tree(list)
		newest := signed(t, fork, n, k)
		for m := 1; m <= n; m++ {
			p, err := fork.Consistency(signed(t, fork, m, k), newest)
			if err != nil {
				t.Fatal(err)
			}
			p.Old = signed(t, honest, m, k)
			if err := p.Check(known(k)); (err == nil) != (m <= at) || err != nil && !errors.Is(err, transparency.ErrFalse) {
				t.Errorf("%d of %d entries, another entry %d: got %v", m, n, at, err)
			}
		}
	}
}

// What is in the log under another number, or is no entry, is no entry of the ledger.
func TestMisplacedEntries(t *testing.T) {
	t.Parallel()
	k := key(t, "archive.example")
	list := entries(t, 3)
	other := dataset.Entry{Dataset: "OTHER", Op: dataset.OpCreate, Recorded: day}
	foreign, err := other.Seal()
	if err != nil {
		t.Fatal(err)
	}
	wrong := [][]byte{foreign, list[0], list[2], newer(t, list[0]), []byte("{}")}
	tr := tree(wrong)
	c := signed(t, tr, 5, k)
	for i, e := range wrong {
		p, err := tr.Inclusion(c, uint64(i), e)
		if err != nil {
			t.Fatal(err)
		}
		want := transparency.ErrFalse
		if i == 3 {
			want = dataset.ErrNewerEntry
		} else if i == 2 {
			want = nil
		}
		if err := p.Check(known(k)); !errors.Is(err, want) {
			t.Errorf("entry %d: got %v, want %v", i, err, want)
		}
	}
}

func TestNoProofs(t *testing.T) {
	t.Parallel()
	for kind, p := range both(t, key(t, "archive.example")) {
		good := text(t, p)
		for name, change := range map[string][2]string{
			"version":   {`"v":1`, `"v":2`},
			"no v":      {`"v":1,`, ``},
			"member":    {`"v":1`, `"v":1,"w":1`},
			"case":      {`"kind"`, `"Kind"`},
			"kind":      {`"kind":"`, `"kind":"x`},
			"origin":    {`"origin":"archive`, `"origin":"brchive`},
			"space":     {`"v":1,`, `"v":1, `},
			"order":     {`{"v":1,`, `{"hashes":[],"v":1,`},
			"hash":      {`"hashes":["`, `"hashes":["A`},
			"null":      {`"hashes":["`, `"hashes":[null,"`},
			"escape":    {`archive.example`, `\u0061rchive.example`},
			"signature": {`\n\n— `, `\n\n- `},
			"old":       {`"old":"`, `"old":"x`},
			"index":     {`"index":2`, `"index":02`},
			"negative":  {`"index":2`, `"index":-2`},
			"large":     {`"index":2`, `"index":9007199254740992`},
			"no index":  {`"index":2,`, ``},
			"no entry":  {`"entry":"`, `"Entry":"`},
			"UTF-8":     {`"entry":"`, "\"entry\":\"\xff"},
		} {
			bad := strings.Replace(good, change[0], change[1], 1)
			if bad == good {
				continue // a member of the other kind
			}
			if p, err := transparency.ParseProof([]byte(bad)); !errors.Is(err, transparency.ErrInvalidProof) {
				t.Errorf("%s: %s: got %v, %v", kind, name, p, err)
			}
		}
		many := strings.Replace(good, `"hashes":[`, `"hashes":[`+strings.Repeat(`"`+root+`",`, 64), 1)
		for _, bad := range []string{good + "{}", good + "\n\n", " " + good, many, good[:len(good)-1], strings.Repeat(" ", transparency.MaxProof) + good} {
			if _, err := transparency.ParseProof([]byte(bad)); !errors.Is(err, transparency.ErrInvalidProof) {
				t.Errorf("%s: got %v", kind, err)
			}
		}
	}
	for _, bad := range []string{"", "null", "{}", "[]", `{"v":1}`, `{"v":1,"instance":"x"}`, `{"kind":"inclusion"}`, strings.Repeat("[", 1<<16)} {
		if _, err := transparency.ParseProof([]byte(bad)); !errors.Is(err, transparency.ErrInvalidProof) {
			t.Errorf("%.20q: got %v", bad, err)
		}
		if transparency.IsProof([]byte(bad)) {
			t.Errorf("%.20q looks like a proof", bad)
		}
	}
}

// The recipe of the package documentation for C2SP's tlog-proof has its members.
func TestMembers(t *testing.T) {
	t.Parallel()
	for kind, p := range both(t, key(t, "archive.example")) {
		var v map[string]any
		if err := json.Unmarshal([]byte(text(t, p)), &v); err != nil {
			t.Fatal(err)
		}
		if v["kind"] != kind || v["origin"] != "archive.example/"+name || v["v"] != 1.0 {
			t.Errorf("got %v", v)
		}
	}
}

func FuzzParseProof(f *testing.F) {
	k := key(f, "archive.example")
	trusted := known(k)
	for _, p := range both(f, k, key(f, "witness.example")) {
		f.Add([]byte(text(f, p)))
	}
	tr := tree(entries(f, 5))
	f.Fuzz(func(t *testing.T, in []byte) {
		p, err := transparency.ParseProof(in)
		if err != nil {
			if !errors.Is(err, transparency.ErrInvalidProof) {
				t.Errorf("got %v", err)
			}
			return
		}
		if got := text(t, p); got != strings.TrimSuffix(string(in), "\n") {
			t.Errorf("got %s, want %s", got, in)
		}
		if err := p.Check(trusted); err != nil {
			return
		}
		c, ok := p.(*transparency.Consistency)
		if ok && !(tr.Holds(c.Old.Checkpoint) && tr.Holds(c.New.Checkpoint)) {
			t.Errorf("a forged proof holds: %s", in)
		}
	})
}
