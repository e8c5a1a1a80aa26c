package ingest_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-05176fc3/idem/ingest"
)

func TestFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"b.txt": "G3\n", "a/2.json": ummDemo, "a/10.pdr": pdrDemo, "c": "", ".hidden": "{}", ".git/config": "{}",
		"d/e/list.csv": "id,x\nG4,1\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(path), 0o700)
		if err == nil {
			err = os.WriteFile(path, []byte(text), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	links := map[string]string{"e-to-file": "b.txt", "f-to-folder": "a"}
	for link, target := range links {
		if err := os.Symlink(filepath.Join(dir, target), filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	read := func(path string) []string {
		var got []string
		for g, err := range ingest.NewReader([]string{path}, ingest.Options{}).All() {
			if err != nil {
				t.Fatal(err)
			}
			rest, ok := strings.CutPrefix(g.File, path+string(filepath.Separator))
			if !ok {
				t.Errorf("got file %s, want it to begin with %s", g.File, path)
			}
			got = append(got, fmt.Sprintf("%s:%d:%s", filepath.ToSlash(rest), g.Line, g.ID))
		}
		return got
	}
	want := []string{"a/10.pdr:4:DEMO01.A2030001.002", "a/2.json:1:DEMO01.A2030001", "b.txt:1:G3", "d/e/list.csv:2:G4", "e-to-file:1:G3"}
	if got := read(dir); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if got, want := read(filepath.Join(dir, "f-to-folder")), []string{"10.pdr:4:DEMO01.A2030001.002", "2.json:1:DEMO01.A2030001"}; !slices.Equal(got, want) {
		t.Errorf("link: got %q, want %q", got, want)
	}

	n := 0
	for range ingest.NewReader([]string{dir, "absent"}, ingest.Options{}).All() {
		if n++; n == 2 { // a yield behind this one would panic
			break
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "b.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := collect(ingest.NewReader([]string{dir}, ingest.Options{}))
	if got.err == nil || !strings.Contains(got.err.Error(), "b.json looks like JSON") || len(got.granules) != 2 {
		t.Errorf("got %q, %v, want an error about b.json behind a", got.granules, got.err)
	}
}

func TestFolderErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if got := collect(ingest.NewReader([]string{dir}, ingest.Options{})); got.err == nil || !strings.Contains(got.err.Error(), "holds no files") {
		t.Errorf("empty: got %v", got.err)
	}
	if err := os.Symlink("absent", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if got := collect(ingest.NewReader([]string{dir}, ingest.Options{})); !errors.Is(got.err, fs.ErrNotExist) {
		t.Errorf("broken link: got %v, want fs.ErrNotExist", got.err)
	}
}
