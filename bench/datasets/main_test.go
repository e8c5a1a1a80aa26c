package main

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestRun does little work, to see that all runs: without dolt, and with it where it is.
func TestRun(t *testing.T) {
	t.Parallel()
	without := func(program string) (string, error) {
		if program == "dolt" {
			return "", exec.ErrNotFound
		}
		return exec.LookPath(program)
	}
	small := work{granules: 1000, commits: 12, rounds: 1, budget: time.Minute, look: without}
	checkRun(t, small, "idem", "idem, chain", "git")
	if _, err := exec.LookPath("dolt"); err == nil {
		small.look = exec.LookPath
		checkRun(t, small, "idem", "idem, chain", "git", "Dolt")
	}
}

func checkRun(t *testing.T, w work, columns ...string) {
	t.Helper()
	var out strings.Builder
	if err := run(t.Context(), &out, w); err != nil {
		t.Fatal(err)
	}
	skipped := strings.Contains(out.String(), "Dolt skipped: no dolt on PATH")
	if skipped == slices.Contains(columns, "Dolt") {
		t.Errorf("Dolt skipped: %v, in\n%s", skipped, out.String())
	}
	rows := regexp.MustCompile(`(?m)^\| (.*) \|$`).FindAllStringSubmatch(out.String(), -1)
	if len(rows) != 12 { // with the head and the line below it
		t.Fatalf("%d rows, want 12, in\n%s", len(rows), out.String())
	}
	for i, row := range rows {
		cells := strings.Split(row[1], " | ")
		if len(cells) != 1+len(columns) {
			t.Errorf("%d cells, want %d, in %q", len(cells), 1+len(columns), row[1])
			continue
		}
		for j, cell := range cells[1:] {
			if cell = strings.TrimSpace(cell); cell == "" || i == 0 && cell != columns[j] {
				t.Errorf("%q below %q", cell, columns[j])
			}
		}
	}
}

func TestInsert(t *testing.T) {
	t.Parallel()
	var ids []string
	for _, id := range []string{"b", "d", "a", "c"} {
		ids = insert(ids, id)
	}
	if got := strings.Join(ids, ""); got != "abcd" {
		t.Errorf("got %q, want abcd", got)
	}
}

func TestMedian(t *testing.T) {
	t.Parallel()
	rs := []result{{load: 5, commits: 4}, {load: 1, commits: 1}, {load: 3, commits: 2}, {load: 4, commits: 3}}
	if m := medians(rs); m.load != 3 || m.commits != 2 { // rounded down
		t.Errorf("got %d and %d, want 3 and 2", m.load, m.commits)
	}
}

func TestTexts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ got, want string }{
		{times(0, time.Second), ""},
		{times(time.Second, time.Second), "1.0 s"},
		{times(2500*time.Millisecond, time.Second), "2.5 s (2.5 ×)"},
		{durationText(2140 * time.Microsecond), "2.1 ms"},
		{bytesText(0), ""},
		{bytesText(3700), "3700 B"},
		{bytesText(14_000), "14 KB"},
		{bytesText(1_240_000), "1.2 MB"},
		{bytesText(112_345_678), "112 MB"},
		{times(300*time.Millisecond, time.Second), "300 ms (0.30 ×)"},
	} {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
}
