package idem_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// block is a fenced block of a document.
type block struct {
	file     string
	line     int    // of the fence
	dir      string // where it is run; empty: here
	language string
	text     string
}

var fence = regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```$")

func blocks(t *testing.T, name string) (found []block) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range fence.FindAllSubmatchIndex(data, -1) {
		found = append(found, block{
			file:     name,
			line:     1 + bytes.Count(data[:m[0]], []byte("\n")),
			language: string(data[m[2]:m[3]]),
			text:     string(data[m[4]:m[5]]),
		})
	}
	return found
}

// TestReadme runs every block of the README: what follows a line with $ must be
// what the command prints, and a Go program must print what its comment says.
func TestReadme(t *testing.T) {
	t.Parallel()
	bin, env := buildIdem(t)
	all := blocks(t, "README.md")
	if len(all) < 4 {
		t.Fatalf("only %d blocks", len(all))
	}
	for _, b := range all {
		switch b.language {
		case "console":
			runConsole(t, b, bin, env)
		case "go":
			runProgram(t, b)
		default:
			t.Errorf("%s:%d: a block in %q, which no test runs", b.file, b.line, b.language)
		}
	}
}

// buildIdem builds the command and returns where it is, and an environment in which
// its store is a new one.
func buildIdem(t *testing.T) (bin string, env []string) {
	t.Helper()
	dir := t.TempDir()
	bin = filepath.Join(dir, "idem")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", bin, "./cmd/idem").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin, append(os.Environ(),
		"PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"),
		"GOBIN="+dir, "IDEM_STORE=sqlite:"+filepath.Join(dir, "idem.db"), "NO_COLOR=1", "TZ=UTC")
}

func runConsole(t *testing.T, b block, bin string, env []string) {
	t.Helper()
	for _, step := range strings.Split("\n"+b.text, "\n$ ")[1:] {
		command, want, _ := strings.Cut(step, "\n")
		for strings.HasSuffix(command, "\\") || strings.HasSuffix(command, "|") { // goes on in the next line
			var more string
			more, want, _ = strings.Cut(want, "\n")
			command = strings.TrimSuffix(command, "\\") + more
		}
		switch {
		case strings.HasPrefix(command, "go run ./cmd/idem serve"):
			checkServe(t, b, bin, strings.Fields(strings.TrimPrefix(command, "go run ./cmd/idem ")), want)
			continue
		case command == "make test": // which runs this test
			command = "make -n test >/dev/null"
		}
		cmd := exec.CommandContext(t.Context(), "bash", "-c", command)
		cmd.Env, cmd.Dir = env, b.dir
		out, err := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); err != nil && code != 1 {
			t.Fatalf("%s:%d: %s: exit code %d\n%s", b.file, b.line, command, code, out)
		}
		if got := strings.TrimRight(string(out), "\n"); got != strings.TrimRight(want, "\n") {
			t.Errorf("%s:%d: %s prints\n%s\nwant\n%s", b.file, b.line, command, got, want)
		}
	}
}

// checkServe serves on a free port, asks for the page, and stops the server.
func checkServe(t *testing.T, b block, bin string, args []string, want string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cmd := exec.CommandContext(ctx, bin, append(args, "--addr", "127.0.0.1:0")...)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	first, err := bufio.NewReader(stderr).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address := regexp.MustCompile(`http://127\.0\.0\.1:[0-9]+/`)
	if got := address.ReplaceAllString(first, "http://127.0.0.1:8080/"); strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("README.md:%d: it prints\n%s\nwant\n%s", b.line, got, want)
	}
	resp, err := http.Get(address.FindString(first))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	page, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK || !bytes.Contains(page, []byte("US.FOOL2.002")) {
		t.Errorf("the page: %s, %v\n%.500s", resp.Status, err, page)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("stopping the server: %v", err)
	}
}

// runProgram runs a Go program and compares what it prints with its last comment.
func runProgram(t *testing.T, b block) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(name, []byte(b.text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "go", "run", name).CombinedOutput()
	if err != nil {
		t.Fatalf("README.md:%d: %v\n%s", b.line, err, out)
	}
	_, want, found := strings.Cut(b.text, "// Output:\n")
	if !found {
		t.Fatalf("README.md:%d: the program does not say what it prints", b.line)
	}
	want = strings.TrimSpace(strings.NewReplacer("\t// ", "", "// ", "", "}", "").Replace(want))
	if got := strings.TrimSpace(string(out)); got != want {
		t.Errorf("README.md:%d: the program prints\n%s\nwant\n%s", b.line, got, want)
	}
}
