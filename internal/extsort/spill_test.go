package extsort

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var errDisk = errors.New("no space left")

// brokenFile fails like a disk does.
type brokenFile struct{ file }

func (brokenFile) Write([]byte) (int, error)         { return 0, errDisk }
func (brokenFile) ReadAt([]byte, int64) (int, error) { return 0, errDisk }

// spilled returns a sorter that has written several runs.
func spilled(t *testing.T) *Sorter {
	t.Helper()
	s := New(Options{MemoryLimit: 1000, Dir: t.TempDir()})
	t.Cleanup(func() { s.Close() })
	for i := range 500 {
		if err := s.Add(fmt.Appendf(nil, "%03d", i*37%500)); err != nil {
			t.Fatal(err)
		}
	}
	if s.spill == nil || len(s.spill.runs) < 2 {
		t.Fatal("the records fit in one run")
	}
	return s
}

func TestDiskFull(t *testing.T) {
	t.Parallel()
	s := spilled(t)
	s.spill.out.Reset(brokenFile{s.spill.file})
	var failed error
	for i := 0; failed == nil; i++ {
		failed = s.Add(fmt.Appendf(nil, "%09d", i*7919%1e9))
	}
	if !errors.Is(failed, errDisk) {
		t.Fatalf("Add: got %v, want the disk's error", failed)
	}
	for range 2 {
		for _, err := range s.Sorted() {
			if !errors.Is(err, errDisk) {
				t.Errorf("Sorted: got %v, want the disk's error", err)
			}
		}
	}
}

func TestDiskFullAtTheEnd(t *testing.T) {
	t.Parallel()
	s := spilled(t)
	s.spill.out.Reset(brokenFile{s.spill.file})
	for range 2 {
		for r, err := range s.Sorted() {
			if !errors.Is(err, errDisk) {
				t.Errorf("got %q, %v, want the disk's error", r, err)
			}
		}
	}
}

func TestUnreadable(t *testing.T) {
	t.Parallel()
	s := spilled(t)
	for range s.Sorted() { // everything is on disk
		break
	}
	good := s.spill.file
	s.spill.file = brokenFile{good}
	for r, err := range s.Sorted() {
		if !errors.Is(err, errDisk) {
			t.Errorf("got %q, %v, want the disk's error", r, err)
		}
	}
	s.spill.file = good
}

// A temporary file that someone cut or overwrote gives an error, not other records.
func TestDamaged(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(f *os.File) error{
		"empty":  func(f *os.File) error { return f.Truncate(0) },
		"cut":    func(f *os.File) error { return f.Truncate(500) },
		"shared": func(f *os.File) error { _, err := f.WriteAt([]byte{9}, 0); return err },
		"overlong": func(f *os.File) error {
			_, err := f.WriteAt([]byte("\x00\xff\xff\xff\xff\x0f"), 0)
			return err
		},
	} {
		s := spilled(t)
		for range s.Sorted() {
			break
		}
		if err := damage(s.spill.file.(*os.File)); err != nil {
			t.Fatal(err)
		}
		var last error
		for _, err := range s.Sorted() {
			last = err
		}
		if last == nil || !strings.Contains(last.Error(), "read temporary file") {
			t.Errorf("%s: got %v, want an error of the temporary file", name, last)
		}
	}
}

// Where an open file keeps its name, close removes it.
func TestRemoveOnClose(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "runs")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	s := spill{file: f, path: path}
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file is still there")
	}
}

// Sorted input becomes one run, repeats across buffers included.
func TestOneRun(t *testing.T) {
	t.Parallel()
	s := New(Options{MemoryLimit: 1000, Dir: t.TempDir()})
	defer s.Close()
	for i := range 2000 {
		if err := s.Add(fmt.Appendf(nil, "%06d", i/3)); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	for _, err := range s.Sorted() {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if len(s.spill.runs) != 1 || n != 667 {
		t.Errorf("got %d runs and %d records, want 1 and 667", len(s.spill.runs), n)
	}
}
