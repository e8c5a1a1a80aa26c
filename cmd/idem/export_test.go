package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/internal/testenv"
)

// What the README of an export says to run gives what it says.
func TestExportReadme(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"sh", "awk", "comm", "sed", "sort", "sha256sum", "md5sum"} {
		if _, err := exec.LookPath(program); err != nil {
			testenv.Skip(t, "there is no "+program)
		}
	}
	path := filepath.Join(t.TempDir(), "idem.db")
	if err := makeDemo(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	store, dir := "sqlite:"+path, filepath.Join(t.TempDir(), "US")
	idem(t, store, "", "dataset", "export", "US.FOOL2.002", "--out", dir, "--json")
	exported := func(name string) string {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	text := exported("README.txt")
	log := ledger(t, store, "US.FOOL2.002")
	head, third := log[len(log)-1], log[2]
	list := idem(t, store, "", "dataset", "list", "US.FOOL2.002")
	next := strings.Split(exported("ledger.ndjson"), "\n")[4]
	hash := regexp.MustCompile(`"prev":"([0-9a-f]*)"`).FindStringSubmatch(next)[1] // of entry 3
	want := []string{
		": OK\n", "", "+" + diffLines(t, store, '+'), "-" + diffLines(t, store, '-'),
		strings.TrimPrefix(third.Instance, "dsi:1:set:") + "  -\n", hash + "  -\n", head.DI + "\n",
		"dsi:1:set:", // of the import
	}
	commands := regexp.MustCompile(`(?m)(?:^ {2}.*\n)+`).FindAllString(text[strings.Index(text, "as it was written?"):], -1)
	var got []string
	for _, block := range commands {
		for _, command := range splitCommands(block) {
			cmd := exec.CommandContext(t.Context(), "sh", "-ec", command)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "IDEM_STORE=sqlite:"+filepath.Join(dir, "new.db"))
			out, err := cmd.Output()
			if err != nil {
				t.Errorf("%s: %v", command, err)
			}
			got = append(got, string(out))
		}
	}
	if len(got) != len(want) {
		t.Fatalf("got %d commands, want %d", len(got), len(want))
	}
	for i := range want {
		w := want[i]
		switch {
		case strings.HasPrefix(w, "+"), strings.HasPrefix(w, "-"):
			if got[i] != w[1:] {
				t.Errorf("command %d: got %q, want %q", i, got[i], w[1:])
			}
		case !strings.Contains(got[i], w):
			t.Errorf("command %d: got %q, want %q", i, got[i], w)
		}
	}
	if got := exported("granules.txt"); got != list {
		t.Errorf("granules: got %q, want %q", got, list)
	}
}

// splitCommands returns the commands of indented lines: one that is indented more goes
// on with the one before.
func splitCommands(block string) (commands []string) {
	for line := range strings.Lines(block) {
		if strings.HasPrefix(line, "   ") && len(commands) > 0 {
			commands[len(commands)-1] += line
			continue
		}
		commands = append(commands, line)
	}
	return commands
}

// diffLines returns the granules that came since entry 3, or went.
func diffLines(t *testing.T, store string, sign byte) string {
	t.Helper()
	out, err := inProcess(t.Context(), "", "dataset", "diff", "US.FOOL2.002@2001-02-03", "US.FOOL2.002", "--store", store)
	if exitCode(err) != exitNo {
		t.Fatal(err)
	}
	var text strings.Builder
	for line := range strings.Lines(out) {
		if line[0] == sign {
			text.WriteString(line[1:])
		}
	}
	return text.String()
}

// TestKillImport kills imports at any moment: the store is sound then, has what it had
// before, and the next import finishes the work.
func TestKillImport(t *testing.T) {
	t.Parallel()
	store := newStore(t, "W")
	var changes strings.Builder
	for n := range 400 {
		fmt.Fprintf(&changes, `{"op":"add","at":"2001-01-02","granules":["G.%d","G.%d","H.%d"]}`+"\n", n, n*7919%1000+1000, n)
	}
	idem(t, store, changes.String(), "dataset", "apply", "W", "--json")
	idem(t, store, "", "dataset", "edit", "W", "--publisher", "US Archive")
	dir := filepath.Join(t.TempDir(), "W")
	idem(t, store, "", "dataset", "export", "W", "--out", dir, "--json")
	want := ledger(t, store, "W")
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	to := newStore(t, "OTHER")
	idem(t, to, "a\nb\n", "dataset", "add", "OTHER", "--json")
	killed := 0
	for limit := time.Millisecond; killed < 20/less; {
		cmd := exec.CommandContext(t.Context(), "idem", "dataset", "import", dir, "--store", to)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(random.Int64N(int64(limit))), func() { _ = cmd.Process.Kill() })
		err := cmd.Wait()
		timer.Stop()
		if err == nil { // it came to its end
			break
		}
		killed++
		limit += limit / 4
		idem(t, to, "", "dataset", "verify", "--json")
	}
	got := idemJSON[importView](t, to, "", "dataset", "import", dir)
	if got.Imported+got.There != uint64(len(want)+1) {
		t.Errorf("got %+v, want %d entries", got, len(want)+1)
	}
	t.Logf("killed %d times", killed)
	if killed == 0 {
		t.Error("no import was killed")
	}
	if got := ledger(t, to, "W"); len(got) != len(want) || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Error("the ledgers differ")
	}
	if got := ledger(t, to, "OTHER"); len(got) != 1 || got[0].Count != 2 {
		t.Errorf("the other dataset: got %+v", got)
	}
	idem(t, to, "", "dataset", "verify", "--json")
}
