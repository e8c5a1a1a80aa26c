package ingest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// window is the part of a text of records that a scanner looks at. After an error
// it does not move any more; the end of the text is io.EOF.
type window struct {
	text *bufio.Reader // what comes behind the window; nil: nothing
	win  []byte        // the buffer of text
	pos  int           // in win, of what comes next
	err  error
	read bool // err came from text

	used    int // bytes of the record up to the end of win
	line    int // at counted, from 1
	counted int // in win
}

func newWindow(text *bufio.Reader) window { return window{text: text, line: 1} }

// begin is called where a record begins.
func (w *window) begin() { w.used = len(w.win) - w.pos }

// lineHere returns the line of what comes next.
func (w *window) lineHere() int {
	w.line += bytes.Count(w.win[w.counted:w.pos], []byte{'\n'})
	w.counted = w.pos
	return w.line
}

// refill makes win what comes behind it.
func (w *window) refill() bool {
	if w.err != nil {
		return false
	}
	if w.text == nil {
		w.err = io.EOF
		return false
	}
	if w.used > MaxRecord {
		w.err = errRecord
		return false
	}
	w.pos = len(w.win)
	w.lineHere()
	_, err := w.text.Discard(len(w.win))
	if err == nil {
		_, err = w.text.Peek(1)
	}
	if err != nil {
		w.err, w.read = err, err != io.EOF
		w.win, w.pos, w.counted = nil, 0, 0
		return false
	}
	w.win, _ = w.text.Peek(w.text.Buffered())
	w.pos, w.counted = 0, 0
	w.used += len(w.win)
	return true
}

// fail notes an error.
func (w *window) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf(format, args...)
	}
}

// cutOff makes the end of the text an error if something goes on.
func (w *window) cutOff(inside bool) {
	if inside && w.err == io.EOF {
		w.err = io.ErrUnexpectedEOF
	}
}

func (w *window) unexpected(c byte, where string) {
	w.fail("invalid character %q %s", rune(c), where)
}
