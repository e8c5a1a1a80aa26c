package ingest

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// folder delivers the granules of the files in a folder and those below it.
func (in *input) folder(path string) bool {
	files, over := 0, false
	err := fs.WalkDir(os.DirFS(path), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := name != "." && strings.HasPrefix(d.Name(), ".")
		if d.IsDir() {
			if hidden {
				return fs.SkipDir
			}
			return nil
		}
		name = filepath.Join(path, filepath.FromSlash(name))
		info, err := os.Stat(name) // of what a link leads to
		switch {
		case hidden:
			return nil
		case err != nil:
			return err
		case !info.Mode().IsRegular():
			return nil
		}
		files++
		if over = !in.file(name); over {
			return fs.SkipAll
		}
		return nil
	})
	switch {
	case over:
		return false
	case err != nil:
		return in.fail(fmt.Errorf("ingest: %w", err))
	case files == 0:
		return in.fail(fmt.Errorf("ingest: %s: the folder holds no files", path))
	}
	return true
}
