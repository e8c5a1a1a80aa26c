package main

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/internal/view"
)

// collectForever is a command of the tests: idem-collect STORE puts pages to which
// nothing refers into a store and forgets them, again and again, and writes a line
// each time.
func collectForever() {
	for i := 0; ; i++ {
		if err := putOrphans(context.Background(), strings.TrimPrefix(os.Args[1], "sqlite:"), fmt.Sprint("ORPHAN", i), 10_000); err != nil {
			panic(err)
		}
		write("", "store", "gc", "--store", os.Args[1], "--json", fmt.Sprintf("--compact=%v", i%4 == 3))
	}
}

// startCollecting starts idem-collect. The returned function waits until it has gone
// round so many times, kills it, and waits for its end.
func startCollecting(t *testing.T, store string) (kill func(rounds int)) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "idem-collect", store)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	return func(rounds int) {
		t.Helper()
		for range rounds {
			if !lines.Scan() {
				t.Fatal("idem-collect ended by itself")
			}
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() {
		}
		if err := cmd.Wait(); err == nil || cmd.ProcessState.Exited() {
			t.Fatalf("idem-collect ended by itself: %v", err)
		}
	}
}

// instances returns the granules of every entry of a dataset.
func instances(t *testing.T, store, name string) []string {
	t.Helper()
	var all []string
	for _, e := range ledger(t, store, name) {
		all = append(all, idem(t, store, "", "dataset", "list", e.Instance))
	}
	return all
}

// TestKillGC kills a process that forgets pages at any moment, again and again: all
// instances are as they were.
func TestKillGC(t *testing.T) {
	t.Parallel()
	path := damageStore(t)
	store := "sqlite:" + path
	want := instances(t, store, "MANY")
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	for range 12 / less {
		kill := startCollecting(t, store)
		kill(random.IntN(4))
		idem(t, store, "", "store", "verify", "--json")
		if got := instances(t, store, "MANY"); !slices.Equal(got, want) {
			t.Fatal("the instances are others")
		}
	}
	idem(t, store, "", "store", "gc", "--json")
	if out := idem(t, store, "", "store", "verify", "--json"); !strings.Contains(out, `"orphans":{"pages":0,"bytes":0}`) {
		t.Errorf("there are orphans left:\n%s", out)
	}
}

// TestGCBesideWriters lets a process forget pages while two others change datasets:
// nothing that was acknowledged is lost.
func TestGCBesideWriters(t *testing.T) {
	t.Parallel()
	store := newStore(t, "A")
	idemJSON[view.Entry](t, store, "", "dataset", "create", "B")
	kill := startCollecting(t, store)
	acknowledged := map[string][]view.Entry{}
	for i, how := range []string{"registry", "lines"} {
		name := string(rune('A' + i))
		acknowledged[name] = writeAndKill(t, 160/less, "idem-write", store, name, how, fmt.Sprint(i))
	}
	kill(1)
	for name, want := range acknowledged {
		log := ledger(t, store, name)
		if more := len(log) - len(want); more < 0 || more > 1 || !slices.Equal(log[:len(log)-more], want) {
			t.Errorf("%s: acknowledged %+v\ngot %+v", name, want, log)
		}
	}
	idem(t, store, "", "store", "gc", "--json")
	if out := idem(t, store, "", "store", "verify", "--json"); !strings.Contains(out, `"orphans":{"pages":0,"bytes":0}`) {
		t.Errorf("there are orphans left:\n%s", out)
	}
}
