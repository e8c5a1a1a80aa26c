package ingest

import (
	"fmt"
	"strconv"
	"strings"
)

// Checksum is that of one file.
type Checksum struct {
	Algorithm string // md5, sha1, sha224, sha256, sha384, sha512, sm3, cksum, adler32, fletcher32 or fletcher64
	Value     string // in hexadecimal digits, lower case
}

// digestSizes are the bytes of the values.
var digestSizes = map[string]int{
	"md5": 16, "sha1": 20, "sha224": 28, "sha256": 32, "sha384": 48, "sha512": 64, "sm3": 32,
	"cksum": 4, "adler32": 4, "fletcher32": 4, "fletcher64": 8,
}

// normal returns the checksum as Checksum describes it, of one as formats write it.
func (c Checksum) normal() (Checksum, bool) {
	name := strings.ToLower(strings.ReplaceAll(c.Algorithm, "-", ""))
	value := strings.ToLower(strings.Trim(c.Value, " \t"))
	switch name {
	case "sha2": // known by its length
		name = "sha" + strconv.Itoa(len(value)*4)
	case "posix", "cksum":
		name = "cksum"
		n, err := strconv.ParseUint(value, 10, 32)
		if err != nil {
			return Checksum{}, false
		}
		value = fmt.Sprintf("%08x", n)
	}
	if size, known := digestSizes[name]; !known || len(value) != 2*size || !isHex(value) {
		return Checksum{}, false
	}
	return Checksum{name, value}, true
}

// multihashes are the beginnings of multihashes in hexadecimal: the code of the
// function and the length of the digest.
var multihashes = []struct{ begin, algorithm string }{
	{"d50110", "md5"}, {"1114", "sha1"}, {"1220", "sha256"}, {"2030", "sha384"}, {"1340", "sha512"},
}

// fromMultihash returns the checksum in a multihash.
func fromMultihash(text string) Checksum {
	text = strings.ToLower(text)
	for _, m := range multihashes {
		if value, ok := strings.CutPrefix(text, m.begin); ok {
			return Checksum{m.algorithm, value}
		}
	}
	return Checksum{Value: text}
}

// isData reports whether a file of that name may be one of data: it has no
// extension of a sidecar.
func isData(name string) bool {
	_, _, kind := cutExtensions([]byte(name))
	return kind != sidecar
}

func isHex(value string) bool {
	for i := range len(value) {
		if c := value[i]; !isDigit(c) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
