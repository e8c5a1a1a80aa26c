package idem_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

var (
	rdaRow     = regexp.MustCompile(`(?m)^\| R([0-9]+) \|.*\| (.*) \|$`)
	rdaCommand = regexp.MustCompile("`([^`]+)`(?: and (?:open|get) `([^`]+)`)?")
)

// TestDataCitation runs the blocks of docs/data-citation.md, then each command of its
// table, which has a row for each of the fourteen recommendations.
func TestDataCitation(t *testing.T) {
	t.Parallel()
	const name = "docs/data-citation.md"
	bin, env := buildIdem(t)
	dir := t.TempDir()
	for _, b := range blocks(t, name) {
		b.dir = dir
		runConsole(t, b, bin, env)
		for _, m := range regexp.MustCompile(`(?m)^\$ ([A-Z]+=\S+)$`).FindAllStringSubmatch(b.text, -1) {
			env = append(env, m[1]) // a variable for what follows
		}
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	rows := rdaRow.FindAllStringSubmatch(string(text), -1)
	for i, row := range rows {
		if row[1] != fmt.Sprint(i+1) {
			t.Fatalf("row %d is R%s", i+1, row[1])
		}
		commands := rdaCommand.FindAllStringSubmatch(row[2], -1)
		if len(commands) == 0 {
			t.Errorf("R%s has no command: %s", row[1], row[2])
		}
		for _, m := range commands {
			if m[2] != "" {
				visit(t, env, dir, bin, m[2])
				continue
			}
			cmd := exec.CommandContext(t.Context(), "bash", "-c", m[1])
			cmd.Env, cmd.Dir = env, dir
			if out, err := cmd.CombinedOutput(); err != nil || !strings.HasPrefix(m[1], "idem ") {
				t.Errorf("R%s: %s: %v\n%s", row[1], m[1], err, out)
			}
		}
	}
	if len(rows) != 14 {
		t.Errorf("%d rows, want 14", len(rows))
	}
}

// visit serves the datasets and fetches a path, in which the variables of env stand.
func visit(t *testing.T, env []string, dir, bin, path string) {
	t.Helper()
	path = os.Expand(path, func(name string) string {
		for _, v := range env {
			if value, ok := strings.CutPrefix(v, name+"="); ok {
				return value
			}
		}
		return ""
	})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cmd := exec.CommandContext(ctx, bin, "serve", "--addr", "127.0.0.1:0")
	cmd.Env, cmd.Dir = env, dir
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	first, err := bufio.NewReader(stderr).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	base := regexp.MustCompile(`http://127\.0\.0\.1:[0-9]+`).FindString(first)
	resp, err := http.Get(base + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	page, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK || !strings.Contains(string(page), "MOD021KM") {
		t.Errorf("%s: %s, %v\n%.500s", path, resp.Status, err, page)
	}
	cancel()
	_ = cmd.Wait() // it was killed
}
