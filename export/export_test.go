package export_test

import (
	"crypto/sha256"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-05176fc3/idem/dataset"
	"github.com/seed-05176fc3/idem/export"
	"github.com/seed-05176fc3/idem/patricia"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store"
	"github.com/seed-05176fc3/idem/store/memstore"
	"github.com/seed-05176fc3/idem/transparency"
)

// ticking returns a clock that goes on by a second each time it is read.
func ticking() func() time.Time {
	now := time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)
	return func() time.Time { now = now.Add(time.Second); return now }
}

// items returns granules in order. Each is an ID, or an ID, a tab and its content.
func items(list ...string) iter.Seq2[patricia.Item, error] {
	return func(yield func(patricia.Item, error) bool) {
		for _, text := range list {
			id, content, found := strings.Cut(text, "\t")
			it := patricia.Item{ID: []byte(id)}
			if found {
				it.Value = []byte(content)
			}
			if !yield(it, nil) {
				return
			}
		}
	}
}

func apply(t testing.TB, r *registry.Registry, c registry.Change) {
	t.Helper()
	if out, err := r.Apply(t.Context(), "FOO", c); err != nil || !out.Changed {
		t.Fatalf("%+v, %v", out, err)
	}
}

// source makes a store with a dataset that has all that an export can say: each sort
// of change, content, a history, and the other logs.
func source(t testing.TB) (store.Store, *registry.Registry) {
	t.Helper()
	s := memstore.New()
	r := registry.New(s, ticking())
	ctx := t.Context()
	if _, err := r.Create(ctx, "FOO", registry.Creation{Title: "FOO Level 2"}); err != nil {
		t.Fatal(err)
	}
	sum := func(n int) string { return fmt.Sprintf("\tmd5:%032x", n) }
	apply(t, r, registry.Change{Op: dataset.OpAdd, Granules: items("F.01"+sum(1), "F.02"+sum(2), "F.03", "F.04", "F.ä = 1")})
	apply(t, r, registry.Change{Op: dataset.OpAdd, Granules: items("F.03"+sum(3), "F.05"+sum(4), "F.06")})
	apply(t, r, registry.Change{Op: dataset.OpReplace, Reason: "better", Pairs: []registry.Pair{{Old: "F.02", New: "F.02.v2"}, {Old: "F.04", New: "F.04.v2", Content: []byte("md5:" + strings.Repeat("5", 32))}}})
	apply(t, r, registry.Change{Op: dataset.OpRemove, Reason: "corrupt", Actor: "ops", Granules: items("F.01", "F.06")})
	apply(t, r, registry.Change{Op: dataset.OpReplace, Reason: "other bytes", Granules: items("F.01", "F.02.v2", "F.03"+sum(6), "F.04.v2", "F.05")})
	for n := range 14 {
		apply(t, r, registry.Change{Op: dataset.OpAdd, Granules: items(fmt.Sprintf("G.%02d", n))})
	}
	if _, err := r.EditMetadata(ctx, "FOO", "ops", func(m *dataset.Metadata) error { m.Publisher = "US Archive"; return nil }); err != nil {
		t.Fatal(err)
	}
	head, err := r.Head(ctx, "FOO")
	if err != nil {
		t.Fatal(err)
	}
	for _, prefix := range []string{"F", "G.0"} {
		if _, err := r.RunQuery(ctx, head, registry.QueryRun{Query: dataset.Query{Prefix: prefix}}); err != nil {
			t.Fatal(err)
		}
	}
	text, err := transparency.GenerateKey("archive.example")
	if err != nil {
		t.Fatal(err)
	}
	key, err := transparency.ParseKey(text)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := r.Sign(ctx, "FOO", key); err != nil {
		t.Fatal(err)
	}
	return s, r
}

// write writes an export and returns its folder and its files.
func write(t testing.TB, r *registry.Registry, name string) (dir string, files map[string]string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), name)
	if _, err := export.Write(t.Context(), r, name, dir, nil); err != nil {
		t.Fatal(err)
	}
	return dir, readAll(t, dir)
}

func readAll(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(data)
	}
	return files
}

// put writes files into a folder. With sums it writes SHA256SUMS anew.
func put(t testing.TB, dir string, files map[string]string, sums bool) {
	t.Helper()
	if sums {
		files = maps.Clone(files)
		delete(files, "SHA256SUMS")
		var text strings.Builder
		for _, name := range slices.Sorted(maps.Keys(files)) {
			fmt.Fprintf(&text, "%x  %s\n", sha256.Sum256([]byte(files[name])), name)
		}
		files["SHA256SUMS"] = text.String()
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// logs returns all logs of a store.
func logs(t testing.TB, s store.Store) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for name, err := range s.Names(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		for e, err := range s.Read(t.Context(), name, 0) {
			if err != nil {
				t.Fatal(err)
			}
			all[name] = append(all[name], string(e.Data))
		}
	}
	return all
}

// TestFiles compares an export with what it is to be.
func TestFiles(t *testing.T) {
	t.Parallel()
	_, r := source(t)
	_, files := write(t, r, "FOO")
	names := slices.Sorted(maps.Keys(files))
	want := []string{
		"README.txt", "SHA256SUMS", "about.ndjson", "changes.tsv", "checkpoint.ndjson", "content.tsv",
		"descriptors.txt", "granules.txt", "ledger.ndjson", "query.ndjson",
	}
	if !slices.Equal(names, want) {
		t.Errorf("got files %q, want %q", names, want)
	}
	for line := range strings.Lines(files["README.txt"]) {
		if len(line) > 81 {
			t.Errorf("wider than 80 columns: %s", line)
		}
	}
	sum := func(n int) string { return fmt.Sprintf("md5:%032x", n) }
	five := "md5:" + strings.Repeat("5", 32)
	changes := strings.Join([]string{
		"1\t+\tF.01\t" + sum(1), "1\t+\tF.02\t" + sum(2), "1\t+\tF.03", "1\t+\tF.04", "1\t+\tF.ä = 1",
		"2\t=\tF.03\t" + sum(3), "2\t+\tF.05\t" + sum(4), "2\t+\tF.06",
		"3\t-\tF.02\tF.02.v2", "3\t+\tF.02.v2", "3\t-\tF.04\tF.04.v2", "3\t+\tF.04.v2\t" + five,
		"4\t-\tF.01", "4\t-\tF.06",
		"5\t+\tF.01", "5\t=\tF.03\t" + sum(6), "5\t-\tF.ä = 1",
		"6\t+\tG.00", "",
	}, "\n")
	if got := files["changes.tsv"]; !strings.HasPrefix(got, changes) {
		t.Errorf("changes: got\n%s\nwant\n%s", got, changes)
	}
	if got, want := files["content.tsv"], "F.03\t"+sum(6)+"\nF.04.v2\t"+five+"\nF.05\t"+sum(4)+"\n"; got != want {
		t.Errorf("content: got %q, want %q", got, want)
	}
	if got, want := files["granules.txt"], "F.01\nF.02.v2\nF.03\nF.04.v2\nF.05\nG.00\n"; !strings.HasPrefix(got, want) {
		t.Errorf("granules: got %q, want %q first", got, want)
	}
	if got, want := files["descriptors.txt"], "dataset-instance v1\nset sha-256-patricia\ncount 0\nroot -\ndataset-instance v1\n"; !strings.HasPrefix(got, want) {
		t.Errorf("descriptors: got %q, want %q first", got, want)
	}
	if got, want := strings.Count(files["ledger.ndjson"], "\n"), 20; got != want {
		t.Errorf("ledger: got %d lines, want %d", got, want)
	}
	if got := files["checkpoint.ndjson"]; !strings.HasPrefix(got, `"archive.example/FOO\n20\n`) {
		t.Errorf("checkpoints: got %q", got)
	}
}

// TestRoundTrip exports, imports and exports again: stores and files are the same.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	s, r := source(t)
	dir, files := write(t, r, "FOO")
	to := memstore.New()
	other := registry.New(to, nil)
	for n := range 2 {
		got, err := export.Import(t.Context(), other, dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		if made := got.Made > 0; made != (n == 0) || got.Made+got.There != 20 || got.Head.Seq != 19 {
			t.Errorf("import %d: got %+v", n, got)
		}
		if a, b := logs(t, s), logs(t, to); !maps.EqualFunc(a, b, slices.Equal) {
			t.Errorf("import %d: the logs differ", n)
		}
	}
	if _, again := write(t, other, "FOO"); !maps.Equal(files, again) {
		t.Error("exported again, it is another one")
	}
	if _, err := other.Verify(t.Context(), "FOO", nil); err != nil {
		t.Error(err)
	}
}

// TestEmpty: a dataset that holds nothing has an export too.
func TestEmpty(t *testing.T) {
	t.Parallel()
	r := registry.New(memstore.New(), ticking())
	if _, err := r.Create(t.Context(), "NEW", registry.Creation{NoChain: true}); err != nil {
		t.Fatal(err)
	}
	dir, files := write(t, r, "NEW")
	if len(files) != 6 || files["changes.tsv"] != "" || files["granules.txt"] != "" {
		t.Errorf("got %q", files)
	}
	if got, err := export.Import(t.Context(), registry.New(memstore.New(), nil), dir, nil); err != nil || got.Made != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestLarge: an entry with more changes than are kept in memory.
func TestLarge(t *testing.T) {
	t.Parallel()
	r := registry.New(memstore.New(), ticking())
	if _, err := r.Create(t.Context(), "FOO", registry.Creation{}); err != nil {
		t.Fatal(err)
	}
	var list []string
	for n := range 30_000 {
		list = append(list, fmt.Sprintf("G.%06d\tmd5:%032x", n, n))
	}
	apply(t, r, registry.Change{Op: dataset.OpAdd, Granules: items(list...)})
	apply(t, r, registry.Change{Op: dataset.OpRemove, Reason: "test", Granules: items("G.000007")})
	dir, files := write(t, r, "FOO")
	other := registry.New(memstore.New(), nil)
	granules := 0
	if _, err := export.Import(t.Context(), other, dir, func(n int) { granules += n }); err != nil {
		t.Fatal(err)
	}
	if granules != 30_001 {
		t.Errorf("progress: got %d granules, want 30001", granules)
	}
	if _, again := write(t, other, "FOO"); !maps.Equal(files, again) {
		t.Error("exported again, it is another one")
	}
}

// TestTarget: an export takes the place of an empty folder, and of nothing else.
func TestTarget(t *testing.T) {
	t.Parallel()
	_, r := source(t)
	base := t.TempDir()
	path := func(name string) string { return filepath.Join(base, name) }
	for _, name := range []string{"empty", "full", "full/more"} {
		if err := os.Mkdir(path(name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(path("file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for dir, fine := range map[string]bool{
		path("new"): true, path("new2") + "/": true, path("empty"): true,
		path("full"): false, path("file"): false, path("none/new"): false, ".": false, "": false, "/": false,
	} {
		if _, err := export.Write(t.Context(), r, "FOO", dir, nil); (err == nil) != fine {
			t.Errorf("%q: got %v", dir, err)
		}
	}
	if _, err := export.Write(t.Context(), r, "NONE", path("none"), nil); err == nil {
		t.Error("a dataset that is not there was exported")
	}
	entries, err := os.ReadDir(base)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{"empty", "file", "full", "new", "new2"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
}
