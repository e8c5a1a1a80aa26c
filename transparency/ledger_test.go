package transparency_test

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/transparency"
)

const name = "US.FOOL2.002"

// entries returns the stored entries of a ledger. The first three are those of the
// package documentation.
func entries(t testing.TB, n int) [][]byte {
	t.Helper()
	foo := []struct{ root, di string }{
		1: {"7a5340242c7206952825179bb11ff766a50c2ed9d9fc8b15aa765dcf14df7665", "7fb1e8ba9b0c9888858b66f6a1732d2c"},
		2: {"c39b27945334734e93b3572fa298f1fa93e318417e7d7d88b990e1e78a215f71", "763122197bfb3ffbf0da14adbfb1b13b"},
	}
	var all [][]byte
	var prev *dataset.Entry
	for i := range n {
		e := &dataset.Entry{Dataset: name, Seq: uint64(i), Op: dataset.OpAdd, Chain: i < len(foo)}
		if i == 0 {
			e.Op, e.Title, e.DOI = dataset.OpCreate, "FOO level 2, version 2", "10.9999/US/FOOL2.v2"
			e.Recorded = time.Date(2001, 1, 1, 9, 30, 0, 250e6, time.UTC)
		} else {
			e.At = time.Date(2001, 1, 1+i, 0, 0, 0, 0, time.UTC)
			e.Recorded = e.At.Add(8 * time.Hour)
			e.Root, e.Prev = patricia.Root{Count: uint64(10 + i), Hash: patricia.Hash{byte(i), byte(i >> 8), 1}}, prev.Hash
			e.Added = e.Root.Count - prev.Root.Count
		}
		if i > 0 && i < len(foo) {
			decode(t, e.Root.Hash[:], foo[i].root)
			decode(t, e.DI[:], foo[i].di)
		}
		data, err := e.Seal()
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Check(prev); err != nil {
			t.Fatal(err)
		}
		all, prev = append(all, data), e
	}
	return all
}

func decode(t testing.TB, dst []byte, digits string) {
	t.Helper()
	if _, err := hex.Decode(dst, []byte(digits)); err != nil {
		t.Fatal(err)
	}
}

// tree returns the tree over entries.
func tree(entries [][]byte) *transparency.Tree {
	t := &transparency.Tree{}
	for _, e := range entries {
		t.Append(e)
	}
	return t
}

// key returns the key of that name that is the same in every run.
func key(t testing.TB, name string) *transparency.Key {
	t.Helper()
	raw := []byte{1} // Ed25519
	for i := range byte(ed25519.SeedSize) {
		raw = append(raw, i+name[0])
	}
	public := ed25519.NewKeyFromSeed(raw[1:]).Public().(ed25519.PublicKey)
	verifier, err := note.NewEd25519VerifierKey(name, public)
	if err != nil {
		t.Fatal(err)
	}
	hash := strings.Split(verifier, "+")[1]
	k, err := transparency.ParseKey([]byte("PRIVATE+KEY+" + name + "+" + hash + "+" + base64.StdEncoding.EncodeToString(raw)))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// newKey makes a key.
func newKey(t testing.TB, name string) *transparency.Key {
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

// known returns verifiers of keys.
func known(keys ...*transparency.Key) note.Verifiers {
	list := make([]note.Verifier, len(keys))
	for i, k := range keys {
		list[i] = k.Verifier()
	}
	return note.VerifierList(list...)
}

// signed returns the signed checkpoint of the first size entries.
func signed(t testing.TB, tr *transparency.Tree, size int, keys ...*transparency.Key) *transparency.SignedCheckpoint {
	t.Helper()
	c, err := tr.Checkpoint(transparency.Origin(keys[0].Name(), name), uint64(size))
	if err != nil {
		t.Fatal(err)
	}
	s := &transparency.SignedCheckpoint{Checkpoint: c}
	for _, k := range keys {
		if s, err = s.Sign(k); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// text returns what a thing appends.
func text(t testing.TB, thing interface {
	AppendText(b []byte) ([]byte, error)
},
) string {
	t.Helper()
	b, err := thing.AppendText(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// both returns a proof of each kind of a ledger of five entries.
func both(t testing.TB, keys ...*transparency.Key) map[string]transparency.Proof {
	t.Helper()
	list := entries(t, 5)
	tr := tree(list)
	c, err := tr.Consistency(signed(t, tr, 3, keys...), signed(t, tr, 5, keys...))
	if err != nil {
		t.Fatal(err)
	}
	i, err := tr.Inclusion(signed(t, tr, 5, keys...), 2, list[2])
	if err != nil {
		t.Fatal(err)
	}
	return map[string]transparency.Proof{"consistency": c, "inclusion": i}
}

var day = time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)

// newer returns an entry as a version of idem to come may write it.
func newer(t testing.TB, entry []byte) []byte {
	t.Helper()
	whole := regexp.MustCompile(`"hash":"[0-9a-f]*",`)
	rest := regexp.MustCompile(`"v":\d+}$`).ReplaceAll(whole.ReplaceAll(entry, nil), []byte(`"v":99}`))
	hash := fmt.Sprintf(`{"hash":"%x",`, sha256.Sum256(rest))
	return append([]byte(hash), rest[1:]...)
}
