package idem_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/seed-05176fc3/idem"

// allowed says, for each folder, what its code may import besides the standard
// library: folders of this module by their path, other modules by theirs. Tests
// may import anything. What is below a folder is not in it.
var allowed = map[string][]string{
	".":        {},
	"flax":     {},
	"granule":  {},
	"patricia": {},
	"distid":   {"internal/idtext"},
	"payid":    {},
	"publicid": {"internal/idtext"},

	"dataset":      {"patricia", "internal/errtext"},
	"dataset/cite": {"dataset"},
	"ingest":       {"granule", "github.com/klauspost/compress", "github.com/go-json-experiment/json"},
	"registry":     {"dataset", "patricia", "store", "transparency"},
	"inspect": {
		"flax", "distid", "payid", "granule", "publicid", "dataset",
		"github.com/google/uuid", "github.com/oklog/ulid/v2", "github.com/rs/xid", "github.com/segmentio/ksuid",
	},

	"export": {"dataset", "patricia", "registry"},

	"transparency": {"internal/errtext", "dataset", "golang.org/x/mod"},

	"store":             {},
	"store/storetest":   {"store"},
	"store/memstore":    {"store"},
	"store/sqlitestore": {"store", "modernc.org/sqlite"},

	"internal/dbcheck":   {},
	"internal/errtext":   {},
	"internal/extsort":   {},
	"internal/idtext":    {},
	"internal/risk":      {"internal/risk/plot"},
	"internal/risk/plot": {},
	"internal/testenv":   {},
	"internal/view":      {"dataset"},
	"internal/web":       {"dataset", "registry", "internal/view"},
	"internal/server":    {"dataset", "dataset/cite", "patricia", "registry", "internal/view", "internal/web"},

	"cmd/idem": {"*"},
}

// TestImports holds the house together: nothing reaches up, ID packages stand on
// the standard library, and each engine's client stays in its own folder.
func TestImports(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			base := d.Name()
			if name != "." && (strings.HasPrefix(base, ".") || base == "testdata" || isModule(name)) {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		dir := filepath.ToSlash(filepath.Dir(name))
		seen[dir] = true
		may, listed := allowed[dir]
		if !listed {
			t.Errorf("%s: folder %s is not in the table of imports", name, dir)
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if !mayImport(may, imported) {
				t.Errorf("%s: %s may not import %s", name, dir, imported)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for dir := range allowed {
		if !seen[dir] {
			t.Errorf("folder %s is in the table of imports, but holds no code", dir)
		}
	}
}

// isModule tells whether a folder is a module of its own, with rules of its own.
func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

func mayImport(may []string, imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	if !strings.Contains(first, ".") || slices.Contains(may, "*") {
		return true // the standard library
	}
	for _, m := range may {
		if imported == path.Join(module, m) || imported == m || strings.HasPrefix(imported, m+"/") {
			return true
		}
	}
	return false
}
