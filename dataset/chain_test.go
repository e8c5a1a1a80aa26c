package dataset_test

import (
	"bytes"
	"crypto/md5"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
)

// plainChain is the rule in its plainest form.
func plainChain(ids []string) string {
	h := ""
	for i, id := range ids {
		text := id + "\n"
		if i > 0 {
			text = h + "\n" + text
		}
		h = fmt.Sprintf("%x", md5.Sum([]byte(text)))
	}
	return h
}

func TestChainAgainstModel(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		ids := make([]string, random.IntN(20))
		var chain dataset.Chain
		for i := range ids {
			ids[i] = strings.Repeat(string(rune('a'+i)), 1+random.IntN(dataset.MaxID))
			chain.Add([]byte(ids[i]))
		}
		got := ""
		if di, ok := chain.Sum(); ok {
			got = di.String()
		}
		if want := plainChain(ids); got != want {
			t.Fatalf("%q: got %q, want %q", ids, got, want)
		}
	}
}

func TestChainEmpty(t *testing.T) {
	t.Parallel()
	resumed := dataset.ResumeChain(0, dataset.DI{1})
	for _, chain := range []dataset.Chain{{}, resumed} {
		if _, ok := chain.Sum(); ok || chain.Count() != 0 || chain.AtCheckpoint() {
			t.Errorf("got %v %d %v, want no sum, 0, no checkpoint", ok, chain.Count(), chain.AtCheckpoint())
		}
	}
	resumed.Add([]byte("A"))
	if got, _ := resumed.Sum(); got.String() != plainChain([]string{"A"}) {
		t.Errorf("resumed at 0: got %v, want %s", got, plainChain([]string{"A"}))
	}
}

// TestChainResume goes on from every checkpoint, which must give the same value
// as one run.
func TestChainResume(t *testing.T) {
	t.Parallel()
	v := vector(t, "modis-like")
	type checkpoint struct {
		count uint64
		sum   dataset.DI
	}
	var checkpoints []checkpoint
	var chain dataset.Chain
	for id := range v.all() {
		chain.Add([]byte(id))
		if chain.Count() == 3*dataset.CheckpointInterval+5 {
			break
		}
		if chain.AtCheckpoint() {
			sum, _ := chain.Sum()
			checkpoints = append(checkpoints, checkpoint{chain.Count(), sum})
		}
	}
	if len(checkpoints) != 3 {
		t.Fatalf("got %d checkpoints, want 3", len(checkpoints))
	}
	for i, c := range checkpoints {
		if want := uint64(i+1) * dataset.CheckpointInterval; c.count != want {
			t.Errorf("checkpoint %d: got count %d, want %d", i, c.count, want)
		}
		resumed := dataset.ResumeChain(c.count, c.sum)
		at := uint64(0)
		for id := range v.all() {
			if at++; at > c.count {
				resumed.Add([]byte(id))
			}
			if at == chain.Count() {
				break
			}
		}
		if resumed != chain {
			t.Errorf("from %d: got %v, want %v", c.count, resumed, chain)
		}
	}
}

func TestChainAllocates(t *testing.T) {
	var chain dataset.Chain
	for _, id := range [][]byte{[]byte("A"), bytes.Repeat([]byte("a"), dataset.MaxID)} {
		if n := testing.AllocsPerRun(100, func() { chain.Add(id) }); n != 0 {
			t.Errorf("ID of %d bytes: got %v allocations, want 0", len(id), n)
		}
	}
}

// TestChainAvailable runs this test once more in a process in which Go refuses
// MD5.
func TestChainAvailable(t *testing.T) {
	t.Parallel()
	if os.Getenv("DATASET_TEST_REFUSES_MD5") == "" {
		if !dataset.ChainAvailable() {
			t.Error("the chain is not available")
		}
		cmd := exec.Command(os.Args[0], "-test.run=^TestChainAvailable$", "-test.v")
		cmd.Env = append(os.Environ(), "DATASET_TEST_REFUSES_MD5=1", "GODEBUG=fips140=only")
		out, err := cmd.CombinedOutput()
		if err != nil || !bytes.Contains(out, []byte("PASS: TestChainAvailable")) {
			t.Errorf("with fips140=only: %v\n%s", err, out)
		}
		return
	}
	if dataset.ChainAvailable() {
		t.Error("the chain is available where Go refuses MD5")
	}
	defer func() {
		if recover() == nil {
			t.Error("Add did not panic")
		}
	}()
	new(dataset.Chain).Add([]byte("A"))
}

func TestDigestText(t *testing.T) {
	t.Parallel()
	const text = "0123456789abcdeffedcba9876543210"
	var di dataset.DI
	if err := di.UnmarshalText([]byte(text)); err != nil || di.String() != text {
		t.Errorf("got %v, %v, want %s", di, err, text)
	}
	var hash dataset.Hash
	if err := hash.UnmarshalText([]byte(text + text)); err != nil || hash.String() != text+text {
		t.Errorf("got %v, %v, want %s", hash, err, text+text)
	}
	if got, err := di.MarshalText(); err != nil || string(got) != text {
		t.Errorf("got %s, %v, want %s", got, err, text)
	}
	if got, err := hash.MarshalText(); err != nil || string(got) != text+text {
		t.Errorf("got %s, %v, want %s", got, err, text+text)
	}
	for _, bad := range []string{"", text[1:], text + "0", strings.ToUpper(text), text[:31] + "g", text[:31] + "`", " " + text[1:]} {
		before, beforeHash := di, hash
		if err := di.UnmarshalText([]byte(bad)); !errors.Is(err, dataset.ErrInvalidIdentifier) || di != before {
			t.Errorf("%q: got %v, %v, want ErrInvalidIdentifier and no change", bad, di, err)
		}
		if err := hash.UnmarshalText([]byte(text + bad)); !errors.Is(err, dataset.ErrInvalidIdentifier) || hash != beforeHash {
			t.Errorf("%q: got %v, %v, want ErrInvalidIdentifier and no change", text+bad, hash, err)
		}
	}
}
