package ingest

import (
	"bytes"
	"fmt"
	"iter"
	"unicode/utf8"
)

// format returns the format of the file, having looked at its head.
func (in *input) format() (Format, error) {
	head, whole, err := in.head()
	if err != nil {
		return Auto, err
	}
	if what := notText(head); what != "" {
		return Auto, in.notRead(what)
	}
	if bytes.HasPrefix(head, []byte(byteOrderMark)) {
		in.text.Discard(len(byteOrderMark)) // it has been peeked
		if head, whole, err = in.head(); err != nil {
			return Auto, err
		}
	}
	opts := &in.reader.opts
	if opts.Format != Auto {
		return opts.Format, nil
	}
	if what := foreign(head); what != "" {
		format := Auto
		if !opts.isTable() {
			format = recordFormat(what, head)
		}
		if format == Auto {
			return Auto, in.notRead(what)
		}
		return format, nil
	}
	if opts.isTable() {
		return CSV, nil
	}
	format, doubt := guess(head, whole)
	if doubt != "" {
		return Auto, fmt.Errorf("%w: %s: %s; name the format: %s", ErrFormat, in.name, doubt, formatNames())
	}
	return format, nil
}

// What foreign calls files that may be of a known format.
const (
	jsonText = "JSON of no known format"
	xmlText  = "XML of no known format"
	htmlText = "HTML or XML"
	pvlText  = "a PDR or another file of KEY = VALUE statements"
)

// recordFormat returns the format of a head that foreign calls what, or Auto if
// it is none that is read.
func recordFormat(what string, head []byte) Format {
	switch {
	case what == jsonText:
		return guessJSON(head)
	case what == xmlText || what == htmlText:
		return guessXML(head)
	case what == pvlText && bytes.Contains(head, []byte("FILE_GROUP")):
		return PDR
	}
	return Auto
}

func (in *input) notRead(what string) error {
	return fmt.Errorf("%w: %s looks like %s; want %s", ErrFormat, in.name, what, formatNames())
}

// The first bytes of files.
const (
	byteOrderMark = "\xef\xbb\xbf"
	gzipMagic     = "\x1f\x8b"
	zstdMagic     = "\x28\xb5\x2f\xfd"
)

// magics are the first bytes of files that are easily taken for a list.
var magics = []struct{ begin, what string }{
	{"\xff\xfe", "UTF-16 text"},
	{"\xfe\xff", "UTF-16 text"},
	{gzipMagic, "gzip inside gzip or zstd"},
	{zstdMagic, "zstd inside gzip or zstd"},
	{"\xfd7zXZ\x00", "xz data"},
	{"BZh91AY&SY", "bzip2 data"},
	{"PK\x03\x04", "a zip archive"},
	{"\x89HDF\r\n", "an HDF5 file"},
	{"CDF\x01", "a NetCDF file"},
	{"CDF\x02", "a NetCDF file"},
	{"SQLite format 3\x00", "an SQLite database"},
	{"PAR1\x15", "a Parquet file"},
	{"%PDF-", "a PDF file"},
}

// notText says what head is if it is no text in UTF-8; it is empty for text, in
// which single bytes may still be wrong.
func notText(head []byte) string {
	for _, m := range magics {
		if bytes.HasPrefix(head, []byte(m.begin)) {
			return m.what
		}
	}
	wrong := 0
	for i := 0; i < len(head); {
		r, size := utf8.DecodeRune(head[i:])
		if r == utf8.RuneError && size == 1 || r < ' ' && r != '\n' && r != '\r' && r != '\t' {
			wrong++
		}
		i += size
	}
	if len(head) >= 32 && wrong > len(head)/4 {
		return "binary data"
	}
	return ""
}

// foreign says what head is if it is text of another format that is known.
func foreign(head []byte) string {
	head = bytes.TrimLeft(head, " \t\r\n")
	for bytes.HasPrefix(head, []byte("/*")) { // a comment line of the Parameter Value Language
		_, head, _ = bytes.Cut(head, []byte("\n"))
		head = bytes.TrimLeft(head, " \t\r\n")
	}
	if len(head) == 0 {
		return ""
	}
	next := byte(0) // the first character behind the first one
	if rest := bytes.TrimLeft(head[1:], " \t\r\n"); len(rest) > 0 {
		next = rest[0]
	}
	first, _, _ := bytes.Cut(head, []byte("\n"))
	key, _, isStatement := bytes.Cut(first, []byte("="))
	switch {
	case head[0] == '{' && (next == '"' || next == '}'),
		head[0] == '[' && (next == '{' || next == '"' || next == '[' || next == ']'):
		return jsonText
	case bytes.HasPrefix(head, []byte("<?xml")):
		return xmlText
	case head[0] == '<' && (next == '!' || 'a' <= next|0x20 && next|0x20 <= 'z'):
		return htmlText
	case bytes.HasPrefix(head, []byte("#!")):
		return "a script"
	case isStatement && isPVL(string(trim(key))):
		return pvlText
	}
	return ""
}

// isPVL reports whether a file of the Parameter Value Language may begin with key.
func isPVL(key string) bool {
	switch key {
	case "ORIGINATING_SYSTEM", "TOTAL_FILE_COUNT", "EXPIRATION_TIME", "MESSAGE_TYPE", "OBJECT", "GROUP", "BEGIN_OBJECT", "BEGIN_GROUP":
		return true
	}
	return false
}

// most reports whether n of all are nine tenths or more.
func most(n, all int) bool { return 10*n >= 9*all }

// guess returns the format of a head in which nothing else was recognised, or
// what speaks against all of them.
func guess(head []byte, whole bool) (format Format, doubt string) {
	all, urls, sums, quoted := 0, 0, 0, 0
	separated := make([]int, len(separators))
	for record := range records(head, whole) {
		record = trim(record)
		if isPlaceholder(record) {
			continue
		}
		all++
		if _, ok := cutScheme(bytes.Trim(record, `"`)); ok {
			urls++
			continue
		}
		if _, _, ok := cutSum(record); ok {
			sums++
			continue
		}
		if n := len(record); n > 1 && record[0] == '"' && record[n-1] == '"' {
			quoted++
		}
		for i := range separators {
			if hasSeparator(record, separators[i]) {
				separated[i]++
			}
		}
	}
	if all == 0 {
		return List, ""
	}
	if most(sums, all) {
		return Sums, ""
	}
	if _, ok := knownHeader(head, whole); ok {
		return CSV, ""
	}
	if most(urls, all) {
		return URLs, ""
	}
	for _, n := range separated {
		if most(n, all) {
			return CSV, ""
		}
	}
	if most(quoted, all) {
		return CSV, ""
	}
	if 10*urls > all {
		return Auto, fmt.Sprintf("%d of the first %d lines are URLs", urls, all)
	}
	if 10*sums > all {
		return Auto, fmt.Sprintf("%d of the first %d lines hold a checksum", sums, all)
	}
	for i, n := range separated {
		if 10*n > all {
			return Auto, fmt.Sprintf("%d of the first %d lines hold a %s", n, all, separatorNames[i])
		}
	}
	return List, ""
}

// records returns the records of a head that are not blank, without line ends. A
// record is a line, or several if a quoted cell holds line ends. The last one is
// left out if it may go on behind the head.
func records(head []byte, whole bool) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		first := true
		for len(head) > 0 {
			end := recordEnd(head)
			if end == len(head) && !whole && head[end-1] != '\n' && !first {
				return
			}
			record := bytes.TrimRight(head[:end], "\r\n")
			head = head[end:]
			if len(trim(record)) == 0 {
				continue
			}
			first = false
			if !yield(record) {
				return
			}
		}
	}
}

// recordEnd returns the length of the first record of head with its line end.
func recordEnd(head []byte) int {
	end, quotes := 0, 0
	for {
		n := bytes.IndexByte(head[end:], '\n') + 1
		if n == 0 {
			n = len(head) - end
		}
		line := head[end : end+n]
		if quotes > 0 || opensQuote(line, ',') || opensQuote(line, ';') || opensQuote(line, '\t') {
			quotes += bytes.Count(line, []byte{'"'})
		}
		end += n
		if quotes%2 == 0 || end == len(head) {
			return end
		}
	}
}
