package ingest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Checksum is that of one file.
type Checksum struct {
	Algorithm string // md5, sha-1, sha-224, sha-256, sha-384, sha-512, sm3, cksum, crc32c, adler-32, fletcher-32 or fletcher-64
	Value     string // in hexadecimal digits, lower case
}

type algorithm struct {
	plain, name string // plain: without what writers put between letters and digits
	size        int    // bytes of a value
}

var algorithms = []algorithm{
	{"md5", "md5", 16},
	{"sha1", "sha-1", 20},
	{"sha224", "sha-224", 28},
	{"sha256", "sha-256", 32},
	{"sha384", "sha-384", 48},
	{"sha512", "sha-512", 64},
	{"sm3", "sm3", 32},
	{"cksum", "cksum", 4},
	{"posix", "cksum", 4},
	{"crc32c", "crc32c", 4},
	{"adler32", "adler-32", 4},
	{"fletcher32", "fletcher-32", 4},
	{"fletcher64", "fletcher-64", 8},
}

// normal returns the checksum as Checksum describes it, of one as formats write it.
func (c Checksum) normal() (Checksum, bool) {
	value := strings.ToLower(strings.Trim(c.Value, " \t"))
	i := slices.IndexFunc(algorithms, func(a algorithm) bool { return strings.EqualFold(a.plain, c.Algorithm) })
	if i < 0 { // not as most write it
		plain := plainName(c.Algorithm)
		if plain == "sha2" { // known by its length
			plain = "sha" + strconv.Itoa(len(value)*4)
		}
		if i = slices.IndexFunc(algorithms, func(a algorithm) bool { return a.plain == plain }); i < 0 {
			return Checksum{}, false
		}
	}
	a := algorithms[i]
	if a.name == "cksum" {
		n, err := strconv.ParseUint(value, 10, 32)
		return Checksum{a.name, fmt.Sprintf("%08x", n)}, err == nil
	}
	return Checksum{a.name, value}, len(value) == 2*a.size && isHex(value)
}

// byLength returns the algorithm that most likely made a value without a name.
func byLength(value string) string {
	switch len(value) {
	case 32:
		return "md5"
	case 40:
		return "sha1"
	}
	return "sha2"
}

// fromCell returns the checksum in a cell of a table, in a column of that name: it
// is ALGORITHM:VALUE, or else the name or the length tells the algorithm.
func fromCell(cell, column string) Checksum {
	if algorithm, value, found := strings.Cut(cell, ":"); found {
		return Checksum{algorithm, value}
	}
	column = plainName(column)
	for _, a := range algorithms {
		if strings.Contains(column, a.plain) {
			return Checksum{a.plain, cell}
		}
	}
	return Checksum{byLength(cell), cell}
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

func isHex[T string | []byte](value T) bool {
	for i := range len(value) {
		if c := value[i]; !isDigit(c) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
