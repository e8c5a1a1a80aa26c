package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/seed-05176fc3/idem/internal/testenv"
)

// commands returns all commands that are made here, by their path.
func commands() map[string]*cobra.Command {
	all := map[string]*cobra.Command{}
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		if cmd.Name() == "completion" || cmd.Name() == "help" {
			return
		}
		all[cmd.CommandPath()] = cmd
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(newRoot())
	return all
}

// Help fits a terminal of 80 columns, and every command and flag says what it does.
func TestHelp(t *testing.T) {
	t.Parallel()
	for path := range commands() {
		out, err := inProcess(t.Context(), "", append(strings.Fields(path)[1:], "--help")...)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		for line := range strings.Lines(out) {
			if line = strings.TrimSuffix(line, "\n"); utf8.RuneCountInString(line) > 80 {
				t.Errorf("%s: wider than 80 columns: %s", path, line)
			}
		}
	}
}

const (
	makeKey   = "idem key new archive.example --out archive.key > archive.pub\n"
	signFirst = makeKey + "idem dataset sign US.FOOL2.002 --key archive.key > checkpoint\n"
)

// prepare is what is done by hand before an example can be followed.
var prepare = map[string]string{
	"idem check": signFirst + `idem dataset prove US.FOOL2.002@2001-01-03 \
		FOOL2.v2.12.bdc9dc33-38bd-403c-991e-48dcd4762ca7 > proof.json
idem dataset prove US.FOOL2.002 --since checkpoint > consistency.json
idem dataset prove US.FOOL2.002 --entry 2 > entry.json
`,
	"idem dataset prove":       signFirst,
	"idem dataset cosign":      signFirst + "cp checkpoint cosigned\n",
	"idem dataset checkpoints": signFirst,
	"idem dataset sign":        makeKey,
	"idem key public":          makeKey,
	"idem public encode": `(umask 077; idem public keygen > key)
idem public ring create ring.json
`,
	"idem public decode": `(umask 077; idem public keygen > key)
idem public ring create ring.json
`,
	"idem db": "cp idem.db app.db\n",
	"idem db check": `cp idem.db app.db
echo sqlite:app.db > secret
`,
	"idem public ring add": "idem public ring create ring.json\n",
	"idem public ring promote": `idem public ring create ring.json
idem public ring add ring.json b
`,
	"idem public ring remove": `idem public ring create ring.json
idem public ring add ring.json b
`,
}

// realIDs puts public IDs of the keys at hand in the place of those of examples.
var realIDs = strings.NewReplacer(
	"104c31f3-2607-6e29-7c8f-defe589bf66a", "$(idem public encode --key-file key --type uint64 42)",
	"user_…", "$(idem public encode --key-ring ring.json --prefix user --type uint64 42)",
)

// TestExamples runs the examples of each command in a shell, each command in a folder
// of its own with what they speak of.
func TestExamples(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil {
		testenv.Skip(t, "there is no shell")
	}
	ran := 0
	for path, cmd := range commands() {
		if cmd.Example == "" {
			continue
		}
		ran++
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			dir := exampleFolder(t, path)
			if path == "idem serve" {
				serveExamples(t, dir, cmd.Example)
				return
			}
			sh := exec.CommandContext(t.Context(), "sh", "-ec", prepare[path]+realIDs.Replace(cmd.Example))
			sh.Dir = dir
			sh.Env = append(os.Environ(), "IDEM_STORE=")
			out, err := sh.CombinedOutput()
			if path == "idem dataset diff" && sh.ProcessState.ExitCode() == exitNo {
				err = nil // they differ
			}
			if err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	if ran < 10 {
		t.Errorf("only %d examples", ran)
	}
}

// serveExamples starts each line on another port and stops it again.
func serveExamples(t *testing.T, dir, example string) {
	for line := range strings.Lines(example) {
		args := strings.Fields(line)[2:]
		for i, arg := range args {
			args[i] = strings.Replace(arg, "sqlite:", "sqlite:"+dir+"/", 1)
		}
		if i := slices.Index(args, "--addr"); i >= 0 {
			args = slices.Delete(args, i, i+2)
		}
		startServer(t, []string{"TMPDIR=" + dir}, args...).stop(t, os.Interrupt)
	}
}

// exampleFolder returns a folder in which the examples of a command find what they
// need: the FOO datasets, empty ones, and files.
func exampleFolder(t *testing.T, path string) string {
	t.Helper()
	dir := t.TempDir()
	store := "sqlite:" + filepath.Join(dir, "idem.db")
	switch path {
	case "idem dataset", "idem dataset create": // they begin with nothing
	case "idem dataset add", "idem dataset remove", "idem dataset replace": // at times of the story
		for _, name := range []string{"US.FOOL2.002", "C3S.CMIP6", "MOD09GQ"} {
			idem(t, store, "", "dataset", "create", name, "--json")
		}
		idem(t, store, demoGranules[9], "dataset", "add", "US.FOOL2.002", "--at", "2001-01-01", "--json")
	default:
		if err := makeDemo(t.Context(), filepath.Join(dir, "idem.db")); err != nil {
			t.Fatal(err)
		}
	}
	delivery, err := os.ReadFile(filepath.Join("..", "..", "ingest", "testdata", "pdr", "MOD09GQ.PDR"))
	if err != nil {
		t.Fatal(err)
	}
	release := zipped("dataset_id,pid\nCMIP6.a.b.v1,hdl:1\nCMIP6.a.c.v1,hdl:2\n")
	for name, data := range map[string][]byte{
		"granules.txt":     []byte(strings.Join(demoGranules, "\n")),
		"release2.csv.gz":  release,
		"release3.txt.gz":  release,
		"unique.txt":       []byte("MOD09GQ.A2017224.h09v02.006.2017227165020_wJJ69jjW\n"),
		"ids.txt":          []byte("0RdKJcxqVBiAiQr0\n"),
		"MOD09GQ.A1.a.hdf": nil,
		"delivery.PDR":     delivery,
		"changes.ndjson":   []byte(`{"op":"add","granules":["FOOL2.v2.16"]}`),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
