package transparency_test

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"testing"

	"github.com/seed-05176fc3/idem/transparency"
)

// A witness as C2SP's tlog-cosignature has it.
type witness struct {
	name    string
	private ed25519.PrivateKey
}

func (w witness) id() []byte {
	raw := append([]byte{4}, w.private.Public().(ed25519.PublicKey)...)
	sum := sha256.Sum256(append([]byte(w.name+"\n"), raw...))
	return sum[:4]
}

func (w witness) verifier() string {
	raw := append([]byte{4}, w.private.Public().(ed25519.PublicKey)...)
	return fmt.Sprintf("%s+%x+%s", w.name, w.id(), base64.StdEncoding.EncodeToString(raw))
}

// line signs the text of a checkpoint.
func (w witness) line(text string, at uint64) string {
	sig := ed25519.Sign(w.private, fmt.Appendf(nil, "cosignature/v1\ntime %d\n%s", at, text))
	raw := append(binary.BigEndian.AppendUint64(w.id(), at), sig...)
	return fmt.Sprintf("— %s %s\n", w.name, base64.StdEncoding.EncodeToString(raw))
}

func TestCosignature(t *testing.T) {
	t.Parallel()
	archive := key(t, "archive.example")
	w := witness{"witness.example/w1", ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))}
	keys := archive.Public() + "\n" + w.verifier()
	known, err := transparency.ParseVerifiers(keys)
	if err != nil {
		t.Fatal(err)
	}
	plain := signed(t, tree(entries(t, 3)), 3, archive)
	body := text(t, plain.Checkpoint)
	for _, test := range []struct {
		line string
		want int // signatures that are verified
	}{
		{w.line(body, 1679315147), 2},
		{w.line(body, 0), 2},
		{w.line(body, 1<<63), 0},
		{w.line(body+"x", 1679315147), 0},
		{witness{"witness.example/w2", w.private}.line(body, 1), 1}, // not known
	} {
		s, err := transparency.ParseSigned([]byte(text(t, plain) + test.line))
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Verify(known)
		if len(got) != test.want || test.want == 0 && !errors.Is(err, transparency.ErrFalse) {
			t.Errorf("%s: got %v, %v, want %d", test.line, got, err, test.want)
		}
	}
	short, err := transparency.ParseSigned(fmt.Appendf(nil, "%s— %s %s\n", text(t, plain), w.name,
		base64.StdEncoding.EncodeToString(append(w.id(), 0, 0, 0, 0, 0, 0, 0, 0))))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := short.Verify(known); !errors.Is(err, transparency.ErrFalse) {
		t.Errorf("got %v, %v", got, err)
	}

	for _, bad := range []string{
		w.verifier() + "x",
		"w" + w.verifier(),
		w.verifier()[len(w.name):],
		fmt.Sprintf("%s+%x+%s", w.name, w.id(), base64.StdEncoding.EncodeToString([]byte{4})),
	} {
		if _, err := transparency.ParseVerifiers(bad); !errors.Is(err, transparency.ErrInvalidKey) {
			t.Errorf("%q: got %v", bad, err)
		}
	}
}
