package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// maxLogLine is the length of the longest line of a log: a string of an entry of 1 MiB,
// most of whose characters are escaped.
const maxLogLine = 8 << 20

// isObject tells whether the entry of a log is written as it is.
func isObject(entry []byte) bool {
	return len(entry) > 0 && entry[0] == '{' && bytes.IndexByte(entry, '\n') < 0
}

// appendLogLine appends the line of an entry of a log, without line feed.
func appendLogLine(dst, entry []byte) ([]byte, error) {
	if isObject(entry) {
		return append(dst, entry...), nil
	}
	if !utf8.Valid(entry) {
		return dst, fmt.Errorf("export: entry %q of a log is no text", cut(entry))
	}
	var buf bytes.Buffer
	encoder := json.NewEncoder(&buf)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(string(entry))
	return append(dst, bytes.TrimSuffix(buf.Bytes(), []byte{'\n'})...), err
}

// parseLogLine reads what appendLogLine writes and nothing else.
func parseLogLine(line []byte) (entry []byte, reason string) {
	if isObject(line) {
		return line, ""
	}
	var text string
	if err := json.Unmarshal(line, &text); err != nil {
		return nil, "neither a JSON object nor a JSON string"
	}
	again, err := appendLogLine(nil, []byte(text))
	if err != nil || !bytes.Equal(again, line) {
		return nil, "not as it is to be written"
	}
	return []byte(text), ""
}
