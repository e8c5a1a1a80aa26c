package export

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"hash"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// file is a file of an export on its way to the disk.
type file struct {
	*bufio.Writer
	file *os.File
	sum  hash.Hash
}

func (w *writer) create(name string) (*file, error) {
	f, err := os.OpenFile(filepath.Join(w.dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	out := &file{bufio.NewWriterSize(io.MultiWriter(f, sum), 64<<10), f, sum}
	w.open = append(w.open, out)
	return out, nil
}

func (f *file) writeLine(line []byte) error {
	if _, err := f.Write(line); err != nil {
		return err
	}
	return f.WriteByte('\n')
}

// close makes a file durable and keeps its sum.
func (w *writer) close(f *file) error {
	w.open = slices.DeleteFunc(w.open, func(o *file) bool { return o == f })
	err := f.Flush()
	if err == nil {
		err = f.file.Sync()
	}
	if err := errors.Join(err, f.file.Close()); err != nil {
		return err
	}
	w.sums[filepath.Base(f.file.Name())] = f.sum.Sum(nil)
	return nil
}

// closeAll gives up the files that are open.
func (w *writer) closeAll() {
	for _, f := range w.open {
		_ = f.file.Close() // it is about to be removed
	}
}

// syncFolder makes the names in a folder durable, where the system can do that.
func syncFolder(dir string) {
	if f, err := os.Open(dir); err == nil {
		_ = f.Sync() // an error says that the system cannot
		_ = f.Close()
	}
}
