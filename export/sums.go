package export

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/seed-05176fc3/idem/registry"
)

// The files of an export.
const (
	readmeFile      = "README.txt"
	sumsFile        = "SHA256SUMS"
	ledgerFile      = "ledger.ndjson"
	descriptorsFile = "descriptors.txt"
	changesFile     = "changes.tsv"
	granulesFile    = "granules.txt"
	contentFile     = "content.tsv"
)

// logFile returns the name of the file of a kind of log.
func logFile(kind string) string { return kind + ".ndjson" }

// files returns the files of an export but SHA256SUMS, and whether they must be there.
func files() map[string]bool {
	all := map[string]bool{
		readmeFile: true, ledgerFile: true, descriptorsFile: true, changesFile: true, granulesFile: true,
		contentFile: false,
	}
	for _, kind := range registry.LogKinds() {
		all[logFile(kind)] = false
	}
	return all
}

// maxSum is the length of the longest line of SHA256SUMS.
const maxSum = 2*sha256.Size + 2 + 64

// parseSum reads a line of SHA256SUMS.
func parseSum(line []byte) (sum [sha256.Size]byte, name, reason string) {
	digits, name, found := strings.Cut(string(line), "  ")
	if !found || len(digits) != 2*len(sum) || digits != strings.ToLower(digits) {
		return sum, "", "want 64 hexadecimal digits in lower case, two spaces and a name"
	}
	if _, err := hex.Decode(sum[:], []byte(digits)); err != nil {
		return sum, "", err.Error()
	}
	return sum, name, ""
}

// folder is an export that is read.
type folder struct {
	root *os.Root
	sums map[string][sha256.Size]byte
}

// openFolder opens an export and checks all of its files against their sums.
func openFolder(dir string) (_ *folder, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	f := &folder{root: root, sums: make(map[string][sha256.Size]byte)}
	defer func() {
		if err != nil {
			root.Close()
		}
	}()
	if err := f.readSums(); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(f.sums)) {
		if err := f.checkSum(name); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// open opens a file, which must be an ordinary one.
func (f *folder) open(name string) (*os.File, error) {
	info, err := f.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: %s is no ordinary file", ErrInvalid, name)
	}
	return f.root.Open(name)
}

func (f *folder) readSums() error {
	file, err := f.open(sumsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: there is no file %s in %s", ErrInvalid, sumsFile, f.root.Name())
	}
	if err != nil {
		return err
	}
	defer file.Close()
	known, last := files(), ""
	for l := newLines(sumsFile, file, maxSum, 0, 0); ; {
		line, err := l.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		sum, name, reason := parseSum(line)
		if reason != "" {
			return l.fault("%s", reason)
		}
		if _, ok := known[name]; !ok {
			return l.fault("%q is no file of an export that this version knows", name)
		}
		if name <= last {
			return l.fault("%s after %s", name, last)
		}
		f.sums[name], last = sum, name
	}
	for name, must := range known {
		_, listed := f.sums[name]
		if must && !listed {
			return fmt.Errorf("%w: %s does not list %s", ErrInvalid, sumsFile, name)
		}
		if _, err := f.root.Lstat(name); !listed && err == nil {
			return fmt.Errorf("%w: %s is there, but %s does not list it", ErrInvalid, name, sumsFile)
		}
	}
	return nil
}

func (f *folder) checkSum(name string) error {
	file, err := f.open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s is missing", ErrInvalid, name)
	}
	if err != nil {
		return err
	}
	defer file.Close()
	h := sha256.New()
	size, err := io.Copy(h, file)
	if err != nil {
		return err
	}
	if !files()[name] && size == 0 {
		return fmt.Errorf("%w: %s is empty, and need not be there", ErrInvalid, name)
	}
	if want := f.sums[name]; [sha256.Size]byte(h.Sum(nil)) != want {
		return fmt.Errorf("%w: %s: its SHA-256 is %x, %s says %x", ErrInvalid, name, h.Sum(nil), sumsFile, want)
	}
	return nil
}

// has tells whether the export has a file.
func (f *folder) has(name string) bool {
	_, ok := f.sums[name]
	return ok
}

func (f *folder) close() error { return f.root.Close() }
