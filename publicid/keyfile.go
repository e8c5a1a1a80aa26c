package publicid

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
)

const (
	maxKeyFile  = 1 << 10 // bytes
	maxRingFile = 1 << 16
)

// LoadKey reads a key from a file that holds its base64 text and nothing else but
// one line end after it. The error is [ErrKey], or that of the file system.
func LoadKey(path string) (Key, error) {
	data, err := readFile(path, maxKeyFile)
	if err != nil {
		return Key{}, fmt.Errorf("publicid: key file: %w", err)
	}
	line, ok := bytes.CutSuffix(data, []byte("\n"))
	if ok {
		line = bytes.TrimSuffix(line, []byte("\r"))
	}
	key, err := ParseKey(string(line))
	if err != nil {
		return Key{}, fmt.Errorf("%w (in file %q)", err, path)
	}
	return key, nil
}

// LoadKeyRing reads a key ring from a file as [ParseKeyRing] does. The error is
// [ErrKeyRing], or that of the file system.
func LoadKeyRing(path string) (*KeyRing, error) {
	data, err := readFile(path, maxRingFile)
	if err != nil {
		return nil, fmt.Errorf("publicid: key ring file: %w", err)
	}
	ring, err := ParseKeyRing(data)
	if err != nil {
		return nil, fmt.Errorf("%w (in file %q)", err, path)
	}
	return ring, nil
}

// Exposed reports whether the permissions of a file let others than its owner read
// it, so that a command can warn of that. On Windows it is always false.
func Exposed(path string) (bool, error) {
	info, err := os.Stat(path)
	if err != nil {
		return false, fmt.Errorf("publicid: %w", err)
	}
	return runtime.GOOS != "windows" && info.Mode().Perm()&0o044 != 0, nil
}

// readFile reads a file of up to limit bytes.
func readFile(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("%s: over %d bytes", path, limit)
	}
	return data, err
}
