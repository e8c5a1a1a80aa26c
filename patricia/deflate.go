package patricia

import (
	"bytes"
	"compress/flate"
	"io"
	"sync"
)

var (
	writers = sync.Pool{New: func() any { w, _ := flate.NewWriter(nil, flate.BestSpeed); return w }}
	readers = sync.Pool{New: func() any { return flate.NewReader(nil) }}
)

// deflate returns body compressed.
func deflate(body []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(body))
	w := writers.Get().(*flate.Writer)
	defer writers.Put(w)
	w.Reset(&b)
	if _, err := w.Write(body); err != nil {
		panic("patricia: writing to memory: " + err.Error())
	}
	if err := w.Close(); err != nil {
		panic("patricia: writing to memory: " + err.Error())
	}
	return b.Bytes()
}

// inflate returns the size bytes that data holds.
func inflate(data []byte, size int) ([]byte, error) {
	r := readers.Get().(io.ReadCloser)
	defer readers.Put(r)
	if err := r.(flate.Resetter).Reset(bytes.NewReader(data), nil); err != nil {
		return nil, err
	}
	body := make([]byte, size)
	if _, err := io.ReadFull(r, body); err != nil {
		return nil, err
	}
	if n, _ := r.Read(make([]byte, 1)); n != 0 {
		return nil, errLeftOver
	}
	return body, nil
}
