package extsort_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/seed-05176fc3/idem/internal/extsort"
)

// sortedUnique is the model: what a sorter must deliver for records.
func sortedUnique(records [][]byte) [][]byte {
	out := slices.Clone(records)
	slices.SortFunc(out, bytes.Compare)
	return slices.CompactFunc(out, bytes.Equal)
}

func add(t testing.TB, s *extsort.Sorter, records [][]byte) {
	t.Helper()
	scratch := make([]byte, 0, 64)
	for _, r := range records {
		scratch = append(scratch[:0], r...) // the sorter must not keep what it is given
		if err := s.Add(scratch); err != nil {
			t.Fatalf("Add(%.40q): %v", r, err)
		}
	}
}

func collect(t testing.TB, s *extsort.Sorter) [][]byte {
	t.Helper()
	var out [][]byte
	for r, err := range s.Sorted() {
		if err != nil {
			t.Fatalf("Sorted: %v", err)
		}
		out = append(out, bytes.Clone(r))
	}
	return out
}

func check(t testing.TB, got, want [][]byte) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("got %d records, want %d", len(got), len(want))
	}
	for i := range got {
		if !bytes.Equal(got[i], want[i]) {
			t.Fatalf("record %d: got %.60q, want %.60q", i, got[i], want[i])
		}
	}
}

// shapes makes records of the kinds that take different ways through the sorter.
var shapes = []struct {
	name   string
	record func(rng *rand.Rand, i int) []byte
}{
	{"granules", func(rng *rand.Rand, _ int) []byte {
		return fmt.Appendf(nil, "OPERA_L3_DIST-ALERT-HLS_T%02dABC_%06d", rng.IntN(60), rng.IntN(1e6))
	}},
	{"ascending", func(_ *rand.Rand, i int) []byte { return fmt.Appendf(nil, "G%09d", i) }},
	{"ascending twice each", func(_ *rand.Rand, i int) []byte { return fmt.Appendf(nil, "G%09d", i/2) }},
	{"descending", func(_ *rand.Rand, i int) []byte { return fmt.Appendf(nil, "G%09d", 999999999-i) }},
	{"few values", func(rng *rand.Rand, _ int) []byte { return fmt.Appendf(nil, "%d", rng.IntN(5)) }},
	{"all equal", func(*rand.Rand, int) []byte { return []byte("one and the same record, longer than a step") }},
	{"all empty", func(*rand.Rand, int) []byte { return nil }},
	{"prefixes of each other", func(rng *rand.Rand, _ int) []byte {
		return bytes.Repeat([]byte{0}, rng.IntN(40))
	}},
	{"few letters, zero bytes", func(rng *rand.Rand, _ int) []byte {
		r := make([]byte, rng.IntN(12))
		for i := range r {
			r[i] = "\x00\x01\xff"[rng.IntN(3)]
		}
		return r
	}},
	{"any bytes", func(rng *rand.Rand, _ int) []byte {
		r := make([]byte, rng.IntN(255))
		for i := range r {
			r[i] = byte(rng.Uint32())
		}
		return r
	}},
	{"longest", func(rng *rand.Rand, _ int) []byte {
		r := bytes.Repeat([]byte{'x'}, extsort.MaxRecord-rng.IntN(2))
		r[rng.IntN(len(r))] = 'y'
		return r[:len(r)-rng.IntN(2)*rng.IntN(len(r))]
	}},
}

func TestAgainstModel(t *testing.T) {
	t.Parallel()
	for _, shape := range shapes {
		for _, memory := range []int{0, 1, 700, 20_000, 1 << 20} {
			t.Run(fmt.Sprintf("%s/%d", shape.name, memory), func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(7, uint64(memory)))
				n := 3000
				if memory == 1 || shape.name == "longest" {
					n = 150 // every record is a run of its own
				}
				records := make([][]byte, n)
				for i := range records {
					records[i] = shape.record(rng, i)
				}
				dir := t.TempDir()
				s := extsort.New(extsort.Options{MemoryLimit: memory, Dir: dir})
				add(t, s, records)
				want := sortedUnique(records)
				check(t, collect(t, s), want)
				check(t, collect(t, s), want) // again
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
				checkEmpty(t, dir)
			})
		}
	}
}

func checkEmpty(t *testing.T, dir string) {
	t.Helper()
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestNoRecords(t *testing.T) {
	t.Parallel()
	s := extsort.New(extsort.Options{})
	check(t, collect(t, s), nil)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// One reading inside another, and one that is broken off, must not disturb others.
func TestReadingsAreIndependent(t *testing.T) {
	t.Parallel()
	records := granules(500)
	want := sortedUnique(records)
	for _, memory := range []int{0, 4000} {
		s := extsort.New(extsort.Options{MemoryLimit: memory, Dir: t.TempDir()})
		defer s.Close()
		add(t, s, records)
		i := 0
		for r, err := range s.Sorted() {
			if err != nil {
				t.Fatal(err)
			}
			if i%100 == 0 {
				for range s.Sorted() {
					break
				}
				check(t, collect(t, s), want)
			}
			if !bytes.Equal(r, want[i]) {
				t.Fatalf("record %d: got %q, want %q", i, r, want[i])
			}
			i++
		}
	}
}

func TestStates(t *testing.T) {
	t.Parallel()
	s := extsort.New(extsort.Options{Dir: t.TempDir()})
	err := s.Add(make([]byte, extsort.MaxRecord+1))
	if !errors.Is(err, extsort.ErrTooLong) {
		t.Errorf("Add of a long record: got %v, want ErrTooLong", err)
	}
	add(t, s, [][]byte{[]byte("b"), []byte("a")}) // a refused record does no harm
	check(t, collect(t, s), [][]byte{[]byte("a"), []byte("b")})
	if err := s.Add([]byte("c")); !errors.Is(err, extsort.ErrSealed) {
		t.Errorf("Add after reading: got %v, want ErrSealed", err)
	}
	for range 2 {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}
	if err := s.Add([]byte("c")); !errors.Is(err, extsort.ErrClosed) {
		t.Errorf("Add after Close: got %v, want ErrClosed", err)
	}
	for r, err := range s.Sorted() {
		if !errors.Is(err, extsort.ErrClosed) {
			t.Errorf("Sorted after Close: got %q, %v, want ErrClosed", r, err)
		}
	}
}

func TestNoDirectory(t *testing.T) {
	t.Parallel()
	s := extsort.New(extsort.Options{MemoryLimit: 1000, Dir: filepath.Join(t.TempDir(), "absent")})
	defer s.Close()
	var failed error
	for _, r := range granules(1000) {
		if failed = s.Add(r); failed != nil {
			break
		}
	}
	if !errors.Is(failed, fs.ErrNotExist) {
		t.Fatalf("Add: got %v, want fs.ErrNotExist", failed)
	}
	for _, err := range s.Sorted() {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Sorted: got %v, want the error of Add", err)
		}
	}
}

// On unix the file has no name as soon as it is open, so nothing can be left.
func TestFileHasNoName(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file keeps its name on this system")
	}
	t.Parallel()
	dir := t.TempDir()
	s := extsort.New(extsort.Options{MemoryLimit: 1000, Dir: dir})
	defer s.Close()
	add(t, s, granules(1000))
	checkEmpty(t, dir)
}

// All memory ever allocated is an upper bound of that in use at one time.
func TestMemory(t *testing.T) {
	const limit = 4 << 20
	records := granules(300_000) // 12 MB, and 5 MB of index
	for name, records := range map[string][][]byte{"random": records, "sorted": sortedUnique(records)} {
		dir := t.TempDir()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		s := extsort.New(extsort.Options{MemoryLimit: limit, Dir: dir})
		for _, r := range records {
			if err := s.Add(r); err != nil {
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
		runtime.ReadMemStats(&after)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			t.Fatal("no records")
		}
		got := after.TotalAlloc - before.TotalAlloc
		if want := uint64(limit + 2<<20); got > want {
			t.Errorf("%s: got %d bytes allocated, want at most %d", name, got, want)
		}
	}
}

func FuzzSort(f *testing.F) {
	f.Add([]byte("\x01b\x01a\x01b\x00"), uint16(1))
	f.Add(bytes.Repeat([]byte("\x03abc\x04abcd\x09abcdefgh\x00"), 40), uint16(200))
	f.Add([]byte{2, 0, 0, 1, 0, 0, 3, 0, 0, 1}, uint16(0))
	f.Fuzz(func(t *testing.T, data []byte, memory uint16) {
		var records [][]byte
		for len(data) > 0 {
			n := min(int(data[0]), len(data)-1)
			records = append(records, data[1:1+n])
			data = data[1+n:]
		}
		s := extsort.New(extsort.Options{MemoryLimit: int(memory), Dir: t.TempDir()})
		defer s.Close()
		add(t, s, records)
		check(t, collect(t, s), sortedUnique(records))
	})
}

func Example() {
	s := extsort.New(extsort.Options{})
	defer s.Close()
	for _, id := range []string{"FOOL2.v2.02", "FOOL2.v2.01", "FOOL2.v2.02"} {
		if err := s.Add([]byte(id)); err != nil {
			fmt.Println(err)
			return
		}
	}
	for id, err := range s.Sorted() {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s\n", id)
	}
	// Output:
	// FOOL2.v2.01
	// FOOL2.v2.02
}
