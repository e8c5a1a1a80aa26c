package registry_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
)

// bulk is the number of granules of TestBulk: the value of IDEM_BULK, or else a hundred
// thousand. More than fits in the cache of the machine takes some minutes:
//
//	IDEM_BULK=20000000 go test -run Bulk -v -timeout 1h ./registry
func bulk(t *testing.T) int {
	t.Helper()
	s := os.Getenv("IDEM_BULK")
	if s == "" {
		return 100_000
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestBulk makes a large dataset in SQLite and changes it, and compares with the roots
// that the granules have by themselves. It tells how long that took, and how much memory
// at most.
func TestBulk(t *testing.T) {
	n := bulk(t)
	path := filepath.Join(t.TempDir(), "idem.db")
	r := registry.New(openSQLite(t, path), nil)
	if _, err := r.Create(t.Context(), "D", registry.Creation{NoChain: true}); err != nil {
		t.Fatal(err)
	}
	var first, middle string
	i := 0
	for it, err := range modis(n) {
		if err != nil {
			t.Fatal(err)
		}
		switch i {
		case 0:
			first = string(it.ID)
		case n / 2:
			middle = string(it.ID)
		}
		i++
	}
	// The dataset as a stream, after some of the changes below.
	granules := func(n int, changed bool) patricia.Root {
		b := patricia.NewBuilder(patricia.Set, nil)
		for it, err := range modis(n) {
			if err == nil && !(changed && string(it.ID) == first) {
				err = b.Add(it.ID)
			}
			if err == nil && changed && string(it.ID) == middle {
				err = b.Add(append(it.ID, '+'))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		root, err := b.Root()
		if err != nil {
			t.Fatal(err)
		}
		return root
	}
	step := func(name string, c registry.Change) patricia.Root {
		start := time.Now()
		root := apply(t, r, "D", c).Entry.Root
		t.Logf("%s: %v, %s at most", name, time.Since(start).Round(time.Millisecond), peak())
		return root
	}
	if got, want := step("all", registry.Change{Op: dataset.OpAdd, Granules: modis(n)}), granules(n, false); got != want {
		t.Errorf("root %v, want %v", got, want)
	}
	step("a day at the end", registry.Change{Op: dataset.OpAdd, Granules: after(n, n+288)})
	step("one in the middle", registry.Change{Op: dataset.OpAdd, Granules: ids(middle + "+")})
	got := step("without the first", registry.Change{Op: dataset.OpRemove, Reason: "bad", Granules: ids(first)})
	if want := granules(n+288, true); got != want {
		t.Errorf("after changes: root %v, want %v", got, want)
	}
	start := time.Now()
	if _, err := r.Verify(t.Context(), "D", nil); err != nil {
		t.Error(err)
	}
	t.Logf("verified: %v, %s at most", time.Since(start).Round(time.Millisecond), peak())
	onDisk := int64(0)
	files, _ := filepath.Glob(path + "*")
	for _, f := range files {
		if info, err := os.Stat(f); err == nil {
			onDisk += info.Size()
		}
	}
	t.Logf("%d KB on disk, %.1f bytes a granule", onDisk/1000, float64(onDisk)/float64(n))
}

// peak returns how much memory this process has had at most, where the system tells it.
func peak() string {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "memory unknown on " + runtime.GOOS
	}
	for line := range strings.Lines(string(status)) {
		if text, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			return strings.TrimSpace(text)
		}
	}
	return "memory unknown"
}
