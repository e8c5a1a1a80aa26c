package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/internal/view"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/sqlitestore"
)

// writeForever is a command of the tests: idem-write STORE DATASET HOW SEED changes
// a dataset again and again and never ends: with one registry, or by command lines
// that open the store for each change. Each change that is acknowledged is a line
// of JSON on standard output.
func writeForever() {
	store, name, how := os.Args[1], os.Args[2], os.Args[3]
	seed, err := strconv.ParseUint(os.Args[4], 10, 64)
	if err != nil {
		panic(err)
	}
	random := rand.New(rand.NewPCG(seed, 0))
	apply := applyLine
	if how == "registry" {
		apply = applyTo(strings.TrimPrefix(store, "sqlite:"))
	}
	for {
		n := 1 + random.IntN(3)
		if random.IntN(50) == 0 {
			n = 150
		}
		op := dataset.OpAdd
		if random.IntN(3) == 0 {
			op = dataset.OpRemove
		}
		ids := map[string]bool{}
		for range n {
			ids[fmt.Sprintf("GRANULE-%05d", random.IntN(150))] = true
		}
		apply(store, name, op, slices.Sorted(maps.Keys(ids)))
	}
}

// applyLine makes a change by a command line.
func applyLine(store, name string, op dataset.Op, ids []string) {
	line := []string{"dataset", string(op), name, "--json", "--store", store}
	if op == dataset.OpRemove {
		line = append(line, "--reason", "test", "--ignore-missing")
	}
	write(strings.Join(ids, "\n"), line...)
}

// applyTo opens a store and returns what makes changes in it.
func applyTo(path string) func(store, name string, op dataset.Op, ids []string) {
	s, err := sqlitestore.Open(context.Background(), path, sqlitestore.Existing)
	if err != nil {
		panic(err)
	}
	reg := registry.New(s, nil)
	enc := json.NewEncoder(os.Stdout)
	return func(_, name string, op dataset.Op, ids []string) {
		c := registry.Change{Op: op, Reason: "test", IgnoreMissing: true, Granules: func(yield func(patricia.Item, error) bool) {
			for _, id := range ids {
				if !yield(patricia.Item{ID: []byte(id)}, nil) {
					return
				}
			}
		}}
		out, err := reg.Apply(context.Background(), name, c)
		if err == nil {
			err = enc.Encode(changeView{Entry: view.Of(out.Entry), Changed: out.Changed})
		}
		if err != nil {
			panic(err)
		}
	}
}

// addEach is a command of the tests: idem-add STORE NAME N adds the granules NAME-0,
// NAME-1 ... to the dataset W, each by a change of its own.
func addEach() {
	n, err := strconv.Atoi(os.Args[3])
	if err != nil {
		panic(err)
	}
	for i := range n {
		write(fmt.Sprintf("%s-%d", os.Args[2], i), "dataset", "add", "W", "--json", "--store", os.Args[1])
	}
}

// write runs a command line that must succeed.
func write(stdin string, args ...string) {
	cmd := newRoot()
	cmd.SetArgs(args)
	cmd.SetIn(strings.NewReader(stdin))
	if err := cmd.ExecuteContext(context.Background()); err != nil {
		tell(cmd, err)
		os.Exit(exitCode(err))
	}
}

// TestKill kills a process that writes, again and again, at any moment: what it had
// acknowledged is there, and the whole is sound.
func TestKill(t *testing.T) {
	t.Parallel()
	const changes, perRound = 2000 / less, 200 / less
	store := newStore(t, "W")
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	all := map[string][]view.Entry{}
	for n, round := 0, 0; n < changes; round++ {
		name := fmt.Sprintf("W.%d", round)
		idemJSON[view.Entry](t, store, "", "dataset", "create", name)
		how, until := "registry", random.IntN(2*perRound)
		if round%4 == 3 {
			how, until = "lines", random.IntN(perRound/4)
		}
		acknowledged := writeAndKill(t, until, "idem-write", store, name, how, fmt.Sprint(seed+uint64(round)))

		idem(t, store, "", "dataset", "verify", name, "--json")
		log := ledger(t, store, name)
		if more := len(log) - len(acknowledged); more < 0 || more > 1 || !slices.Equal(log[:len(log)-more], acknowledged) {
			t.Fatalf("round %d (%s): acknowledged %+v\ngot %+v", round, how, acknowledged, log)
		}
		all[name] = log
		n += len(log)
	}
	idem(t, store, "", "dataset", "verify", "--json")
	for name, want := range all {
		if !slices.Equal(ledger(t, store, name), want) {
			t.Errorf("%s: the log has changed", name)
		}
	}
}

// writeAndKill starts a program that writes, kills it after so many lines, and
// returns the changes that it had acknowledged.
func writeAndKill(t *testing.T, lines int, program string, args ...string) (acknowledged []view.Entry) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	scan := bufio.NewScanner(out)
	for n := 0; scan.Scan(); n++ {
		if n == lines {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
		if got := parse[changeView](t, scan.Text()); got.Changed {
			acknowledged = append(acknowledged, got.Entry)
		}
	}
	if err := scan.Err(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.Exited() {
		t.Fatalf("%q ended by itself: %v", cmd.Args, err)
	}
	return acknowledged
}

// Two processes change one dataset at once: all changes land, one after the other.
func TestTwoWriters(t *testing.T) {
	t.Parallel()
	const n = 100
	store := newStore(t, "W")
	var running []*exec.Cmd
	for _, name := range []string{"A", "B"} {
		cmd := exec.CommandContext(t.Context(), "idem-add", store, name, fmt.Sprint(n))
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		running = append(running, cmd)
	}
	for _, cmd := range running {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%s: %v", filepath.Base(cmd.Path), err)
		}
	}
	log := ledger(t, store, "W")
	if len(log) != 2*n {
		t.Fatalf("got %d entries, want %d", len(log), 2*n)
	}
	for i, e := range log {
		if e.Seq != uint64(i+1) || e.Count != uint64(i+1) || e.Added != 1 {
			t.Fatalf("entry %d: got %+v", i+1, e)
		}
	}
	list := idem(t, store, "", "dataset", "list", "W")
	for i := range n {
		if !strings.Contains(list, fmt.Sprintf("A-%d\n", i)) || !strings.Contains(list, fmt.Sprintf("B-%d\n", i)) {
			t.Errorf("granule %d is missing", i)
		}
	}
	idem(t, store, "", "dataset", "verify", "--json")
}
