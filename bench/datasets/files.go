package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// files has the IDs, and the commits in the form in which each program reads them.
type files struct {
	list    string   // one ID a line, in order
	csv     string   // the same below the line "id"
	ids     []string // in order
	commits []string // IDs to be added
}

// newFiles makes the IDs of a set, one each five minutes as of MODIS, and others at
// random places among them.
func newFiles(dir string, w work) *files {
	f := &files{list: filepath.Join(dir, "granules.txt"), csv: filepath.Join(dir, "granules.csv")}
	for i := range w.granules {
		f.ids = append(f.ids, modis(i, 2017000000000+i*7919%365000000))
	}
	r := rand.New(rand.NewPCG(2010, 10))
	for i := range w.commits {
		f.commits = append(f.commits, modis(r.IntN(w.granules), 9000000000000+i))
	}
	return f
}

// modis returns the ID of the granule of a five-minute interval, made at some time.
func modis(i, made int) string {
	at := time.Date(2000, 2, 24, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * 5 * time.Minute)
	return fmt.Sprintf("MOD021KM.A%04d%03d.%02d%02d.061.%d", at.Year(), at.YearDay(), at.Hour(), at.Minute(), made)
}

func (f *files) write() error {
	if err := writeLines(f.list, f.ids); err != nil {
		return err
	}
	return writeLines(f.csv, append([]string{"id"}, f.ids...))
}

func writeLines(name string, lines []string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	for _, line := range lines {
		w.WriteString(line) // keeps its error
		w.WriteByte('\n')
	}
	if err := w.Flush(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// insert adds an ID to a sorted list.
func insert(ids []string, id string) []string {
	at, _ := slices.BinarySearch(ids, id)
	return slices.Insert(ids, at, id)
}
