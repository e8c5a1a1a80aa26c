// Command datasets does the same work with idem and with what one would take instead,
// and compares time and bytes: a set of MODIS-like granule IDs, some commits that add
// a granule each at a random place, and questions about them.
//
// Run it in the folder above:
//
//	go run ./datasets
//
// All programs are driven as a user would, each task a process of its own, or one that
// reads all commits from a stream where there is such a way:
//
//   - idem, built from this module, without and with the MD5 chain, which the others
//     do not have: the tasks are idem dataset add, apply, diff, list and where.
//   - git, with a file that has one ID a line: add and commit, a commit for each
//     change of the file, diff, show, and log -S.
//   - Dolt, the dolt on PATH, with a table of one column: table import, a stream of
//     INSERT and DOLT_COMMIT, dolt_diff, AS OF, and dolt_history.
//
// They take turns. Each round begins with empty folders; the figures are the medians
// of the rounds. A program makes as many of the commits as fit the budget, and the
// table says how many. Where dolt is not on PATH the table has what Dolt needed in
// August 2026 for a million IDs and a thousand commits, on a machine like that of
// docs/performance.md: nothing that was measured in this run.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// work is what all do.
type work struct {
	granules int
	commits  int
	rounds   int
	budget   time.Duration // for the commits of a round

	look func(program string) (string, error) // exec.LookPath
}

func main() {
	w := work{look: exec.LookPath}
	flag.IntVar(&w.granules, "granules", 1_000_000, "IDs of the set")
	flag.IntVar(&w.commits, "commits", 1000, "commits of one more ID each")
	flag.IntVar(&w.rounds, "rounds", 3, "rounds, of which the medians count")
	flag.DurationVar(&w.budget, "budget", time.Minute, "time for the commits of a program in a round")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, w); err != nil {
		fmt.Fprintln(os.Stderr, "datasets:", err)
		os.Exit(1)
	}
}

// contender is a program that does the work, in an empty folder of its own.
type contender interface {
	name() string
	// load makes a set of the IDs in a file, one a line.
	load(ctx context.Context, dir string) error
	// commit adds some IDs, each by a commit. It may stop when the time is up, and
	// returns how many it has added.
	commit(ctx context.Context, dir string, ids []string, until time.Time) (int, error)
	// tidy makes the folder as small as the program can.
	tidy(ctx context.Context, dir string) error
	// diff writes what the commits have changed, list the set before them, and where the
	// history of an ID.
	diff(ctx context.Context, dir string, out io.Writer) error
	list(ctx context.Context, dir string, out io.Writer) error
	where(ctx context.Context, dir, id string, out io.Writer) error
}

func run(ctx context.Context, out io.Writer, w work) error {
	top, err := os.MkdirTemp("", "datasets")
	if err != nil {
		return err
	}
	defer os.RemoveAll(top)
	files := newFiles(top, w)
	if err := files.write(); err != nil {
		return err
	}
	contenders, absent, err := all(ctx, top, files, w)
	if err != nil {
		return err
	}
	results := make([][]result, len(contenders))
	for round := range w.rounds {
		for i, c := range contenders {
			dir := filepath.Join(top, fmt.Sprintf("%d-%d", round, i))
			r, err := once(ctx, c, dir, files, w)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name(), err)
			}
			results[i] = append(results[i], r)
			if err := os.RemoveAll(dir); err != nil {
				return err
			}
		}
	}
	facts(ctx, out, w)
	for _, line := range absent {
		fmt.Fprintln(out, line)
	}
	var columns []column
	for i, c := range contenders {
		columns = append(columns, column{c.name(), medians(results[i])})
	}
	if len(absent) > 0 && w.granules == reference.granules && w.commits == reference.figures.commits {
		columns = append(columns, column{"Dolt, reference", reference.figures})
	}
	return show(out, columns)
}

// all returns the contenders that are there, and a line for each that is not.
func all(ctx context.Context, top string, f *files, w work) (there []contender, absent []string, err error) {
	idem, err := build(ctx, top)
	if err != nil {
		return nil, nil, err
	}
	there = []contender{&idemTool{exe: idem, files: f}, &idemTool{exe: idem, files: f, chain: true}}
	for _, c := range []struct {
		program string
		contender
	}{{"git", &gitTool{files: f}}, {"dolt", &doltTool{files: f}}} {
		if _, err := w.look(c.program); err != nil {
			absent = append(absent, fmt.Sprintf("%s skipped: no %s on PATH", c.name(), c.program))
			continue
		}
		there = append(there, c.contender)
	}
	return there, absent, nil
}

// build builds the command of the module above, and returns its path.
func build(ctx context.Context, dir string) (string, error) {
	module, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/seed-05176fc3/idem").Output()
	if err != nil {
		return "", fmt.Errorf("the module above: %w", err)
	}
	idem := filepath.Join(dir, "idem")
	out, err := exec.CommandContext(ctx, "go", "build", "-C", strings.TrimSpace(string(module)), "-o", idem, "./cmd/idem").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("idem cannot be built: %w\n%s", err, out)
	}
	return idem, nil
}

// facts says on what was measured, with which versions.
func facts(ctx context.Context, out io.Writer, w work) {
	fmt.Fprintf(out, "%s, %d cores, %s, %s/%s\n", processor(), runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	var versions []string
	for _, args := range [][]string{{"git", "version"}, {"dolt", "version"}} {
		if text, err := exec.CommandContext(ctx, args[0], args[1:]...).Output(); err == nil {
			first, _, _ := strings.Cut(string(text), "\n")
			versions = append(versions, first)
		}
	}
	fmt.Fprintln(out, strings.Join(versions, ", "))
	fmt.Fprintf(out, "%d IDs, %d commits of one more at random places, medians of %d rounds\n", w.granules, w.commits, w.rounds)
}

// processor returns the name of the processor where the system tells it.
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "unknown processor"
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}
