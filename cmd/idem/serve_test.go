package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/seed-05176fc3/idem/internal/view"
)

// serving is a server in another process.
type serving struct {
	cmd   *exec.Cmd
	lines *bufio.Scanner // of its standard error
	url   string         // ends with a slash
}

// startServer starts idem serve on a free port and waits until it says where it is.
func startServer(t *testing.T, env []string, args ...string) *serving {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "idem", append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := &serving{cmd: cmd, lines: bufio.NewScanner(stderr)}
	address := regexp.MustCompile(`^idem: serving on (http://127\.0\.0\.1:[0-9]+/) `)
	for s.lines.Scan() {
		if m := address.FindStringSubmatch(s.lines.Text()); m != nil {
			s.url = m[1]
			return s
		}
		t.Logf("idem serve: %s", s.lines.Text())
	}
	t.Fatalf("idem serve ended: %v", cmd.Wait())
	return nil
}

// stop interrupts the server and checks that it ends well.
func (s *serving) stop(t *testing.T, signal os.Signal) {
	t.Helper()
	if err := s.cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	for s.lines.Scan() {
		t.Logf("idem serve: %s", s.lines.Text())
	}
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("after %v: %v, want exit code 0", signal, err)
	}
}

// get returns a page or a document of the server.
func (s *serving) get(t *testing.T, path string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %s %v: %s", path, res.Status, err, body)
	}
	return string(body)
}

// A server and the command work on one store at once: what one changes the other
// shows.
func TestServeAndChange(t *testing.T) {
	t.Parallel()
	store := "sqlite:" + filepath.Join(t.TempDir(), "idem.db")
	s := startServer(t, nil, "--store", store)
	idemJSON[view.Entry](t, store, "", "dataset", "create", "LIVE")
	for _, id := range []string{"a", "b", "c"} {
		want := idemJSON[changeView](t, store, id, "dataset", "add", "LIVE").Entry
		if got := parse[view.Entry](t, s.get(t, "v1/datasets/LIVE")); got != want {
			t.Errorf("the server says %+v, the command %+v", got, want)
		}
		if got := s.get(t, "v1/instances/"+want.Instance); !strings.Contains(got, want.Root) {
			t.Errorf("instance %s: got %s", want.Instance, got)
		}
	}
	s.stop(t, syscall.SIGTERM)
	if _, err := os.Stat(strings.TrimPrefix(store, "sqlite:") + "-wal"); err == nil {
		t.Error("the server has left a WAL")
	}
	if got := len(ledger(t, store, "LIVE")); got != 3 {
		t.Errorf("got %d entries, want 3", got)
	}
}

// The demo shows the two archives, and is gone when it ends.
func TestServeDemo(t *testing.T) {
	t.Parallel()
	tmp := t.TempDir()
	s := startServer(t, []string{"TMPDIR=" + tmp}, "--demo")
	var listed struct{ Datasets []view.Entry }
	if err := json.Unmarshal([]byte(s.get(t, "v1/datasets")), &listed); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, e := range listed.Datasets {
		got[e.Dataset] = e.DI
	}
	if len(got) != 2 || got["US.FOOL2.002"] != "ed3f3e83fc55215ddc381ba3c3e715fa" || got["THEM.FOOL2.002"] != "763122197bfb3ffbf0da14adbfb1b13b" {
		t.Errorf("got %v", got)
	}
	if page := s.get(t, ""); !strings.Contains(page, "US.FOOL2.002") || !strings.Contains(page, "<html") {
		t.Errorf("the page: got %s", page)
	}
	s.stop(t, os.Interrupt)
	left, err := os.ReadDir(tmp)
	if err != nil || len(left) > 0 {
		t.Errorf("the demo has left %v, %v", left, err)
	}
}

// A port that is taken is a failure that says so.
func TestServeTaken(t *testing.T) {
	t.Parallel()
	store := "sqlite:" + filepath.Join(t.TempDir(), "idem.db")
	s := startServer(t, nil, "--store", store)
	addr := strings.TrimSuffix(strings.TrimPrefix(s.url, "http://"), "/")
	_, err := inProcess(t.Context(), "", "serve", "--addr", addr, "--store", store)
	if exitCode(err) != exitFailure || !strings.Contains(err.Error(), addr) {
		t.Errorf("got %v, want an error that names %s", err, addr)
	}
	s.stop(t, os.Interrupt)
}

// A change that waits for its list ends at an interrupt, and nothing is changed.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	store := newStore(t, "W")
	cmd := exec.CommandContext(t.Context(), "idem", "dataset", "add", "W", "--store", store)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// More than a pipe and the reader hold, so it is reading when this returns.
	if _, err := io.WriteString(in, strings.Repeat("granule\n", 1<<20)); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err = cmd.Wait()
	if cmd.ProcessState.ExitCode() != exitFailure || stderr.String() != "idem: interrupted\n" {
		t.Errorf("got %v and %q, want exit code 3 and that it was interrupted", err, stderr.String())
	}
	if log := ledger(t, store, "W"); len(log) > 0 {
		t.Errorf("it has changed something: %+v", log)
	}
}
