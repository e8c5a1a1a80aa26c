package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// benchGranules is the number of granules of the large dataset below.
const benchGranules = 1_000_000

// BenchmarkMillion runs the commands as a user does, each as a process of its own, on
// a sorted list of a million MODIS-like IDs.
func BenchmarkMillion(b *testing.B) {
	dir := b.TempDir()
	idem := filepath.Join(dir, "idem")
	if out, err := exec.CommandContext(b.Context(), "go", "build", "-o", idem, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	list := filepath.Join(dir, "granules.txt")
	writeGranules(b, list)
	run := func(b *testing.B, store string, args ...string) syscall.Rusage {
		b.Helper()
		cmd := exec.CommandContext(b.Context(), idem, append(args, "--store", "sqlite:"+store)...)
		if err := cmd.Run(); err != nil {
			b.Fatalf("%q: %v", args, err)
		}
		return *cmd.ProcessState.SysUsage().(*syscall.Rusage)
	}
	report := func(b *testing.B, peak int64) {
		b.ReportMetric(benchGranules*float64(b.N)/b.Elapsed().Seconds(), "granules/s")
		b.ReportMetric(float64(peak)/1024, "MiB-peak")
	}
	last := ""
	b.Run("add", func(b *testing.B) {
		peak := int64(0)
		for b.Loop() {
			b.StopTimer()
			last = filepath.Join(b.TempDir(), "idem.db")
			run(b, last, "dataset", "create", "D")
			b.StartTimer()
			peak = max(peak, run(b, last, "dataset", "add", "D", list).Maxrss)
		}
		report(b, peak)
		info, err := os.Stat(last)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(info.Size())/benchGranules, "B/granule")
	})
	store := filepath.Join(dir, "idem.db")
	run(b, store, "dataset", "create", "D")
	run(b, store, "dataset", "add", "D", list)
	for name, args := range map[string][]string{
		"list":   {"dataset", "list", "D"},
		"verify": {"dataset", "verify", "D"},
		"show":   {"dataset", "show", "D"},
	} {
		b.Run(name, func(b *testing.B) {
			peak := int64(0)
			for b.Loop() {
				peak = max(peak, run(b, store, args...).Maxrss)
			}
			report(b, peak)
		})
	}
}

func writeGranules(b *testing.B, name string) {
	b.Helper()
	f, err := os.Create(name)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriter(f)
	for i := range benchGranules {
		at := time.Date(2000, 2, 24, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * 5 * time.Minute)
		fmt.Fprintf(w, "MOD021KM.A%04d%03d.%02d%02d.061.%d\n", at.Year(), at.YearDay(), at.Hour(), at.Minute(), 2017000000000+i*7919%365000000)
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
}
