package export_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/export"
	"github.com/seed-05176fc3/idem/registry"
	"github.com/seed-05176fc3/idem/store/memstore"
)

// refused imports a folder, which must fail and leave nothing behind.
func refused(t *testing.T, what, dir string) {
	t.Helper()
	s := memstore.New()
	got, err := export.Import(t.Context(), registry.New(s, nil), dir, nil)
	if err == nil {
		t.Errorf("%s: imported, entry %d", what, got.Head.Seq)
	}
	if all := logs(t, s); len(all) > 0 {
		t.Errorf("%s: something of it is in the store", what)
	}
}

// TestFlippedBits flips bits all over each file.
func TestFlippedBits(t *testing.T) {
	t.Parallel()
	_, r := source(t)
	_, files := write(t, r, "FOO")
	for name, text := range files {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			put(t, dir, files, false)
			for i := 0; i < len(text); i += 1 + len(text)/120 {
				bad := []byte(text)
				bad[i] ^= 1 << (i % 8)
				put(t, dir, map[string]string{name: string(bad)}, false)
				refused(t, name, dir)
			}
		})
	}
}

// TestForged changes each file, and SHA256SUMS with it: what the store would say does
// not follow from what is written.
func TestForged(t *testing.T) {
	t.Parallel()
	_, r := source(t)
	_, files := write(t, r, "FOO")
	for name, text := range files {
		if name == "README.txt" || name == "SHA256SUMS" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			first, end := 0, len(text)
			if name == "checkpoint.ndjson" { // who signed cannot be told without the key
				first, end = strings.Index(text, "FOO"), strings.Index(text, "—")
			}
			for i := first; i < end; i += 1 + end/50 {
				bad := []byte(files[name])
				bad[i] ^= 1 << (i % 7)
				forged := maps.Clone(files)
				forged[name] = string(bad)
				put(t, dir, forged, true)
				refused(t, name, dir)
			}
			lines := strings.SplitAfter(files[name], "\n")
			for i := 0; i < len(lines)-1; i += 1 + len(lines)/5 {
				for what, list := range map[string][]string{
					"without":  slices.Delete(slices.Clone(lines), i, i+1),
					"twice":    slices.Insert(slices.Clone(lines), i, lines[i]),
					"with LF":  slices.Insert(slices.Clone(lines), i, "\n"),
					"no LF":    append(slices.Clone(lines[:i]), strings.TrimSuffix(lines[i], "\n")),
					"only":     slices.Clone(lines[:i]),
					"reversed": append(slices.Clone(lines[i:]), lines[:i]...),
				} {
					forged := maps.Clone(files)
					forged[name] = strings.Join(list, "")
					if forged[name] == files[name] || consistent(name, i, what) {
						continue
					}
					put(t, dir, forged, true)
					refused(t, name+": line "+what+": "+lines[i], dir)
				}
			}
		})
	}
}

// consistent tells whether a log without its last lines is one that was: the ledger does
// not say how many follow.
func consistent(name string, line int, what string) bool {
	switch name {
	case "about.ndjson":
		return what == "without" || what == "only"
	case "checkpoint.ndjson": // the same one may be stored twice
		return what == "without" || what == "only" || what == "twice"
	case "query.ndjson":
		return what == "only" || what == "without" && line == 1
	}
	return false
}

// TestFolder refuses what is not an export, and files that are not its own.
func TestFolder(t *testing.T) {
	t.Parallel()
	_, r := source(t)
	_, files := write(t, r, "FOO")
	without := func(names ...string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			for _, name := range names {
				if err := os.Remove(filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	sums := func(edit func(string) string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			put(t, dir, map[string]string{"SHA256SUMS": edit(files["SHA256SUMS"])}, false)
		}
	}
	link := func(target string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			outside := filepath.Join(t.TempDir(), "outside")
			put(t, filepath.Dir(outside), map[string]string{"outside": files["granules.txt"]}, false)
			without("granules.txt")(t, dir)
			if target == "" {
				target = outside
			}
			if err := os.Symlink(target, filepath.Join(dir, "granules.txt")); err != nil {
				t.Skip(err)
			}
		}
	}
	for what, edit := range map[string]func(t *testing.T, dir string){
		"nothing":        func(t *testing.T, dir string) { without(slices.Collect(maps.Keys(files))...)(t, dir) },
		"no sums":        without("SHA256SUMS"),
		"no granules":    without("granules.txt"),
		"no content":     without("content.tsv"),
		"not listed":     sums(func(s string) string { _, s, _ = strings.Cut(s, "\n"); return s }),
		"other order":    sums(func(s string) string { a, b, _ := strings.Cut(s, "\n"); return b + a + "\n" }),
		"twice":          sums(func(s string) string { a, _, _ := strings.Cut(s, "\n"); return a + "\n" + s }),
		"outside":        sums(func(s string) string { return strings.Replace(s, "  about.ndjson", "  ../a", 1) }),
		"absolute":       sums(func(s string) string { return strings.Replace(s, "  about.ndjson", "  /etc/passwd", 1) }),
		"upper case":     sums(strings.ToUpper),
		"short":          sums(func(s string) string { return s[1:] }),
		"one space":      sums(func(s string) string { return strings.Replace(s, "  ", " ", 1) }),
		"long":           sums(func(s string) string { return strings.Repeat("0", 1<<20) + s }),
		"no sum":         sums(func(string) string { return "" }),
		"link":           link("granules.again"),
		"link elsewhere": link(""),
		"folder": func(t *testing.T, dir string) {
			without("README.txt")(t, dir)
			if err := os.Mkdir(filepath.Join(dir, "README.txt"), 0o700); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			put(t, dir, files, false)
			put(t, dir, map[string]string{"granules.again": files["granules.txt"]}, false)
			edit(t, dir)
			refused(t, what, dir)
		})
	}
	if _, err := export.Import(t.Context(), registry.New(memstore.New(), nil), filepath.Join(t.TempDir(), "none"), nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder: got %v", err)
	}
}

// TestSays: errors say where, what is there and what is wanted.
func TestSays(t *testing.T) {
	t.Parallel()
	_, r := source(t)
	_, files := write(t, r, "FOO")
	for _, tc := range []struct{ file, old, new, want string }{
		{"changes.tsv", "1\t+\tF.01\t", "1\t*\tF.01\t", "changes.tsv line 1: sign '*', want +, - or ="},
		{"changes.tsv", "4\t-\tF.01", "04\t-\tF.01", `changes.tsv line 13: "04" is no number of an entry`},
		{"changes.tsv", "4\t-\tF.01\n", "4\t-\tF.06\n", `changes.tsv line 14: entry 4, "F.06" after entry 4, "F.06"`},
		{"changes.tsv", "6\t+\tG.00\n", "6\t+\tG.99\n", `entry 6 of dataset FOO: di: the changes give "`},
		{"changes.tsv", "4\t-\tF.01\n", "4\t-\tF.01\tF.03\n", `entry 4 of dataset FOO: tombstones: the changes give {"count":4,"root":"`},
		{"changes.tsv", "4\t-\tF.01\n4", "4", "entry 4 of dataset FOO: "},
		{"descriptors.txt", "count 5", "count 6", `descriptors.txt line 7: got "count 6", want "count 5" as entry 1 says`},
		{"granules.txt", "F.05\n", "", "granules.txt: it has 18 lines and the root"},
		{"granules.txt", "F.05\n", "F.05\x01\n", `granules.txt line 5: dataset: invalid granule ID "F.05\x01"`},
		{"content.tsv", "F.05\t", "F.05", `content.tsv line 3: dataset: invalid content "": byte 0: `},
		{"ledger.ndjson", `"title":"FOO Level 2"`, `"title":"FOO Level 3"`, "ledger.ndjson line 1: dataset: invalid ledger entry"},
	} {
		dir := t.TempDir()
		forged := maps.Clone(files)
		if forged[tc.file] = strings.Replace(forged[tc.file], tc.old, tc.new, 1); forged[tc.file] == files[tc.file] {
			t.Fatalf("%s: no %q", tc.file, tc.old)
		}
		put(t, dir, forged, true)
		if _, err := export.Import(t.Context(), registry.New(memstore.New(), nil), dir, nil); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %q for %q: got %v, want %q", tc.file, tc.new, tc.old, err, tc.want)
		}
	}
}
