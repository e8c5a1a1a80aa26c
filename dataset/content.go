package dataset

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-05176fc3/idem/internal/errtext"
)

// MaxContent is the length in bytes of the longest content text.
const MaxContent = 1024

// listAlgorithm is that of the one checksum that stands for more than a text has
// room for.
const listAlgorithm = "list-sha-256"

// A Content says which bytes a granule has, by the checksums of its files of data. Two
// are equal if their texts are. The zero Content says nothing and has no text.
type Content struct{ text string }

// NewContent returns the content that checksums say, in whatever order, each written
// ALGORITHM:VALUE as in a content text. Repeats count once. Errors wrap
// [ErrInvalidContent].
func NewContent(checksums ...string) (Content, error) {
	size := 0
	for i, sum := range checksums {
		at, reason := checksumFault(sum)
		if reason == "" && len(checksums) > 1 && strings.HasPrefix(sum, listAlgorithm) {
			reason = listAlgorithm + " stands for all checksums and must be the only one"
		}
		if reason != "" {
			return Content{}, fmt.Errorf("%w: checksum %d, %s: byte %d: %s", ErrInvalidContent, i, errtext.Quote(sum), at, reason)
		}
		size += len(sum) + 1
	}
	if len(checksums) == 1 {
		return Content{checksums[0]}, nil
	}
	checksums = slices.Clone(checksums)
	slices.Sort(checksums)
	checksums = slices.Compact(checksums)
	text := strings.Join(checksums, " ")
	if len(text) > MaxContent {
		text = contentOfList(checksums)
	}
	return Content{text}, nil
}

// contentOfList returns the text that stands for a list of checksums.
func contentOfList(checksums []string) string {
	h := sha256.New()
	for _, sum := range checksums {
		h.Write([]byte(sum))
		h.Write([]byte{'\n'})
	}
	return listAlgorithm + ":" + string(appendHex(nil, h.Sum(nil)))
}

// ParseContent reads a content text. Errors wrap [ErrInvalidContent].
func ParseContent(text string) (Content, error) {
	if at, reason := contentFault(text); reason != "" {
		return Content{}, fmt.Errorf("%w %s: byte %d: %s", ErrInvalidContent, errtext.Quote(text), at, reason)
	}
	return Content{text}, nil
}

// String returns the content text.
func (c Content) String() string { return c.text }

// contentFault returns the position of the first fault of a content text and what
// it is; the reason is empty if there is none.
func contentFault(text string) (at int, reason string) {
	if len(text) > MaxContent {
		return MaxContent, fmt.Sprintf("%d bytes long, at most %d are allowed", len(text), MaxContent)
	}
	last := ""
	for {
		sum, rest, more := strings.Cut(text[at:], " ")
		if i, reason := checksumFault(sum); reason != "" {
			return at + i, reason
		}
		switch {
		case sum == last:
			return at, "a checksum that is there twice"
		case sum < last:
			return at, "a checksum that belongs before the one in front of it"
		case strings.HasPrefix(sum, listAlgorithm) && (more || at > 0):
			return at, listAlgorithm + " stands for all checksums and must be the only one"
		case !more:
			return 0, ""
		}
		last = sum
		at = len(text) - len(rest)
	}
}

// checksumFault is contentFault for one checksum.
func checksumFault(sum string) (at int, reason string) {
	algorithm, value, found := strings.Cut(sum, ":")
	if !found {
		return len(sum), "want a checksum ALGORITHM:VALUE"
	}
	want := digestDigits(algorithm)
	if want == 0 {
		return 0, fmt.Sprintf("unknown algorithm %s", errtext.Quote(algorithm))
	}
	begin := len(algorithm) + 1
	for i := range min(len(value), want) {
		if c := value[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return begin + i, "want a lower-case hexadecimal digit"
		}
	}
	if len(value) != want {
		return begin + min(len(value), want), fmt.Sprintf("%d hexadecimal digits, want %d", len(value), want)
	}
	return 0, ""
}

// digestDigits returns how many hexadecimal digits the values of an algorithm have, 0
// if it is unknown.
func digestDigits(algorithm string) int {
	switch algorithm {
	case "cksum", "crc32c", "adler-32", "fletcher-32":
		return 8
	case "fletcher-64":
		return 16
	case "md5":
		return 32
	case "sha-1":
		return 40
	case "sha-224":
		return 56
	case "sha-256", "sm3", listAlgorithm:
		return 64
	case "sha-384":
		return 96
	case "sha-512":
		return 128
	}
	return 0
}
